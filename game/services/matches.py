"""Create a match, load it for a page, and export it as a record."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext, gettext_noop

from common.refusals import CodedError
from dictionary import api as dictionary
from game.dispatch import log_entries
from game.dispatch.new_match import deal as deal_match
from game.dispatch.new_match import deal_again, read_custom
from game.dispatch.record_reading import FORMAT, dealt_hands, drawn_in, own_start, recorded_settings
from game.due_statements import seat_and_due
from game.kernel.actions import Origin
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import FairChance, seat_order
from game.kernel.fair_numbers import FairNumbers
from game.kernel.match import Step
from game.kernel.pace_settings import HEAD_STARTS, check_days, check_head_starts, has_head_start
from game.match_statements import seat_of_user, stored_names
from game.models import LogEntry, Match, Outage, SeatRow
from game.services import beginnings, deal_numbers, deals, rated_guard, store
from game.services.settle_due import settled

DELETED_NAME = gettext_noop("Deleted player")
PAIR = 2
"""Number of players for which the winner alone gives the result."""
PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]{1,16}")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a match to come: the account, the name to show, and the head start that they are given: `points`, and
    in a game that has them `coins`."""

    user_id: int
    name: str
    points: int = 0
    coins: int = 0


@dataclass(frozen=True, slots=True)
class BotEntrant:
    """A bot about to play: the key of its level, and the name to show, which says that it is one."""

    level: str
    name: str


@dataclass(frozen=True, slots=True)
class Companion:
    """A player of a match to come at another player's device: no account, only a name."""

    name: str


AnyEntrant = Entrant | BotEntrant | Companion


def create(
    *,
    variant: str,
    settings: Mapping[str, object],
    entrants: Sequence[AnyEntrant],
    starts_at: Millis,
    preset: str = "",
    rated: bool = False,
    by_lot: bool = True,
    deal: str = "",
    at_once: bool = False,
    chosen: bytes | None = None,
    creator: int | None = None,
    seed: bytes | None = None,
) -> Match:
    """A new match; `entrants` in lobby order, their seats drawn by lot from the numbers of the `deal` (deals.py), or by
    the deal itself where the game says so.

    On a custom board it is never rated, nor with a head start, which is the person's wherever they sit, nor with a bot
    or a companion among them, which is practice, nor where rated_guard.py says so; with a companion, the player who has
    an account plays for all of them in turn. `at_once`: the bot takes no more time than it needs.
    With `by_lot` off, as in a rematch, they are in seat order unless the deal decides that. The first turn's clock
    begins at `starts_at`. Joins the caller's transaction. Raises UnknownGame, BadSetting. `chosen`: a seed that the
    site has chosen for a first match, and says so; it takes the place of a deal. `creator`: the place among the
    entrants of the one who has made the match for the others, or None. Only tests bring a `seed` of their own: no
    endpoint does.
    """
    rules, board = read_custom(variant, settings)
    check_days(rules.values, sum(isinstance(entrant, Entrant) for entrant in entrants))
    check_head_starts(rules, len(entrants))
    given = seed or chosen
    fair = FairNumbers.of_seed(given) if given else deals.close(deal, len(entrants))
    entrants = _distinct(entrants)
    one_device = any(isinstance(entrant, Companion) for entrant in entrants)
    practice = one_device or any(isinstance(entrant, BotEntrant) for entrant in entrants)
    lexicon = dictionary.current(rules.text("language"))
    chance = FairChance(fair.seed)
    order: Sequence[int] = range(len(entrants))
    if by_lot:
        order = seat_order(fair.seed, order)
    made_by = None if creator is None else list(order).index(creator)
    dealt = deal_match(rules, len(entrants), chance, starts_at, made_by, board)
    if dealt.order is not None:
        order, by_lot = dealt.order, True
    given_by_seat = _head_starts([entrants[place] for place in order])
    if given_by_seat:  # who sits where is known by now: dealt again, by the same numbers
        rules, board = read_custom(variant, {**settings, **given_by_seat})
        dealt = deal_match(rules, len(entrants), chance, starts_at, made_by, board)
    row = Match(
        variant=variant,
        language=rules.text("language"),
        preset=preset,
        rated=rated
        and not practice
        and board is None
        and not has_head_start(rules)
        and rated_guard.may_count(entrant.user_id for entrant in entrants if isinstance(entrant, Entrant)),
        practice=practice,
        at_once=at_once,
        one_device=one_device,
        seed=seed,
        sealed=deal_numbers.sealed(fair) if seed is None else "",
        commitment=fair.commitment,
        chosen_deal=bool(chosen),
        lobby_order=[entrant.name for entrant in entrants] if by_lot else None,
        lexicon_name=lexicon.name,
        lexicon_version=lexicon.version,
        lexicon_digest=lexicon.digest,
        started_at=starts_at,
    )
    return begin(row, [entrants[place] for place in order], dealt.step)


