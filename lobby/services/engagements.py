"""What one person is about, on however many pages: the one place that says what each thing they are in does to each
step they take, and what becomes of the rest when a match of theirs begins. Every way into a match asks here.

`TABLE` is that in full; docs/decisions/0032-engagements.md has it for readers (a test compares the two). In short: what
is only wished for stands side by side; somebody who plays by a clock takes no second clock; what begins first takes
its players along, with their other pages; and of matches that nobody sits at there may be so many.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum

from django.db.models import Q, QuerySet

from accounts.api import User, keep_guests
from game import api as game
from lobby.models import Rematch, RoomSeat, Seeker, SlowSeek

MOST, MOST_OF_A_GUEST = 50, 5  # slow and untimed matches with other people, slow seeks counted
LEADS_MS = 20_000  # after a match has begun: for so long a place that was given up for it leads there


class State(StrEnum):
    """What somebody can be about; several at once."""

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


class Step(StrEnum):
    """What somebody can do, or what can happen to them. A step towards a match with a clock, but for the last; steps
    towards a slow match, or one without a clock, are all alike."""

    SEEK = "presses Play in Quick Join"
    READY = "says ready in a room"
    ASK = "proposes or accepts a rematch"
    ALONE = "begins practice, or a match at this device"
    BEGUN = "a match of theirs begins"
    UNHURRIED = "any of these for a slow match, or one without a clock"


class Outcome(StrEnum):
    """What becomes of what they were about."""

    STAYS = "stays"
    REFUSED = "refuses the step"
    LEADS = "ends, and its pages lead to the match"
    ENDS = "ends"
    COUNTS = "counts: 50 there may be, 5 for a guest"


_ALL_STAY = dict.fromkeys(Step, Outcome.STAYS)
TABLE: Mapping[State, Mapping[Step, Outcome]] = {
    # Another queue, or other terms, take the place over: one place to a player.
    State.WAITING: _ALL_STAY | {Step.BEGUN: Outcome.LEADS},
    State.COUNTED_IN: _ALL_STAY | {Step.BEGUN: Outcome.LEADS},
    State.SEATED: _ALL_STAY,
    # The room says so when its own turn comes, and asks everybody again.
    State.READY: _ALL_STAY,
    State.OFFERING: _ALL_STAY | {Step.BEGUN: Outcome.ENDS},
    State.OFFERED: _ALL_STAY,
    # Whatever begins first is played; the other is called off.
    State.AGREED: _ALL_STAY | {Step.BEGUN: Outcome.ENDS},
    State.TIMED: dict.fromkeys(Step, Outcome.REFUSED) | {Step.UNHURRIED: Outcome.STAYS},
    # An adjourned match counts too, but is never refused.
    State.UNTIMED: _ALL_STAY | {Step.UNHURRIED: Outcome.COUNTS},
    State.SEEKS: _ALL_STAY | {Step.UNHURRIED: Outcome.COUNTS},
}


class Busy(Exception):
    """What the player is about refuses the step; `match` is it. Nothing has changed."""

    def __init__(self, match: game.MatchCard) -> None:
        super().__init__(match.public_id)
        self.match = match


class Enough(Exception):
    """The player has `most` slow and untimed matches already, which is as many as may be. Nothing has changed."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


def of(user_id: int, now_ms: int) -> frozenset[State]:
    """All that the player is about."""
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
    return frozenset(found)


def has_clock(settings: Mapping[str, object], variant: str) -> bool:
    """Whether a match of that game by these settings has a clock that all sit at. Raises BadSettings."""
    return game.describe(settings, variant).is_live


def running(user_id: int) -> game.MatchCard | None:
    """The match with a clock that all sit at that the player is in; None without one."""
    return next((card for card in game.live_matches(user_id) if card.is_live), None)


def in_the_way(user_id: int, step: Step, settings: Mapping[str, object], variant: str) -> game.MatchCard | None:
    """What the player is in that refuses a step towards a match by these settings; None where nothing does."""
    refuses = TABLE[State.TIMED][step] is Outcome.REFUSED and has_clock(settings, variant)
    return running(user_id) if refuses else None


