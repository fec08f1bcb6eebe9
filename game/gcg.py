"""A finished match as GCG, the text form that other crossword programs read: a view of it, not the whole of it.

GCG knows words in one line, exchanges and passes, a penalty `(time)` and a bonus `(challenge)`. Those two stand for
fines and coins, so that every total is the one before and the line's score, and the last ones are the result. What it
has no form for (powers, claims, Alfa tiles, tiles not in one line) stands in `#note` lines after the move. English, as
the form is. Nothing reads these files back: the match record is the whole truth.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from game.rules.actions import Place
from game.rules.board import Board
from game.rules.ending import totals
from game.rules.ledger import Receipt, Used
from game.rules.state import MatchState
from game.rules.story import Played, Story
from game.rules.tiles import BLANK, Placed, face, is_alfa, placed_token
from game.squares import coord

DISAGREES = "This match does not agree with its seal: what is stored of it was changed, or is damaged."
_DESCRIPTION = (
    "A variant with coins, power-ups and Alfa tiles: scores are not the usual ones. Fines for failed tries stand as"
    " (time), coins at the end as (challenge). This form cannot tell of Alfa tiles laid on taken squares or away from"
    " one line, nor of powers: they are in the notes, and a board drawn from the moves may differ."
)
_ORDINARY_SIZE = 15


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands at the top: who played in seat order, on which list, and the match's own name."""

    names: tuple[str, ...]
    lexicon: str
    public_id: str


def export(story: Story, heading: Heading) -> str:
    """The whole text, to be written as UTF-8."""
    nicks = _nicks(heading.names)
    lines = _head(story.states[0], heading, nicks)
    for number, receipt in enumerate(story.receipts, 1):
        lines += _turn(story, number, receipt, nicks)
    lines += _tail(story.states[-1], nicks)
    return "".join(f"{line}\n" for line in lines)


def _head(state: MatchState, heading: Heading, nicks: Sequence[str]) -> list[str]:
    size = state.board.size
    shape = "" if size == _ORDINARY_SIZE else f" Board {size}x{size}."
    players = enumerate(zip(nicks, heading.names, strict=True), 1)
    return [
        "#character-encoding UTF-8",
        *(f"#player{number} {nick} {_one_line(name)}" for number, (nick, name) in players),
        "#title AlfaPower",
        f"#description {_DESCRIPTION}{shape}",
        f"#id alfapower {heading.public_id}",
        f"#lexicon {heading.lexicon}",
    ]


def _turn(story: Story, number: int, receipt: Receipt, nicks: Sequence[str]) -> list[str]:
    """The move of a turn and its notes. A last turn that nobody ended has only what is left to note."""
    seat, nick = receipt.seat, nicks[receipt.seat]
    before, after = (story.states[at].players[seat].score for at in (number - 1, number))
    score = before + receipt.score
    steps = story.turns[number - 1]
    swap = next((used for used in receipt.used if used.gave), None)
    notes = [_used(used) for used in receipt.used]
    if receipt.end == "placed":
        laying = _laying(steps)
        assert isinstance(laying.action, Place)
        move, odd = _placed(laying.after.board, laying.action.tiles, receipt)
        lines = [f">{nick}: {_rack(laying.hand)} {move} {_signed(receipt.score)} {score}"]
        notes += odd
    elif receipt.end and swap is not None:
        hand = next(step.hand for step in steps if step.seat == seat and step.events[0].kind == "item_used")
        notes.remove(_used(swap))
        notes.append(f"Took {_tiles(swap.got)}")
        notes.append({"passed": "Then passed", "timed_out": "Then ran out of time"}.get(receipt.end, "Then conceded"))
        lines = [f">{nick}: {_rack(hand)} -{_rack(swap.gave)} +0 {score}"]
    elif receipt.end:
        lines = [f">{nick}: {_rack(story.states[number - 1].players[seat].hand)} - +0 {score}"]
        notes += {"timed_out": ["Out of time"], "conceded": ["Conceded"]}.get(receipt.end, [])
    else:
        lines = []
    notes += [f"{nicks[bought.seat]} bought {bought.item} for {bought.price}" for bought in receipt.bought]
    if receipt.alfa == "taken":
        notes.append(f"Made {_tiles([receipt.alfa_tile])} an Alfa tile")
    told = [f"#note {note}" for note in notes]
    fine = [f"#note {note}" for note in _tries(receipt)]
    if after != score:
        rack = _rack(story.states[number - 1].players[seat].hand)
        fine.insert(0, f">{nick}: {rack} (time) {_signed(after - score)} {after}")
    return [*lines, *told, *fine] if lines else [*fine, *told]


