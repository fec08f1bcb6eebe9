"""Export a finished match of AlfaPower as GCG.

GCG knows words in one line, exchanges and passes, a penalty `(time)` and a bonus `(challenge)`. Those two stand for
fines and coins, so that every total is the one before and the line's score, and the last ones are the result. What it
has no form for (powers, claims, Alfa tiles, tiles not in one line) stands in `#note` lines after the move.
"""

from collections.abc import Sequence

from game.crossword.actions import Place
from game.crossword.tiles import is_alfa
from game.dispatch.log_replay import MatchReplay
from game.kernel.events import Kind
from game.presentation import gcg
from game.presentation.gcg import Heading, hand_of, rack_of, signed, spaced
from game.presentation.squares import coord
from game.variants.alfapower.rules.ending import totals
from game.variants.alfapower.rules.ledger import Receipt, Used
from game.variants.alfapower.rules.state import MatchState

_DESCRIPTION = (
    "A variant with coins, power-ups and Alfa tiles: scores are not the usual ones. Fines for failed tries stand as"
    " (time), coins at the end as (challenge). This form cannot tell of Alfa tiles laid on taken squares or away from"
    " one line, nor of powers: they are in the notes, and a board drawn from the moves may differ."
)


def export(replay: MatchReplay, heading: Heading) -> str:
    """The whole text, to be written as UTF-8."""
    nicks = gcg.nicks(heading.names)
    lines = gcg.head(heading, nicks, "AlfaPower", "alfapower", _DESCRIPTION, replay.states[0].board.size)
    for number, receipt in enumerate(replay.receipts, 1):
        lines += _turn(replay, number, receipt, nicks)
    return gcg.text([*lines, *_tail(replay.states[-1], nicks)])


def _turn(replay: MatchReplay, number: int, receipt: Receipt, nicks: Sequence[str]) -> list[str]:
    """The move of a turn and its notes. A last turn that no player ended has only what is left to note."""
    seat, nick = receipt.seat, nicks[receipt.seat]
    before, after = (replay.states[at].players[seat].score for at in (number - 1, number))
    score = before + receipt.score
    steps = replay.turns[number - 1]
    swap = next((used for used in receipt.used if used.gave), None)
    notes = [_used(used) for used in receipt.used]
    if receipt.end == "placed":
        laying = gcg.laying(steps)
        assert isinstance(laying.action, Place)
        tiles = laying.action.tiles
        move, odd = gcg.placed(laying.after.board, tiles, receipt.words)
        odd += [f"Alfa tile {gcg.letter(tile)} on {coord(tile.row, tile.col)}" for tile in tiles if is_alfa(tile.tile)]
        lines = [f">{nick}: {rack_of(hand_of(laying))} {move} {signed(receipt.score)} {score}"]
        notes += odd
    elif receipt.end and swap is not None:
        hand = next(hand_of(step) for step in steps if step.seat == seat and step.events[0].kind == Kind.ITEM_USED)
        notes.remove(_used(swap))
        notes.append(f"Took {spaced(swap.got)}")
        notes.append({"passed": "Then passed", "timed_out": "Then ran out of time"}.get(receipt.end, "Then conceded"))
        lines = [f">{nick}: {rack_of(hand)} -{rack_of(swap.gave)} +0 {score}"]
    elif receipt.end:
        lines = [f">{nick}: {rack_of(replay.states[number - 1].players[seat].hand)} - +0 {score}"]
        notes += {"timed_out": ["Out of time"], "conceded": ["Conceded"]}.get(receipt.end, [])
    else:
        lines = []
    notes += [f"{nicks[bought.seat]} bought {bought.item} for {bought.price}" for bought in receipt.bought]
    if receipt.alfa == "taken":
        notes.append(f"Made {spaced([receipt.alfa_tile])} an Alfa tile")
    told = [f"#note {note}" for note in notes]
    fine = [f"#note {note}" for note in _tries(receipt)]
    if after != score:
        rack = rack_of(replay.states[number - 1].players[seat].hand)
        fine.insert(0, f">{nick}: {rack} (time) {signed(after - score)} {after}")
    return [*lines, *told, *fine] if lines else [*fine, *told]


def _tail(state: MatchState, nicks: Sequence[str]) -> list[str]:
    """What was left in the hands, the coins, and how it ended."""
    lines = []
    sums = totals(state)
    for nick, player, total in zip(nicks, state.players, sums, strict=True):
        rack = rack_of(player.hand)
        if rack:
            lines.append(f">{nick}: {rack} ({rack}) {signed(-total.leftover)} {total.score - total.leftover}")
        if total.coin_bonus:
            lines.append(f">{nick}: {rack} (challenge) {signed(total.coin_bonus)} {total.total}")
    for nick, player, total in zip(nicks, state.players, sums, strict=True):
        lines.append(f"#note {nick}: {player.coins} coins make {signed(total.coin_bonus)}, final {total.total}")
    return [*lines, gcg.ended(state, nicks)]


def _tries(receipt: Receipt) -> list[str]:
    if not receipt.tries:
        return []
    words = "; ".join(", ".join(words) for words in receipt.try_words)
    return [f"Tried in vain: {words}. {-receipt.try_points} points, {-receipt.try_coins} coins"]


def _used(used: Used) -> str:
    if used.row is not None and used.col is not None:
        return f"Used {used.item} on {coord(used.row, used.col)}"
    return f"Swapped {spaced(used.gave)} for {spaced(used.got)}"
