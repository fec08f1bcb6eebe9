"""An option taken and carried out, whatever its kind (K4), up to what its words are worth."""

from dataclasses import dataclass, replace

from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.actions import Take, sound
from game.variants.keebble.rules.letters import write
from game.variants.keebble.rules.option import POWER_UPS, Option
from game.variants.keebble.rules.settings import BACKPACKS, has_upgrade
from game.variants.keebble.rules.state import MatchState
from game.variants.keebble.rules.targets import Due, build_walls, destroy_parts, mark_cells, swap_letters


@dataclass(frozen=True, slots=True)
class Deed:
    """An option carried out: the match after it, its words not counted yet; whether its letters were saved; and the
    points that it gives by itself."""

    option: Option
    after: MatchState
    saved: bool = False
    points: int = 0


def option_of(state: MatchState, take: Take) -> Option:
    """The option that is taken. Raises Refused."""
    if not 0 <= take.option < len(state.options):
        raise Refused(Code.NO_SUCH_OPTION)
    if take.option not in state.open:
        raise Refused(Code.OPTION_TAKEN)
    return state.options[take.option]


def carry_out(state: MatchState, seat: Seat, take: Take, *, whole: bool = True) -> Deed:
    """What taking that option would do; not `whole`: what has been chosen of it so far. Raises Refused, and BadField
    for a field that the option needs and that is malformed."""
    option = option_of(state, take)
    if option.kind == kinds.LETTERS and sound(take.save):
        return _save(state, seat, option)
    if option.kind in POWER_UPS:
        points = state.rules.number("powerup_points")
        return Deed(option, replace(state, powers=_powers(state, option)), points=points)
    if option.kind == kinds.POINTS:
        return Deed(option, state, points=option.n)
    if option.kind == kinds.START_PLAYER:
        return Deed(option, replace(state, next_first=seat))
    return Deed(option, _on_board(state, seat, option, take, whole))


def _save(state: MatchState, seat: Seat, option: Option) -> Deed:
    """All letters of the option for later."""
    if not has_upgrade(state.rules, BACKPACKS):
        raise Refused(Code.ITEM_DISABLED)
    player = state.players[seat]
    player = replace(player, backpack=(*player.backpack, *option.letters))
    return Deed(option, state.put_player(seat, player), saved=True)


def _powers(state: MatchState, option: Option) -> tuple[Option, ...]:
    """The active powers with one more, of which the oldest goes where there are too many; or none at all."""
    if option.kind == kinds.CLEAR:
        return ()
    return (*state.powers, option)[-state.rules.number("powerup_limit") :]


def _on_board(state: MatchState, seat: Seat, option: Option, take: Take, whole: bool) -> MatchState:
    """What changes letters, walls or cells."""
    board, due = state.board, Due(option.n, whole)
    match option.kind:
        case kinds.WALL:
            return replace(state, board=build_walls(board, sound(take.walls), due))
        case kinds.SPECIAL:
            return replace(state, board=mark_cells(board, sound(take.cells), due, option.type))
        case kinds.SWAP:
            return replace(state, board=swap_letters(board, sound(take.tiles), due, state.rules.text("language")))
        case kinds.DESTROY:
            return replace(state, board=destroy_parts(board, sound(take.parts), due))
    saved = option.kind == kinds.BACKPACK
    player = state.players[seat]
    given = player.backpack if saved else option.letters
    board, fresh = write(state, seat, given, sound(take.tiles), whole=whole)
    state = replace(state, board=board, written=state.written + fresh)
    return state.put_player(seat, replace(player, backpack=())) if saved else state
