"""The bonus for a whole hand is counted before the best plays are chosen: what bots, the hint and the analysis think
best is compared with every play there is, each worth what the rules of its game say."""

import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest

from bots.engine.building import Graph, build
from bots.engine.plain_plays import placed_of
from bots.engine.plays import Play, all_rows, best_plays, plays_of
from bots.engine.plays_found import TILE_BITS
from bots.engine.position import Position, bonuses_of
from bots.engine.preparation import Words
from bots.engine.view_to_position import letters_of
from bots.levels import LEVELS
from bots.rules import view_of_any
from bots.turn_verdicts import SHOWN
from dictionary.bundled import word_lists, words_text
from game.crossword.actions import PlainPlace, Swap
from game.crossword.tiles import BLANK, HAND_SIZE, Placed
from game.dispatch.new_match import deal, read_rules
from game.dispatch.steps import apply
from game.kernel.actions import Action
from game.kernel.chance import FairChance
from game.kernel.match import Env
from game.variants.classic.bot import decision as of_classic
from game.variants.classic.bot.analysis import judge
from game.variants.classic.bot.hint import best, best_play
from game.variants.classic.bot.position import position_of as position_of_classic
from game.variants.classic.rules import placement as in_classic
from game.variants.classic.rules.ledger import Receipt
from game.variants.flex.bot import decision as of_flex
from game.variants.flex.bot.flexing import FIRST_WORDS, Flexing
from game.variants.flex.bot.view_to_state import match_of
from game.variants.flex.bot.view_to_state import position_of as position_of_flex
from game.variants.flex.rules import placement as in_flex
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.scoring import score as score_in_flex
from tests.support.run_length import LONG, tries

POSITIONS = tries(100, 1_000)
"""Positions of each game. The plain run compares every twenty-fifth, and those that have hidden plays."""

LANGUAGES = ("en", "sv")[: tries(1, 2)]

TURNS = 8
HIDDEN, MANY = 35, 1_500
"""So many plays, those of most points without the bonus, were looked at when it was added afterwards; and so many the
plain run does not ask the rules about, which is what takes long here."""

BLIND = replace(LEVELS["sharp"], looks_ahead=0)
"""Weighs its plays, and imagines no replies."""


class Game(NamedTuple):
    """How one of the games is asked: a seat's view as a position, the points of a turn by the rules, and a turn as an
    action."""

    position: Callable[[Any], Position]
    points: Callable[[Any, tuple[Placed, ...]], int]
    action: Callable[[tuple[Placed, ...]], Action]


def points_in_classic(state: Any, tiles: tuple[Placed, ...]) -> int:
    return in_classic.score(state, in_classic.examine(state, state.active, tiles), len(tiles)).total


def points_in_flex(state: Any, tiles: tuple[Placed, ...]) -> int:
    turn = Arrange(tiles)
    return score_in_flex(state, in_flex.examine(state, state.active, turn), turn).total


GAMES = {
    "classic": Game(position_of_classic, points_in_classic, PlainPlace),
    "flex": Game(
        lambda view: position_of_flex(match_of(view), tuple(t.tile for t in view.hand)), points_in_flex, Arrange
    ),
}


DECISIONS: dict[str, Any] = {"classic": of_classic.Decision, "flex": of_flex.Decision}


@cache
def some_words(language: str) -> tuple[Graph, frozenset[str], tuple[str, ...]]:
    """The language's short words and some of its long ones as graph and set; and those with one letter more than a
    hand."""
    text = words_text(next(entry for entry in word_lists() if entry.name == language))
    words = [word for word in text.split() if len(word) < 6 or len(word) < 9 and zlib.crc32(word.encode()) % 3 == 0]
    graph = build("".join(f"{word}\n" for word in words), letters_of(language))
    return graph, frozenset(words), tuple(word for word in words if len(word) == HAND_SIZE + 1)


@cache
def positions(game: str) -> tuple[Any, ...]:
    """Positions of matches that are played by lot: those that the run compares."""
    return tuple(state for number, state in _played(game) if is_compared(number, rows_of(game, state)))


def _played(game: str) -> Iterator[tuple[int, Any]]:
    seed = number = 0
    while number < POSITIONS:
        seed += 1
        rng, chance = random.Random(seed), FairChance(random.Random(seed).randbytes(32))
        language = rng.choice(LANGUAGES)
        words = some_words(language)[1]
        rules = {"language": language, "turn_seconds": None, "bingo": rng.choice([20, 50, 50, 100])}
        more = {"classic": {"leftover": rng.choice(["count", "value"])}, "flex": {}}[game]
        state: Any = deal(read_rules(game, {**rules, **more}), 2, chance, 0).step.state
        for _ in range(TURNS):
            state = with_a_whole_hand(rng, state) if rng.random() < 0.8 else state
            yield number, state
            rows = rows_of(game, state)
            number += 1
            action: Action = Swap(state.players[state.active].hand[:1])
            if rows:
                (play,) = plays_of(GAMES[game].position(seen(state)), np.array([rng.choice(rows)]))
                action = GAMES[game].action(tiles_of(state, play))
            state = apply(state, state.active, action, Env(0, words, chance)).state
            if state.over:
                break


def with_a_whole_hand(rng: random.Random, state: Any) -> Any:
    """The match in which the seat on turn holds all of a long word but one letter, of those that lie where any do."""
    word = rng.choice(some_words(state.rules.text("language"))[2])
    lying = [letter for letter in word if any(cell.letter == letter for cell in state.board.cells)]
    hand = list(word)
    hand.remove(rng.choice(lying or hand))
    hand[0] = BLANK if rng.random() < 0.1 else hand[0]
    return state.put_player(state.active, replace(state.players[state.active], hand=tuple(hand)))


