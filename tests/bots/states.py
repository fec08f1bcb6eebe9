"""Random positions for the bots' search: any squares, tiles strewn about, dead and claimed squares, Fortify, Alfa
cells, bonuses that players placed, and settings of one's own. Old words need not be words: only a play's are looked at.
"""

import random
import zlib
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import product
from typing import Any, TypeVar

import pytest

from bots.engine import preparation
from bots.engine.building import Graph, build
from bots.engine.preparation import Words
from bots.engine.view_to_position import letters_of
from game.crossword.board import Board, Cell
from game.crossword.tiles import BLANK, TileSet, standard_tiles
from game.dispatch.new_match import read_rules
from game.variants.alfapower.rules.state import MatchState, PlayerState
from game.variants.classic.rules.state import MatchState as ClassicMatchState
from game.variants.flex.rules.state import MatchState as FlexMatchState

Classic = TypeVar("Classic", ClassicMatchState, FlexMatchState)

LETTERS = {"en": "AEST", "sv": "AEÅÖ"}
"""Few letters, so that small lists of random words meet often."""


def words_of(language: str, share: int, salt: int, longest: int = 5) -> list[str]:
    """About `share` per cent of all words of the few letters, upper case, sorted."""
    letters = LETTERS[language]
    every = ("".join(word) for length in range(2, longest + 1) for word in product(letters, repeat=length))
    return sorted(word for word in every if zlib.crc32(f"{salt} {word}".encode()) % 100 < share)


GRAPHS: dict[tuple[str, int, int], tuple[Graph, frozenset[str]]] = {}


def graph_and_words(language: str, share: int = 40, salt: int = 1) -> tuple[Graph, frozenset[str]]:
    """A graph of about so many per cent of the words of a few letters, and the words."""
    key = language, share, salt
    if key not in GRAPHS:
        words = words_of(language, share, salt)
        GRAPHS[key] = build(text_of(words), letters_of(language)), frozenset(words)
    return GRAPHS[key]


def text_of(words: Collection[str] | Iterator[Any]) -> str:
    """The words as a list has them."""
    return "".join(f"{word}\n" for word in sorted(words))


def graph_of(words: Collection[str] | Iterator[Any], language: str = "en") -> Graph:
    """The graph of these words alone."""
    return build(text_of(words), letters_of(language))


def no_words(language: str = "en") -> Words:
    """What a bot knows that has no word for its tiles."""
    nothing = graph_of(["QQQQQQQ"], language)
    return Words(nothing, nothing)


def every_pair(monkeypatch: pytest.MonkeyPatch) -> Graph:
    """The words are all pairs of letters of the alphabet, so that any hand but of blanks has one; gives their graph."""
    alphabet = letters_of("en")
    pairs = graph_of(one + two for one in alphabet for two in alphabet)
    monkeypatch.setattr(preparation, "whole_list", lambda lexicon: pairs)
    return pairs


def with_few_letters(rng: random.Random, state: Classic) -> Classic:
    """The match in which the seat on turn holds letters that have words."""
    seat, letters = state.active, LETTERS[state.rules.text("language")]
    hand = tuple(BLANK if rng.random() < 0.1 else rng.choice(letters) for _ in state.players[seat].hand)
    return state.put_player(seat, replace(state.players[seat], hand=hand))


def random_state(
    rng: random.Random,
    size: int,
    hand_size: int,
    *,
    alfa: bool | str = False,
    opened: bool | None = None,
    density: float | None = None,
) -> MatchState:
    """A running match, seat 0 on turn."""
    language = rng.choice(["en", "sv"])
    settings = {
        "language": language,
        "alfa_multiplier": rng.randint(2, 5),
        "alfa_permanent": rng.random() < 0.7,
        "alfa_free_placement": False if alfa == "bound" else rng.random() < 0.5,
        "alfa_on_board": rng.choice([None, None, 1, 20]),
        "fortify_cap": 9,
    }
    rules = read_rules("alfapower", settings)
    tileset = standard_tiles(language, 15)
    density = rng.choice([0, 0.1, 0.3, 0.5]) if density is None else density
    opened = (density > 0 or rng.random() < 0.3) if opened is None else opened
    cells = [_cell(rng, tileset, LETTERS[language], density if opened else 0) for _ in range(size * size)]
    middle = size * size // 2
    cells[middle] = cells[middle]._replace(dead=False, claim=None, bonus="*" if not cells[middle].alfa else ".")
    layout = "".join("." if cell.alfa else cell.bonus for cell in cells)
    hand = [BLANK if rng.random() < 0.15 else rng.choice(LETTERS[language]) for _ in range(hand_size)]
    if alfa:
        hand = [tile + "*" if rng.random() < 0.4 else tile for tile in hand]
    return MatchState(
        rules=rules,
        tileset=tileset,
        board=Board(size, layout, tuple(cells)),
        bag=("A",) * 9,
        draws=15,
        players=(PlayerState(hand=tuple(hand), coins=5), PlayerState(hand=("E",) * 7, coins=5)),
        opened=opened,
    )


def _cell(rng: random.Random, tileset: TileSet, letters: str, density: float) -> Cell:
    bonus = rng.choice("....dtDT")
    if rng.random() < density:
        letter, blank, alfa = rng.choice(letters), rng.random() < 0.1, rng.random() < 0.15
        return Cell(
            bonus="." if alfa else bonus,
            letter=letter,
            blank=blank,
            value=0 if blank else tileset.value(letter),
            fortified=0 if alfa else rng.choice([0, 0, 1, 9]),
            alfa=alfa,
            by=rng.randrange(2),
        )
    kind = rng.random()
    if kind < 0.06:
        return Cell(bonus=bonus, dead=True)
    if kind < 0.15:
        return Cell(claim=rng.randrange(2))
    return Cell(bonus=bonus, made=rng.random() < 0.2 and bonus != ".")


def a_state(seed: int, size: int, hand_size: int, **wishes: Any) -> MatchState:
    return random_state(random.Random(seed), size, hand_size, **wishes)
