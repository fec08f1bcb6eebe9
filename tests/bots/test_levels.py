"""What the levels are said to be like: in words of the game that is chosen, or in words that hold in any."""

import re
from html import unescape

import pytest
from django.test import Client

from bots.games import PLAYED, line_of
from bots.levels import LEVELS

pytestmark = pytest.mark.django_db
SENTENCE = re.compile(r"[^.]+\.(?: [^.]+\.)?")


@pytest.mark.parametrize("game", sorted(PLAYED))
def test_each_game_says_each_level_in_two_sentences_at_most_and_each_its_own(game: str) -> None:
    lines = [line_of(game, level) for level in LEVELS.values()]
    assert len(set(lines)) == len(lines)
    for line in lines:
        assert SENTENCE.fullmatch(line), line


def test_no_level_speaks_of_what_a_game_does_not_have() -> None:
    said = {game: " ".join(line_of(game, level) for level in LEVELS.values()) for game in PLAYED}
    said[""] = " ".join(level.line for level in LEVELS.values())
    for what, games in {"power": {"alfapower"}, "bonus square": {"alfapower"}, "arrow": {"alfapet"},
                        "black tile": {"alfapet"}, "flex": {"flex"}}.items():  # fmt: skip
        assert {game for game, text in said.items() if what in text} == games


def test_a_game_without_bots_and_none_have_the_levels_own_words() -> None:
    assert {line_of(game, LEVELS["keen"]) for game in ("", "none", "os.path")} == {LEVELS["keen"].line}


@pytest.mark.parametrize("game", sorted(PLAYED))
def test_the_page_on_which_one_chooses_says_them_of_the_game_chosen(client: Client, game: str) -> None:
    page = unescape(client.get(f"/practice?game={game}", follow=True).content.decode())
    for level in LEVELS.values():
        assert line_of(game, level) in page


def test_home_names_them_in_few_words(client: Client) -> None:
    page = unescape(client.get("/").content.decode())
    for level in LEVELS.values():
        assert level.name in page and str(level.title) in page
