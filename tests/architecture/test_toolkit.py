"""What games share names none of them: the kernel, the toolkit, what shows any game, and what a new one begins with."""

import re

import pytest

from game.variants import FOLDERS, VARIANTS, UnknownGame, brought
from tests.architecture.source import assert_none
from tests.support.project_files import files, named, text

SHARED = ("game/kernel/", "game/crossword/", "game/presentation/", "game/new_game/")
OF_THE_RECORD = ('FORMAT = "alfapower-record/1"', 'DEFAULT_VARIANT = "alfapower"')
"""What a record has said since before there was a second game."""


def named_in(line: str) -> list[str]:
    """The games that a line names, by their titles or as keys in quotes."""
    names = [*(variant.title for variant in VARIANTS.values()), *(f'"{key}"' for key in VARIANTS)]
    return [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line)]


def test_what_games_share_names_no_game() -> None:
    looked_at = [path for path in files() if named(path).startswith(SHARED)]
    assert len(looked_at) > 60
    assert_none(
        f"{named(path)}: {line.strip()}"
        for path in looked_at
        for line in text(path).splitlines()
        if named_in(line) and line.strip() not in OF_THE_RECORD
    )


def test_a_name_is_seen_where_it_stands_for_a_game() -> None:
    assert named_in("# as in Classic") == ["Classic"] and named_in('key == "flex"') == ['"flex"']
    assert not named_in("CLASSIC_LAYOUT, a classic board, no_flex_left")


def test_each_game_brings_its_rules_under_the_name_of_its_folder() -> None:
    assert tuple(VARIANTS) == FOLDERS == tuple(variant.key for variant in VARIANTS.values())
    with pytest.raises(UnknownGame):
        VARIANTS["none"]


def test_what_a_game_brings_of_another_kind_is_refused_by_its_name() -> None:
    with pytest.raises(TypeError, match=r"^game\.variants\.\w+\.rules\.variant\.VARIANT is no int$"):
        brought("rules.variant", "VARIANT", int)
