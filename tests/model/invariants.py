"""What must hold after every step of every match: the invariants of the rules, by name and number, as plain checks.

Each takes a `Transition`, one applied action. They reckon from the rules page, the actions and the boards before and
after; what they cannot see in one step (what was removed, bought, spent so far) a `Reckoning` remembers.
"""

from collections import Counter
from dataclasses import dataclass, field

from game.crossword.actions import Place
from game.crossword.board import Cell
from game.crossword.tiles import BLANK, HAND_SIZE, is_alfa, letter_of
from game.kernel import actions as kernel
from game.kernel.actions import Action
from game.kernel.deadlines import GRACE, SHORTEST_CHOICE, SLACK
from game.kernel.events import Event
from game.kernel.refusals import Code
from game.variants.alfapower.rules import actions as acts
from game.variants.alfapower.rules.ending import totals
from game.variants.alfapower.rules.state import MatchState, Phase, PlayerState

ENDINGS = {"bag_empty", "conceded", "forfeited", "resigned", "abandoned", "stalled", "called_off"}
ONLY_IN = {Place: Phase.PLAY, kernel.Pass: Phase.PLAY, acts.Use: Phase.PLAY, acts.Choose: Phase.ALFA}
ANY_SEAT = (
    acts.Buy,
    kernel.Resign,
    kernel.CallOff,
    kernel.Adjourn,
    kernel.Abandon,
    kernel.Leave,
    kernel.Return,
    kernel.Credit,
)
PLACED_MARKS = {"place_dl": "d", "place_tl": "t", "place_dw": "D", "place_tw": "T"}


@dataclass(frozen=True)
class Transition:
    """One applied action with all that is known of it; `cells` are the squares it changed: (index, before, after)."""

    before: MatchState
    seat: int
    action: Action
    now: int
    after: MatchState
    events: tuple[Event, ...]
    cells: list[tuple[int, Cell, Cell]]

    @classmethod
    def of(cls, before: MatchState, seat: int, action: Action, now: int, after: MatchState,
           events: tuple[Event, ...]) -> "Transition":  # fmt: skip
        pairs = zip(before.board.cells, after.board.cells, strict=True)
        changed = [(index, old, new) for index, (old, new) in enumerate(pairs) if old is not new and old != new]
        return cls(before, seat, action, now, after, events, changed)

    def event(self, kind: str) -> Event | None:
        return next((event for event in self.events if event.kind == kind), None)


@dataclass
class Reckoning:
    """What has come and gone since the match began, added up by the model itself."""

    start: MatchState
    all_tiles: Counter[str] = field(default_factory=Counter)
    removed: Counter[str] = field(default_factory=Counter)
    coins: list[int] = field(default_factory=list)
    words: list[int] = field(default_factory=lambda: [0, 0])
    fines: list[int] = field(default_factory=lambda: [0, 0])
    bought: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter()])
    used: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter()])
    upgraded: list[int] = field(default_factory=lambda: [0, 0])

    def __post_init__(self) -> None:
        self.all_tiles = Counter(self.start.tileset.bag())
        self.coins = [self.start.rules.number("starting_coins")] * 2


def gate(state: MatchState, seat: int, action: Action) -> Code | None:
    """I6, I7, I8: whether anybody may do that now is a matter of kind, phase and seat alone; the code if not."""
    if state.phase is Phase.OVER:
        return Code.MATCH_OVER
    if isinstance(action, kernel.Foreign):
        return Code.NOT_IN_THIS_GAME
    if not isinstance(action, ANY_SEAT) and seat != state.active:
        return Code.NOT_YOUR_TURN
    if ONLY_IN.get(type(action), state.phase) is not state.phase:
        return Code.WRONG_PHASE
    return None


GATE_CODES = {Code.MATCH_OVER, Code.NOT_IN_THIS_GAME, Code.NOT_YOUR_TURN, Code.WRONG_PHASE}


