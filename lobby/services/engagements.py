"""Which engagements (queues, rooms, rematches, matches) a player can have side by side: the one table of what each does
to each step they take, and of what ends when a match of theirs begins. Every way into a match checks here.

`TABLE` holds all of it; docs/decisions/0032-engagements.md explains it (a test compares the two). In short: searches
and proposals stand side by side; a player in a match with a clock cannot enter a second one; the match that begins
first takes its players along, with their other open pages; slow and untimed matches have a limit.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum

from django.db.models import Q, QuerySet

from accounts.api import User, keep_guests, lock_players
from game import api as game
from lobby.models import Rematch, RoomSeat, Seeker, SlowSeek

MOST, MOST_OF_A_GUEST = 50, 5  # slow and untimed matches with people, seeks and challenges counted
LEADS_MS = 20_000  # after a match has begun: how long a place that was given up for it leads there


class State(StrEnum):
    """What a player can be engaged in; several at once."""

    WAITING = "waits in Quick Join"
    COUNTED_IN = "is counted in by Quick Join"
    SEATED = "sits in a room"
    READY = "is ready in a room"
    OFFERING = "has proposed a rematch"
    OFFERED = "is asked for a rematch"
    AGREED = "has agreed on a rematch"
    TIMED = "plays by a clock"
    UNTIMED = "plays a slow match, or one without a clock"
    SEEKS = "waits for a slow match"
    CHALLENGES = "has asked somebody for a slow match"


class Step(StrEnum):
    """What a player can do, or what can happen to them. All but the last are steps towards a match with a clock; steps
    towards a slow or untimed match are all alike."""

    SEEK = "presses Play in Quick Join"
    READY = "says ready in a room"
    ASK = "proposes or accepts a rematch"
    ALONE = "begins practice, or a match at this device"
    BEGUN = "a match of theirs begins"
    UNHURRIED = "any of these for a slow match, or one without a clock"


class Outcome(StrEnum):
    """What becomes of an engagement at a step."""

    STAYS = "stays"
    REFUSED = "refuses the step"
    LEADS = "ends, and its pages lead to the match"
    ENDS = "ends"
    COUNTS = "counts: 50 there may be, 5 for a guest"


_ALL_STAY = dict.fromkeys(Step, Outcome.STAYS)
TABLE: Mapping[State, Mapping[Step, Outcome]] = {
    # A player has one place: Play in another queue, or by other terms, replaces it.
    State.WAITING: _ALL_STAY | {Step.BEGUN: Outcome.LEADS},
    State.COUNTED_IN: _ALL_STAY | {Step.BEGUN: Outcome.LEADS},
    State.SEATED: _ALL_STAY,
    # The room reports it when its own match is due, and asks all its players again.
    State.READY: _ALL_STAY,
    State.OFFERING: _ALL_STAY | {Step.BEGUN: Outcome.ENDS},
    State.OFFERED: _ALL_STAY,
    # The match that begins first is played; the other one is called off.
    State.AGREED: _ALL_STAY | {Step.BEGUN: Outcome.ENDS},
    State.TIMED: dict.fromkeys(Step, Outcome.REFUSED) | {Step.UNHURRIED: Outcome.STAYS},
    # An adjourned match counts too, but is never refused.
    State.UNTIMED: _ALL_STAY | {Step.UNHURRIED: Outcome.COUNTS},
    State.SEEKS: _ALL_STAY | {Step.UNHURRIED: Outcome.COUNTS},
    State.CHALLENGES: _ALL_STAY | {Step.UNHURRIED: Outcome.COUNTS},
}


class Busy(Exception):
    """The player's match `match` refuses the step. Nothing has changed."""

    def __init__(self, match: game.MatchCard) -> None:
        super().__init__(match.public_id)
        self.match = match


class Enough(Exception):
    """The player has `most` slow and untimed matches already, the limit. Nothing has changed."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


def of(user_id: int, now_ms: int) -> frozenset[State]:
    """All current engagements of the player."""
    found = set()
    place = Seeker.objects.filter(user_id=user_id, match="", gone_at__gt=now_ms).first()
    if place is not None:
        found.add(State.WAITING if place.starts_at is None else State.COUNTED_IN)
    seats = RoomSeat.objects.filter(user_id=user_id, room__ended="", room__match="", room__expires_at__gt=now_ms)
    for is_ready in seats.values_list("is_ready", flat=True):
        found.add(State.READY if is_ready else State.SEATED)
    asked = Rematch.objects.filter(match="", offered_at__isnull=False, previous__seats__user_id=user_id)
    for offered_by, starts_at in asked.values_list("offered_by", "starts_at"):
        if starts_at is not None:
            found.add(State.AGREED)
        else:
            found.add(State.OFFERING if offered_by == user_id else State.OFFERED)
    found |= {State.TIMED if card.is_live else State.UNTIMED for card in game.live_matches(user_id)}
    if _slow_seeks(user_id).exists():
        found.add(State.SEEKS)
    if _challenges(user_id):
        found.add(State.CHALLENGES)
    return frozenset(found)


def has_clock(settings: Mapping[str, object], variant: str) -> bool:
    """Whether a match of that game by these settings has a clock at which all players sit. Raises BadSettings."""
    return game.describe(settings, variant).is_live


def running(user_id: int) -> game.MatchCard | None:
    """The match with a clock (`has_clock`) that the player is in; None without one."""
    return next((card for card in game.live_matches(user_id) if card.is_live), None)


def in_the_way(user_id: int, step: Step, settings: Mapping[str, object], variant: str) -> game.MatchCard | None:
    """The player's match that refuses a step towards a match by these settings; None without one."""
    refuses = TABLE[State.TIMED][step] is Outcome.REFUSED and has_clock(settings, variant)
    return running(user_id) if refuses else None


