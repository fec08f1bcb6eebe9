"""Bots at Alfapet: whatever they lay is accepted by the rules and worth what they say, and matches come to an
end."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.engine.building import build
from bots.engine.listed import Listed
from bots.engine.preparation import Words
from bots.engine.view_to_position import letters_of
from bots.games.alfapet.candidates import layings
from bots.games.alfapet.mind import EXCHANGES_END, PER_SEAT, decide
from bots.games.alfapet.table import match_of
from bots.levels import LEVELS
from game.crossword.actions import Swap
from game.kernel.actions import Pass
from game.kernel.chance import FairChance
from game.kernel.events import Kind
from game.kernel.match import Env
from game.kernel.reducer import apply
from game.variants.alfapet.view import view_of
from tests.bots.states import LETTERS, words_of
from tests.support.alfapet import NOW, VARIANT, EveryWord, rules
from tests.support.alfapet_play import act_by_lot

GRAPHS = {}
MOST_STEPS = 400


def graph_and_words(language, share=40):
    """A graph of about so many per cent of the words of a few letters, and the words."""
    key = language, share
    if key not in GRAPHS:
        words = words_of(language, share, 1)
        GRAPHS[key] = build("".join(f"{word}\n" for word in words), letters_of(language)), frozenset(words)
    return GRAPHS[key]


def of_few_letters(state, rng):
    """The match with a rack of letters that have words, and of arrows and black tiles, for the seat on turn."""
    letters = LETTERS[state.rules.text("language")]
    tiles = [*letters, *letters, "?", ">", "#"] if state.rules.flag("specials") else [*letters, *letters, "?"]
    hand = tuple(rng.choice(tiles) for _ in range(state.rules.number("rack")))
    return state.put_player(state.active, replace(state.players[state.active], hand=hand))


def a_match(rng, steps=None, **chosen):
    """A match after some acts by lot, its rules by lot but for those chosen."""
    language = rng.choice(["en", "sv"])
    drawn = {
        "language": language,
        "rack": rng.choice([6, 7, 8]),
        "board_size": rng.choice([15, 17]),
        "specials": rng.random() < 0.8,
        "theme_words": rng.sample(words_of(language, 40, 1), 20) if rng.random() < 0.5 else [],
    }
    chance = FairChance(rng.randbytes(32))
    state = VARIANT.deal(rules(**{**drawn, **chosen}), rng.randint(1, 4), chance, NOW, None).step.state
    for _ in range(rng.randint(0, 12) if steps is None else steps):
        if state.over:
            break
        state = of_few_letters(state, rng)
        seat, action = act_by_lot(state, rng)
        state = apply(VARIANT, state, seat, action, Env(NOW, EveryWord(), chance)).state
    return state if state.over else of_few_letters(state, rng)


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10**6))
def test_every_lay_is_accepted_and_worth_what_it_says(seed):
    rng = random.Random(seed)
    state = a_match(rng)
    if state.over:
        return
    language = state.rules.text("language")
    graph, words = graph_and_words(language)
    seen = match_of(view_of(state, state.active, [], NOW))
    for laying in layings(seen, graph, Listed(graph, letters_of(language)), 60):
        step = apply(VARIANT, state, state.active, laying.lay, Env(NOW, words, FairChance(bytes(32))))
        (scored,) = [event for event in step.events if event.kind == Kind.WORDS_SCORED]
        assert scored.public["score"] == laying.points
        assert step.state.board == laying.board


@pytest.mark.parametrize("level", list(LEVELS))
@pytest.mark.parametrize(("seed", "seats"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 2), (6, 2)])
def test_whole_matches_come_to_their_end_without_an_illegal_act(level, seed, seats):
    rng = random.Random(f"{level} {seed}")
    language = rng.choice(["en", "sv"])
    graph, words = graph_and_words(language)
    chosen = rules(language=language, rack=rng.choice([6, 7, 8]), specials=seed != 5, passes_to_end=rng.choice([2, 5]))
    chance = FairChance(rng.randbytes(32))
    state = VARIANT.deal(chosen, seats, chance, NOW, None).step.state
    for _ in range(MOST_STEPS):
        if state.over:
            break
        state = of_few_letters(state, rng) if rng.random() < 0.5 else state
        view = view_of(state, state.active, [], NOW)
        action = decide(view, LEVELS[level], Words(graph, graph), rng)
        step = apply(VARIANT, state, state.active, action, Env(NOW, words, chance))
        assert all(event.kind != Kind.ATTEMPT_FAILED for event in step.events)
        state = step.state
    assert state.over


def test_bots_without_a_word_exchange_for_a_while_and_then_pass_until_the_end():
    nothing = build("QQQQQQQ\n", letters_of("sv"))
    state = VARIANT.deal(rules(), 2, FairChance(bytes(32)), NOW, None).step.state
    done = []
    while not state.over:
        action = decide(view_of(state, state.active, [], NOW), LEVELS["calm"], Words(nothing, nothing),
                        random.Random(1))  # fmt: skip
        done.append(type(action))
        state = apply(VARIANT, state, state.active, action, Env(NOW, (), FairChance(bytes(32)))).state
    most = EXCHANGES_END + 2 * PER_SEAT
    assert done == [Swap] * most + [Pass] * 4


def test_where_the_bag_has_fewer_tiles_than_it_would_give_it_passes():
    nothing = build("QQQQQQQ\n", letters_of("sv"))
    state = VARIANT.deal(rules(), 2, FairChance(bytes(32)), NOW, None).step.state
    view = view_of(replace(state, bag=()), 0, [], NOW)
    assert isinstance(decide(view, LEVELS["sharp"], Words(nothing, nothing), random.Random(1)), Pass)