def tiles_are_kept(step: Transition, sums: Reckoning) -> None:
    """I1: bag, hands, board and removed are the tiles of the match; Alfa tiles and laid blanks as they are made."""
    for _, old, new in step.cells:
        if old.letter and (not new.letter or new.alfa):
            sums.removed[BLANK if old.blank else old.letter] += 1
    state = step.after
    on_board = [BLANK if cell.blank else cell.letter for cell in state.board.cells if cell.letter]
    hidden = [*state.bag, *state.players[0].hand, *state.players[1].hand]
    count = Counter([*on_board, *(letter_of(tile) for tile in hidden), *sums.removed.elements()])
    assert count == sums.all_tiles, "I1: a tile came or went"
    assert list(state.bag) == sorted(state.bag), "I12: the bag is not in its one order"


def upgrades_change_kind_only(step: Transition, sums: Reckoning) -> None:
    """I2: taking the Alfa choice marks one tile of that hand, one of those just drawn, and nothing else."""
    chosen = step.action.tile if isinstance(step.action, acts.Choose) else None
    if chosen is None:
        assert step.before.players[step.seat].upgrades == step.after.players[step.seat].upgrades, "I2"
        assert _alfa_tiles(step.after) <= _alfa_tiles(step.before), "I2: an Alfa tile out of nothing"
    else:
        assert chosen in step.before.choice and not is_alfa(chosen), "I2: not on offer"
        hands = [Counter(state.players[step.seat].hand) for state in (step.before, step.after)]
        assert (hands[0] - hands[1], hands[1] - hands[0]) == ({chosen: 1}, {chosen + "*": 1}), "I2"
        assert step.before.bag == step.after.bag and not step.cells, "I2"
        sums.upgraded[step.seat] += 1
    assert [player.upgrades for player in step.after.players] == sums.upgraded, "I2: upgrades miscounted"
    per_game = step.after.rules.limit("alfa_per_game")
    assert per_game is None or max(sums.upgraded) <= per_game, "I2: more upgrades than allowed"


def _alfa_tiles(state: MatchState) -> int:
    """How many Alfa tiles are in bag and hands."""
    return sum(is_alfa(tile) for tile in (*state.bag, *state.players[0].hand, *state.players[1].hand))


def coins_and_score_add_up(step: Transition, sums: Reckoning) -> None:
    """I3, I4: coins and score are the sums of what the events tell, and each event tells what the rules say."""
    rules, seat = step.after.rules, step.seat
    player = step.before.players[seat]
    for event in step.events:
        told = event.public
        match event.kind:
            case "words_scored":
                score = sum(word[1] for word in told["words"])
                income = rules.number("base_coins") + score * rules.number("score_coins_percent") // 100
                assert (told["score"], told["coins"]) == (score, income), "I3: not what a scored turn earns"
                sums.words[seat] += score
                sums.coins[seat] += income
            case "attempt_failed":
                fine = (rules.number("invalid_points"), min(rules.number("invalid_coins"), player.coins))
                assert (told["points"], told["coins"]) == fine, "I3: not what a failed attempt costs"
                sums.fines[seat] += fine[0]
                sums.coins[seat] -= fine[1]
            case "passed":
                last = player.passes + 1 >= rules.number("passes_to_concede")
                income = 0 if last else rules.number("pass_coins")
                assert told["coins"] == income, "I3: not what a pass earns"
                sums.coins[seat] += income
            case "item_bought":
                low = told["item"] == "blast" and len(step.before.bag) < rules.number("blast_surcharge_below")
                price = rules.price(told["item"]) + (rules.number("blast_surcharge") if low else 0)
                assert told["price"] == price, "I3: not the price of the moment"
                sums.coins[seat] -= price
    for who, after in enumerate(step.after.players):
        assert after.coins == sums.coins[who] >= 0, "I3: coins"
        assert after.score == sums.words[who] - sums.fines[who], "I4: score"


def items_are_bought_once_and_used_once(step: Transition, sums: Reckoning) -> None:
    """I21: what is held is what was bought less what was used; at most the limit; bought only what is on sale."""
    if isinstance(step.action, acts.Buy):
        assert step.action.item in step.after.rules.items, "I21: not on sale"
        sums.bought[step.seat][step.action.item] += 1
    if isinstance(step.action, acts.Use):
        sums.used[step.seat][step.action.item] += 1
    for who, player in enumerate(step.after.players):
        assert Counter(player.slots) + sums.used[who] == sums.bought[who], "I21: slots"
        assert len(player.slots) <= step.after.rules.number("slot_limit"), "I21: slot limit"