def is_compared(number: int, rows: list[list[int]]) -> bool:
    """Whether the run asks the rules about a position that has these plays."""
    if LONG:
        return True
    laid = [-(-tiles.bit_length() // TILE_BITS) for _score, _where, tiles in rows]
    return len(laid) < MANY and (number % 25 == 0 or HAND_SIZE in laid and laid.index(HAND_SIZE) >= HIDDEN)


def seen(state: Any) -> Any:
    """What the seat on turn sees."""
    return view_of_any(state, state.active, [], 0)


def rows_of(game: str, state: Any) -> list[list[int]]:
    """Every play as the search has it, those of most points without any bonus first."""
    position = GAMES[game].position(seen(state))._replace(bonuses=bonuses_of({}))
    return sorted(all_rows(position, some_words(state.rules.text("language"))[0]).tolist(), reverse=True)


def every_play(game: str, state: Any) -> list[tuple[Placed, ...]]:
    """The tiles of every play, in that order."""
    plays = plays_of(GAMES[game].position(seen(state)), np.array(rows_of(game, state)).reshape(-1, 3))
    return [tiles_of(state, play) for play in plays]


def tiles_of(state: Any, play: Play) -> tuple[Placed, ...]:
    return placed_of(play, state.board.size, state.rules.text("language"))


def is_hidden(points: list[int]) -> bool:
    """Whether the best of the plays stands behind many that have more points without the bonus."""
    return bool(points) and max(points) > max(points[:HIDDEN])


def test_hint_analysis_and_bots_of_classic_find_the_best_of_all_plays() -> None:
    hidden = 0
    for state in positions("classic"):
        points = [points_in_classic(state, tiles) for tiles in every_play("classic", state)]
        hidden += is_hidden(points)
        expected = sorted(points, reverse=True)
        graph, view = some_words(state.rules.text("language"))[0], seen(state)
        assert [one.points for one in best(view, graph, 2 * HIDDEN)] == expected[: 2 * HIDDEN]
        hint = best_play(view, graph)
        assert hint.points == expected[0] if hint else not expected
        receipt = Receipt(state.turn, state.active, end="placed", score=0)
        assert [one.points for one in judge(state, state, receipt, graph).best] == expected[:SHOWN]
        decision = of_classic.Decision(view, BLIND, Words(graph, graph), random.Random(1))
        weighed = [points_in_classic(state, tiles_of(state, choice.play)) for choice in decision.choices()]
        assert sorted(weighed, reverse=True) == expected[: of_classic.CONSIDERED]
    assert hidden >= 3


def test_bots_of_flex_find_the_best_of_all_plain_plays() -> None:
    hidden = 0
    for state in positions("flex"):
        points = [points_in_flex(state, tiles) for tiles in every_play("flex", state)]
        hidden += is_hidden(points)
        graph = some_words(state.rules.text("language"))[0]
        decision = of_flex.Decision(seen(state), BLIND, Words(graph, graph), random.Random(1))
        weighed = [choice.turn.points for choice in decision.choices()]
        assert sorted(weighed, reverse=True) == sorted(points, reverse=True)[: of_flex.CONSIDERED]
    assert hidden >= 3


def at_the_end(state: Any, held: int) -> Any:
    """The match with an empty bag and so many tiles in the hand on turn, which lie in some word."""
    hand = [tile for tile in state.players[state.active].hand if tile != BLANK][:held]
    return replace(state.put_player(state.active, replace(state.players[state.active], hand=tuple(hand))), bag=())


def going_out(game: str, state: Any) -> int:
    """By how much who goes out gains on the other, by the rules."""
    left = state.players[1 - state.active].hand
    by_value = game == "flex" or state.rules.text("leftover") == "value"
    return 2 * sum(state.tileset.value(tile) if by_value else 1 for tile in left if tile != BLANK or not by_value)


@pytest.mark.parametrize("game", GAMES)
def test_with_an_empty_bag_going_out_is_counted_before_the_best_are_chosen(game: str) -> None:
    hidden = 0
    for whole, held in product(positions(game), (4, 5, 6)):
        state = at_the_end(whole, held)
        plays = every_play(game, state)
        out = [rank for rank, tiles in enumerate(plays) if len(tiles) == held]
        if out:
            best_out = max(GAMES[game].points(state, plays[rank]) for rank in out) + going_out(game, state)
            graph = some_words(state.rules.text("language"))[0]
            decision: Any = DECISIONS[game](seen(state), BLIND, Words(graph, graph), random.Random(1))
            assert max(choice.value for choice in decision.choices()) >= best_out
            hidden += out[0] >= HIDDEN
    assert hidden


def test_what_a_turn_of_flex_of_several_words_or_with_a_moved_tile_promises_has_the_bonus_once() -> None:
    """A bonus beside which what words bring and moves cost is little."""
    bonus, seen_so = 100_000, Counter[tuple[bool, bool]]()
    for state in positions("flex"):
        graph = some_words(state.rules.text("language"))[0]
        position = position_of_flex(state, state.players[state.active].hand)
        position = position._replace(bonuses=bonuses_of({HAND_SIZE: bonus}))
        flexing = Flexing(state, position, Words(graph, graph))
        first = [play for play in best_plays(position, graph, FIRST_WORDS) if len(play.tiles) < HAND_SIZE]
        for plan in (*flexing.moving(1), *flexing.chains(first, 3)):
            assert round(plan.points / bonus) == (len(plan.laid) == HAND_SIZE)
            seen_so[len(plan.laid) == HAND_SIZE, bool(plan.moved)] += 1
    assert seen_so.keys() >= {(True, False), (True, True), (False, True)}
