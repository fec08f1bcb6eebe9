"""Export a finished match of Classic as GCG, which has a form for all of it but the tries."""

from collections.abc import Sequence

from game.crossword.actions import Place, Swap
from game.crossword.plain.ledger import Receipt
from game.crossword.plain.state import PlainState
from game.kernel.match_replay import MatchReplay
from game.presentation import gcg
from game.presentation.gcg import Heading, hand_of, rack_of, signed
from game.variants.classic.rules.ending import totals

_DESCRIPTION = "Tiles left in the hand are counted as the settings of the match say."
_NOTES = {"timed_out": "Out of time", "conceded": "Conceded"}


def export(replay: MatchReplay, heading: Heading) -> str:
    """The whole text, to be written as UTF-8."""
    nicks = gcg.nicks(heading.names)
    lines = gcg.head(heading, nicks, "Classic", "classic", _DESCRIPTION, replay.states[0].board.size)
    for number, receipt in enumerate(replay.receipts, 1):
        lines += _turn(replay, number, receipt, nicks[receipt.seat])
    return gcg.text([*lines, *_tail(replay.states[-1], nicks)])


def _turn(replay: MatchReplay, number: int, receipt: Receipt, nick: str) -> list[str]:
    """The move of a turn and its notes; nothing for a last one that no player ended."""
    steps = replay.turns[number - 1]
    before = replay.states[number - 1].players[receipt.seat]
    after = before.score + receipt.score
    notes = [f"Tried in vain: {', '.join(words)}" for words in receipt.try_words]
    if receipt.end == "placed":
        laying = gcg.laying(steps)
        assert isinstance(laying.action, Place)
        move, said = gcg.placed(laying.after.board, laying.action.tiles, receipt.words)
        notes = [*said, *notes]
        line = f">{nick}: {rack_of(hand_of(laying))} {move} {signed(receipt.score)} {after}"
    elif receipt.end == "swapped":
        gave = next(step.action for step in steps if isinstance(step.action, Swap)).tiles
        line = f">{nick}: {rack_of(before.hand)} -{rack_of(gave)} +0 {after}"
    elif receipt.end:
        line = f">{nick}: {rack_of(before.hand)} - +0 {after}"
        notes += [_NOTES[receipt.end]] if receipt.end in _NOTES else []
    else:
        return [f"#note {note}" for note in notes]
    return [line, *(f"#note {note}" for note in notes)]


def _tail(state: PlainState, nicks: Sequence[str]) -> list[str]:
    """What was left in the hands and moved, and how it ended."""
    lines = []
    for nick, player, total in zip(nicks, state.players, totals(state), strict=True):
        if total.transfer:
            others = "".join(rack_of(other.hand) for other in state.players if other is not player)
            rack = rack_of(player.hand)
            lines.append(f">{nick}: {rack} ({rack or others}) {signed(total.transfer)} {total.total}")
    return [*lines, gcg.ended(state, nicks)]