def _tail(state: MatchState, nicks: Sequence[str]) -> list[str]:
    """What was left in the hands, the coins, and how it ended."""
    lines = []
    sums = totals(state)
    for nick, player, total in zip(nicks, state.players, sums, strict=True):
        rack = _rack(player.hand)
        if rack:
            lines.append(f">{nick}: {rack} ({rack}) {_signed(-total.leftover)} {total.score - total.leftover}")
        if total.coin_bonus:
            lines.append(f">{nick}: {rack} (challenge) {_signed(total.coin_bonus)} {total.total}")
    for nick, player, total in zip(nicks, state.players, sums, strict=True):
        lines.append(f"#note {nick}: {player.coins} coins make {_signed(total.coin_bonus)}, final {total.total}")
    assert state.outcome is not None
    winner = "nobody" if state.outcome.winner is None else nicks[state.outcome.winner]
    return [*lines, f"#note Ended: {state.outcome.reason}, won by {winner}"]


def _laying(steps: Sequence[Played]) -> Played:
    """The step that laid the turn's word."""
    return next(step for step in steps if any(event.kind == "words_scored" for event in step.events))


def _placed(board: Board, laid: Sequence[Placed], receipt: Receipt) -> tuple[str, list[str]]:
    """Where and what in GCG, and the notes for the rest. `board` is the board after the turn."""
    notes = [
        f"Alfa tile {_letter(tile)} on {coord(tile.row, tile.col)}" for tile in laid if is_alfa(tile.tile)
    ]  # fmt: skip
    words = " + ".join(f"{word.text} {word.points}" for word in receipt.words)
    line = _line(board, laid)
    if line is None:
        where = ", ".join(f"{_letter(tile)} {coord(tile.row, tile.col)}" for tile in laid)
        return "-", [f"No form for tiles not in one line: {where}; {words}", *notes]
    across, cells = line
    fresh = {tile.row * board.size + tile.col: tile for tile in laid}
    text = "".join(_letter(fresh[index]) if index in fresh else "." for index in cells)
    row, col = divmod(cells[0], board.size)
    at = f"{row + 1}{chr(ord('A') + col)}" if across else f"{chr(ord('A') + col)}{row + 1}"
    return f"{at} {text}", [words, *notes]


def _line(board: Board, laid: Sequence[Placed]) -> tuple[bool, tuple[int, ...]] | None:
    """The run that holds all the tiles laid, across if there is a choice; None when no run does."""
    fresh = [tile.row * board.size + tile.col for tile in laid]
    for across, runs in zip((True, False), board.runs_through(fresh), strict=True):
        for run in runs:
            if set(fresh) <= set(run):
                return across, run
    return None


def _tries(receipt: Receipt) -> list[str]:
    if not receipt.tries:
        return []
    words = "; ".join(", ".join(words) for words in receipt.try_words)
    return [f"Tried in vain: {words}. {-receipt.try_points} points, {-receipt.try_coins} coins"]


def _used(used: Used) -> str:
    if used.row is not None and used.col is not None:
        return f"Used {used.item} on {coord(used.row, used.col)}"
    return f"Swapped {_tiles(used.gave)} for {_tiles(used.got)}"


def _letter(tile: Placed) -> str:
    """A laid tile as GCG writes it: small for a blank."""
    return placed_token(tile)[0]


def _rack(tiles: Sequence[str]) -> str:
    """A hand: letters, "?" for blanks; what an Alfa tile is made of."""
    return "".join(sorted((face(tile) for tile in tiles), key=lambda letter: (letter == BLANK, letter)))


def _tiles(tiles: Sequence[str]) -> str:
    return " ".join(tiles)


def _signed(number: int) -> str:
    return f"{number:+d}"


def _nicks(names: Sequence[str]) -> list[str]:
    """A name without spaces for each seat, no two alike."""
    nicks: list[str] = []
    for number, name in enumerate(names, 1):
        nick = re.sub(r"[^\w-]+", "_", name).strip("_") or f"Player{number}"
        nicks.append(nick if nick not in nicks else f"{nick}_{number}")
    return nicks


def _one_line(text: str) -> str:
    return " ".join(text.split())
