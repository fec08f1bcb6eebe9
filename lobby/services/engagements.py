"""What one person is about, on however many pages: the one place that says what each thing they are in does to each
step they take, and what becomes of the rest when a match of theirs begins. Every way into a match asks here.

`TABLE` is that in full; docs/decisions/0032-engagements.md has it for readers (a test compares the two). In short: what
is only wished for stands side by side; somebody who plays by a clock takes no second clock; and what begins first takes
its players along, with their other pages.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from django.db.models import QuerySet

from accounts.api import User
from game import api as game
from lobby.models import Rematch, RoomSeat, Seeker

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
    UNTIMED = "plays without a clock"


class Step(StrEnum):
    """What somebody can do, or what can happen to them. A step towards a match with a clock; one without a clock meets
    nothing that refuses it."""

    SEEK = "presses Play in Quick Join"
    READY = "says ready in a room"
    ASK = "proposes or accepts a rematch"
    ALONE = "begins practice, or a match at this device"
    BEGUN = "a match of theirs begins"


class Outcome(StrEnum):
    """What becomes of what they were about."""

    STAYS = "stays"
    REFUSED = "refuses the step"
    LEADS = "ends, and its pages lead to the match"
    ENDS = "ends"


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
    State.TIMED: dict.fromkeys(Step, Outcome.REFUSED),
    State.UNTIMED: _ALL_STAY,
}


class Busy(Exception):
    """What the player is about refuses the step; `match` is it. Nothing has changed."""

    def __init__(self, match: game.MatchCard) -> None:
        super().__init__(match.public_id)
        self.match = match


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
    """May the player take the step, towards a match by these settings? Raises Busy."""
    if match := in_the_way(user_id, step, settings, variant):
        raise Busy(match)


def busy_among(user_ids: Iterable[int], settings: Mapping[str, object], variant: str) -> list[int]:
    """Those who cannot begin a match by these settings, asked just before it is made, in the caller's transaction.

    The players' rows are held until that is over: two ways into a match cannot both find the same player free.
    """
    if not has_clock(settings, variant):
        return []
    players = User.objects.select_for_update(no_key=True).filter(pk__in=list(user_ids)).order_by("pk")
    return [player.pk for player in players if in_the_way(player.pk, Step.BEGUN, settings, variant)]


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


def _places(user_ids: Iterable[int]) -> QuerySet[Seeker]:
    """The players' places, locked, without the deals that they waited for; those that lead to a match already are left
    alone."""
    found = list(Seeker.objects.select_for_update().filter(user_id__in=list(user_ids), match="").order_by("pk"))
    for place in found:
        game.drop_deal(place.deal)
    return Seeker.objects.filter(pk__in=[place.pk for place in found])
