"""Who reports whom, moderators, and lines of talk, for the tests of reports and cases."""

from typing import Any

from django.contrib.auth.models import Group

from accounts.models import User
from people.models import Case, Report, TalkLine
from people.reporting.services import cases, reports
from people.reporting.services.cases import Decision
from people.reporting.services.reports import Wanted
from tests.people.players import NOW, account

NO_FAULT = Decision(cases.NO_FAULT)
MUTE = Decision("mute", "insults", None, "Please stop.", "third time")


def moderator(name: str = "Klara") -> User:
    """One of the staff who may decide cases."""
    player = account(name)
    player.is_staff = True
    player.save()
    player.groups.add(Group.objects.get(name="Moderators"))
    return User.objects.get(pk=player.pk)


def report(by: User, about: User, at: int = NOW, **wanted: Any) -> Report:
    """A report, and its row."""
    reports.report(by.pk, about.public_id, Wanted(**{"reason": "stalls", **wanted}), at)
    return Report.objects.latest("pk")


def case_about(about: User, by: User | None = None, **wanted: Any) -> Case:
    """The case of a report about that player."""
    return report(by or account(f"Teller {_in_letters(about.pk)}"), about, **wanted).case


def _in_letters(number: int) -> str:
    """A number that no name is refused for: 480 reads as a slur."""
    return "".join("bcdfghjlmp"[int(digit)] for digit in str(number))


def taken(case: Case, by: User, at: int = NOW) -> Case:
    """The case, taken by that moderator."""
    cases.take(case.pk, by, at)
    case.refresh_from_db()
    return case


def decided(case: Case, by: User, decision: Decision = NO_FAULT, at: int = NOW) -> Case:
    """The case, taken and decided."""
    cases.take(case.pk, by, at)
    last = case.reports.order_by("-pk").values_list("pk", flat=True)[0]
    cases.decide(case.pk, by, decision, last, at)
    case.refresh_from_db()
    return case


def line_of(match: Any, user: User, text: str = "you play like a spoon") -> TalkLine:
    """A line that the player has said in the match."""
    seat = match.seats.get(user=user).seat
    return TalkLine.objects.create(
        match=match, seat=seat, user=user, text=text, nonce=str(TalkLine.objects.count()), made_at=NOW
    )
