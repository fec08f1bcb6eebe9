"""The making of a daily puzzle: the same twice, its best turns exact, judged by the rules to the point."""

from datetime import date
from itertools import product
from typing import cast

import pytest

from bots.engine import preparation, puzzles
from bots.engine.plays import best_plays
from bots.engine.view_to_position import position_of
from bots.levels import LEVELS
from bots.puzzle_turns import BestTurn, judge, view, with_powers
from bots.rules import Env, FairChance, Place, Placed, Refused, apply, encode
from dictionary import api as dictionary
from tests.bots.states import graph_of
from tests.puzzle.made import BEST, COINS, WORDS, position

GRAPH = graph_of(WORDS)
LEXICON = cast(dictionary.Lexicon, frozenset(WORDS))


def placed(turn: BestTurn, size: int = 11) -> Place:
    return Place(
        tuple(
            Placed(*divmod(tile.cell, size), "?" if tile.blank else tile.letter, tile.letter if tile.blank else "")
            for tile in turn.play.tiles
        )
    )


def test_each_best_turn_brings_by_the_rules_what_it_says() -> None:
    for coins in (0, 5, COINS):
        state = position(coins)
        turns = puzzles.best_turns(state, GRAPH)
        assert turns and list(turns) == sorted(turns, key=lambda turn: -turn.play.points)
        for turn in turns:
            after = with_powers(state, turn.powers)
            tried = judge(after, placed(turn), LEXICON)
            assert tried.points == turn.play.points and turn.play.word in tried.words
            whole = apply(after, after.active, placed(turn), Env(0, frozenset(WORDS), FairChance(bytes(32))))
            assert whole.state.players[after.active].score == turn.play.points


def test_the_puzzle_that_tests_of_pages_use_has_the_best_turns_that_it_says() -> None:
    assert puzzles.best_turns(position(), GRAPH) == BEST


def test_no_single_power_does_better_than_the_best_turn() -> None:
    state = position()
    best = puzzles.best_turns(state, GRAPH)[0].play.points
    tried = 0
    for item, row, col in product(puzzles.SHOP, range(11), range(11)):
        try:
            after = with_powers(state, [(item, row, col)])
        except Refused:
            continue
        found = best_plays(position_of(view(after)), GRAPH, 1)
        assert found[0].score <= best
        tried += 1
    assert tried > 100


def test_a_word_that_is_none_is_named_and_brings_nothing() -> None:
    tried = judge(position(), Place((Placed(5, 6, "Q", ""),)), LEXICON)
    assert (tried.points, tried.rejected) == (0, ("CATQ",))


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("day", [date(2026, 11, 23), date(2026, 11, 24)])
def test_a_day_gives_the_same_puzzle_twice(language: str, day: date, db: None) -> None:
    lexicon = dictionary.current(language)
    words = preparation.words_for(LEVELS["steady"], lexicon)
    first, again = (puzzles.make(day, lexicon, words) for _ in range(2))
    assert encode(first.state) == encode(again.state) and first.best == again.best
    assert first.coins == puzzles.coins_on(day) and bool(first.best[0].powers) == bool(first.coins)
    size = first.state.board.size
    tried = judge(with_powers(first.state, first.best[0].powers), placed(first.best[0], size), lexicon)
    assert tried.points == first.best[0].play.points and not tried.rejected
