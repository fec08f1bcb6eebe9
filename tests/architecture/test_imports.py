"""Imports go downwards only, and of another app only its public interface (layers.py)."""

import subprocess
import sys
from collections.abc import Iterable, Iterator

import pytest

from tests.architecture.layers import (
    BOTS_ASK_THE_RULES_IN,
    BOTS_ENGINE,
    BOTS_OF_GAMES,
    GAMES,
    INSIDE_THE_GAME,
    LAYERS,
    RULES,
    RULES_MUST_NOT_CALL,
    RULES_MUST_NOT_IMPORT,
    SCREENS_OF_GAMES,
    TRANSACTIONS_IN,
)
from tests.architecture.source import assert_none, attributes, calls, imports, modules, within
from tests.support.project_files import named


def app_of(name: str) -> str:
    """Whose a module is: the first part of its name, but for the bot of a game."""
    return "bots" if any(within(name, bot) for bot in BOTS_OF_GAMES) else name.split(".")[0]


def part_of_the_rules(name: str) -> str | None:
    """The part of the rules that a module belongs to; None for one that is no part of them."""
    if any(within(name, room) for room in (*SCREENS_OF_GAMES, *BOTS_OF_GAMES)):
        return None
    return next((part for part in RULES if within(name, part)), None)


def faults_in_imports(name: str, imported: Iterable[str]) -> Iterator[str]:
    """What is wrong with these imports of the module called `name`, one sentence each."""
    own = app_of(name)
    for target in imported:
        app = app_of(target)
        if app not in LAYERS:
            continue
        part = part_of_the_rules(name)
        if part is not None:
            if not any(within(target, lower) for lower in (part, *RULES[part])):
                yield f"{name} imports {target}: not below {part}"
        elif own != "game" and any(within(target, screens) for screens in SCREENS_OF_GAMES):
            yield f"{name} imports {target}: what shows a game is the game's own"
        elif app != own and not any(within(target, allowed) for allowed in LAYERS[own]):
            interfaces = [allowed for allowed in LAYERS[own] if within(allowed, app)]
            yield f"{name} imports {target}: " + (f"use {interfaces[0]}" if interfaces else f"{app} is not below {own}")


def test_apps_import_downwards_and_through_the_door() -> None:
    assert_none(
        f"{named(path)}: {fault}" for name, path in modules() for fault in faults_in_imports(name, imports(name, path))
    )


@pytest.mark.parametrize(
    ("name", "target", "fault"),
    [
        ("lobby.views", "game.models.Match", "lobby.views imports game.models.Match: use game.api"),
        ("game.match.views", "accounts.api", "game.match.views imports accounts.api: accounts is not below game"),
        (
            "game.variants.alfapower.rules.turn",
            "game.models",
            "game.variants.alfapower.rules.turn imports game.models: not below game.variants.alfapower.rules",
        ),
        (
            "game.kernel.chance",
            "game.crossword.tiles",
            "game.kernel.chance imports game.crossword.tiles: not below game.kernel",
        ),
        (
            "game.crossword.board",
            "game.variants.alfapower.rules.state",
            "game.crossword.board imports game.variants.alfapower.rules.state: not below game.crossword",
        ),
        (
            "game.variants.alfapower.rules.turn",
            "game.variants.VARIANTS",
            "game.variants.alfapower.rules.turn imports game.variants.VARIANTS: not below "
            "game.variants.alfapower.rules",
        ),
        ("lobby.views", "game.api.create_match", None),
        ("lobby.views", "django.db.models", None),
        ("game.variants.alfapower.rules.turn", "game.variants.alfapower.rules.state", None),
        ("game.variants.alfapower.rules.turn", "game.kernel.chance.draw", None),
    ],
)
def test_the_rule_itself_sees_what_it_should(name: str, target: str, fault: str | None) -> None:
    assert list(faults_in_imports(name, [target])) == ([fault] if fault else [])


def level_inside_the_game(name: str) -> int | None:
    """How high a module stands in the game, from 0; None for one of the rules, which lie below, or of another app."""
    levels = (level for level, names in enumerate(INSIDE_THE_GAME) if any(within(name, one) for one in names))
    return next(levels, None)


def folder_inside_the_game(name: str) -> str:
    """The folder or module of the game itself; what shows a game is one with what shows any."""
    return "game.presentation" if name.startswith(SCREENS_OF_GAMES) else ".".join(name.split(".")[:2])


def test_every_module_of_the_game_has_its_level() -> None:
    ours = [name for name, _ in modules() if app_of(name) == "game" and name != "game" and not part_of_the_rules(name)]
    assert_none(f"{name} has no level in INSIDE_THE_GAME" for name in ours if level_inside_the_game(name) is None)


def test_inside_the_game_imports_go_downwards() -> None:
    assert_none(fault for name, path in modules() for fault in upwards(name, imports(name, path)))


def upwards(name: str, imported: Iterable[str]) -> Iterator[str]:
    """Which of these imports of a module of the game lead to its own height or above."""
    own = level_inside_the_game(name)
    for target in imported:
        other = level_inside_the_game(target)
        is_same = folder_inside_the_game(name) == folder_inside_the_game(target)
        if own is not None and other is not None and other >= own and not is_same:
            yield f"{name} imports {target}: not below {folder_inside_the_game(name)}"


def test_an_import_that_goes_up_is_seen() -> None:
    assert list(
        upwards("game.services.play", ["game.presentation.messages", "game.models.Match", "game.services.store"])
    )
    assert list(upwards("game.finished.pages", ["game.match.views"])) and not list(
        upwards("game.match.views", ["game"])
    )


def test_the_rules_import_only_the_harmless_part_of_the_standard_library() -> None:
    assert_none(
        f"{named(path)} imports {target}"
        for name, path in modules()
        if part_of_the_rules(name)
        for target in imports(name, path)
        if not part_of_the_rules(target)
        and (target.split(".")[0] not in sys.stdlib_module_names or target.split(".")[0] in RULES_MUST_NOT_IMPORT)
    )


def test_the_rules_call_nothing_that_differs_between_two_runs() -> None:
    assert_none(
        f"{named(path)}:{line} calls {function}()"
        for name, path in modules()
        if part_of_the_rules(name)
        for function, line in calls(path, RULES_MUST_NOT_CALL)
    )


def test_importing_the_rules_does_not_wake_django() -> None:
    code = "import game.kernel, game.dispatch.record_check, sys; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_bots_ask_the_rules_in_one_place() -> None:
    asking = {name for name, path in modules() for target in imports(name, path) if part_of_the_rules(target)}
    of_games = {f"{bot}.rules" for bot in BOTS_OF_GAMES}
    assert {name for name in asking if app_of(name) == "bots"} - of_games == {BOTS_ASK_THE_RULES_IN}


def test_processes_that_serve_pages_load_nothing_of_the_bots_engine() -> None:
    """All that a request may come to: the server's entrance and every module that the addresses lead to."""
    code = (
        "import sys, alfapower.asgi; from django.urls import get_resolver; get_resolver().url_patterns;"
        f"sys.exit(' '.join(n for n in sys.modules if n.startswith({BOTS_ENGINE!r})) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_only_services_open_transactions() -> None:
    assert_none(
        f"{named(path)}:{line} opens a transaction"
        for name, path in modules()
        if TRANSACTIONS_IN not in name.split(".")
        for line in attributes(path, "atomic")
    )


def test_a_game_knows_no_other_game() -> None:
    assert_none(
        f"{name} imports {target}"
        for name, path in modules()
        for game in GAMES
        if within(name, game)
        for target in imports(name, path)
        if any(within(target, other) for other in GAMES if other != game)
    )
