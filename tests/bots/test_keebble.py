"""Bots at Keebble: whatever they take is legal, what they think it pays is what the rules pay, and they find words."""

import random
import zlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.engine.building import Graph, build
from bots.engine.preparation import Words
from bots.engine.view_to_position import letters_of
from bots.levels import LEVELS
from game.kernel.actions import Resign
from game.kernel.chance import FairChance
from game.kernel.match import Env
from game.kernel.reducer import apply
from game.kernel.setting_types import Ruleset
from game.variants.keebble.bot.decision import decide
from game.variants.keebble.bot.give_up import give_up
from game.variants.keebble.bot.targets import near_of
from game.variants.keebble.bot.view_to_state import match_of
from game.variants.keebble.bot.words import Known, Speller, gains_of
from game.variants.keebble.bot.writing import written
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.apply_option import carry_out
from game.variants.keebble.rules.board import Board, Cell
from game.variants.keebble.rules.letters import room_for
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.scoring import count
from game.variants.keebble.rules.settings import DIRECTIONS, UPGRADES
from game.variants.keebble.rules.variant import VARIANT
from game.variants.keebble.rules.view import view_of
from tests.support.acts import NOW
from tests.support.keebble import rules
from tests.support.players.keebble import board_by_lot
from tests.support.run_length import tries

MOST_STEPS = 400
GRAPHS: dict[str, tuple[Graph, frozenset[str]]] = {}


def graph_and_words(language: str, share: int = 25) -> tuple[Graph, frozenset[str]]:
    """A graph of about so many per cent of all short words, and of those of four of a few letters; and the words."""
    if language not in GRAPHS:
        alphabet, few = letters_of(language), "AEINRST"
        every = [one + other for one in alphabet for other in alphabet]
        every += [pair + letter for pair in every for letter in few]
        every += [a + b + c + d for a in few for b in few for c in few for d in few]
        words = sorted({word for word in every if zlib.crc32(word.encode()) % 100 < share})
        GRAPHS[language] = build("".join(f"{word}\n" for word in words), alphabet), frozenset(words)
    return GRAPHS[language]


def some_rules(rng: random.Random) -> Ruleset:
    """Settings by chance, of short matches."""
    return rules(
        language=rng.choice(["en", "sv"]),
        upgrades=[one for one in UPGRADES if rng.random() < 0.75],
        directions=rng.sample(DIRECTIONS, rng.randint(1, 4)),
        start_board=rng.choice(["generated", "empty"]),
        one_each=rng.random() < 0.2,
        powerup_points=rng.choice([0, 2]),
        max_rounds=rng.choice([4, 8, 40]),
    )


@settings(deadline=None, max_examples=tries(3, 8))
@given(seed=st.integers(0, 10**6))
def test_whatever_bots_take_is_accepted_to_the_end_of_the_match(seed: int) -> None:
    rng = random.Random(seed)
    chosen, seats = some_rules(rng), rng.randint(2, 5)
    graph, listed = graph_and_words(chosen.text("language"))
    chance = FairChance(rng.randbytes(32))
    levels = [LEVELS[rng.choice(["calm", "keen"])] for _ in range(seats)]
    state = VARIANT.deal(chosen, seats, chance, NOW, None).step.state
    for _ in range(MOST_STEPS):
        if state.over:
            break
        seat = state.active
        view = view_of(state, seat, [], NOW)
        clueless = rng.random() < 0.1
        action = Resign() if rng.random() < 0.01 else decide(view, levels[seat], Words(graph, graph), rng)
        action = give_up(view) if clueless else action
        state = apply(VARIANT, state, seat, action, Env(NOW, listed, chance)).state
    assert state.over


POWERS = (Option(kinds.LETTER_CHANGE, letter="E", n=-6), Option(kinds.WORD_CHANGE, n=2))


@pytest.mark.parametrize("seed", range(tries(4, 12)))
def test_what_they_think_a_turn_pays_is_what_the_rules_pay(seed: int) -> None:
    rng = random.Random(seed)
    language = rng.choice(["en", "sv"])
    graph, listed = graph_and_words(language)
    known = Known(graph, language)
    chosen = rules(language=language, upgrades=list(UPGRADES), directions=rng.sample(DIRECTIONS, rng.randint(1, 4)))
    state = VARIANT.deal(chosen, 3, FairChance(rng.randbytes(32)), NOW, None).step.state
    state = replace(state, board=board_by_lot(rng, 0.5, letters="AEST"), active=1, powers=POWERS)
    seen = match_of(view_of(state, 1, [], NOW))
    assert seen == replace(state, opening=seen.opening, draws=0)
    given = ("A", "T", "?3")
    room = room_for(state.board, 1, (*given, "!"))
    found = Speller(known).spellings(state, state.board, given, room)
    assert found and len({spelling.tiles for spelling in found}) > 20
    for spelling in rng.sample(found, 20):
        board = written(state, spelling.tiles)
        told = count(state, board, 1, listed)
        assert any(word.points == spelling.points for word in told.words)
        assert gains_of(state, board, [index for index, _ in spelling.tiles], known) == told.gains


def test_every_word_that_one_letter_can_make_is_found() -> None:
    graph, listed = graph_and_words("en")
    known = Known(graph, "en")
    chosen = rules(directions=["right", "up"])
    state = VARIANT.deal(chosen, 2, FairChance(bytes(32)), NOW, None).step.state
    state = replace(state, board=board_by_lot(random.Random(1), 0.5, letters="AEST"))
    room = room_for(state.board, 0, ["A"])
    found = {spelling.tiles for spelling in Speller(known).spellings(state, state.board, ["A"], room)}
    every = [((cell, "A"),) for cell in state.board.empty_cells]
    made = {tiles for tiles in every if count(state, written(state, tiles), 0, listed).words}
    assert made and found == made


@pytest.mark.parametrize(
    ("option", "fields"),
    [(Option(kinds.WALL, n=2), "walls"), (Option(kinds.SWAP, n=2), "tiles"), (Option(kinds.DESTROY, n=2), "parts"),
     (Option(kinds.SPECIAL, type="d", n=2), "cells"), (Option(kinds.BACKPACK), "tiles")],
)  # fmt: skip
def test_each_kind_of_option_is_carried_out_for_what_it_pays(option: Option, fields: str) -> None:
    graph, listed = graph_and_words("en")
    words = [word for word in sorted(listed) if len(word) == 4 and word[:3] in listed][:1]
    cells = {8 + place: Cell(letter=letter, score=4) for place, letter in enumerate(words[0] + "ZZ")}
    cells |= {40 + place: Cell(letter="Z", score=4) for place in range(2)}
    state = VARIANT.deal(rules(upgrades=list(UPGRADES)), 2, FairChance(bytes(32)), NOW, None).step.state
    state = replace(state, board=Board().put(cells), options=(option,) * 5, last=True)
    state = state.put_player(0, replace(state.players[0], backpack=("A", "!", "T", "E")))
    action = decide(view_of(state, 0, [], NOW), LEVELS["sharp"], Words(graph, graph), random.Random(1))
    assert isinstance(action, Take)
    deed = carry_out(state, 0, action)
    assert getattr(action, fields)
    told = count(state, deed.after.board, 0, listed)
    assert gains_of(state, deed.after.board, near_of(action), Known(graph, "en")) == told.gains
    if option.kind in (kinds.WALL, kinds.SWAP):
        assert told.gains[0] > 0
