"""Nothing outside a game's own folder takes for granted that two play: no `1 - seat`, no unpacking of a pair of
players, no field named for seat 0 or 1. Who means the others asks for them."""

import ast
import re

import pytest

from tests.architecture.source import assert_none, modules, parsed, within
from tests.support.project_files import files, named, template_name, text

APPS = ("game", "lobby", "accounts")

A_SEAT = {"seat", "viewer", "winner", "loser", "active", "leaver", "me", "mine", "side"}
"""Names that hold a seat's number."""
ALL_SEATS = {
    "seats", "players", "entrants", "names", "users", "sitters", "cards", "sums", "hands", "others", "results",
    "columns",
}  # fmt: skip
"""Names that hold something of every seat."""
_NUMBERED = re.compile(r"\w_[01]$")
_IN_TEMPLATE = re.compile(rf"\b(?:{'|'.join(sorted(ALL_SEATS))})\.[1-9]\b")


def name_of(node: ast.expr) -> str:
    """The last word of a name, attribute or call."""
    if isinstance(node, ast.Call):
        return name_of(node.func)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def faults_of(tree: ast.AST) -> list[str]:
    """What takes two for granted, as the source has it."""
    return [ast.unparse(node) for node in ast.walk(tree) if takes_two(node)]


def takes_two(node: ast.AST) -> bool:
    """Whether the node is one of the ways in which only two can be meant."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        return isinstance(node.left, ast.Constant) and node.left.value == 1 and name_of(node.right) in A_SEAT
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):  # also (seat + 1) % len(seats): who is "the" other
        inside = {name_of(part) for part in ast.walk(node.left) if isinstance(part, ast.Name | ast.Attribute)}
        return bool(inside & A_SEAT)
    if isinstance(node, ast.Assign) and name_of(node.value) in ALL_SEATS:
        return any(
            isinstance(target, ast.Tuple)
            and len(target.elts) == 2
            and not any(isinstance(part, ast.Starred) for part in target.elts)
            for target in node.targets
        )
    if isinstance(node, ast.Subscript) and name_of(node.value) in ALL_SEATS:
        return isinstance(node.slice, ast.Constant) and node.slice.value == 1
    if isinstance(node, ast.AnnAssign | ast.arg | ast.keyword):
        return bool(_NUMBERED.search(name_of(node.target) if isinstance(node, ast.AnnAssign) else node.arg or ""))
    return False


def test_no_module_takes_two_seats_for_granted() -> None:
    """None of the apps, that is: a game knows how many play it."""
    looked_at = [path for name, path in modules() if name.split(".")[0] in APPS and not within(name, "game.variants")]
    assert len(looked_at) > 150
    assert_none(f"{named(path)}: {fault}" for path in looked_at for fault in faults_of(parsed(path)))


def test_no_template_names_the_second_of_all_seats() -> None:
    looked_at = [path for path in files() if template_name(path)]
    assert len(looked_at) > 150
    assert_none(f"{named(path)}: {found}" for path in looked_at for found in _IN_TEMPLATE.findall(text(path)))


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("other = 1 - seat", True),
        ("other = names[1 - view.viewer]", True),
        ("other = (seat + 1) % len(players)", True),
        ("first, second = result.seats", True),
        ("second = entrants[1]", True),
        ("class Row:\n    seen_at_0: int = 0", True),
        ("rows.filter(seen_at_1=4)", True),
        ("lost = 1 - expected", False),
        ("first, *others = seats", False),
        ("host = seats[0]", False),
        ("row, shown = found", False),
        ("page = 7 % n", False),
    ],
)
def test_each_way_of_meaning_two_is_seen_and_what_holds_for_any_number_is_not(source: str, seen: bool) -> None:
    assert bool(faults_of(ast.parse(source))) is seen
