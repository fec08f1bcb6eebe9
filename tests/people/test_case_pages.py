"""The queue, the case and the appeals in the admin: who sees what, takes, decides, and how much a page asks."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Appeal, Sanction, User
from accounts.services import appeals
from game import api as game
from people.models import Case, Report
from people.reporting.decision_form import DecisionForm
from tests.people.players import account, accounts, crowd
from tests.people.reporters import MUTE, case_about, decided, line_of, moderator, report, taken
from tests.support.browsers import signed_in
from tests.support.matches import give_hand, make_match, resigned

QUEUE = reverse("admin:people_case_changelist")
GOOD = {"kind": "mute", "until": "7", "reason": "insults", "words": "Please stop.", "note": "", "last_seen": "9999"}


@pytest.fixture
def browser(klara: User) -> Client:
    return signed_in(klara)


def page_of(case: Case) -> str:
    return reverse("admin:people_case_change", args=[case.pk])


def take_of(case: Case) -> str:
    return reverse("admin:people_case_take", args=[case.pk])


def text(response: Any) -> str:
    return response.content.decode()


def plain(response: Any) -> str:
    """The page without what differs from request to request."""
    return re.sub(r'csrfmiddlewaretoken" value="[^"]*"', "", text(response))


def now_ms() -> int:
    return game.now_ms()


def test_a_report_is_taken_decided_and_gone_from_the_queue(browser: Client, olof: User, klara: User) -> None:
    case = report(account("Ida"), olof, now_ms(), reason="insults", words="<script>alert(1)</script>").case
    assert "Olof" in text(browser.get(QUEUE))
    assert browser.post(take_of(case))["Location"] == page_of(case)
    page = text(browser.get(page_of(case)))
    assert "&lt;script&gt;alert(1)" in page and "<script>alert" not in page
    assert 'type="radio"' in page and "checked" not in page and "selected" in page
    answer = browser.post(page_of(case), GOOD)
    assert answer["Location"] == QUEUE
    row = Sanction.objects.get()
    assert row.user == olof and row.until is not None and timedelta(days=6) < row.until - timezone.now()
    assert "Olof" not in text(browser.get(QUEUE)).split("results")[-1]
    assert "Olof" in text(browser.get(QUEUE, {"state": "decided"}))
    assert "Please stop." in text(browser.get(page_of(case)))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": ""}, "kind"),
        ({"kind": "hang"}, "kind"),
        ({"reason": ""}, "reason"),
        ({"reason": "because"}, "reason"),
        ({"words": "  \u200b "}, "words"),
        ({"words": "x" * 1001}, "words"),
        ({"words": "a\0b"}, "words"),
        ({"note": "x" * 2001}, "note"),
        ({"until": ""}, "until"),
        ({"until": "9"}, "until"),
        ({"until": "date"}, "date"),
        ({"until": "date", "date": "2001-01-01"}, "date"),
        ({"until": "date", "date": "2999-01-01"}, "date"),
        ({"until": "date", "date": "tomorrow"}, "date"),
        ({"last_seen": "x"}, "last_seen"),
    ],
)
def test_a_form_with_an_error_decides_nothing(wrong: dict[str, str], field: str) -> None:
    form = DecisionForm({**GOOD, **wrong}, now=timezone.now())
    assert not form.is_valid() and field in form.errors


@pytest.mark.parametrize("said", [{"kind": "word", "until": ""}, {"kind": "rename", "until": ""}, {"until": "never"}])
def test_what_closes_nothing_needs_no_end(said: dict[str, str]) -> None:
    form = DecisionForm({**GOOD, **said}, now=timezone.now())
    assert form.is_valid(), form.errors
    assert form.decision().until is None


def test_no_fault_needs_no_words(browser: Client, olof: User, klara: User) -> None:
    case = taken(case_about(olof), klara, now_ms())
    browser.post(page_of(case), {"kind": "no_fault", "last_seen": "999999"})
    case.refresh_from_db()
    assert case.decision == "no_fault" and not Sanction.objects.exists()


def test_errors_stand_at_their_fields_and_input_is_kept(browser: Client, olof: User, klara: User) -> None:
    case = taken(case_about(olof), klara, now_ms())
    page = browser.post(page_of(case), {**GOOD, "words": "", "note": "kept note"})
    assert page.status_code == 422
    assert "Say in your own words why" in text(page) and "kept note" in text(page) and "checked" in text(page)
    assert not Sanction.objects.exists()


def test_the_other_moderator_reads_who_has_it_and_decides_nothing(browser: Client, olof: User) -> None:
    case = taken(case_about(olof), moderator("Tove"), now_ms())
    assert "Tove has taken this case" in text(browser.get(page_of(case)))
    assert "taken by Tove" in text(browser.get(QUEUE))
    assert browser.post(take_of(case), follow=True).redirect_chain[-1][0] == page_of(case)
    assert "Tove has taken this case" in text(browser.post(page_of(case), GOOD, follow=True))
    assert not Sanction.objects.exists()


def test_who_plays_the_match_reads_and_does_not_decide(browser: Client, olof: User, klara: User) -> None:
    match = make_match(users=(klara, olof))
    case = case_about(olof)
    case.reports.update(match_public_id=match.public_id)
    page = text(browser.get(page_of(case)))
    assert "You played in one of these matches." in page and 'type="radio"' not in page
    browser.post(take_of(case))
    case.refresh_from_db()
    assert case.taken_by is None


def test_nobody_reads_who_has_reported_them(browser: Client, klara: User) -> None:
    case = case_about(klara)
    assert "Klara</a>" not in text(browser.get(QUEUE)).split("results")[-1]
    assert browser.get(page_of(case))["Location"] == QUEUE
    browser.post(take_of(case))
    assert Case.objects.get().taken_by is None


def test_it_is_put_back(browser: Client, olof: User, klara: User) -> None:
    case = taken(case_about(olof), klara, now_ms())
    assert browser.post(page_of(case), {"put_back": "1"})["Location"] == QUEUE
    assert Case.objects.get().taken_by is None


def test_others_of_the_staff_and_players_are_shut_out(olof: User) -> None:
    case = case_about(olof)
    staff = account("Stina")
    staff.is_staff = True
    staff.save()
    addresses = [QUEUE, page_of(case), take_of(case), reverse("admin:people_case_appeals")]
    for address in addresses:
        assert signed_in(staff).get(address).status_code == 403, address
        assert signed_in(staff).post(address, GOOD).status_code in (403, 405), address
        assert signed_in(olof).get(address).status_code == 302, address
    assert signed_in(staff).get(reverse("admin:people_case_appeal", args=[1])).status_code == 403


def test_the_weightiest_come_first_then_the_oldest(browser: Client) -> None:
    names = ["Aina", "Bror", "Cilla", "Disa"]
    for number, (one, reason) in enumerate(zip(accounts(*names), ("stalls", "help", "insults", "help"), strict=True)):
        report(account(f"Teller {number}"), one, 1000 + number, reason=reason)
    page = text(browser.get(QUEUE))
    assert sorted(names, key=page.index) == ["Cilla", "Bror", "Disa", "Aina"]
    only = text(browser.get(QUEUE, {"reason": "help"}))
    assert "Bror" in only and "Disa" in only and "Aina" not in only


def test_mine_are_those_that_i_have_now(browser: Client, olof: User, klara: User) -> None:
    taken(case_about(olof), klara, now_ms())
    noor = account("Noor")
    taken(case_about(noor), klara, now_ms() - 3 * 3_600_000)
    page = text(browser.get(QUEUE, {"state": "mine"}))
    assert "Olof" in page and "Noor" not in page


def test_ten_thousand_reports_ask_no_more_than_a_few(browser: Client) -> None:
    def asked(address: str) -> int:
        with CaptureQueriesContext(connection) as found:
            assert browser.get(address).status_code == 200
        return len(found)

    first = case_about(account("Olof"))
    few = asked(QUEUE), asked(page_of(first))
    people = crowd(60)
    rows = Case.objects.bulk_create(Case(about=one, opened_at=n) for n, one in enumerate(people))
    Report.objects.bulk_create(
        Report(
            case=rows[n % 60] if n % 2 else first,
            reporter=people[n % 60],
            reason="help",
            made_from="profile",
            made_at=n,
        )
        for n in range(1_200)
    )
    assert (asked(QUEUE), asked(page_of(first))) == few
    page = text(browser.get(page_of(first)))
    assert "Reports (601)" in page and page.count('<td class="casewords">') == 100


def test_the_page_shows_talk_matches_names_and_the_past(browser: Client, olof: User) -> None:
    ida, klara = account("Ida"), moderator("Tove")
    decided(case_about(olof, at=1), klara, MUTE, now_ms())
    over = resigned(make_match(users=(ida, olof)))
    over.seats.filter(user=olof).update(name="Olle_77")
    lines = [line_of(over, olof if number % 2 else ida, f"line {number:02}") for number in range(50)]
    case = report(ida, olof, reason="insults", line=lines[25].pk).case
    page = text(browser.get(page_of(case)))
    for there in ("line 25", "line 05", "line 45", "Olle_77", "Mute (talk)", "is-reported"):
        assert there in page, there
    assert "line 04" not in page and "line 46" not in page
    assert reverse("admin:game_match_replay", args=[over.pk]) in page
    assert reverse("admin:game_match_record", args=[over.pk]) in page


def test_hands_of_running_matches_are_shown_to_no_moderator(ida: User, browser: Client, olof: User) -> None:
    match = make_match(users=(ida, olof))
    case = report(ida, olof, match=match.public_id).case
    give_hand(match, 0, "AEINRST")
    page = plain(browser.get(page_of(case)))
    give_hand(match, 0, "OOUUAAE")
    assert page == plain(browser.get(page_of(case))), "two worlds"
    replay, record = (reverse(f"admin:game_match_{name}", args=[match.pk]) for name in ("replay", "record"))
    assert replay not in page and record not in page and "running" in page
    assert browser.get(replay).status_code == browser.get(record).status_code == 404
    resigned(match)
    assert browser.get(replay).status_code == browser.get(record).status_code == 200
    assert signed_in(ida).get(record).status_code == 302, "players have their own"


def test_an_appeal_is_answered_by_another_than_who_decided(browser: Client, olof: User, klara: User) -> None:
    tove = moderator("Tove")
    case = decided(case_about(olof), klara, MUTE, now_ms())
    appeal = appeals.appeal(olof.pk, Sanction.objects.get().pk, "It was <b>not</b> me.")
    here = reverse("admin:people_case_appeal", args=[appeal.pk])
    assert "Appeals (1)" in text(browser.get(QUEUE))
    own = text(browser.get(here))
    assert "You decided this case." in own and "It was &lt;b&gt;not" in own and 'name="take"' not in own
    browser.post(here, {"take": "1"})
    assert Appeal.objects.get().taken_by is None
    other = signed_in(tove)
    assert "Olof" in text(other.get(reverse("admin:people_case_appeals")))
    other.post(here, {"take": "1"})
    page = text(other.get(here))
    assert 'type="radio"' in page and "checked" not in page and str(case.reports.get().reporter) in page
    assert other.post(here, {"outcome": "shortened", "words": "x"}).status_code == 422
    assert other.post(here, {"outcome": "harder", "words": "x"}).status_code == 422
    assert other.post(here, {"outcome": "kept", "words": ""}).status_code == 422
    later = (timezone.now() + timedelta(days=3)).date().isoformat()
    assert other.post(here, {"outcome": "shortened", "end": later, "words": "Part of it."}).status_code == 302
    found = Appeal.objects.get()
    assert (found.outcome, found.decided_by) == ("shortened", tove)
    assert "Part of it." in text(browser.get(here))
    assert other.post(here, {"outcome": "kept", "words": "again"}).status_code == 302
    assert Appeal.objects.get().outcome == "shortened"


def test_in_swedish(olof: User, klara: User) -> None:
    case = taken(case_about(olof), klara, now_ms())
    reader = signed_in(klara, headers={"Accept-Language": "sv"})
    page = text(reader.get(page_of(case)))
    for said in ("Åtgärd", "Ord till spelaren", "Besluta och meddela Olof", "Granskningslogg"):
        assert said in page
    assert "Öppna och tagna" in text(reader.get(QUEUE))
