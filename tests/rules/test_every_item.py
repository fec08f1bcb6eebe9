"""What holds for every item there is (docs/adding-an-item.md): one that is added is here at once."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from game.crossword.actions import Place
from game.crossword.tiles import letter_of
from game.dispatch.new_match import new_match, read_rules
from game.dispatch.record_reading import read_action
from game.dispatch.steps import apply
from game.dispatch.stored_forms import decode, encode
from game.kernel.actions import Action
from game.kernel.base_types import Millis
from game.kernel.chance import FairChance
from game.kernel.match import Env
from game.kernel.match_replay import Played
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.lasting_effects import turn_factor
from game.variants.alfapower.rules.readout import read_out
from game.variants.alfapower.rules.redraw import redraw
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.view import view_of
from tests.support.chances import FirstTile, LastTile
from tests.support.text_boards import do, scene
from tests.support.word_lists import AllBut

CELLS = [(row, col) for row in range(5) for col in range(5)]
NOW: Millis = 0
SEED = bytes(range(32))
every_item = pytest.mark.parametrize("key", list(ITEMS))
AT_A_SQUARE = [key for key, item in ITEMS.items() if item.aim == "cell"]


def board(*held: str, **differs: Any) -> MatchState:
    """Every kind of square: tiles plain, fortified and of both players, an Alfa tile, claims, a dead one, bonuses."""
    return scene(
        "...#. ..... .CATS .o.E. .....",
        bonuses="d.... .t... ..... D..A. ....T",
        fortified={(2, 2): 1},
        claims={(0, 1): 0, (4, 1): 1},
        hand="SORTED?",
        slots=held,
        coins=(50, 50),
        **differs,
    )


def tiles_in_play(state: MatchState) -> Counter[str]:
    """The tiles of the bag and of all hands, Alfa marks left out."""
    return Counter(letter_of(tile) for held in (state.bag, *(p.hand for p in state.players)) for tile in held)


def attempts(key: str) -> list[dict[str, Any]]:
    """Everything that the item could be used on, as an action has it."""
    aims: dict[str, list[dict[str, Any]]] = {
        "cell": [{"cell": list(at)} for at in CELLS],
        "hand": [{"tiles": "S"}, {"tiles": "SO?"}, {"tiles": "SORTED?"}, {"tiles": "Q"}],
        "none": [{}],
    }
    return aims[ITEMS[key].aim]


def entry_of(key: str, aim: dict[str, Any]) -> dict[str, Any]:
    """The use of it as a record has it."""
    return {"do": "use", "seat": 0, "item": key, **{name: list(value) for name, value in aim.items()}}


def allowed(key: str, state: MatchState, aim: dict[str, Any]) -> bool:
    """Whether the page would offer it."""
    slot = next(slot for slot in view_of(state, 0, (), NOW).slots if slot.item == key)
    if ITEMS[key].aim == "cell":
        return tuple(aim["cell"]) in slot.targets
    return slot.usable and aim != {"tiles": "Q"}


@every_item
def test_what_is_offered_works_and_all_else_is_refused_and_costs_nothing(key: str) -> None:
    before = board(key)
    offered = 0
    for aim in attempts(key):
        result = do(before, "use", item=key, **aim)
        if allowed(key, before, aim):
            offered += 1
            assert result.code is None and key not in result.state.players[0].slots, aim
            assert tiles_in_play(result.state) == tiles_in_play(before), aim
            assert result.state.active == before.active and result.state.turn == before.turn, "the turn goes on"
        else:
            assert result.code and result.state == before, aim
    assert offered


@pytest.mark.parametrize("key", AT_A_SQUARE)
def test_alfa_squares_are_safe_from_it(key: str) -> None:  # R5.11, R6.13
    bonuses = "..... ..... .AAA. ..... ....."
    for permanent, col in product((True, False), (1, 2, 3)):
        before = scene("..... ..... .CAT. ..... .....", bonuses=bonuses, slots=[key], alfa_permanent=permanent)
        assert do(before, "use", item=key, cell=[2, col]).code == "bad_target"


@every_item
def test_it_is_used_by_who_holds_it_on_turn_and_while_playing(key: str) -> None:  # R5.7, R5.8
    playing, choosing, without = board(key), board(key, choice="S"), board(*(other for other in ITEMS if other != key))
    refused = [(playing, 1, "not_your_turn"), (choosing, 1, "not_your_turn"), (choosing, 0, "wrong_phase"),
               (without, 0, "item_not_owned")]  # fmt: skip
    for before, seat, code in refused:
        for aim in attempts(key):  # whatever it is used on
            result = do(before, "use", seat=seat, item=key, **aim)
            assert (result.code, result.state) == (code, before)


@every_item
def test_it_is_kept_written_and_read_like_any_other(key: str) -> None:
    before = board(key)
    for aim in attempts(key):
        action = read_action(entry_of(key, aim), "alfapower", "en")
        assert read_action({"seat": 0, **action.dump()}, "alfapower", "en") == action
        after = do(before, "use", item=key, **aim).state
        assert decode(encode(after)) == after


@every_item
def test_what_only_its_player_sees_is_nothing_to_the_other(key: str) -> None:
    before = board(key, bag="AAAAAAAAAAAAAAEEEEEEEE")
    aim = next(aim for aim in attempts(key) if allowed(key, before, aim))
    seen = []
    for chance in (FirstTile(), LastTile()):
        action = read_action(entry_of(key, aim), "alfapower", "en")
        step = apply(before, 0, action, Env(NOW, AllBut(), chance))
        seen.append([event.seen_by(1, False) for event in step.events])
    assert seen[0] == seen[1]


@every_item
def test_a_match_in_which_it_is_used_keeps_its_promises(key: str) -> None:
    """Bought, used and followed by a word: the readout was right, effects are used up, and every draw is the seed's."""
    rules = read_rules("alfapower", {"items": [key], "starting_coins": 99, "base_coins": 0})
    states, steps = [new_match(rules, FairChance(SEED), NOW).state], []

    def act(entry: dict[str, Any]) -> Action:
        action = read_action({"seat": 0, **entry}, "alfapower", "en")
        step = apply(states[-1], 0, action, Env(NOW, AllBut(), FairChance(SEED)))
        steps.append(Played(NOW, 0, action, states[-1], step.state, step.events))
        states.append(step.state)
        return action

    act({"do": "buy", "item": key})
    slot = view_of(states[-1], 0, (), NOW).slots[0]
    if slot.usable:  # on an empty board there is nothing to fortify
        aims = {"cell": {"cell": slot.targets[-1:]}, "hand": {"tiles": states[-1].players[0].hand[:2]}, "none": {}}
        aim = {name: list(*value) if name == "cell" else list(value) for name, value in aims[ITEMS[key].aim].items()}
        act({"do": "use", "item": key, **aim})
    plain = [tile for tile in states[-1].players[0].hand if tile != "?"][:3]
    middle = states[-1].board.size // 2
    before = states[-1]
    factor = turn_factor(before.players[0])
    laid = act({"do": "place", "tiles": [[middle, middle + i, tile] for i, tile in enumerate(plain)]})
    assert isinstance(laid, Place)
    told = read_out(before, 0, laid.tiles)
    assert told.score == states[-1].players[0].score == factor * sum(word.points for word in told.words)
    assert turn_factor(states[-1].players[0]) == 1, "what multiplies one turn is used up by it"
    drawn = redraw(states, steps, SEED)
    assert drawn.sound and not drawn.astray
