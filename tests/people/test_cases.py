"""Cases: taken by one moderator, put back, decided, and by whom not (rules/people.md §7)."""

from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import Permission

from accounts import api as accounts
from accounts.models import Sanction, User
from common.models import AuditEntry
from news.models import News
from people.models import Case, Report
from people.reporting.conflicts import conflict_of
from people.reporting.services import cases, reports
from people.reporting.services.cases import TAKEN_MS, CaseRefused, Decision
from tests.people.players import NOW, account, be_friends
from tests.people.players import accounts as some
from tests.people.reporters import MUTE, NO_FAULT, case_about, decided, moderator, report, taken
from tests.support.matches import make_match


def code(work: Callable[[], object]) -> str:
    """The code of a refusal, "" where there is none."""
    try:
        work()
    except CaseRefused as refused:
        return f"{refused.code} {refused.holder}".strip()
    return ""


@pytest.fixture
def tove() -> User:
    return moderator("Tove")


# R12.6
def test_one_moderator_has_a_case_and_the_other_reads_who(olof: User, klara: User, tove: User) -> None:
    case = taken(case_about(olof), klara)
    assert code(lambda: cases.take(case.pk, tove, NOW + 1)) == "taken Klara"
    assert code(lambda: cases.put_back(case.pk, tove, NOW + 1)) == "taken Klara"
    assert code(lambda: cases.decide(case.pk, tove, NO_FAULT, 10**9, NOW + 1)) == "taken Klara"
    assert AuditEntry.objects.get().note == cases.TOOK


# R12.6
def test_it_is_free_again_after_two_hours_and_not_longer_by_pressing_again(olof: User, klara: User, tove: User) -> None:
    case = taken(case_about(olof), klara)
    cases.take(case.pk, klara, NOW + TAKEN_MS - 1)
    assert code(lambda: cases.decide(case.pk, klara, NO_FAULT, 10**9, NOW + TAKEN_MS)) == "not_taken"
    assert code(lambda: cases.put_back(case.pk, klara, NOW + TAKEN_MS)) == "taken Klara"
    cases.take(case.pk, tove, NOW + TAKEN_MS)
    assert Case.objects.get().taken_by == tove


def test_who_puts_it_back_leaves_it_to_others(olof: User, klara: User, tove: User) -> None:
    case = taken(case_about(olof), klara)
    cases.put_back(case.pk, klara, NOW + 1)
    assert taken(case, tove, NOW + 2).taken_by == tove
    assert [entry.note for entry in AuditEntry.objects.order_by("pk")] == [cases.TOOK, cases.PUT_BACK, cases.TOOK]


def test_a_decision_puts_a_sanction_closes_all_reports_and_is_logged(olof: User, klara: User) -> None:
    ida, noor = some("Ida", "Noor")
    case = report(ida, olof, reason="insults", wants_answer=True).case
    report(noor, olof)
    decided(case, klara, MUTE, NOW + 1)
    row = Sanction.objects.get()
    assert (row.user, row.kind, row.reason, row.words, row.note, row.by) == (
        olof, "mute", "insults", "Please stop.", "third time", klara,
    )  # fmt: skip
    assert row.case_number == case.pk
    assert (case.decision, case.decided_by, case.decided_at) == ("mute", klara, NOW + 1)
    told = News.objects.filter(kind=reports.LOOKED_AT)
    assert [one.user for one in told] == [ida], "only who wants to know"
    assert not any(word in str(told[0].values) for word in ("mute", "stop", "insults"))
    entry = AuditEntry.objects.filter(note=cases.DECIDED).get()
    assert entry.user == klara and entry.changes["kind"] == [None, "mute"] and "words" in entry.changes


# R12.4
def test_no_fault_puts_no_sanction_and_is_told_alike(ida: User, olof: User, klara: User) -> None:
    decided(report(ida, olof, wants_answer=True).case, klara)
    assert not Sanction.objects.exists()
    assert News.objects.get(kind=reports.LOOKED_AT).user == ida


def test_what_reporters_were_told_says_no_name_that_is_hidden(ida: User, noor: User, olof: User, klara: User) -> None:
    case = report(ida, olof, reason="name", wants_answer=True).case
    report(noor, olof, reason="name")
    decided(case, klara, Decision("rename", "name", None, "x"))
    olof.refresh_from_db()
    told = News.objects.filter(withdrawn_at=None, kind__in=(reports.RECEIVED, reports.LOOKED_AT))
    assert {(one.user, one.values["name"]) for one in told} == {(ida, olof.display_name), (noor, olof.display_name)}
    assert olof.display_name != "Olof"


