"""A bot's decisions: always legal, seen from its own view only, the same for the same chance, and with an end."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.engine.preparation import Words
from bots.levels import LEVELS
from bots.rules import Buy, Choose, Env, FairChance, Pass, Phase, Place, Use, apply, new_match, read_rules, view_of
from bots.vocabulary import everyday_words, known_text
from dictionary.bundled import blocked_words
from game.kernel.actions import Action
from game.variants.alfapower.bot.decision import MOST_POWERS, Decision
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.state import MatchState
from tests.bots.states import a_state, graph_of
from tests.model.setups import ANY_SETTINGS
from tests.support.run_length import tries
from tests.support.text_boards import scene

TEXT = """
AT TO IN ON IT IS AS AN DO GO HE ME WE BE BY MY NO SO UP US TEA TEAS EAT ATE SET TEN NET TIN SIN SON SUN RUN RAN
RAT TAR ART STAR RATS ARTS TEAR RATE TEARS RATES STARE NEST TENS SENT LINE LINES STONE NOTES TONES ONSET RAISE
ARISE RETINAS STAINER NASTIER ANTSIER
"""
COMMON = sorted(TEXT.split())
GRAPH = {language: graph_of(COMMON, language) for language in ("en", "sv")}
few = settings(deadline=None, max_examples=tries(4, 8))
very_few = settings(deadline=None, max_examples=tries(2, 4))


def decide(state: MatchState, level: str = "sharp", seed: float = 1, **so_far: Any) -> Action:
    """What a bot does that has done so much in the turn already."""
    graph = GRAPH[state.rules.text("language")]
    view = view_of(state, state.active, [], 0)
    return Decision(view, LEVELS[level], Words(graph, graph), random.Random(seed), **so_far).action()


@very_few
@given(ANY_SETTINGS, st.integers(0, 2**32), st.lists(st.sampled_from(sorted(LEVELS)), min_size=2, max_size=2))
def test_whole_matches_under_any_settings_are_legal_and_end(
    chosen: dict[str, Any], seed: int, levels: Sequence[str]
) -> None:
    """`apply` refuses what is not legal, and fines what is no word."""
    chance = FairChance(seed.to_bytes(32, "big"))
    state = new_match(read_rules("alfapower", chosen), chance, 0).state
    rng = random.Random(seed)
    for _ in range(1500):
        action = decide(state, levels[state.active], rng.random())
        state = apply(state, state.active, action, Env(0, frozenset(COMMON), chance)).state
        assert state.tries == 0, "a play that is no word"
        if state.outcome is not None:
            return
    pytest.fail("no end")


@pytest.mark.parametrize("ways", [("T", "."), (".", "T")])
def test_on_a_board_of_ones_own_it_lays_the_word_where_it_is_worth_most(ways: tuple[str, str]) -> None:
    """A triple word square beside the star, below it or to the right of it: the first word lies over it."""
    below, right = ways
    rows = ["." * 11] * 5 + [f".....*{right}...."] + [f".....{below}....."] + ["." * 11] * 4
    chance = FairChance(bytes(32))
    state = new_match(read_rules("alfapower", {"board_size": 11}), chance, 0, layout=rows).state
    state = state.put_player(0, replace(state.players[0], hand=tuple("TEARSQQ"), coins=0))
    action = decide(state)
    assert isinstance(action, Place)
    assert (5 + (below == "T"), 5 + (right == "T")) in {(tile.row, tile.col) for tile in action.tiles}


@few
@given(st.integers(0, 2**32), st.sampled_from(sorted(LEVELS)))
def test_a_bot_knows_no_more_than_its_view(seed: int, level: str) -> None:
    """Another order of bag and other hand, which are unseen, changes nothing."""
    state = a_state(seed, 9, 5)
    other = state.players[1]
    unseen = sorted([*state.bag, *other.hand])
    random.Random(seed).shuffle(unseen)
    count = len(other.hand)
    swapped = state.put_player(1, replace(other, hand=tuple(unseen[:count])))
    swapped = replace(swapped, bag=tuple(sorted(unseen[count:])))
    assert decide(state, level, seed) == decide(swapped, level, seed)


BOARD = """
    .......
    .......
    .......
    ..TEA..
    .......
    .......
    .......
    """


def test_it_lays_the_dearest_word_when_nothing_else_counts() -> None:
    state = scene(BOARD, hand="S", bag="", coins=(0, 0))
    action = decide(state)
    assert isinstance(action, Place) and [(tile.row, tile.col) for tile in action.tiles] == [(3, 5)]


def test_with_a_hand_without_words_it_passes_or_trades() -> None:
    stuck: dict[str, Any] = {"hand": "QQQQQQQ", "bag": "ETAOINSETAOINS"}
    assert decide(scene(BOARD, **stuck, coins=(0, 0))) == Pass()
    assert decide(scene(BOARD, **stuck, coins=(3, 0))) == Buy("swap")
    trade = decide(scene(BOARD, **stuck, coins=(0, 0), slots=("swap",)))
    assert isinstance(trade, Use) and trade.item == "swap" and set(trade.tiles) == {"Q"}


def test_a_calm_bot_buys_nothing() -> None:
    assert decide(scene(BOARD, hand="QQQQQQQ", bag="ETAOIN", coins=(99, 0)), "calm") == Pass()


def test_it_places_a_triple_word_where_its_word_will_be() -> None:
    state = scene(BOARD, hand="S", bag="", coins=(99, 0), items=["place_tw"], prices={"place_tw": 0})
    assert decide(state) == Buy("place_tw")
    held = scene(BOARD, hand="S", bag="", coins=(0, 0), items=["place_tw"], slots=("place_tw",))
    assert decide(held) == Use("place_tw", (3, 5))


@pytest.mark.parametrize(("bought", "action"), [((), Use("swap", None, ("Q",) * 7)), (("place_tw",), Pass())])
def test_what_it_has_bought_for_the_turn_goes_before_other_powers(bought: tuple[str, ...], action: Action) -> None:
    state = scene(BOARD, hand="QQQQQQQ", bag="ETAOINSETAOINS", coins=(0, 0), slots=("swap", "place_tw"))
    done = decide(state, bought=bought)
    assert (type(done), getattr(done, "item", "")) == (type(action), getattr(action, "item", ""))


def test_powers_of_a_turn_come_to_an_end() -> None:
    state = scene(BOARD, hand="QQQQQQQ", bag="ETAOINSETAOINS", coins=(9, 0))
    done = [decide(state, powers=powers) for powers in range(MOST_POWERS + 1)]
    assert done == [Buy("swap")] * MOST_POWERS + [Pass()]


def test_it_makes_the_blank_an_alfa_tile() -> None:
    state = scene(BOARD, hand="AE?SNRT", choice="A?E", bag="EEEE")
    assert state.phase is Phase.ALFA and decide(state) == Choose("?")


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_that_knows_no_powers_leaves_the_alfa_tile(level: str) -> None:
    state = scene(BOARD, hand="AE?SNRT", choice="A?E", bag="EEEE")
    assert decide(state, level) == Choose("?" if LEVELS[level].items else None)


def test_levels_are_ordered_and_each_knows_more_than_the_one_before() -> None:
    levels = list(LEVELS.values())
    assert [level.key for level in levels] == ["calm", "easygoing", "steady", "keen", "sharp"]
    assert [level.order for level in levels] == sorted({level.order for level in levels})
    heights = [9 if level.everyday is None else -level.everyday for level in levels]
    assert heights == sorted(set(heights))
    for before, level in zip(levels, levels[1:], strict=False):
        assert set(before.items) <= set(level.items) <= set(ITEMS)
        assert level.choices <= before.choices and level.looks_ahead >= before.looks_ahead


@pytest.mark.parametrize("language", ["en", "sv"])
def test_everyday_words_are_the_frequent_ones_without_crude_ones(language: str) -> None:
    many, few_words = everyday_words(language, 3.0), everyday_words(language, 4.2)
    assert few_words < many and 15_000 < len(many) < 25_000
    assert not many & set(blocked_words(language))


def test_only_words_of_the_list_are_known() -> None:
    assert known_text("AND\nTHE\nZZZZ\n", "en", 4.0) == "AND\nTHE\n"
