"""The facts of a finished match of AlfaPower: beside those of every game, its coins, Alfa tiles, fines and items."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from game.crossword.actions import Place
from game.crossword.facts import ItemFacts, Reading, SeatFacts, facts_by
from game.crossword.placement import Placement
from game.crossword.tiles import HAND_SIZE
from game.kernel.base_types import Millis, Seat, gettext_noop
from game.kernel.events import Event, Kind
from game.kernel.match_replay import Played
from game.variants.alfapower.rules.ending import Total, totals
from game.variants.alfapower.rules.item_value import Returns
from game.variants.alfapower.rules.placement import examine
from game.variants.alfapower.rules.scoring import Word, score_words
from game.variants.alfapower.rules.state import MatchState


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(SeatFacts):
    """What one seat did. `alfa_points` is what Alfa squares of the seat's own laying added to its words;
    `coins_earned` is without the starting coins; `try_points` and `try_coins` are what failed tries cost."""

    coins_earned: int
    coins_spent: int
    alfa_made: int
    alfa_points: int
    try_points: int
    try_coins: int


FIGURES = {
    "alfa_made": gettext_noop("Alfa tiles made"),
    "alfa_points": gettext_noop("Points through own Alfa squares"),
    "try_points": gettext_noop("They cost"),
    "coins_earned": gettext_noop("Coins earned"),
    "coins_spent": gettext_noop("Coins spent"),
}
"""What the statistics page adds up of these, with its labels."""


@dataclass(slots=True)
class _Own:
    """What adds up for one seat and is AlfaPower's alone."""

    coins_earned: int = 0
    alfa_made: int = 0
    alfa_points: int = 0
    try_points: int = 0
    try_coins: int = 0


class _Reading(Reading):
    def __init__(self, deal: MatchState, started_at: Millis) -> None:
        super().__init__(deal, started_at)
        self.own = [_Own() for _ in deal.players]
        self.returns = Returns()

    def event(self, event: Event, seat: Seat, step: Played) -> None:
        super().event(event, seat, step)
        own, told = self.own[seat], event.public
        match event.kind:
            case Kind.WORDS_SCORED | Kind.PASSED:
                own.coins_earned += told["coins"]
            case Kind.ATTEMPT_FAILED:
                own.try_points += told["points"]
                own.try_coins += told["coins"]
            case Kind.ITEM_BOUGHT:
                self.returns.buy(seat, told["item"], told["price"])
            case Kind.ITEM_USED:
                self.returns.use(seat, told["item"], step.before.board, step.after.board)
                self.sums[seat].swaps += told["item"] == "swap"
            case Kind.ALFA_CHOSEN:
                own.alfa_made += told["taken"]
            case _:  # the reading of every game knows them all
                pass

    def words(self, event: Event, seat: Seat, step: Played) -> None:
        """A turn's words, as the rules score them on the board before it."""
        assert isinstance(step.action, Place)
        state = step.before
        placement = examine(state, seat, step.action.tiles)
        words = score_words(state.board, state.rules, placement)
        score = event.public["score"]
        full = len(step.action.tiles) == HAND_SIZE
        self.sums[seat].lay(((word.text, word.points) for word in words), score, full=full)
        self.own[seat].alfa_points += _alfa_points(state, seat, placement, words)
        self.returns.score(seat, state.board, state.rules, placement, words, event.public.get("factor", 1))

    def facts(self, seat: Seat, total: Total) -> Facts:
        items = self._items(seat)
        return Facts(
            **self.sums[seat].data(seat, total.score, total.total),
            **asdict(self.own[seat]),
            coins_spent=sum(item.price * item.bought for item in items),
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


def _alfa_points(state: MatchState, seat: Seat, placement: Placement, words: Sequence[Word]) -> int:
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


facts_of = facts_by(totals, _Reading)