def begin(row: Match, seated: Sequence[AnyEntrant], step: Step[Any]) -> Match:
    """Store a new match with its players, in seat order, and its first step. Joins the caller's transaction."""
    row.outages_seen = Outage.objects.aggregate(last=Max("pk"))["last"] or 0
    row.save(force_insert=True)
    SeatRow.objects.bulk_create(
        SeatRow(match=row, seat=seat, name=entrant.name, seen_at=row.started_at, **_who(entrant))
        for seat, entrant in enumerate(seated)
    )
    store.append(row, step, seat=None, action=None, at=row.started_at)
    return row


def _head_starts(seated: Sequence[AnyEntrant]) -> dict[str, list[int]]:
    """The settings that say with what each seat begins; none where no player has a head start."""
    given = [(one.points, one.coins) if isinstance(one, Entrant) else (0, 0) for one in seated]
    by_key = zip(HEAD_STARTS, zip(*given, strict=True), strict=True)
    return {key: list(numbers) for key, numbers in by_key if any(numbers)}


def _who(entrant: AnyEntrant) -> dict[str, Any]:
    match entrant:
        case BotEntrant(level=level):
            return {"bot": level}
        case Entrant(user_id=user_id):
            return {"user_id": user_id}
    return {}


def _distinct(entrants: Sequence[AnyEntrant]) -> list[AnyEntrant]:
    """The same with no two names alike: the order of the lobby is recorded by names, and must say who was first."""
    named: list[AnyEntrant] = []
    for number, entrant in enumerate(entrants, 1):
        is_taken = any(entrant.name == other.name for other in named)
        named.append(replace(entrant, name=f"{entrant.name} ({number})") if is_taken else entrant)
    return named


def names_of(match_id: int) -> tuple[str, ...]:
    """The players' names in seat order."""
    return stored_names(match_id)


def shown_names_of(match_id: int) -> tuple[str, ...]:
    """The same as pages show them: a player who has left for good is called so in the reader's language."""
    return tuple(shown_name(name) for name in names_of(match_id))


def shown_name(name: str) -> str:
    """A name as pages show it."""
    return gettext(DELETED_NAME) if name == DELETED_NAME else name


def seat_of(public_id: str, user_id: int) -> SeatRow | None:
    """The seat (with its match) that a user has in a match; None for a stranger and for no such match. At one device it
    is the seat on turn while the match runs."""
    if not PUBLIC_ID.fullmatch(public_id):
        return None
    own = seat_of_user(public_id, user_id)
    return own and _played_from(own)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A player on the page of their match: the `seat` with its match, to which all that was due is applied, and the
    players' `names` as they are stored, in seat order."""

    seat: SeatRow
    names: tuple[str, ...]


