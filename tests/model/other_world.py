"""The other world: what a viewer may not know is dealt anew, and the viewer must not be able to tell. I13 and I14.

Hidden are the other hand, the bag (and so its order of drawing), the tiles on offer to the other, and the owner's part
of the other's events. Bag and hand together, letter for letter, are known to all; Alfa marks on them are not.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from game.crossword.actions import Place
from game.crossword.tiles import letter_of
from game.dispatch.steps import apply
from game.kernel.actions import Action
from game.kernel.events import Event, LoggedStep
from game.kernel.match import Env
from game.variants.alfapower.rules.actions import Choose, Use
from game.variants.alfapower.rules.state import MatchState, Phase
from game.variants.alfapower.rules.view import View, view_of
from tests.support.two_worlds import another_log, dealt_anew, hidden_tiles


def another_world(rng: random.Random, state: MatchState, viewer: int | None) -> MatchState:
    """The match as it might be for all that `viewer` (None: a stranger) can know."""
    letters = [tile[0] for tile in hidden_tiles(state, viewer)]
    rng.shuffle(letters)
    other: MatchState = dealt_anew(state, viewer, [letter + rng.choice(["", "", "", "*"]) for letter in letters])
    if other.phase is Phase.ALFA and other.active != viewer:
        held = other.players[other.active].hand
        other = replace(other, choice=(held or ("A",))[: rng.randint(1, 7)])
    return other


def check_secrets(
    rng: random.Random, state: MatchState, viewer: int | None, log: Sequence[LoggedStep], now: int
) -> None:
    """The viewer sees the same in both worlds while the match runs, and only the seat that is to act may act."""
    view = view_of(state, viewer, log, now)
    _the_one_who_acts(state, view)
    if state.phase is Phase.OVER:
        return
    other = view_of(another_world(rng, state, viewer), viewer, another_log(log, viewer), now)
    assert view == other, f"I14: viewer {viewer} can tell {differences(view, other)}"
    assert viewer is not None or not (view.hand or view.choice), "I13: a stranger sees tiles"
    assert not view.hands, "I13: hands laid open"


def another_secret(
    rng: random.Random, state: MatchState, seat: int, action: Action
) -> tuple[MatchState, Action] | None:
    """The same match and action but for what only `seat` may know of it: which tiles were swapped, which one was
    upgraded, whether a tile that lay down as a plain one had been an Alfa tile. None when there is no such thing.
    """
    player = state.players[seat]
    match action:
        case Use(item, None, tiles):
            return state, Use(item, None, tuple(rng.sample(player.hand, len(tiles))))
        case Choose(tile) if tile is not None:
            return state, Choose(rng.choice(state.choice))
        case Place(tiles) if state.rules.limit("alfa_on_board") == state.board.alfa_cells():
            hand = tuple(letter_of(tile) for tile in player.hand)
            laid = tuple(placed._replace(tile=letter_of(placed.tile)) for placed in tiles)
            return state.put_player(seat, replace(player, hand=hand)), Place(laid)
    return None


def check_told(
    rng: random.Random, state: MatchState, seat: int, action: Action, env: Env, events: Sequence[Event]
) -> None:
    """I14: what the events of a step tell everybody is the same for another secret."""
    other = another_secret(rng, state, seat, action)
    if other is not None:
        found = apply(other[0], seat, other[1], env).events
        shown = [[(event.kind, event.seat, event.public) for event in told] for told in (events, found)]
        assert shown[0] == shown[1], "I14: an event tells everybody what only its owner may know"


def differences(one: View, other: View) -> list[str]:
    """The names of the fields in which two views differ."""
    return [name for name in View.__slots__ if getattr(one, name) != getattr(other, name)]


def _the_one_who_acts(state: MatchState, view: View) -> None:
    """I6, I8: the buttons are live for the seat to act, in its phase; leaving is open to both, nothing at the end."""
    acts, can = view.viewer == state.active, view.can
    assert (can.play, can.pass_turn) == (acts and state.phase is Phase.PLAY,) * 2, "I6"
    assert can.play or not (can.swap or can.concede), "I6"
    assert can.choose == (acts and state.phase is Phase.ALFA), "I6"
    assert can.resign == (view.viewer is not None and state.phase is not Phase.OVER), "I8"
