"""The rules of the game, what is stored and recorded of it, and what a viewer may know."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from game.crossword import ledger, start
from game.crossword.actions import Swap
from game.crossword.events import tiles_swapped
from game.crossword.facts import Reading, SeatFacts
from game.crossword.hands import hand_tiles, unseen
from game.crossword.redraw import Redraw
from game.crossword.tiles import HAND_SIZE, standard_tiles, without
from game.kernel import events, presence
from game.kernel.actions import Abandon, Pass, Resign
from game.kernel.chance import Chance, draw
from game.kernel.codec import dump_core, load_core
from game.kernel.deadlines import away_left_ms, left_ms, turn_ms
from game.kernel.events import Event, Kind
from game.kernel.match import OVER, PLAY, Change, CoreState, Env, Outcome, SeatState, Step
from game.kernel.refusals import Code, Refused
from game.kernel.setting_types import Number, OneOf, Ruleset
from game.kernel.variant import Dealt, Handler, RecordPart, Redrawn, SeatTotals, StoredForm, Variant

KEY, SIZE = "swaps", 15
TILES = standard_tiles("en", 15)
PLAYED_OUT = ("all_passed",)
SETTINGS = (
    OneOf(key="language", default="en", group="language", label="Language",
          choices=(("en", "English"), ("sv", "Swedish"))),
    Number(key="turn_seconds", default=None, low=5, high=600, special=(None,), group="timer",
           label="Turn time"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState(SeatState):
    hand: tuple[str, ...]
    score: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(CoreState):
    players: tuple[PlayerState, ...]
    bag: tuple[str, ...]
    draws: int

    @property
    def board(self) -> SimpleNamespace:
        return SimpleNamespace(size=SIZE)


# The rules: a dozen lines.


def swap(state: MatchState, seat: int, action: Swap, env: Env) -> Change[MatchState]:
    player = state.players[seat]
    kept = without(player.hand, action.tiles)
    if not action.tiles or kept is None or len(action.tiles) > len(state.bag):
        raise Refused(Code.NOT_IN_HAND)
    new, bag, draws = draw(state.bag, len(action.tiles), state.draws, env.chance)
    player = replace(player, hand=kept + new, score=player.score + len(new), passes=0)
    state = replace(state.put_player(seat, player), bag=tuple(sorted([*bag, *action.tiles])), draws=draws)
    return _next_turn(state, [tiles_swapped(seat, action.tiles, new)])


def pass_turn(state: MatchState, seat: int, action: Pass, env: Env) -> Change[MatchState]:
    state = state.put_player(seat, replace(state.players[seat], passes=state.players[seat].passes + 1))
    facts = [Event(Kind.PASSED, seat)]
    if all(state.players[one].passes for one in state.inside):
        return _finish(state, "all_passed", facts)
    return _next_turn(state, facts)


def leave(reason: str) -> Callable[[MatchState, int, Resign | Abandon, Env], Change[MatchState]]:
    def run(state: MatchState, seat: int, action: Resign | Abandon, env: Env) -> Change[MatchState]:
        if getattr(action, "everyone", False):
            return _finish(state, reason, [], nobody=True)
        gone = len(state.players) - len(state.inside)
        state = state.put_player(seat, replace(state.players[seat], out=gone + 1))
        facts = [events.seat_out(seat, reason)]
        if len(state.inside) == 1:
            return _finish(state, reason, facts)
        return _next_turn(state, facts) if seat == state.active else (state, facts)

    return run


def _next_turn(state: MatchState, facts: Sequence[Event]) -> Change[MatchState]:
    state = replace(state, turn=state.turn + 1, active=state.next_seat)
    return state, [*facts, events.turn_began(state.active, state.turn, None)]


def _finish(state: MatchState, reason: str, facts: Sequence[Event], *, nobody: bool = False) -> Change[MatchState]:
    sums = [(player.out is None, player.out or 0, player.score) for player in state.players]
    places = None if nobody else tuple(1 + sum(other > own for other in sums) for own in sums)
    winner = places.index(1) if places and places.count(1) == 1 else None
    state = replace(state, phase=OVER, outcome=Outcome(reason, winner, places))
    return state, [*facts, events.match_ended(reason, winner)]


def deal(rules: Ruleset, seats: int, chance: Chance, now: int, begun: Any) -> Dealt:
    hands, bag, draws = start.deal_hands(TILES, seats, HAND_SIZE, chance)
    players = tuple(PlayerState(hand=hand) for hand in hands)
    state = MatchState(rules=rules, players=players, bag=bag, draws=draws)
    return Dealt(Step(state, (events.turn_began(0, 1, None),)))


# What is kept, recorded, counted and shown of it.


def dump(state: MatchState) -> dict[str, Any]:
    outcome = state.outcome
    players = [[list(p.hand), p.score, p.passes, p.timeouts, p.away_since, p.out] for p in state.players]
    ended = outcome and [outcome.reason, outcome.winner, outcome.places and list(outcome.places)]
    return {**dump_core(state), "bag": list(state.bag), "draws": state.draws, "players": players, "outcome": ended}


def load(data: Mapping[str, Any]) -> MatchState:
    ended = data["outcome"]
    return MatchState(
        **load_core(data),
        bag=tuple(data["bag"]),
        draws=data["draws"],
        players=tuple(
            PlayerState(hand=tuple(hand), score=score, passes=passes, timeouts=timeouts, away_since=since, out=out)
            for hand, score, passes, timeouts, since, out in data["players"]
        ),
        outcome=ended and Outcome(ended[0], ended[1], ended[2] and tuple(ended[2])),
    )


def dealt(
    begun: start.Start, players: Sequence[str], lobby_order: Sequence[str] | None, rules: Ruleset, seed: bytes | None
) -> Any:
    return start.recorded_deal(lambda chance: deal(rules, len(players), chance, 0, None), begun.hands, seed)


def final(state: MatchState) -> dict[str, Any]:
    return {"places": state.outcome and state.outcome.places and list(state.outcome.places)}


def seat_totals(state: MatchState) -> tuple[SeatTotals, ...]:
    return tuple(SeatTotals(player.score, player.score) for player in state.players)


def facts_of(steps: Iterable[Any], started_at: int) -> tuple[SeatFacts, ...]:
    reading, last = Reading.through(steps, started_at)
    sums = zip(reading.sums, last.players, strict=True)
    return tuple(SeatFacts(**one.data(seat, p.score, p.score)) for seat, (one, p) in enumerate(sums))


def redraw(states: Sequence[MatchState], steps: Sequence[Any], seed: bytes) -> Redrawn:
    anew = Redraw(TILES, seed)
    anew.deal(player.hand for player in states[0].players)
    for step in steps:
        for event in step.events:
            if event.kind is Kind.TILES_SWAPPED:
                gave = event.owner["gave"]
                anew.swap(event.seat, gave, event.owner["got"], gave)
    return Redrawn(anew.drawn, anew.astray, anew.ends_with(player.hand for player in states[-1].players))


@dataclass(frozen=True, slots=True)
class Receipt(ledger.TurnReceipt):
    words: tuple[()] = ()


def receipts(log: Sequence[events.LoggedStep], viewer: int | None, over: bool) -> tuple[Receipt, ...]:
    return ledger.told(log, viewer, over, Receipt, _add)


def _add(receipt: Receipt, event: Event, seen: Mapping[str, Any]) -> Receipt:
    match event.kind:
        case Kind.TILES_SWAPPED:
            return replace(ledger.with_common(receipt, event.kind, seen), score=seen["count"])
        case Kind.PASSED:
            return replace(receipt, end="passed")
        case Kind.SEAT_OUT if event.seat == receipt.seat:
            return replace(receipt, end="left")
    return receipt


@dataclass(frozen=True)
class View:
    viewer: Any
    rules: Any
    phase: Any
    active: int
    turn: int
    over: bool
    my_turn: bool
    bag: int
    cells: Any
    players: Any
    hand: Any
    unseen: Any
    can: Any
    left: Any
    full: Any
    receipts: Any
    totals: Any
    hands: Any
    reason: str
    winner: Any
    places: Any
    opened: bool = True
    size: int = SIZE


def view_of(state: MatchState, viewer: int | None, log: Sequence[events.LoggedStep], now: int) -> View:
    over, outcome, mine = state.over, state.outcome, viewer == state.active and not state.over
    return View(
        viewer=viewer, rules=state.rules, phase=state.phase, active=state.active, turn=state.turn, over=over,
        my_turn=mine, bag=len(state.bag), left=left_ms(state, now), full=turn_ms(state),
        cells=tuple(SimpleNamespace(row=i // SIZE, col=i % SIZE, last=False, by=None) for i in range(SIZE * SIZE)),
        players=tuple(
            SimpleNamespace(
                seat=seat, score=p.score, hand_count=len(p.hand), passes=p.passes, timeouts=p.timeouts,
                out=p.out is not None,
                away_left=None if p.out else away_left_ms(state, seat, now),
            )
            for seat, p in enumerate(state.players)
        ),
        hand=hand_tiles(TILES, state.players[viewer].hand) if viewer is not None else (),
        unseen=unseen(TILES, state.bag, [player.hand for player in state.players], viewer),
        can=SimpleNamespace(play=mine, pass_turn=mine, swap=mine, resign=viewer is not None and not over),
        receipts=receipts(log, viewer, over),
        totals=tuple(SimpleNamespace(score=p.score, total=p.score) for p in state.players) if over else (),
        hands=tuple(hand_tiles(TILES, p.hand) for p in state.players) if over else (),
        reason=outcome.reason if outcome else "",
        winner=outcome.winner if outcome else None,
        places=outcome.places if outcome else None,
    )  # fmt: skip


def look_back(state: MatchState, viewer: int | None, log: Sequence[events.LoggedStep], told: tuple[Any, ...]) -> View:
    hands = tuple(hand_tiles(TILES, player.hand) for player in state.players)
    return replace(view_of(state, None, log, 0), viewer=viewer, receipts=told, hands=hands)


VARIANT = Variant(
    key=KEY,
    title="Swaps",
    seats=(2, 3, 4),
    settings=SETTINGS,
    record_settings=SETTINGS,
    actions={
        Swap: Handler(swap, PLAY),
        Pass: Handler(pass_turn, PLAY),
        Resign: Handler(leave("resigned"), None),
        Abandon: Handler(leave("abandoned"), None),
        **presence.HANDLERS,
    },
    deal=deal,
    start_of=lambda state: None,
    picture=lambda rules: ("." * SIZE,) * SIZE,
    stored=StoredForm(newest=1, dump=dump, load=load, earlier={}),
    record=RecordPart(
        read_start=lambda record, rules, seats: start.read_start(record, "en", SIZE, seats, start.plain_tile),
        write_start=lambda state: {},
        dealt=dealt,
        read_drawn=lambda value, key: start.read_tiles(value, key, start.plain_tile),
        step=lambda step: {"scores": [player.score for player in step.state.players]},
        final=final,
    ),
    view=view_of,
    receipts=receipts,
    look_back=look_back,
    read_out=lambda state, seat, draft: None,
    redraw=redraw,
    seat_totals=seat_totals,
    played_out=PLAYED_OUT,
    facts=facts_of,
    ranked=False,
)