def test_a_case_is_decided_once(olof: User, klara: User) -> None:
    case = decided(case_about(olof), klara, MUTE)
    for decision in (MUTE, Decision("closed", "insults", None, "x")):
        assert code(partial(cases.decide, case.pk, klara, decision, 10**9, NOW)) == "decided"
    assert code(lambda: cases.take(case.pk, klara, NOW)) == "decided"
    assert Sanction.objects.count() == 1


def test_a_sanction_that_is_there_already_leaves_the_case_as_it_was(olof: User, klara: User) -> None:
    accounts.sanction(olof.pk, accounts.SanctionKind.MUTE, reason="insults", words="x", by=klara)
    case = taken(case_about(olof), klara)
    with pytest.raises(accounts.CannotSanction, match="already"):
        cases.decide(case.pk, klara, MUTE, 10**9, NOW)
    case.refresh_from_db()
    assert (case.decided_at, case.decision) == (None, "")
    cases.decide(case.pk, klara, Decision("word", "insults", None, "x"), 10**9, NOW)
    assert Sanction.objects.count() == 2


def test_a_decision_that_was_cut_off_is_sent_again_and_puts_no_second_sanction(olof: User, klara: User) -> None:
    case = taken(case_about(olof), klara)
    word = Decision("word", "insults", None, "x")
    accounts.sanction(olof.pk, accounts.SanctionKind.WORD, reason="insults", words="x", by=klara, case_number=case.pk)
    Case.objects.update(decision="word")
    assert code(lambda: cases.decide(case.pk, klara, word, 10**9, NOW)) == "decided"
    cases.decide(case.pk, klara, word, 10**9, NOW + cases.CUT_OFF_MS)
    assert Sanction.objects.count() == 1 and Case.objects.get().decided_at


def test_a_report_that_came_while_it_was_decided_waits_in_a_new_case(olof: User, klara: User) -> None:
    first = report(account("Ida"), olof)
    case = taken(first.case, klara)
    late = report(account("Noor"), olof, NOW + 1, reason="help")
    cases.decide(case.pk, klara, MUTE, first.pk, NOW + 2)
    late.refresh_from_db()
    assert late.case_id != case.pk and late.case.decided_at is None
    assert (late.case.weight, late.case.opened_at) == (Case.Weight.HELP, NOW + 1)
    assert Report.objects.get(pk=first.pk).case_id == case.pk


def _is_friend(klara: User, olof: User, _case: Case) -> None:
    be_friends(klara, olof)


def _blocks(klara: User, olof: User, _case: Case) -> None:
    accounts.block(klara.pk, olof.pk, NOW)


def _reports(klara: User, olof: User, case: Case) -> None:
    report(klara, olof)


def _plays(klara: User, olof: User, case: Case) -> None:
    match = make_match(users=(klara, olof))
    case.reports.update(match_public_id=match.public_id)


def _is_staff(_klara: User, olof: User, _case: Case) -> None:
    User.objects.filter(pk=olof.pk).update(is_staff=True)


CONFLICTS = {"friends": _is_friend, "blocked": _blocks, "reporter": _reports, "played": _plays, "staff": _is_staff}


@pytest.mark.parametrize("why", CONFLICTS)
@pytest.mark.parametrize("is_taken_before", [False, True])
def test_nobody_decides_on_a_match_a_friend_or_an_enemy_of_their_own(
    olof: User, klara: User, why: str, is_taken_before: bool
) -> None:
    case = case_about(olof)
    if is_taken_before:
        taken(case, klara)
    CONFLICTS[why](klara, olof, case)
    if is_taken_before:
        assert code(lambda: cases.decide(case.pk, klara, MUTE, 10**9, NOW)) == why
    else:
        assert code(lambda: cases.take(case.pk, klara, NOW)) == why
    assert not Sanction.objects.exists() and Case.objects.get().decided_at is None


def test_nor_on_themselves(klara: User) -> None:
    assert code(lambda: cases.take(case_about(klara).pk, klara, NOW)) == "about_you"


def test_who_is_blocked_by_the_player_may_decide(olof: User, klara: User) -> None:
    accounts.block(olof.pk, klara.pk, NOW)
    assert conflict_of(klara, case_about(olof)) is None


def test_superusers_decide_about_staff(olof: User, klara: User) -> None:
    _is_staff(klara, olof, case_about(olof))
    klara.is_superuser = True
    klara.save()
    assert conflict_of(klara, Case.objects.select_related("about").get()) is None


def test_a_case_that_is_gone(klara: User) -> None:
    for work in (cases.take, cases.put_back):
        assert code(partial(work, 99, klara, NOW)) == "no_case"


def test_moderators_have_the_rights_that_the_pages_ask_for(klara: User) -> None:
    wanted = {"people.view_case", "people.change_case", "accounts.view_appeal", "accounts.change_appeal"}
    assert wanted <= klara.get_all_permissions()
    assert not klara.has_perm("people.delete_case")
    assert not Permission.objects.filter(codename="delete_case").exists()
