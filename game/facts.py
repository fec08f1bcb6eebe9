"""The facts of a finished match, seat by seat: points, words, coins, items, tries and time. Pure sums over its steps.

The steps are those of its story (rules/story.py), so nothing here is a second opinion about the rules.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from game.returns import Returns
from game.rules.actions import Place
from game.rules.basics import Millis, Seat
from game.rules.deadlines import turn_ms
from game.rules.ending import totals
from game.rules.events import Event
from game.rules.placement import Placement, examine
from game.rules.scoring import Word, score_words
from game.rules.state import MatchState
from game.rules.story import Played
from game.rules.tiles import HAND_SIZE

BEST_WORDS = 5
"""How many words of a match are told: as many as a list of the best of all matches shows."""


@dataclass(frozen=True, slots=True)
class ItemFacts:
    """The items of one kind that a seat bought at one price: how many, how many of them it used, and what they brought
    in points to itself (`brought`) and to the other seat (`gave`), as `game.returns` counts."""

    item: str
    price: int
    bought: int
    used: int
    brought: int
    gave: int


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What one seat did in a match.

    `turns` are those played to their end, in `time_ms` altogether; `word_turns` those of them with a word, worth
    `points` in all; `full_turns` those that laid the whole hand. `alfa_points` is what Alfa squares of the seat's own
    laying added to its words. `coins_earned` is without the starting coins. `best_words` are up to BEST_WORDS different
    words with their points, the best first; `best_word` is the first of them, "" without a word.
    """

    seat: Seat
    score: int
    total: int
    turns: int
    word_turns: int
    time_ms: Millis
    points: int
    best_word: str
    best_word_points: int
    best_words: tuple[tuple[str, int], ...]
    best_turn: int
    full_turns: int
    coins_earned: int
    coins_spent: int
    alfa_made: int
    alfa_points: int
    tries: int
    try_points: int
    try_coins: int
    passes: int
    timeouts: int
    swaps: int
    items: tuple[ItemFacts, ...]


def facts_of(steps: Iterable[Played], started_at: Millis) -> tuple[SeatFacts, ...]:
    """The facts per seat, in seat order, of all the steps of a match that is over. Raises ValueError for another."""
    reading: _Reading | None = None
    last: MatchState | None = None
    for step in steps:
        if reading is None:
            reading = _Reading(step.before, started_at)
        reading.add(step)
        last = step.after
    if reading is None or last is None or last.outcome is None:
        raise ValueError("facts are told of a match that is over")
    return reading.seats(last)


@dataclass(slots=True)
class _Sums:
    """What adds up for one seat while its match is read."""

    turns: int = 0
    word_turns: int = 0
    time_ms: Millis = 0
    points: int = 0
    words: dict[str, int] = field(default_factory=dict)
    best_turn: int = 0
    full_turns: int = 0
    coins_earned: int = 0
    alfa_made: int = 0
    alfa_points: int = 0
    tries: int = 0
    try_points: int = 0
    try_coins: int = 0
    passes: int = 0
    timeouts: int = 0
    swaps: int = 0


@dataclass(slots=True)
class _Turn:
    """The turn that is being read: when it began, whether its player has ended it, and the time given back to it."""

    began: Millis
    ended: bool = False
    credited: Millis = 0


