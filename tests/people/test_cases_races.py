"""On real row locks: reports, takings and decisions at the same instant."""

from functools import partial

import pytest

from accounts.models import Sanction, User
from people.models import Case, Report
from people.reporting.services import cases, reports
from people.reporting.services.cases import CaseRefused, Decision
from people.reporting.services.reports import ReportRefused, Wanted
from tests.people.players import NOW, account, crowd
from tests.people.reporters import MUTE, case_about, taken
from tests.support.at_once import at_once, codes_of, well_at_once

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 5


def moderator(name: str = "Klara") -> User:
    """One of the staff; the services ask no rights, the pages do."""
    player = account(name)
    player.is_staff = True
    player.save()
    return player


refused = partial(codes_of, (CaseRefused, ReportRefused))


def test_ten_reports_at_once_make_one_case() -> None:
    for number in range(ROUNDS):
        olof, others = account(f"Olof {number}"), crowd(10, f"crowd{number}")
        well_at_once(*(partial(reports.report, one.pk, olof.public_id, Wanted("help"), NOW) for one in others))
        assert Case.objects.filter(about=olof).count() == 1
        assert Report.objects.filter(case__about=olof).count() == 10


def test_the_same_report_in_two_tabs_is_one() -> None:
    for number in range(ROUNDS):
        olof, ida = account(f"Olof {number}"), account(f"Ida {number}")
        work = partial(reports.report, ida.pk, olof.public_id, Wanted("help", "x"), NOW)
        assert sorted(well_at_once(work, work)) == [False, True]
        assert Report.objects.get(reporter=ida).words == "x\nx"


def test_of_eleven_reports_at_once_ten_are_taken() -> None:
    ida, others = account("Ida"), crowd(reports.MOST_A_DAY + 1)
    results = at_once(*(partial(reports.report, ida.pk, one.public_id, Wanted("help"), NOW) for one in others))
    assert refused(results) == ["most_a_day"]


def test_two_who_report_each_other_at_once() -> None:
    for number in range(ROUNDS):
        one, other = account(f"One {number}"), account(f"Other {number}")
        pairs = ((one, other), (other, one))
        well_at_once(*(partial(reports.report, a.pk, b.public_id, Wanted("help"), NOW) for a, b in pairs))


def test_of_four_moderators_one_takes_the_case() -> None:
    staff = [moderator(f"Klara {number}") for number in range(4)]
    for number in range(ROUNDS):
        case = case_about(account(f"Olof {number}"))
        results = at_once(*(partial(cases.take, case.pk, one, NOW) for one in staff))
        assert refused(results) == ["taken"] * 3


def test_a_case_decided_in_two_tabs_is_decided_once() -> None:
    klara = moderator()
    for number in range(ROUNDS):
        case = taken(case_about(account(f"Olof {number}")), klara)
        closed = Decision("closed", "insults", None, "x")
        works = [partial(cases.decide, case.pk, klara, one, 10**9, NOW) for one in (MUTE, closed)]
        assert refused(at_once(*works)) == ["decided"]
        assert Sanction.objects.filter(case_number=case.pk).count() == 1


def test_reports_while_a_case_is_decided_are_in_it_or_in_a_new_one() -> None:
    klara = moderator()
    for number in range(ROUNDS):
        olof = account(f"Olof {number}")
        case = taken(case_about(olof), klara)
        last = case.reports.get().pk
        others = crowd(4, f"crowd{number}")
        works = [partial(reports.report, one.pk, olof.public_id, Wanted("help"), NOW) for one in others]
        well_at_once(partial(cases.decide, case.pk, klara, MUTE, last, NOW), *works)
        open_one = Case.objects.get(about=olof, decided_at=None)
        assert open_one.reports.count() == 4 and case.reports.count() == 1
