"""The match record: a whole match in one piece of data. Read strictly, replayed with the draws it holds, and verified.

A record that is none is `BadRecord`, which names the key; chance that cannot be is `ImpossibleChance`. Serves the page
on match records in the rule book.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from game.rules.board import Board
from game.rules.chance import ImpossibleChance, RecordedChance, seat_order
from game.rules.ending import totals
from game.rules.layouts import PLAIN
from game.rules.record_form import Entry, Record, read_record
from game.rules.reducer import apply
from game.rules.refusals import Refused
from game.rules.setup import new_match
from game.rules.state import Env, Lexicon, MatchState, Step


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


def replay_record(data: object, find_lexicon: FindLexicon | None = None) -> dict[str, Any]:
    """The steps and the end of a record, without a look at its result. Raises BadRecord or ImpossibleChance."""
    return verify(data, find_lexicon).data()


def verify(data: object, find_lexicon: FindLexicon | None = None) -> Replay:
    """Replay a record; `difference` says where its result is wrong, "" when it holds or has none.

    Raises BadRecord for what is not a record, ImpossibleChance for draws that cannot be, LookupError for a word list
    that `find_lexicon` has not.
    """
    record = read_record(data)
    lexicon = _lexicon(record, find_lexicon)
    seed = _proven_seed(record)
    state = _dealt(record, seed)
    steps = []
    for index, entry in enumerate(record.entries):
        state, row = _replayed(state, index, entry, lexicon, seed)
        steps.append(row)
    return Replay(steps, final_of(state), _difference(record, state), proof_of(record))


def _lexicon(record: Record, find_lexicon: FindLexicon | None) -> Lexicon:
    if record.words is not None:
        return record.words
    if find_lexicon is None:
        raise LookupError(f"no word list {record.lexicon_name} {record.lexicon_version}")
    return find_lexicon(record.lexicon_name, record.lexicon_version)


def _proven_seed(record: Record) -> bytes | None:
    """The seed that every chance must follow from, when the record tells one and it is the one committed to."""
    fair = record.fair
    if fair is None:
        return None
    if not fair.is_committed:
        raise ImpossibleChance(f"fair.{'seed' if fair.server is None else 'server'}: not what was committed to")
    if fair.told_seed is not None and fair.told_seed != fair.seed:
        raise ImpossibleChance("fair.seed: not the one that the numbers make")
    if record.lobby_order is not None and seat_order(fair.seed, record.lobby_order) != record.players:
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


def _dealt(record: Record, seed: bytes | None) -> MatchState:
    """The match as it began: every hand must be what the deal gives, seven tiles while the bag lasts."""
    chance = RecordedChance([tile for hand in record.hands for tile in hand], seed)
    try:
        state = new_match(record.rules, chance, 0, tileset=record.tileset, layout=record.layout).state
    except ImpossibleChance as impossible:
        raise ImpossibleChance(f"hands: {impossible}") from impossible
    for seat, (hand, player) in enumerate(zip(record.hands, state.players, strict=True)):
        if player.hand != hand:
            raise ImpossibleChance(f"hands[{seat}]: {len(hand)} tiles, the deal gives {len(player.hand)}")
    return state


def _replayed(state: MatchState, index: int, entry: Entry, lexicon: Lexicon,
              seed: bytes | None) -> tuple[MatchState, dict[str, Any]]:  # fmt: skip
    """One action applied with its recorded draws, and its step."""
    chance = RecordedChance(entry.drawn, seed)
    seat = entry.seat if entry.seat is not None else state.active
    code = None
    try:
        step = apply(state, seat, entry.action, Env(entry.at, lexicon, chance))
    except Refused as refused:
        step = Step(state, ())
        code = refused.code.value
    except ImpossibleChance as impossible:
        raise ImpossibleChance(f"actions[{index}].drawn: {impossible}") from impossible
    if chance.left:
        raise ImpossibleChance(f"actions[{index}].drawn: more tiles than the rules call for")
    return step.state, step_row(index, step, code)


def step_row(index: int, step: Step, code: str | None) -> dict[str, Any]:
    """The step of one action: `code` is its refusal, or None; a failed attempt is found in the events."""
    state = step.state
    rejected: Sequence[str] = ()
    words: list[list[Any]] = []
    score = 0
    for event in step.events:
        if event.kind == "attempt_failed":
            code, rejected = "invalid_words", event.owner["rejected"]
        elif event.kind == "words_scored":
            words = [[word[0], word[1]] for word in event.public["words"]]
            score = event.public["score"]
    players = state.players
    return {
        "index": index,
        "ok": code is None,
        "error": code,
        "rejected": list(rejected),
        "words": words,
        "turn_score": score,
        "scores": [p.score for p in players],
        "coins": [p.coins for p in players],
        "bag": len(state.bag),
        "hands": [len(p.hand) for p in players],
        "slots": [{key: p.slots.count(key) for key in sorted(set(p.slots))} for p in players],
        "passes": [p.passes for p in players],
        "timeouts": [p.timeouts for p in players],
        "active": state.active,
        "phase": state.phase.value,
    }


def final_of(state: MatchState) -> dict[str, Any]:
    """How a match stands or ended: the `final` of the record page."""
    size, cells = state.board.size, state.board.cells
    return {
        "phase": state.phase.value,
        "reason": state.outcome.reason if state.outcome else None,
        "winner": state.outcome.winner if state.outcome else None,
        "totals": [
            {"score": t.score, "coin_bonus": t.coin_bonus, "leftover": t.leftover, "total": t.total}
            for t in totals(state)
        ],
        "board": board_rows(state.board),
        "bonuses": [
            "".join("A" if cell.alfa else cell.bonus for cell in cells[row * size : (row + 1) * size])
            for row in range(size)
        ],
        "fortified": [[*divmod(i, size), cell.fortified] for i, cell in enumerate(cells) if cell.fortified],
        "claims": [[*divmod(i, size), cell.claim] for i, cell in enumerate(cells) if cell.claim is not None],
    }


def board_rows(board: Board) -> list[str]:
    """The board as rows of text: "." empty, "#" dead, a letter, lower case for a blank."""
    marks = [
        "#" if cell.dead else (cell.letter.lower() if cell.blank else cell.letter) or PLAIN for cell in board.cells
    ]
    return ["".join(marks[row * board.size : (row + 1) * board.size]) for row in range(board.size)]


def _difference(record: Record, state: MatchState) -> str:
    """The first way in which the record's own result is not what the replay gives."""
    if record.result is None:
        return ""
    final = final_of(state)
    if final["phase"] != "over":
        return "result: given, but the match is not over"
    for key, here in (("reason", final["reason"]), ("winner", final["winner"])):
        if record.result[key] != here:
            return f"result.{key}: {record.result[key]!r} recorded, {here!r} replayed"
    sums = [total["total"] for total in final["totals"]]
    if record.result["totals"] != sums:
        return f"result.totals: {record.result['totals']!r} recorded, {sums!r} replayed"
    return ""
