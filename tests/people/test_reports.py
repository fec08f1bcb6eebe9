"""Reports: who may report whom, from where, how often, and what is kept of it (rules/people.md §7)."""

from typing import Any

import pytest

from accounts import api as accounts
from accounts.models import User
from accounts.services import leaving, merging
from common.durations import DAY_MS
from news.models import News
from people.exported import exported
from people.models import Case, Report
from people.reporting.services import keeping, reports
from people.reporting.services.reports import WEEK_MS, ReportRefused, Wanted
from tests.people.players import NOW, account
from tests.people.players import accounts as some
from tests.people.reporters import case_about, decided, line_of, moderator, report
from tests.support.matches import UserFactory, make_match

ZALGO = "a" + "\u0301" * 10_000


def code(by: User, about: User, at: int = NOW, **wanted: Any) -> str:
    """The code by which a report is refused; "" for one that is taken."""
    try:
        report(by, about, at, **wanted)
    except ReportRefused as refused:
        return refused.code
    return ""


def match_of(*users: User) -> Any:
    return make_match(users=users)


# R12.4
def test_a_report_makes_a_case_and_tells_the_reporter_that_it_is_received(ida: User, olof: User) -> None:
    row = report(ida, olof, reason="insults", words="It went on.", wants_answer=True)
    assert (row.case.about, row.case.opened_at, row.case.weight) == (olof, NOW, Case.Weight.INSULTS)
    assert (row.reporter, row.words, row.made_from, row.match_public_id) == (ida, "It went on.", "profile", "")
    told = News.objects.get()
    assert (told.user, told.kind, told.values) == (ida, reports.RECEIVED, {"name": "Olof"})


# R12.6
def test_all_that_is_open_about_one_player_is_one_case_by_its_weightiest_reason() -> None:
    olof, *others = some("Olof", "Ann", "Bea", "Cia")
    found = [report(one, olof, NOW + n, reason=reason) for n, (one, reason) in enumerate(
        zip(others, ("stalls", "help", "insults"), strict=True)
    )]  # fmt: skip
    assert len({row.case_id for row in found}) == 1
    assert [Case.objects.get().weight, Case.objects.get().opened_at] == [Case.Weight.INSULTS, NOW]


def test_after_a_decision_a_new_report_makes_a_new_case() -> None:
    olof, klara = account("Olof"), moderator()
    first = decided(case_about(olof), klara)
    second = case_about(olof, account("Another"), at=NOW + 1)
    assert first.pk != second.pk and second.decided_at is None


# R12.1
@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"reason": "because"}, "bad_reason"),
        ({"reason": ""}, "bad_reason"),
        ({"made_from": "moon"}, "bad_reason"),
        ({"words": "a\0b"}, "bad_characters"),
        ({"words": "x" * 501}, "too_long"),
        ({"words": ZALGO}, "too_long"),
        ({"words": "x" * 500}, ""),
        ({"words": "x" * 498 + "\r\n" + "x"}, ""),
        ({"words": "  \u200b \n\n \u2060 "}, ""),
        ({"match": "nosuchmatch1"}, "no_match"),
        ({"line": 10**17}, "no_line"),
    ],
)
def test_bad_input_is_refused_by_its_code(ida: User, olof: User, wanted: dict[str, Any], expected: str) -> None:
    assert code(ida, olof, **wanted) == expected
    assert Report.objects.exists() == (expected == "") == Case.objects.exists()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("<b>bold</b>", "<b>bold</b>"),
        ("\u202eevil\u202c", "evil"),
        ("a\u200bb\ufeffc", "abc"),
        ("e\u0301", "é"),
        ("a" + "\u0301" * 40, "á" + "\u0301" * 4),
        ("  one \r\n\r\n\r\n\n two\x07 \t three  ", "one\n\ntwo three"),
        ("\u200b \n ", ""),
    ],
)
def test_words_are_kept_as_they_show(ida: User, olof: User, typed: str, kept: str) -> None:
    assert report(ida, olof, words=typed).words == kept


def test_nobody_reports_themselves_or_whom_they_cannot_know() -> None:
    ida, stranger = account("Ida"), UserFactory.create()
    assert code(ida, ida) == "yourself"
    assert code(ida, stranger) == "no_player"
    assert code(ida, User(public_id="nobodyhere")) == "no_player"


# R12.1
def test_guests_report_and_are_reported_by_whom_they_have_met() -> None:
    ida, guest, olof = account("Ida"), UserFactory.create(), account("Olof")
    match_of(ida, guest)
    assert [code(ida, guest), code(guest, ida), code(guest, olof)] == ["", "", ""]


# R12.3
def test_a_report_of_a_match_needs_that_both_play_it(ida: User, olof: User, noor: User) -> None:
    theirs, others = match_of(ida, olof), match_of(olof, noor)
    assert code(ida, olof, match=others.public_id) == "no_match"
    assert code(ida, noor, match=theirs.public_id) == "no_match"
    assert report(ida, olof, match=theirs.public_id, made_from="match").match_public_id == theirs.public_id


def test_a_report_of_a_line_needs_that_the_reporter_plays_that_match(ida: User, olof: User, noor: User) -> None:
    theirs, others = match_of(ida, olof), match_of(olof, noor)
    assert code(ida, olof, line=line_of(others, olof).pk) == "no_line"
    assert code(ida, olof, line=line_of(theirs, ida).pk) == "no_line"
    row = report(ida, olof, reason="insults", line=line_of(theirs, olof).pk)
    assert (row.said, row.match_public_id) == ("you play like a spoon", theirs.public_id)


