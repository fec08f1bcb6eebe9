"""What other apps may ask of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dictionary.api import disputes_of
from game.facts import BEST_WORDS
from game.late import stamp_for
from game.models import Match, SeatRow
from game.results import PLAYED_OUT, Result, SeatResult, result, result_for, results
from game.returns import RETURNS_EXTRA, RETURNS_WORDS
from game.rules.basics import Millis
from game.rules.deadlines import left_ms
from game.rules.items import ITEMS, Item
from game.rules.options import BadSetting as BadSettings
from game.rules.options import Flag, Number, NumberEach, OneOf, Setting, SomeOf
from game.rules.setup import changed_rules, read_rules
from game.rules.tiles import standard_tiles
from game.rules.variants import VARIANTS
from game.services import enforcement, matches, store
from game.services.announce import session_changed as check_sessions
from game.services.clock import edge_stamp, now_ms
from game.services.deals import drop as drop_deal
from game.services.deals import open_deal
from game.services.deals import readiness as deal_readiness
from game.services.deals import sweep as sweep_deals
from game.services.history import MatchFacts, finished_matches, match_facts
from game.services.matches import Entrant
from game.services.outages import PACEMAKER
from game.services.outages import how_many_long as how_many_long_outages
from game.services.outages import orders as pacemaker_orders
from game.services.outages import tell as tell_outage
from game.services.seats import count_for_nobody, resign_all, seats_of, takeout
from game.services.seats import forget as forget_player
from game.services.seats import move as move_seats
from game.services.stamps import take_too_late
from game.sockets import farewell as say_farewell
from game.sockets import how_many as how_many_sockets

__all__ = [
    "BEST_WORDS",
    "ITEMS",
    "BadSettings",
    "Entrant",
    "FinishedMatch",
    "Flag",
    "Item",
    "MatchCard",
    "MatchFacts",
    "Number",
    "NumberEach",
    "OneOf",
    "PACEMAKER",
    "PLAYED_OUT",
    "RETURNS_EXTRA",
    "RETURNS_WORDS",
    "RecentMatch",
    "Result",
    "SeatResult",
    "Setting",
    "SomeOf",
    "Summary",
    "changed_settings",
    "check_sessions",
    "check_settings",
    "count_for_nobody",
    "create_match",
    "deal_readiness",
    "describe",
    "disputes_of",
    "drop_deal",
    "edge_stamp",
    "finished_match",
    "finished_matches",
    "forget_player",
    "full_settings",
    "how_many_live",
    "how_many_long_outages",
    "how_many_sockets",
    "letter_values",
    "live_matches",
    "match_facts",
    "move_seats",
    "now_ms",
    "open_deal",
    "pacemaker_orders",
    "recent_matches",
    "resign_all",
    "result",
    "result_for",
    "results",
    "say_farewell",
    "seats_of",
    "settings_of",
    "stamp_for",
    "sweep",
    "sweep_deals",
    "take_too_late",
    "takeout",
    "tell_ends",
    "tell_outage",
]


STANDARD_BOARD = 15
"""The board whose tiles stand for a language's; the values are the same on the others."""


def create_match(
    *,
    settings: Mapping[str, object],
    entrants: Sequence[Entrant],
    starts_at: Millis,
    variant: str = "alfapower",
    preset: str = "",
    rated: bool = False,
    by_lot: bool = True,
    deal: str = "",
) -> str:
    """Make a match and give its public id; see `matches.create`. Raises BadSettings naming the key."""
    row = matches.create(
        variant=variant,
        settings=settings,
        entrants=entrants,
        starts_at=starts_at,
        preset=preset,
        rated=rated,
        by_lot=by_lot,
        deal=deal,
    )
    return row.public_id


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over, as a rematch needs it: `entrants` in seat order, `settings` those that differ from the
    defaults, `finished_at` when it ended. An entrant whose account is gone is missing."""

    match_id: int
    public_id: str
    variant: str
    settings: dict[str, object]
    preset: str
    rated: bool
    finished_at: Millis
    entrants: tuple[Entrant, ...]


def finished_match(public_id: str, user_id: int) -> FinishedMatch | None:
    """The finished match in which the user has a seat; None for a stranger, a running match, and no match."""
    seat = matches.seat_of(public_id, user_id)
    if seat is None or seat.match.status != Match.Status.OVER:
        return None
    row = seat.match
    seats = SeatRow.objects.filter(match=row, user__isnull=False).order_by("seat")
    return FinishedMatch(
        match_id=row.pk,
        public_id=row.public_id,
        variant=row.variant,
        settings=changed_rules(store.load(row).rules),
        preset=row.preset,
        rated=row.rated,
        finished_at=row.finished_at or 0,
        entrants=tuple(Entrant(s.user_id, s.name) for s in seats if s.user_id is not None),
    )


def settings_of(variant: str = "alfapower") -> Sequence[Setting]:
    """What a host may set, described: defaults, bounds, group, label and hint (English texts, to be translated)."""
    return VARIANTS[variant].settings


def full_settings(settings: Mapping[str, object], variant: str = "alfapower") -> Mapping[str, object]:
    """Every setting with its checked value; raises BadSettings."""
    return read_rules(variant, settings).values


def changed_settings(settings: Mapping[str, object], variant: str = "alfapower") -> dict[str, object]:
    """Only what differs from the defaults, in one form for equal settings; raises BadSettings."""
    return changed_rules(read_rules(variant, settings))


def check_settings(settings: Mapping[str, object], variant: str = "alfapower") -> None:
    """Raise BadSettings (`key`, `code`) when these settings cannot be."""
    read_rules(variant, settings)


@dataclass(frozen=True, slots=True)
class Summary:
    """Settings in short, for a card; `layout` is the board's rows."""

    board_size: int
    blank_board: bool
    layout: tuple[str, ...]
    turn_seconds: int | None
    items: tuple[str, ...]
    alfa: bool