def ask(user_id: int, step: Step, settings: Mapping[str, object], variant: str) -> None:
    """Check that the player may take the step towards a match by these settings. Raises Busy, Enough."""
    if match := in_the_way(user_id, step, settings, variant):
        raise Busy(match)
    if most := enough(user_id, settings, variant):
        raise Enough(most)


def enough(user_id: int, settings: Mapping[str, object], variant: str) -> int | None:
    """The player's limit of slow and untimed matches, if it is reached and a match by these settings would be one more;
    else None. Slow seeks and challenges count, also those whose match is about to begin."""
    if has_clock(settings, variant):
        return None
    most = MOST_OF_A_GUEST if User.objects.filter(pk=user_id, is_guest=True).exists() else MOST
    states = [state for state, outcomes in TABLE.items() if outcomes[Step.UNHURRIED] is Outcome.COUNTS]
    return most if sum(_COUNTED[state](user_id) for state in states) >= most else None


def busy_among(user_ids: Iterable[int], settings: Mapping[str, object], variant: str) -> list[int]:
    """The players who cannot begin a match by these settings; called just before it is made, in the caller's
    transaction.

    Their rows stay locked until that ends: two ways into a match cannot both find the same player free.
    """
    return [
        user_id
        for user_id in lock_players(user_ids)
        if in_the_way(user_id, Step.BEGUN, settings, variant) or enough(user_id, settings, variant)
    ]


def keep(user_ids: Iterable[int], settings: Mapping[str, object], variant: str, now_ms: int) -> None:
    """Keep the guests among these players, who begin a match by these settings, for as long as a slow match takes.
    Joins the caller's transaction."""
    if game.describe(settings, variant).is_slow:
        keep_guests(user_ids, now_ms)


def hold(user_ids: Iterable[int], starts_at: int) -> None:
    """Reserve the players' places in Quick Join for the agreed match that begins at `starts_at`: no other player is
    paired with them. Joins the caller's transaction."""
    _places(user_ids).update(elsewhere=True, starts_at=starts_at, partner=None, paired_at=None, deal="")


def release(user_ids: Iterable[int]) -> None:
    """Let places reserved for a match that was called off wait again. Joins the caller's transaction."""
    _places(user_ids).filter(elsewhere=True).update(elsewhere=False, starts_at=None)


def begun(user_ids: Iterable[int], match: str, starts_at: int) -> None:
    """Note that a match of these players begins: their places in Quick Join lead to it, and their proposals are
    withdrawn. Joins the caller's transaction."""
    _places(user_ids).update(
        elsewhere=True, match=match, starts_at=starts_at, gone_at=starts_at + LEADS_MS,
        partner=None, paired_at=None, deal="",
    )  # fmt: skip
    take_back_proposals(user_ids)


def take_back_proposals(user_ids: Iterable[int]) -> None:
    """Withdraw these players' open proposals of a rematch. Joins the caller's transaction."""
    # Another player's request may hold one of them and be about to make the match: it then finds this player busy.
    theirs = Rematch.objects.filter(offered_by__in=list(user_ids), starts_at=None, match="")
    for proposal in theirs.select_for_update(skip_locked=True):
        proposal.answers.filter(agreed=True).delete()
        proposal.offered_by = proposal.offered_at = None
        proposal.save()


def _slow_seeks(user_id: int) -> QuerySet[SlowSeek]:
    """The player's slow seeks without a match yet, their own and those they have come to."""
    return SlowSeek.objects.filter(Q(user_id=user_id) | Q(comer_id=user_id), match="")


_COUNTED: Mapping[State, Callable[[int], int]] = {
    State.UNTIMED: game.how_many_unhurried,
    State.SEEKS: lambda user_id: _slow_seeks(user_id).count(),
    State.CHALLENGES: lambda user_id: _challenges(user_id),
}

_challenge_counters: list[Callable[[int], int]] = []


def count_challenges_by(counted: Callable[[int], int]) -> None:
    """The app above that keeps challenges says how many slow and untimed ones of a player's stand, by the player's
    primary key."""
    _challenge_counters.append(counted)


def _challenges(user_id: int) -> int:
    return sum(counted(user_id) for counted in _challenge_counters)


def _places(user_ids: Iterable[int]) -> QuerySet[Seeker]:
    """The players' places that do not lead to a match yet, locked, and without the deals that they waited for."""
    found = list(Seeker.objects.select_for_update().filter(user_id__in=list(user_ids), match="").order_by("pk"))
    for place in found:
        game.drop_deal(place.deal)
    return Seeker.objects.filter(pk__in=[place.pk for place in found])