def visitor(public_id: str, user_id: int, now: Millis) -> Visitor | None:
    """The same seat as `seat_of`, for a page that is drawn at once. Raises MatchFailed."""
    found = seat_and_due(public_id, user_id, now) if PUBLIC_ID.fullmatch(public_id) else None
    if found is None:
        return None
    seat = found.seat
    if found.is_due:
        seat.match = settled(seat.match_id, now)
    return Visitor(_played_from(seat), found.names)


def _played_from(own: SeatRow) -> SeatRow:
    """The seat that a user with this one acts for: at one device, while the match runs, the seat on turn."""
    if not own.match.one_device or own.match.status == Match.Status.OVER:
        return own
    seats = SeatRow.objects.select_related("match")
    return _held(own, seats.get(match=own.match, seat=store.load(own.match).active))


def seats_on_turn(match_ids: Sequence[int]) -> dict[int, Seat]:
    """The seat on turn in each of these matches that runs."""
    rows = Match.objects.filter(pk__in=match_ids, status=Match.Status.LIVE) if match_ids else ()
    return {row.pk: store.load(row).active for row in rows}


def companions_of(row: Match) -> tuple[str, ...]:
    """The names of those who play at another's device, in seat order."""
    seats = SeatRow.objects.filter(match=row, match__one_device=True, user=None).order_by("seat")
    return tuple(seats.values_list("name", flat=True))


def _held(own: SeatRow, seat: SeatRow) -> SeatRow:
    """Another player's seat at the device of the user who has `own`: all requests from there are that user's."""
    seat.user = own.user
    return seat


class NoRecord(CodedError):
    """A match has no record; `code` says why."""


def export(row: Match) -> dict[str, Any]:
    """The match record (format alfapower-record/1), with all numbers, of a match that is over. Raises ValueError, and
    NoRecord for one that was played on from another: a record begins with a deal."""
    if row.status != Match.Status.OVER:
        raise ValueError("a record tells all, so it must wait for the end of the match")
    if beginnings.is_played_on(row):
        raise NoRecord("no_record")
    final = store.load(row)
    fair = deal_numbers.of_match(row)
    deal = deal_again(final, FairChance(fair.seed), row.started_at).state
    seats = list(SeatRow.objects.filter(match=row).order_by("seat"))
    record: dict[str, Any] = {
        "format": FORMAT,
        "variant": row.variant,
        "settings": recorded_settings(final.rules),
        "lexicon": {"name": row.lexicon_name, "version": row.lexicon_version},
        "players": [seat.name for seat in seats],
        "actions": [
            _recorded(entry, row.variant, row.started_at) for entry in row.log.filter(seq__gt=1) if _is_play(entry, row)
        ],
        "fair": fair.data(),
        "result": {
            "reason": row.reason,
            "winner": row.winner,
            "totals": [int(seat.total) for seat in seats],
            **_shared_places(row, seats),
        },
    }
    record |= dealt_hands(deal) | own_start(final)
    if row.lobby_order is not None:
        record["lobby_order"] = row.lobby_order
    return record


def _shared_places(row: Match, seats: Sequence[SeatRow]) -> dict[str, Any]:
    """The places of a match whose first one is shared, or of more than two: what its winner does not say."""
    if any(seat.place is None for seat in seats) or (row.winner is not None and len(seats) == PAIR):
        return {}
    return {"places": [seat.place for seat in seats]}


def _is_play(entry: LogEntry, row: Match) -> bool:
    """Whether the record has a place for the entry: presence and credits are the site's own steps and have none."""
    action = log_entries.action_of(json.loads(entry.action), entry.seat, row.variant, row.language)
    return action.origin in (Origin.PLAYER, Origin.TIME)


def _recorded(entry: LogEntry, variant: str, started_at: Millis) -> dict[str, Any]:
    """One log entry as an action of the record; what chance gave stands in its events."""
    action = {"seat": entry.seat, **json.loads(entry.action), "at": max(0, entry.at - started_at) / 1000}
    drawn = [thing for event in log_entries.events_of(entry.events) for thing in drawn_in(event, variant)]
    if drawn:
        action["drawn"] = drawn
    return action