def hands_are_full(step: Transition, sums: Reckoning) -> None:
    """I16: a hand has seven tiles or the bag is empty; what is drawn was in the bag."""
    state = step.after
    for player in state.players:
        assert len(player.hand) == HAND_SIZE or (len(player.hand) < HAND_SIZE and not state.bag), "I16"
    other = 1 - step.seat
    assert state.players[other].hand == step.before.players[other].hand, "I16: the other hand changed"
    drew = 0
    for event in step.events:
        drawn = event.owner.get("got" if event.kind == "item_used" else "tiles")
        if event.kind in ("item_used", "tiles_drawn") and drawn is not None:
            drew += len(drawn)
            assert not Counter(drawn) - Counter(step.before.bag), "I16: drawn what was not in the bag"
    assert state.draws == step.before.draws + drew, "I11: one number a tile drawn"


def counters_follow_the_table(step: Transition, sums: Reckoning) -> None:
    """I22: which action moves which counter; and at the limit of either the match is over."""
    old, new = step.before.players[step.seat], step.after.players[step.seat]
    assert (new.passes, new.timeouts) == _counters(step, old), "I22"
    other = 1 - step.seat
    assert _streaks(step.before.players[other]) == _streaks(step.after.players[other]), "I22: the other's counters"
    rules, outcome = step.after.rules, step.after.outcome
    if isinstance(step.action, kernel.Pass | kernel.Timeout) and step.before.phase is Phase.PLAY:
        stalled = rules.flag("stalled_ends") and not step.after.bag
        may_concede = step.after.bag or rules.flag("empty_bag_concedes") or not rules.flag("stalled_ends")
        stalled = stalled and all(player.passes >= 2 for player in step.after.players)
        expected = None
        if isinstance(step.action, kernel.Timeout) and new.timeouts >= rules.number("timeouts_to_forfeit"):
            expected = "forfeited"
        elif new.passes >= rules.number("passes_to_concede") and may_concede:
            expected = "conceded"
        elif stalled:
            expected = "stalled"
        assert (outcome.reason if outcome else None) == expected, "I22: the end that the counters call for"


def _streaks(player: PlayerState) -> tuple[int, int]:
    return player.passes, player.timeouts


def _counters(step: Transition, old: PlayerState) -> tuple[int, int]:
    match step.action:
        case Place() if step.event("words_scored"):
            return 0, 0
        case kernel.Pass():
            return old.passes + 1, 0
        case kernel.Timeout() if step.before.phase is Phase.PLAY:
            return old.passes + 1, old.timeouts + 1
        case acts.Use(item="swap"):
            return 0, old.timeouts
    return old.passes, old.timeouts


def the_clock_is_set_at_a_beginning_only(step: Transition, sums: Reckoning) -> None:
    """I23: a deadline is set when a turn or a choice begins, then stands; after a timeout with the slack behind."""
    seconds = step.after.rules.limit("turn_seconds")
    before, after = step.before, step.after
    moment = step.now
    if isinstance(step.action, kernel.Timeout) and before.deadline is not None:
        moment = before.deadline + GRACE + SLACK
    if after.phase is Phase.OVER or seconds is None:
        assert after.deadline is None, "I23: a clock where none runs"
    elif after.turn != before.turn:
        assert after.deadline == moment + seconds * 1000, "I23: not the full time of a turn"
        assert step.events[-1].public["deadline"] == after.deadline, "I23: not the deadline that was logged"
    elif after.phase is not before.phase:
        assert after.deadline == max(before.deadline or 0, step.now + SHORTEST_CHOICE), "I23: the time of a choice"
    else:
        credit = step.action.length if isinstance(step.action, kernel.Credit) else 0
        assert after.deadline == (before.deadline or 0) + credit, "I23: a deadline was moved"


