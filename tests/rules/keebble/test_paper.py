"""The game on paper: lists, rounds, powers and points as in any match, whatever is written on the sheet."""

from random import Random

import pytest

from game.kernel.chance import FairChance
from game.kernel.refusals import Code, Refused
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules import paper
from game.variants.keebble.rules.dealing import list_length
from game.variants.keebble.rules.settings import UPGRADES
from tests.support.keebble import letters, rules, sheet
from tests.support.types import certain

MOST_STEPS = 300


@pytest.mark.parametrize("seed", range(6))
def test_every_option_can_be_taken_to_the_end(seed: int) -> None:
    rng, chance = Random(seed), FairChance(Random(seed).randbytes(32))
    chosen = rules(upgrades=[one for one in UPGRADES if rng.random() < 0.8], max_rounds=rng.choice([5, 40]))
    state = paper.begin(chosen, 2 + seed % 4, chance)
    for _ in range(MOST_STEPS):
        if state.over:
            break
        index = rng.choice(state.open)
        option, before = state.options[index], state
        state = paper.take(state, index, False, chance)
        due = sum(letter != kinds.OVERWRITE for letter in option.letters)
        assert state.written - before.written <= (due if option.kind == kinds.LETTERS else 64)
        if state.round > before.round:
            assert len(state.options) == list_length(len(state.players))
    assert state.over and certain(state.outcome).reason == "rounds_over"
    with pytest.raises(Refused) as refused:
        paper.take(state, 0, False, chance)
    assert refused.value.code is Code.MATCH_OVER


def test_points_that_an_option_gives_are_counted_and_those_of_words_are_told() -> None:
    state = sheet(None, letters("C", "A", "T"))
    taken = paper.take(state, 1, False, FairChance(bytes(32)))
    assert [player.score for player in taken.players] == [4, 0]
    told = paper.add(paper.add(taken, 1, 5), 1, -1)
    assert [player.score for player in told.players] == [4, 4]
    with pytest.raises(Refused):
        paper.add(told, 2, 1)


def test_letters_are_saved_only_of_letters() -> None:
    state = sheet(None, letters("C", "?2"))
    saved = paper.take(state, 0, True, FairChance(bytes(32)))
    assert saved.players[0].backpack == ("C", "?2") and not saved.board.lettered
    points = paper.take(state, 1, True, FairChance(bytes(32)))
    assert points.players[0].score == 4