# R12.3
def test_no_report_quotes_a_line_that_the_reporter_was_never_shown(ida: User, olof: User) -> None:
    match = match_of(ida, olof)
    line = line_of(match, olof)
    line.withheld = 1 << match.seats.get(user=ida).seat
    line.save()
    assert code(ida, olof, line=line.pk) == "no_line"


# R12.2
def test_a_second_report_of_a_match_adds_to_the_first_until_that_is_decided() -> None:
    ida, olof, klara = account("Ida"), account("Olof"), moderator()
    match = match_of(ida, olof)
    first = report(ida, olof, words="one", match=match.public_id)
    line = line_of(match, olof)
    second = report(ida, olof, NOW + 1, reason="insults", words="two", line=line.pk, wants_answer=True)
    assert first.pk == second.pk and second.words == "one\ntwo" and second.said == line.text
    assert (second.reason, second.wants_answer, second.case.weight) == ("insults", True, Case.Weight.INSULTS)
    assert report(ida, olof, NOW + 2, match=match.public_id).reason == "insults", "the weightier one stays"
    decided(second.case, klara)
    assert code(ida, olof, NOW + 3, match=match.public_id) == "this_match"
    assert code(ida, olof, NOW + 3) == ""


def test_what_is_added_has_a_bound(ida: User, olof: User) -> None:
    told = [code(ida, olof, words="x" * 499) for _ in range(5)]
    assert told == ["", "", "", "", "words_full"]
    assert len(Report.objects.get().words) <= reports.MOST_IN_ALL


# R12.2
def test_without_a_match_there_is_one_a_week_about_the_same_person() -> None:
    ida, olof, klara = account("Ida"), account("Olof"), moderator()
    decided(report(ida, olof).case, klara)
    assert code(ida, olof, NOW + WEEK_MS - 1) == "this_week"
    assert code(ida, olof, NOW + WEEK_MS) == ""


# R12.2
def test_ten_reports_a_day(ida: User) -> None:
    others = [account(f"Other {n}") for n in range(reports.MOST_A_DAY + 1)]
    assert [code(ida, one) for one in others] == [""] * 10 + ["most_a_day"]
    assert code(ida, others[0], words="more") == "", "adding is no report more"
    assert code(ida, others[-1], NOW + DAY_MS) == ""


# R12.5
def test_who_is_blocked_reports_as_ever(ida: User, olof: User) -> None:
    accounts.block(olof.pk, ida.pk, NOW)
    assert code(ida, olof) == ""


def test_a_report_stays_without_a_name_and_goes_with_the_reported(ida: User, olof: User) -> None:
    row = report(ida, olof)
    leaving.delete(ida.pk)
    row.refresh_from_db()
    assert row.reporter is None
    leaving.delete(olof.pk)
    assert not Case.objects.exists() and not Report.objects.exists()


def test_a_guest_who_signs_in_keeps_reports_of_both_kinds() -> None:
    ida, olof, guest = account("Ida"), account("Olof"), UserFactory.create()
    other = UserFactory.create()
    make_match(users=(ida, guest))
    make_match(users=(ida, other))
    about_account, about_guest = report(ida, olof), report(ida, guest, reason="insults")
    report(guest, ida)
    merging.merge(guest.pk, olof.pk)
    case = Case.objects.get(about=olof)
    assert set(case.reports.values_list("pk", flat=True)) == {about_account.pk, about_guest.pk}
    assert case.weight == Case.Weight.INSULTS
    assert Report.objects.get(case__about=ida).reporter == olof


def test_who_has_reported_the_account_that_they_become_has_reported_nobody() -> None:
    olof, guest = account("Olof"), UserFactory.create()
    report(guest, olof)
    merging.merge(guest.pk, olof.pk)
    assert not Report.objects.exists() and not Case.objects.exists()


def test_the_export_has_ones_own_reports_and_nothing_of_those_about_oneself(ida: User, olof: User) -> None:
    report(ida, olof, words="my words")
    report(olof, ida, words="their words")
    found = exported(ida.pk)["reports"]
    assert [(one["about"], one["words"], one["reason"]) for one in found] == [(olof.public_id, "my words", "stalls")]


@pytest.mark.parametrize(
    ("decision", "days", "is_kept"),
    [("no_fault", 89, True), ("no_fault", 90, False), ("word", 729, True), ("word", 730, False), ("", 9_999, True)],
)
def test_decided_cases_are_kept_two_years_and_those_without_fault_ninety_days(
    decision: str, days: int, is_kept: bool
) -> None:
    case = case_about(account("Olof"))
    Case.objects.filter(pk=case.pk).update(decision=decision, decided_at=NOW if decision else None)
    assert keeping.remove_old(NOW + days * DAY_MS) == (not is_kept)
    assert Case.objects.exists() == Report.objects.exists() == is_kept


def test_reports_cost_the_same_however_many_there_are(django_assert_max_num_queries: Any) -> None:
    ida, olof = some("Ida", "Olof")
    case = case_about(olof)
    Report.objects.bulk_create(Report(case=case, reason="stalls", made_from="profile", made_at=NOW) for _ in range(500))
    with django_assert_max_num_queries(25):
        reports.report(ida.pk, olof.public_id, Wanted("help"), NOW)