def absences_follow_the_signs_of_life(step: Transition, sums: Reckoning) -> None:
    """I23: who is away since when is changed by leaving, coming back and a credited outage alone."""
    for who, (old, new) in enumerate(zip(step.before.players, step.after.players, strict=True)):
        expected = old.away_since
        match step.action:
            case kernel.Leave(since=since) if who == step.seat:
                expected = since
            case kernel.Return() if who == step.seat:
                expected = None
            case kernel.Credit(length=length) if expected is not None:
                expected += length
        assert new.away_since == expected, "I23: away since"


def who_stayed_away(before: MatchState, blamed: int | None, at: int) -> None:
    """I25: the window that closes first decides, but for two who were last heard from within 10 s of each other."""
    hours = 24 * 60 if before.rules.limit("turn_seconds") is None else 5
    lasts = [player.away_since for player in before.players]
    closes = [float("inf") if last is None else last + hours * 60_000 for last in lasts]
    assert at == min(closes), "I25: abandoned, but not as the first window closed"
    if abs(closes[0] - closes[1]) <= 10_000:
        assert blamed is None, "I25: they left together"
    else:
        assert blamed == closes.index(min(closes)), "I25: the one whose window closed first"


def turns_alternate(step: Transition, sums: Reckoning) -> None:
    """I6, I7: a closed set of phases, one seat to act, and the move goes over exactly when a turn is done."""
    before, after = step.before, step.after
    assert after.active in (0, 1) and isinstance(after.phase, Phase), "I7"
    ended_turn = step.event("turn_began") is not None
    assert after.turn == before.turn + ended_turn, "I6: turns are counted one by one"
    assert after.active == (1 - before.active if ended_turn else before.active), "I6: the move"
    assert bool(after.choice) == (after.phase is Phase.ALFA), "I7: a choice waits in its phase only"
    ends = isinstance(step.action, kernel.Pass | kernel.Timeout | acts.Choose) or step.event("words_scored") is not None
    assert ended_turn == (ends and after.phase is Phase.PLAY), "I6: what ends a turn"
    assert after.opened == (before.opened or step.event("words_scored") is not None), "I19: opened by a word"


def one_ending(step: Transition, sums: Reckoning) -> None:
    """I25, I26: over means one reason, one winner by the rules and final totals by the reckoning."""
    state = step.after
    over = step.event("match_ended")
    assert (state.outcome is not None) == (state.phase is Phase.OVER) == (over is not None), "I25"
    mine = [_total(state, sums, who) for who in (0, 1)]
    assert [total.total for total in totals(state)] == mine, "I26: totals"
    placed_last = step.event("words_scored") is not None and not state.players[step.seat].hand
    assert (state.outcome is not None and state.outcome.reason == "bag_empty") == placed_last, "I25: bag_empty"
    if state.outcome is None or over is None:
        return
    reason, winner = state.outcome.reason, state.outcome.winner
    assert over.public == {"reason": reason, "winner": winner} and reason in ENDINGS, "I25"
    if reason in ("bag_empty", "stalled"):
        assert winner == (1 if mine[1] > mine[0] else 0), "I25: the winner by totals, a tie to the first"
    elif reason == "called_off":
        assert winner is None and step.after.turn <= 4, "I25: nobody wins what was called off"
    elif isinstance(step.action, kernel.Abandon) and step.action.everyone:
        assert winner is None, "I25: nobody wins when nobody stayed"
    else:
        assert winner == 1 - step.seat, "I25: who leaves loses"


def _total(state: MatchState, sums: Reckoning, who: int) -> int:
    rate = state.rules.number("coins_per_point")
    hand = 0
    for tile in state.players[who].hand:
        worth = 0 if tile[0] == BLANK else state.tileset.values[tile[0]]
        hand += worth * (state.rules.number("alfa_multiplier") if tile.endswith("*") else 1)
    return sums.words[who] - sums.fines[who] + (sums.coins[who] // rate if rate else 0) - hand


def the_frame_stands(step: Transition, sums: Reckoning) -> None:
    """I28: settings and tiles of a match are those it began with."""
    assert step.after.rules == sums.start.rules and step.after.tileset == sums.start.tileset, "I28"
    assert step.after.board.layout == sums.start.board.layout, "I28"
