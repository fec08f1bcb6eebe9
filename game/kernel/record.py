"""Read a match record (a whole match in one piece of data) strictly, replay it with the draws it holds, and verify it.

An invalid record is `BadRecord`, which names the key; impossible chance is `ImpossibleChance`. Serves the page on match
records in the rule book.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from game.kernel.base_types import Seat
from game.kernel.chance import ImpossibleChance, LateDraws, RecordedChance, seat_order
from game.kernel.events import Kind
from game.kernel.fields import BadField
from game.kernel.match import CoreState, Env, Lexicon, Step
from game.kernel.record_form import BadRecord, Entry, Record, Unread, action_of, read_drawn, read_record
from game.kernel.reducer import apply, may_act
from game.kernel.refusals import Code, Refused
from game.kernel.variant import Variant


@dataclass(frozen=True, slots=True)
class Replay:
    """What a record comes to: a dict for each action, and the end (or the state so far), as the record page has
    them. `proof` says what is proved of the chance when all holds.
    """

    steps: list[dict[str, Any]]
    final: dict[str, Any]
    difference: str
    proof: str

    def data(self) -> dict[str, Any]:
        """What `verify_record --json` prints."""
        return {"steps": self.steps, "final": self.final}


FindLexicon = Callable[[str, str], Lexicon]
"""A named word list of a version; raises LookupError with a text when there is none."""


def verify(data: object, variants: Mapping[str, Variant[Any, Any]], find_lexicon: FindLexicon | None = None) -> Replay:
    """Replay a record of one of these games; `difference` says where its result is wrong, "" when it holds or has none.

    Raises BadRecord for what is not a record, ImpossibleChance for draws that cannot be, LookupError for a word list
    that `find_lexicon` has not.
    """
    record = read_record(data, variants)
    lexicon = _lexicon(record, find_lexicon)
    seed = _proven_seed(record)
    variant = record.variant
    state = variant.record.dealt(record.start, record.players, record.lobby_order, record.rules, seed)
    steps = []
    try:
        for index, entry in enumerate(record.entries):
            state, row = _replayed(record, state, index, entry, lexicon, seed)
            steps.append(row)
    except BadField as fault:
        raise BadRecord(fault.key, fault.why) from fault
    return Replay(steps, final_of(variant, state), _difference(record, state), proof_of(record))


def _lexicon(record: Record, find_lexicon: FindLexicon | None) -> Lexicon:
    if record.words is not None:
        return record.words
    if find_lexicon is None:
        raise LookupError(f"no word list {record.lexicon_name} {record.lexicon_version}")
    return find_lexicon(record.lexicon_name, record.lexicon_version)


def _proven_seed(record: Record) -> bytes | None:
    """The seed that every chance must follow from, when the record holds one and it is the one committed to."""
    fair = record.fair
    if fair is None:
        return None
    if not fair.is_committed:
        raise ImpossibleChance(f"fair.{'seed' if fair.server is None else 'server'}: not what was committed to")
    if fair.told_seed is not None and fair.told_seed != fair.seed:
        raise ImpossibleChance("fair.seed: not the one that the numbers make")
    by_lot = record.variant.by_lot and record.lobby_order is not None
    if by_lot and seat_order(fair.seed, record.lobby_order or ()) != record.players:
        raise ImpossibleChance("players: the seats were not drawn from the seed")
    return fair.seed


def proof_of(record: Record) -> str:
    """What a record that holds proves of its chance, and what not: which numbers went in, and whether seats follow."""
    fair, order = record.fair, record.lobby_order
    if fair is None:
        return "the deal was not proved; the seats were not proved"
    named = [name for name, number in zip(order or record.players, fair.players, strict=False) if number is not None]
    if named:
        proof = f"the deal follows from numbers of the server and of {' and '.join(named)}"
    else:
        proof = "the deal was not changed after the start; no number of a player went in"
    if order is None:
        return f"{proof}; the seats were not proved"
    return proof if len(set(order)) == len(order) else f"{proof}; the seats were not proved, for names are alike"


def _replayed(record: Record, state: Any, index: int, entry: Entry | Unread, lexicon: Lexicon,
              seed: bytes | None) -> tuple[Any, dict[str, Any]]:  # fmt: skip
    """One action applied with its recorded draws, and its step."""
    variant = record.variant
    seat = entry.seat if entry.seat is not None else state.active
    chance: RecordedChance = RecordedChance(())
    code = None
    try:
        if isinstance(entry, Entry):
            action, chance = entry.action, RecordedChance(entry.drawn, seed)
        else:
            _refuse_unread(variant, state, seat, entry)
            action = action_of(entry, variant, record.rules)
            chance = LateDraws(partial(read_drawn, entry, variant), seed)
        step = apply(variant, state, seat, action, Env(entry.at, lexicon, chance))
        if variant.record.bears_no_idle_draws and isinstance(chance, LateDraws):
            chance.look()
    except Refused as refused:
        step, code = Step(state, ()), refused.code.value
    except ImpossibleChance as impossible:
        raise ImpossibleChance(f"actions[{index}].drawn: {impossible}") from impossible
    if chance.left:
        raise ImpossibleChance(f"actions[{index}].drawn: more draws than the rules call for")
    return step.state, step_row(variant, index, step, code)


def _refuse_unread(variant: Variant[Any, Any], state: CoreState, seat: Seat, entry: Unread) -> None:
    """What is refused before the form of the action is looked at."""
    if state.over:
        raise Refused(Code.MATCH_OVER)
    if entry.do not in variant.known:
        raise Refused(Code.NOT_IN_THIS_GAME)
    if not may_act(state, seat, bound=variant.known[entry.do].bound):
        raise Refused(Code.NOT_YOUR_TURN)


def step_row(variant: Variant[Any, Any], index: int, step: Step[Any], code: str | None) -> dict[str, Any]:
    """The step of one action: `code` is its refusal, or None; a failed attempt is found in the events."""
    rejected: Sequence[str] = ()
    for event in step.events:
        if event.kind == Kind.ATTEMPT_FAILED:
            code, rejected = Code.INVALID_WORDS.value, event.owner["rejected"]
    return {
        "index": index,
        "ok": code is None,
        "error": code,
        "rejected": list(rejected),
        **variant.record.step(step),
        "timeouts": [player.timeouts for player in step.state.players],
        "active": step.state.active,
        "phase": str(step.state.phase),
    }


def final_of(variant: Variant[Any, Any], state: CoreState) -> dict[str, Any]:
    """How a match stands or ended: the `final` of the record page."""
    return {
        "phase": str(state.phase),
        "reason": state.outcome.reason if state.outcome else None,
        "winner": state.outcome.winner if state.outcome else None,
        **variant.record.final(state),
        **({"adjourned": True} if state.pace.adjourned else {}),
    }


def _difference(record: Record, state: CoreState) -> str:
    """The first way in which the record's own result is not what the replay gives."""
    told = record.result
    if told is None:
        return ""
    if state.outcome is None:
        return "result: given, but the match is not over"
    places = state.outcome.places
    here: dict[str, Any] = {
        "reason": state.outcome.reason,
        "winner": state.outcome.winner,
        "totals": [seat.total for seat in record.variant.seat_totals(state)],
    }
    if "places" in told:
        here["places"] = None if places is None else list(places)
    for key, value in here.items():
        if told[key] != value:
            return f"result.{key}: {told[key]!r} recorded, {value!r} replayed"
    return ""
