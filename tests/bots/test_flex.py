"""Bots at Flex: what they know is what their seat sees, what they do is accepted and worth what they think, and matches
come to their end at every level."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.engine.building import Graph
from bots.engine.plays import Play, best_plays
from bots.engine.preparation import Words
from bots.levels import LEVELS
from game.crossword.actions import Swap
from game.crossword.tiles import BLANK
from game.dispatch.new_match import deal, read_rules
from game.dispatch.steps import apply
from game.kernel.actions import Action, Pass
from game.kernel.chance import FairChance
from game.kernel.events import Kind
from game.kernel.match import Env, Step
from game.kernel.setting_types import Ruleset
from game.variants.flex.bot import flexing
from game.variants.flex.bot.decision import MOST_WORDS, Decision, decide
from game.variants.flex.bot.soundness import is_sound, to_lift
from game.variants.flex.bot.view_to_state import judged, match_of, position_of
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.state import MatchState
from game.variants.flex.rules.view import view_of
from tests.bots.states import graph_and_words, graph_of, no_words, with_few_letters
from tests.support.flex import table
from tests.support.naive_crossword import groups
from tests.support.naive_position import lies_of
from tests.support.run_length import tries
from tests.support.types import certain

MOST_STEPS = 300


def own_board(rng: random.Random, size: int) -> list[str]:
    """Rows of one's own, strewn with any squares; the star, where there is one, in the middle."""
    rows = [[rng.choice("....dtDT") for _ in range(size)] for _ in range(size)]
    rows[size // 2][size // 2] = rng.choice("*.T")
    return ["".join(row) for row in rows]


def some_rules(rng: random.Random, language: str | None = None, **wishes: Any) -> Ruleset:
    """Settings by chance, on boards of every size."""
    named = ["quick11", "standard15", "classic15", "plain15", "grand19", "blank11"]
    chosen = {
        "language": language or rng.choice(["en", "sv"]),
        "turn_seconds": None,
        "layout": rng.choice([*named, own_board(rng, 11), own_board(rng, 15), own_board(rng, 19)]),
        "flex_turns": rng.choice([None, None, 0, 1, 5]),
        "loosen_cost": rng.random() < 0.7,
        "loosen_letter_bonus": rng.random() < 0.7,
        "take_cost": rng.random() < 0.7,
        "bingo": rng.choice([0, 50]),
    }
    return read_rules("flex", chosen | wishes)


def deciding(state: MatchState, graph: Graph, level: str = "sharp", seed: int = 1) -> Decision:
    """A bot of that level on turn, who knows the words of the graph."""
    return Decision(view_of(state, state.active, [], 0), LEVELS[level], Words(graph, graph), random.Random(seed))


def a_match(
    seed: int, steps: int | None = None, **wishes: Any
) -> Iterator[tuple[MatchState, Action, Step[MatchState]]]:
    """A match of bots of any levels with hands of few letters, so that they have words; each state before a turn with
    what was done in it and what came of it."""
    rng = random.Random(seed)
    rules = some_rules(rng, **wishes)
    graph, words = graph_and_words(rules.text("language"))
    chance = FairChance(rng.randbytes(32))
    levels = [LEVELS[rng.choice(list(LEVELS))] for _ in range(2)]
    state = deal(rules, 2, chance, 0).step.state
    for _ in range(MOST_STEPS if steps is None else steps):
        if state.over:
            return
        state = with_few_letters(rng, state)
        view = view_of(state, state.active, [], 0)
        action = decide(view, levels[state.active], Words(graph, graph), rng)
        step = apply(state, state.active, action, Env(0, words, chance))
        yield state, action, step
        state = step.state
    assert steps is not None, "a match without end"


@settings(deadline=None, max_examples=tries(2, 6))
@given(seed=st.integers(0, 10**6))
def test_whatever_bots_do_is_accepted_to_the_end_of_the_match(seed: int) -> None:
    for state, action, step in a_match(seed):
        assert all(event.kind is not Kind.ATTEMPT_FAILED for event in step.events)
        if isinstance(action, Arrange):
            turn = certain(judged(state, state.active, action))
            player = step.state.players[state.active]
            assert player.score == state.players[state.active].score + turn.points
            assert turn.after.board == step.state.board
            assert [tile.tile for tile in turn.kept] == list(player.hand[: len(turn.kept)])
    assert step.state.over


@pytest.mark.parametrize("seed", range(tries(2, 6)))
def test_they_know_what_their_seat_sees_and_no_more(seed: int) -> None:
    for state, _action, _step in a_match(seed, 5):
        seat = state.active
        known = match_of(view_of(state, seat, [], 0))
        other = state.players[1 - seat]
        secret = replace(
            state.put_player(1 - seat, replace(other, hand=(BLANK,) * len(other.hand))),
            bag=(BLANK,) * len(state.bag),
            draws=0,
        )
        assert known == secret


@settings(deadline=None, max_examples=tries(3, 10))
@given(seed=st.integers(0, 10**6))
def test_each_play_they_weigh_is_accepted_and_worth_what_it_says(seed: int) -> None:
    for state, _action, _step in a_match(seed, 6, flex_turns=None):
        language = state.rules.text("language")
        graph, words = graph_and_words(language)
        for level in ("calm", "sharp"):
            for choice in deciding(state, graph, level, seed).choices():
                step = apply(state, state.active, choice.turn.action, Env(0, words, FairChance(bytes(32))))
                after = step.state.players[state.active]
                assert after.score - state.players[state.active].score == choice.turn.points


@pytest.mark.parametrize("language", ["en", "sv"])
def test_each_way_of_flexing_that_they_think_of_is_accepted(language: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(6):
        for state, _action, _step in a_match(seed, 6, language=language, flex_turns=None):
            graph, words = graph_and_words(language)
            decision = deciding(state, graph, "sharp", seed)
            for turn in decision.flexed() if decision.flexes else ():
                step = apply(state, state.active, turn.action, Env(0, words, FairChance(bytes(32))))
                assert step.state.turn == state.turn + 1 or step.state.over
                player, before = step.state.players[state.active], state.players[state.active]
                assert (player.score - before.score, player.flexed) == (turn.points, before.flexed + 1)
                assert turn.after.board == step.state.board
                seen["moved"] += bool(turn.action.moves)
                seen["taken"] += bool(turn.action.takes)
                rows, cols = ({square[at] for square in turn.action.tiles} for at in (0, 1))
                seen["in no line"] += len(rows) > 1 and len(cols) > 1
    assert min(seen["moved"], seen["taken"], seen["in no line"]) > 20


@pytest.mark.parametrize("seed", range(tries(2, 4)))
def test_what_may_be_lifted_leaves_words_and_one_group(seed: int) -> None:
    for state, _action, _step in a_match(seed, 8):
        graph, words = graph_and_words(state.rules.text("language"))
        position = position_of(state, ())
        assert not state.board.has_tiles() or is_sound(position, graph)
        lifted = []
        for cell, there in enumerate(state.board.cells):
            board = state.board.put({cell: there._replace(letter="")})
            lying = {at for at, other in enumerate(board.cells) if other.letter}
            across, down = board.runs_through(lying)
            texts = ["".join(board.cells[at].letter for at in run) for run in (*across, *down)]
            if there.letter and groups(lies_of(board)) == 1 and all(text in words for text in texts):
                lifted.append(cell)
        assert to_lift(position, graph) == lifted


def test_a_blank_is_taken_back_for_its_letter() -> None:
    state = table({(7, 6, "across"): "CaTS"}, ("AON", "EEEEEEE"), "E" * 40)
    action: Any = deciding(state, graph_of({"CAT", "CATS", "TO", "TON"})).action()
    assert action.takes == ((7, 7),) and (7, 7, "A", "") in action.tiles


def test_a_tile_is_moved_into_a_word_that_the_hand_alone_has_not() -> None:
    state = table({(7, 6, "across"): "QIS"}, ("AO", "EEEEEEE"), "E" * 40)
    action: Any = deciding(state, graph_of({"QI", "QIS", "OSAI"}), "keen").action()
    assert action.moves and action.moves[0][0] == (7, 8) and len(action.tiles) == 2


def test_several_words_lie_in_one_turn() -> None:
    state = table({(7, 6, "across"): "CATS"}, ("OPEXVV", "EEEEEEE"), "E" * 40)
    action: Any = deciding(state, graph_of({"CAT", "CATS", "COP", "TEX"})).action()
    assert {tile[:3] for tile in action.tiles} == {(8, 6, "O"), (9, 6, "P"), (8, 8, "E"), (9, 8, "X")}
    assert action.takes == ((7, 9),) and not action.moves


@pytest.mark.parametrize(("level", "limit", "flexed"), [("sharp", 1, 1), ("sharp", 0, 0), ("steady", None, 0)])
def test_where_it_may_not_or_knows_not_how_it_lays_a_plain_turn(level: str, limit: int, flexed: int) -> None:
    state = table({(7, 6, "across"): "CaTS"}, ("AON", "EEEEEEE"), "E" * 40, flexed=(flexed, 0), flex_turns=limit)
    decision = deciding(state, graph_of({"CAT", "CATS", "TO", "TON"}), level)
    action: Any = decision.action()
    assert not decision.flexes and not action.flexes


def test_a_flex_turn_is_spared_where_few_are_left() -> None:
    fields: dict[str, Any] = {"words": {(7, 6, "across"): "QIS"}, "hands": ("AO", "EEEEEEE"), "bag": "E" * 40}
    graph = graph_of({"QI", "QIS", "OSAI", "OI"})
    actions: list[Any] = [deciding(table(**fields, flex_turns=limit), graph, "keen").action() for limit in (1, None)]
    assert actions[1].flexes and not actions[0].flexes


@pytest.mark.parametrize("level", ["keen", "sharp"])
def test_no_turn_searches_more_positions_than_it_may(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: Counter[str] = Counter()

    def counted(*given: Any) -> list[Play]:
        searched["positions"] += 1
        return best_plays(*given)

    monkeypatch.setattr(flexing, "best_plays", counted)
    most = max(flexing.MOVED) * LEVELS[level].looks_ahead + (MOST_WORDS - 1) * flexing.FOLLOWED_UP
    for seed in range(4):
        for state, _action, _step in a_match(seed, 6):
            graph, _words = graph_and_words(state.rules.text("language"))
            searched.clear()
            deciding(state, graph, level, seed).choices()
            assert searched["positions"] <= most


def test_without_a_word_it_exchanges_and_without_a_bag_it_passes() -> None:
    state = deal(some_rules(random.Random(1), "en"), 2, FairChance(bytes(32)), 0).step.state
    for bag, wanted in ((state.bag, Swap), ((), Pass)):
        view = view_of(replace(state, bag=bag), state.active, [], 0)
        assert isinstance(decide(view, LEVELS["sharp"], no_words(), random.Random(1)), wanted)


def test_two_bots_that_are_stuck_come_to_an_end() -> None:
    chance, rng = FairChance(bytes(32)), random.Random(1)
    state = deal(some_rules(rng, "en"), 2, chance, 0).step.state
    for _ in range(3):
        action = decide(view_of(state, state.active, [], 0), LEVELS["keen"], no_words(), rng)
        state = apply(state, state.active, action, Env(0, {"QQQQQQQ"}, chance)).state
    assert state.over and state.outcome.reason == "stalled"