class _Reading:
    """A match while its steps go by."""

    def __init__(self, deal: MatchState, started_at: Millis) -> None:
        self.sums = [_Sums() for _ in deal.players]
        self.returns = Returns()
        self.turn = _Turn(_began(deal, started_at))

    def add(self, step: Played) -> None:
        """One more step."""
        for event in step.events:
            self._event(event, step)
        if any(event.kind in ("turn_began", "match_ended") for event in step.events):
            self._end_turn(step)

    def _event(self, event: Event, step: Played) -> None:
        seat = event.seat if event.seat is not None else step.before.active
        sums, told = self.sums[seat], event.public
        match event.kind:
            case "words_scored":
                self.turn.ended = True
                self._words(seat, step)
                sums.coins_earned += told["coins"]
            case "attempt_failed":
                sums.tries += 1
                sums.try_points += told["points"]
                sums.try_coins += told["coins"]
            case "item_bought":
                self.returns.buy(seat, told["item"], told["price"])
            case "item_used":
                self.returns.use(seat, told["item"], step.before.board, step.after.board)
                sums.swaps += told["item"] == "swap"
            case "alfa_chosen":
                sums.alfa_made += told["taken"]
            case "passed":
                self.turn.ended = True
                sums.passes += 1
                sums.coins_earned += told["coins"]
            case "timed_out":
                self.turn.ended = True
                sums.timeouts += 1
            case "clock_credited":
                self.turn.credited += told["length"]

    def _words(self, seat: Seat, step: Played) -> None:
        """A turn's words, as the rules score them on the board before it."""
        assert isinstance(step.action, Place)
        state, sums = step.before, self.sums[seat]
        placement = examine(state, seat, step.action.tiles)
        words = score_words(state.board, state.rules, placement)
        score = sum(word.points for word in words)
        sums.word_turns += 1
        sums.points += score
        sums.best_turn = max(sums.best_turn, score)
        sums.full_turns += len(step.action.tiles) == HAND_SIZE
        for word in words:
            sums.words[word.text] = max(word.points, sums.words.get(word.text, word.points))
        sums.alfa_points += _alfa_points(state, seat, placement, words)
        self.returns.score(seat, state.board, state.rules, placement, words)

    def _end_turn(self, step: Played) -> None:
        """The turn that ran until this step is over; one that its player did not end counts for nobody."""
        sums = self.sums[step.before.active]
        if self.turn.ended:
            sums.turns += 1
            sums.time_ms += max(0, step.at - self.turn.began - self.turn.credited)
        self.turn = _Turn(_began(step.after, step.at))

    def seats(self, last: MatchState) -> tuple[SeatFacts, ...]:
        """The facts of every seat, now that the match has come to its `last` state."""
        return tuple(
            self._seat(seat, sums, last.players[seat].score, totals(last)[seat].total)
            for seat, sums in enumerate(self.sums)
        )

    def _seat(self, seat: Seat, sums: _Sums, score: int, total: int) -> SeatFacts:
        items = self._items(seat)
        # Of equal words the one laid first: sorting keeps their order.
        best = tuple(sorted(sums.words.items(), key=lambda word: -word[1])[:BEST_WORDS])
        best_word, best_word_points = best[0] if best else ("", 0)
        return SeatFacts(
            seat=seat,
            score=score,
            total=total,
            turns=sums.turns,
            word_turns=sums.word_turns,
            time_ms=sums.time_ms,
            points=sums.points,
            best_word=best_word,
            best_word_points=best_word_points,
            best_words=best,
            best_turn=sums.best_turn,
            full_turns=sums.full_turns,
            coins_earned=sums.coins_earned,
            coins_spent=sum(item.price * item.bought for item in items),
            alfa_made=sums.alfa_made,
            alfa_points=sums.alfa_points,
            tries=sums.tries,
            try_points=sums.try_points,
            try_coins=sums.try_coins,
            passes=sums.passes,
            timeouts=sums.timeouts,
            swaps=sums.swaps,
            items=items,
        )

    def _items(self, seat: Seat) -> tuple[ItemFacts, ...]:
        mine = [purchase for purchase in self.returns.purchases if purchase.seat == seat]
        kinds = dict.fromkeys((purchase.item, purchase.price) for purchase in mine)
        facts = []
        for item, price in kinds:
            same = [purchase for purchase in mine if (purchase.item, purchase.price) == (item, price)]
            facts.append(
                ItemFacts(
                    item,
                    price,
                    bought=len(same),
                    used=sum(purchase.used for purchase in same),
                    brought=sum(purchase.brought for purchase in same),
                    gave=sum(purchase.gave for purchase in same),
                )
            )
        return tuple(facts)


def _began(state: MatchState, at: Millis) -> Millis:
    """When the turn that runs began. A clock tells it exactly, also after a timeout, which the next turn waits for."""
    length = turn_ms(state.rules)
    return at if length is None or state.deadline is None else state.deadline - length


def _alfa_points(state: MatchState, seat: Seat, placement: Placement, words: Iterable[Word]) -> int:
    """What the seat's own Alfa squares added to these words; one laid earlier may have spent its multiplier."""
    multiplier = state.rules.number("alfa_multiplier")
    standing = multiplier if state.rules.flag("alfa_permanent") else 1
    added = 0
    for run, word in zip((*placement.across, *placement.down), words, strict=True):
        factor = 1
        for index in run:
            cell = placement.fresh.get(index)
            if cell is None:
                old = state.board.cells[index]
                factor *= standing if old.alfa and old.by == seat else 1
            elif cell.alfa:
                factor *= multiplier
        added += word.points - word.points // factor
    return added
