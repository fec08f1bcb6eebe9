"""Pushes in pieces lead a page from version to version to what a whole screen would show, in far fewer bytes."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.utils import translation

from benchmarks.load.script import SETTINGS, Step, script
from game.live import panels, pieces, pushes
from game.live.pieces import Drawn, changes, mark
from game.live.screens import Screen, screen_of
from game.services import log_pages
from game.services.settle_due import settled
from tests.screen.test_panels import TABLE, view
from tests.support import run_length
from tests.support.matches import SEED, START, make_match, submit
from tests.support.types import certain

SOON = START + 1000
ATTRIBUTE = re.compile(r' ([a-z-]+)((?:="[^"]*")?)')
ATTRIBUTES = re.compile(r'[a-z][\w:-]*(?:="[^"]*")?')
TAG = re.compile(r"<(/?)([a-z][\w-]*)((?:[^>\"]|\"[^\"]*\")*?)(/?)>")
VOID = {"input", "br", "img", "hr"}


class Shown:
    """A page as a browser has it: one text, in which fragments take the place of what has their id."""

    def __init__(self, html: str) -> None:
        self.html = html

    def take(self, push: str) -> None:
        for fragment in roots(push):
            if into := re.match(r'<ol hx-swap-oob="afterbegin:#(\w+)">(.*)</ol>', fragment, re.DOTALL):
                new = "".join(one for one in roots(into[2]) if f'id="{name(one)}"' not in self.html)
                start, _ = place(self.html, into[1])
                inside = self.html.index(">", start) + 1
                self.html = self.html[:inside] + new + self.html[inside:]
            else:
                start, end = place(self.html, name(fragment))
                fragment = completed(self.html[start:end], fragment.replace(pieces.OUT_OF_BAND, "", 1))
                self.html = self.html[:start] + fragment + self.html[end:]

    def text_of(self, panel: str) -> str:
        start, end = place(self.html, panel)
        return self.html[start:end]


def completed(was: str, now: str) -> str:
    """What comes, with what it keeps of the element it takes the place of."""
    there = {name for name, _ in ATTRIBUTE.findall(now[: now.index(">")])}
    kept = [f" {name}{value}" for name, value in ATTRIBUTE.findall(was[: was.index(">")]) if name in pieces.KEPT]
    missing = "".join(one for one in kept if certain(re.match(r" [a-z-]+", one))[0].strip() not in there)
    return now.replace(">", f"{missing}>", 1)


def in_order(html: str) -> str:
    """The same with the attributes of each tag in the order of their names, which means nothing."""
    return TAG.sub(lambda tag: f"<{tag[1]}{tag[2]}{' '.join(['', *sorted(ATTRIBUTES.findall(tag[3]))])}{tag[4]}>", html)


def name(html: str) -> str:
    return certain(re.search(r'\bid="([^"]+)"', html))[1]


def end_of(html: str, start: int) -> int:
    """Where the element that begins at `start` ends."""
    depth = 0
    for tag in TAG.finditer(html, start):
        if tag[2] in VOID or tag[4]:
            continue
        depth += -1 if tag[1] else 1
        if not depth:
            return tag.end()
    raise AssertionError(html[start : start + 200])


def roots(html: str) -> list[str]:
    found, at = [], 0
    while (at := html.find("<", at)) >= 0:
        end = end_of(html, at)
        found.append(html[at:end])
        at = end
    return found


def place(html: str, ident: str) -> tuple[int, int]:
    assert html.count(f' id="{ident}"') == 1, ident
    start = html.rindex("<", 0, html.index(f' id="{ident}"'))
    return start, end_of(html, start)


def whole(screen: Screen) -> dict[str, str]:
    drawn = panels.render(screen.view, screen.table)
    return {panel: html.replace(pieces.OUT_OF_BAND, "", 1) for panel, html in drawn.items()}


def is_shown(page: Shown, screen: Screen) -> None:
    """The page shows the screen; of turns perhaps more."""
    for panel, html in whole(screen).items():
        shown = page.text_of(panel)
        if panel == "p-turns":
            lines = re.findall(r'<li class="turn.*?</li>', html)
            assert re.findall(r'<li class="turn.*?</li>', shown)[: len(lines)] == lines
            assert re.findall(r"Turn \d+", shown) == re.findall(r"Turn \d+", html)
        else:
            assert in_order(shown) == in_order(html), panel


@pytest.fixture(scope="module")
def steps() -> list[Step]:
    return script("alfapower", SEED, 30)


@pytest.mark.parametrize("lost", [0, 7], ids=["none", "every seventh push is lost"])
def test_pieces_lead_every_page_to_the_whole_screen(
    steps: list[Step], lost: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_pages, "TURNS_A_PAGE", 12)  # or none would fall off the list
    row = make_match(seed=SEED, **SETTINGS)
    pages, has = [Shown(""), Shown("")], [0, 0]
    for number, (seat, action) in enumerate([(0, None), *steps]):
        if action is not None:
            assert not submit(row, seat, **action).code
        for viewer, page in enumerate(pages):
            screen = screen_of(settled(row.pk, SOON), viewer, SOON)
            push = pushes.push(screen, "en", since=has[viewer])
            if lost and number % lost == lost - 1 - viewer:
                has[viewer] = 0  # it never says that it has this version
                continue
            is_first = not page.html
            page.html = page.html or push
            for _ in range(0 if is_first else 2):  # what came twice changes nothing
                page.take(push)
            if run_length.LONG or number % 2 == viewer or number > 25:
                is_shown(page, screen)
            has[viewer] = screen.table.version


def test_a_word_is_a_fifth_of_the_screen_at_most(steps: list[Step]) -> None:
    row = make_match(seed=SEED, **SETTINGS)
    for seat, action in steps[:-1]:
        submit(row, seat, **action)
    before = [screen_of(settled(row.pk, SOON), viewer, SOON) for viewer in (0, 1)]
    for screen in before:
        pushes.push(screen, "en", since=0)
    seat, action = steps[-1]
    assert action["do"] == "place"
    submit(row, seat, **action)
    for viewer in (0, 1):
        screen = screen_of(settled(row.pk, SOON), viewer, SOON)
        push = pushes.push(screen, "en", since=screen.table.version - 1)
        assert len(push) < len("".join(whole(screen).values())) / 5
        assert push.count('role="gridcell"') < 20


def test_a_clock_that_shows_the_same_time_left_is_told_again() -> None:
    """To the millisecond, as when two turns are drawn as long after they began: a page's own clock has gone on."""
    row = make_match()
    lefts: list[int | None] = []
    for at in (START, START + 20_000):
        if lefts:
            assert not submit(row, 0, at=at, do="pass").code
        screen = screen_of(settled(row.pk, at + 15), 1, at + 15)
        push = pushes.push(screen, "en", since=screen.table.version - 1)
        lefts.append(screen.view.left)
    assert lefts[0] == lefts[1] and lefts[0] is not None
    assert 'id="clock"' in push and 'id="board"' not in push