def ask(user_id: int, step: Step, settings: Mapping[str, object], variant: str) -> None:
    """May the player take the step, towards a match by these settings? Raises Busy, Enough."""
    if match := in_the_way(user_id, step, settings, variant):
        raise Busy(match)
    if most := enough(user_id, settings, variant):
        raise Enough(most)


def enough(user_id: int, settings: Mapping[str, object], variant: str) -> int | None:
    """How many slow and untimed matches the player may have, where they have so many and one by these settings would be
    one more; else None. Seeks count, those whose number is there too."""
    if has_clock(settings, variant):
        return None
    most = MOST_OF_A_GUEST if User.objects.filter(pk=user_id, is_guest=True).exists() else MOST
    states = [state for state, outcomes in TABLE.items() if outcomes[Step.UNHURRIED] is Outcome.COUNTS]
    return most if sum(_COUNTED[state](user_id) for state in states) >= most else None


def busy_among(user_ids: Iterable[int], settings: Mapping[str, object], variant: str) -> list[int]:
    """Those who cannot begin a match by these settings, asked just before it is made, in the caller's transaction.

    The players' rows are held until that is over: two ways into a match cannot both find the same player free.
    """
    players = User.objects.select_for_update(no_key=True).filter(pk__in=list(user_ids)).order_by("pk")
    return [
        player.pk
        for player in players
        if in_the_way(player.pk, Step.BEGUN, settings, variant) or enough(player.pk, settings, variant)
    ]


def keep(user_ids: Iterable[int], settings: Mapping[str, object], variant: str, now_ms: int) -> None:
    """Guests among these players, who begin a match by these settings, are kept for as long as a slow one takes. Joins
    the caller's transaction."""
    if game.describe(settings, variant).is_slow:
        keep_guests(user_ids, now_ms)


def hold(user_ids: Iterable[int], starts_at: int) -> None:
    """The players have agreed on a match that begins then: their places in Quick Join wait for it and for nobody else.
    Joins the caller's transaction."""
    _places(user_ids).update(elsewhere=True, starts_at=starts_at, partner=None, paired_at=None, deal="")


def release(user_ids: Iterable[int]) -> None:
    """What was agreed on is not to be: places that were held for it wait on. Joins the caller's transaction."""
    _places(user_ids).filter(elsewhere=True).update(elsewhere=False, starts_at=None)


def begun(user_ids: Iterable[int], match: str, starts_at: int) -> None:
    """A match of these players begins: places in Quick Join lead there, and proposals of theirs are taken back. Joins
    the caller's transaction."""
    _places(user_ids).update(
        elsewhere=True, match=match, starts_at=starts_at, gone_at=starts_at + LEADS_MS,
        partner=None, paired_at=None, deal="",
    )  # fmt: skip
    take_back_proposals(user_ids)


def take_back_proposals(user_ids: Iterable[int]) -> None:
    """Proposals of a rematch by these players stand no longer. Joins the caller's transaction."""
    # Somebody else's page may hold one of them, and be about to make the match itself: that finds its player busy.
    theirs = Rematch.objects.filter(offered_by__in=list(user_ids), starts_at=None, match="")
    for proposal in theirs.select_for_update(skip_locked=True):
        proposal.answers.filter(agreed=True).delete()
        proposal.offered_by = proposal.offered_at = None
        proposal.save()


def _slow_seeks(user_id: int) -> QuerySet[SlowSeek]:
    """What the player wishes for, and what they have come to and is about to begin."""
    return SlowSeek.objects.filter(Q(user_id=user_id) | Q(comer_id=user_id), match="")


_COUNTED: Mapping[State, Callable[[int], int]] = {
    State.UNTIMED: game.how_many_unhurried,
    State.SEEKS: lambda user_id: _slow_seeks(user_id).count(),
}


def _places(user_ids: Iterable[int]) -> QuerySet[Seeker]:
    """The players' places, locked, without the deals that they waited for; those that lead to a match already are left
    alone."""
    found = list(Seeker.objects.select_for_update().filter(user_id__in=list(user_ids), match="").order_by("pk"))
    for place in found:
        game.drop_deal(place.deal)
    return Seeker.objects.filter(pk__in=[place.pk for place in found])
