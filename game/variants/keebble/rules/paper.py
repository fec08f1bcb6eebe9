"""The game played on paper: options, rounds, powers and the warning of the last round without what is written.

The sheet lies on the table, so this match has a board that only stands in for it: every option is carried out on the
first cells that are lawful, and no text is a word. Letters, walls and types are as many as on the sheet, which is all
that lists and rounds depend on; the players enter the points for words.
"""

from collections.abc import Sequence
from dataclasses import replace

from game.kernel.base_types import Seat
from game.kernel.chance import Chance
from game.kernel.match import Env
from game.kernel.refusals import Code, Refused
from game.kernel.setting_types import Ruleset
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules import setup, turn
from game.variants.keebble.rules.actions import Take, Written
from game.variants.keebble.rules.board import SIZE
from game.variants.keebble.rules.choices import choices
from game.variants.keebble.rules.option import OVERWRITE, WILD, Option
from game.variants.keebble.rules.state import MatchState

ANY_LETTER = "e"
"""What a wildcard stands in as."""

LOWEST, HIGHEST = -999, 9_999


def begin(rules: Ruleset, seats: int, chance: Chance) -> MatchState:
    """The match at its beginning; its first board is the one to copy."""
    state: MatchState = setup.deal(rules, seats, chance, 0, None).step.state
    return state


def take(state: MatchState, index: int, save: bool, chance: Chance) -> MatchState:
    """The seat on turn takes that option, or saves its letters. Raises Refused."""
    if state.over:
        raise Refused(Code.MATCH_OVER)
    if index not in range(len(state.options)):
        raise Refused(Code.NO_SUCH_OPTION)
    option = state.options[index]
    action = Take(index, save=True) if save and option.kind == kinds.LETTERS else _stand_in(state, option, Take(index))
    after, _ = turn.take(state, state.active, action, Env(0, (), chance))
    return after


def add(state: MatchState, seat: Seat, points: int) -> MatchState:
    """The seat's score with points counted by the players. Raises Refused for a seat that there is not."""
    if seat not in range(len(state.players)):
        raise Refused(Code.NOT_YOUR_TURN)
    player = state.players[seat]
    score = min(HIGHEST, max(LOWEST, player.score + points))
    return state.put_player(seat, replace(player, score=score))


def _stand_in(state: MatchState, option: Option, action: Take) -> Take:
    """The option carried out on the first cells that leave a way to its lawful end."""
    match option.kind:
        case kinds.WALL:
            return replace(action, walls=state.board.open_edges[: option.n])
        case kinds.SPECIAL:
            cells = _first(state, option, action, [""] * option.n)
            return replace(action, cells=tuple((row, col) for row, col, _ in cells))
        case kinds.SWAP:
            places = _first(state, option, action, ["E"] * option.n)
            return replace(action, tiles=tuple(_other(state, place) for place in places))
        case kinds.DESTROY:
            return replace(action, parts=_least(state)[: option.n])
        case kinds.LETTERS | kinds.BACKPACK:
            saved = option.kind == kinds.BACKPACK
            given = state.players[state.active].backpack if saved else option.letters
            letters = [one for one in given if one != OVERWRITE]
            said = [ANY_LETTER + one[1:] if one.startswith(WILD) else one for one in letters]
            return replace(action, tiles=_first(state, option, action, said))
    return action


def _first(state: MatchState, option: Option, action: Take, said: Sequence[str]) -> tuple[Written, ...]:
    """The first lawful cells of an option, one after the other, with a text for each."""
    chosen: tuple[Written, ...] = ()
    for text in said:
        open_to = choices(state, state.active, option, _with(action, option, chosen))
        if len(chosen) == open_to.due or not open_to.cells:
            break
        chosen = (*chosen, (*divmod(open_to.cells[0], SIZE), text))
    return chosen


def _with(action: Take, option: Option, chosen: tuple[Written, ...]) -> Take:
    if option.kind == kinds.SPECIAL:
        return replace(action, cells=tuple((row, col) for row, col, _ in chosen))
    return replace(action, tiles=chosen)


def _other(state: MatchState, place: Written) -> Written:
    """A letter that is not there."""
    row, col, letter = place
    return (row, col, "A" if state.board.cells[row * SIZE + col].letter == letter else letter)


def _least(state: MatchState) -> tuple[Written, ...]:
    """A part of every living cell, those first that change least of what lists and rounds depend on: a score, an owner,
    and only then a whole cell."""
    parts = []
    for index, cell in enumerate(state.board.cells):
        if not cell.dead:
            part = "score" if cell.score is not None else "owner" if cell.owner is not None else "content"
            parts.append((("score", "owner", "content").index(part), (*divmod(index, SIZE), part)))
    return tuple(place for _, place in sorted(parts))