@pytest.mark.parametrize(("since", "is_whole"), [(0, True), (1, False), (2, True)])
def test_only_from_a_version_to_the_next_there_are_pieces(since: int, is_whole: bool) -> None:
    """2 is what the page has: it is never asked for. After 1 comes 2."""
    row = make_match()
    pushes.push(screen_of(settled(row.pk, SOON), 0, SOON), "en", since=0)
    submit(row, 0, do="pass")
    push = pushes.push(screen_of(settled(row.pk, SOON), 0, SOON), "en", since=since)
    assert ('id="board"' in push) is is_whole


def test_a_drawing_for_another_seat_or_language_is_no_base() -> None:
    row = make_match()
    first = screen_of(settled(row.pk, SOON), 0, SOON)
    pushes.push(first, "en", since=0)
    submit(row, 0, do="pass")
    row = settled(row.pk, SOON)
    assert 'id="board"' in pushes.push(screen_of(row, 1, SOON), "en", since=1)
    with translation.override("sv"):
        assert 'id="board"' in pushes.push(screen_of(row, 0, SOON), "sv", since=1)


def test_two_pages_of_a_seat_get_their_pieces_from_one_base() -> None:
    row = make_match()
    pushes.push(screen_of(settled(row.pk, SOON), 0, SOON), "en", since=0)
    submit(row, 0, do="pass")
    both = [pushes.push(screen_of(settled(row.pk, SOON), 0, SOON), "en", since=1) for _ in range(2)]
    assert both[0] == both[1]
    assert 'id="board"' not in both[0]


def listed(*turns: str, around: str = "<ol>{}</ol>") -> Drawn:
    named = {f"turn-{turn}": f'<li id="turn-{turn}">' for turn in turns}
    return Drawn(around.format("".join(mark(piece) for piece in named)), named)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (listed("1"), listed("1"), []),
        (listed("1"), listed("2", "1"), ['<ol hx-swap-oob="afterbegin:#turnlist"><li id="turn-2"></ol>']),
        (
            listed("3", "2", "1"),
            listed("4", "3", "2"),
            ['<ol hx-swap-oob="afterbegin:#turnlist"><li id="turn-4"></ol>'],
        ),
        (listed("2", "1"), listed("1"), ['<ol><li id="turn-1"></ol>']),
        (listed("1"), listed("3", "2"), ['<ol><li id="turn-3"><li id="turn-2"></ol>']),
        (listed("1"), listed("2", "1", around="<ol a>{}</ol>"), ['<ol a><li id="turn-2"><li id="turn-1"></ol>']),
    ],
    ids=["same", "grown", "grown and cut off", "taken back", "all new", "around it changed"],
)
def test_a_list_that_has_only_grown_is_sent_what_is_new(before: Drawn, after: Drawn, expected: Sequence[Any]) -> None:
    assert changes(before, after) == expected


def test_what_has_an_id_within_the_newest_piece_comes_with_it() -> None:
    before = listed("2", "1")
    drawn = Drawn(before.frame, {**before.pieces, "turn-2": '<li id="turn-2"><b id="sum-2"></b></li>'})
    _, in_its_place = pieces.newest(drawn)
    assert in_its_place == '<li hx-swap-oob="true" id="turn-2"><b id="sum-2"></b></li>'


def test_where_a_list_goes_on_is_told_only_with_the_list() -> None:
    one, other = (Drawn(mark(pieces.BEGINS_PAST), {pieces.BEGINS_PAST: f"<div>{n}</div>"}) for n in (1, 2))
    assert changes(one, other) == []


def test_every_piece_is_one_element_with_its_id() -> None:
    drawn = panels.draw(view(), TABLE)
    found = {piece: html for panel in drawn.values() for piece, html in panel.pieces.items()}
    assert len(found) == sum(len(panel.pieces) for panel in drawn.values())
    for piece, html in found.items():
        assert piece == pieces.BEGINS_PAST or (name(html) == piece and len(roots(html)) == 1), piece