def describe(settings: Mapping[str, object], variant: str = "alfapower") -> Summary:
    """What a card says of settings; raises BadSettings."""
    rules = read_rules(variant, settings)
    return Summary(
        rules.number("board_size"),
        rules.flag("blank_board"),
        tuple(VARIANTS[variant].layout(rules)),
        rules.limit("turn_seconds"),
        rules.items,
        rules.flag("alfa_enabled"),
    )


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A running match in a player's list; `scores` are the player's own and the opponent's, `left_ms` of the turn."""

    public_id: str
    opponent: str
    language: str
    board_size: int
    preset: str
    turn_seconds: int | None
    your_turn: bool
    scores: tuple[int, int]
    left_ms: Millis | None


def live_matches(user_id: int) -> list[MatchCard]:
    """A user's running matches, those on the user's turn first, then the newest."""
    now = now_ms()
    seats = SeatRow.objects.select_related("match").filter(user_id=user_id, match__status=Match.Status.LIVE)
    cards = []
    for seat in seats.order_by("-match_id"):
        state = store.load(enforcement.settled(seat.match_id, now))
        if state.outcome is not None:
            continue
        names = matches.names_of(seat.match_id)
        other = (seat.seat + 1) % len(names)
        cards.append(
            MatchCard(
                public_id=seat.match.public_id,
                opponent=names[other],
                language=seat.match.language,
                board_size=state.board.size,
                preset=seat.match.preset,
                turn_seconds=state.rules.limit("turn_seconds"),
                your_turn=state.active == seat.seat,
                scores=(state.players[seat.seat].score, state.players[other].score),
                left_ms=left_ms(state, now),
            )
        )
    return sorted(cards, key=lambda card: not card.your_turn)


@dataclass(frozen=True, slots=True)
class RecentMatch:
    """A finished match in a player's list; `totals` are the player's own and the opponent's, `won` is None when nobody
    won, `reason` is how it ended."""

    public_id: str
    opponent: str
    language: str
    preset: str
    won: bool | None
    totals: tuple[int, int]
    reason: str = ""


def recent_matches(user_id: int, limit: int = 5) -> list[RecentMatch]:
    """A user's last finished matches, the latest first."""
    seats = SeatRow.objects.select_related("match").filter(user_id=user_id, match__status=Match.Status.OVER)
    recent = []
    for seat in seats.order_by("-match__finished_at", "-match_id")[:limit]:
        row = seat.match
        table = list(SeatRow.objects.filter(match=row).order_by("seat"))
        other = table[(seat.seat + 1) % len(table)]
        recent.append(
            RecentMatch(
                public_id=row.public_id,
                opponent=matches.shown_name(other.name),
                language=row.language,
                preset=row.preset,
                won=None if row.winner is None else row.winner == seat.seat,
                totals=(int(seat.total), int(other.total)),
                reason=row.reason,
            )
        )
    return recent


def letter_values(word: str, language: str) -> list[tuple[str, int]]:
    """The letters of a word with the values they have in a language's standard set of tiles."""
    tiles = standard_tiles(language, STANDARD_BOARD)
    return [(letter, tiles.value(letter)) for letter in word]


def sweep(now: Millis) -> int:
    """Let time take effect in every match that is due; how many were."""
    return enforcement.sweep(now)


def tell_ends(now: Millis) -> int:
    """Send `match_finished` again for the matches whose end somebody failed to take; how many were."""
    return enforcement.tell_again(now)


def how_many_live() -> int:
    """How many matches run."""
    return Match.objects.filter(status=Match.Status.LIVE).count()
