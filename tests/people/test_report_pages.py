"""The page by which one player reports another, without a script, in both languages, and where it is led to from."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import api as accounts
from accounts.models import User
from common import rate_limits
from common.rate_limits import Limit
from people.models import Report
from tests.people.players import NOW, account, be_friends
from tests.people.reporters import decided, line_of, moderator, report
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory, make_match, resigned


def address(of: User, query: str = "") -> str:
    return reverse("people:report", args=[of.public_id]) + query


def text(response: Any) -> str:
    return response.content.decode()


def test_a_report_from_a_profile_is_sent_and_leads_back(ida: User, olof: User) -> None:
    browser = signed_in(ida)
    page = browser.get(address(olof))
    assert page.status_code == 200 and "Report Olof" in text(page) and "checked" not in text(page)
    sent = browser.post(
        address(olof), {"reason": "name", "words": "<b>see</b>", "wants_answer": "on", "from": "profile", "block": "on"}
    )
    assert (sent.status_code, sent["Location"]) == (302, reverse("accounts:player", args=[olof.public_id]))
    row = Report.objects.get()
    assert (row.reason, row.words, row.wants_answer) == ("name", "<b>see</b>", True)
    assert accounts.has_blocked(ida.pk, olof.pk)
    assert "Received. Thank you" in text(browser.get(reverse("news:page"))) or "is received" in text(
        browser.get(reverse("news:page"))
    )


def test_from_a_line_it_is_quoted_and_insults_are_chosen(ida: User, olof: User) -> None:
    line = line_of(make_match(users=(ida, olof)), olof, "<i>a spoon</i>")
    page = text(signed_in(ida).get(address(olof, f"?line={line.pk}")))
    assert "&lt;i&gt;a spoon&lt;/i&gt;" in page and "The talk around it goes along." in page
    assert page.count("checked") == 1 and page.index('value="insults"') < page.index("checked") < page.index(
        "Plays with"
    )
    sent = signed_in(ida).post(address(olof), {"reason": "insults", "line": str(line.pk), "from": "talk"})
    assert sent.status_code == 302 and Report.objects.get().line == line


def test_from_a_match_nothing_is_chosen_and_the_second_time_it_is_added_to(ida: User, olof: User) -> None:
    match = make_match(users=(ida, olof))
    browser, here = signed_in(ida), address(olof, f"?match={match.public_id}&from=match")
    assert "checked" not in text(browser.get(here))
    sent = browser.post(address(olof), {"reason": "help", "match": match.public_id, "from": "match"})
    page = text(browser.get(sent["Location"]))
    assert "You have reported Olof for this match" in page and "Add to it" in page
    assert "Received. Thank you" in page
    again = browser.post(address(olof), {"reason": "help", "words": "more", "match": match.public_id, "from": "match"})
    assert "Added." in text(browser.get(again["Location"]))
    assert Report.objects.get().words == "more"


def test_from_a_profile_the_matches_of_both_are_offered(ida: User, olof: User) -> None:
    mine, theirs = make_match(users=(ida, olof)), make_match(users=(olof, account("Noor")))
    page = text(signed_in(ida).get(address(olof)))
    assert mine.public_id in page and theirs.public_id not in page


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({"reason": "because"}, "Choose what it is about."),
        ({}, "Choose what it is about."),
        ({"reason": "help", "words": "x" * 501}, "At most 500 characters."),
        ({"reason": "help", "words": "a\0b"}, "cannot be shown"),
    ],
)
def test_errors_stand_at_their_field_and_keep_what_was_typed(
    ida: User, olof: User, posted: dict[str, str], said: str
) -> None:
    page = signed_in(ida).post(address(olof), {"wants_answer": "on", **posted})
    assert page.status_code == 422 and said in text(page) and 'name="wants_answer" checked' in text(page)
    assert not Report.objects.exists()


@pytest.mark.parametrize("query", ["?line=1", "?line=x", "?line=-1", "?line=" + "9" * 30, "?match=nosuchmatch1"])
def test_what_is_not_theirs_is_not_there(ida: User, olof: User, query: str) -> None:
    foreign = make_match(users=(olof, account("Noor")))
    line_of(foreign, olof)
    browser = signed_in(ida)
    assert browser.get(address(olof, query)).status_code == 404
    assert browser.get(address(olof, f"?match={foreign.public_id}")).status_code == 404
    for posted in ({"line": "1"}, {"match": foreign.public_id}, {"match": "a\0b"}):
        assert browser.post(address(olof), {"reason": "help", **posted}).status_code == 404
    assert not Report.objects.exists()


def test_nobody_reports_themselves_or_a_guest_they_do_not_know(ida: User) -> None:
    for other in (ida, UserFactory.create()):
        assert signed_in(ida).get(address(other)).status_code == 404
        assert signed_in(ida).post(address(other), {"reason": "help"}).status_code == 404


def test_visitors_are_led_to_sign_in(olof: User) -> None:
    assert reverse("account_login") in Client().get(address(olof))["Location"]
    assert reverse("account_login") in Client().post(address(olof), {"reason": "help"})["Location"]


def test_what_was_looked_at_is_said_and_no_more(ida: User, olof: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = make_match(users=(ida, olof))
    decided(report(ida, olof, match=match.public_id, wants_answer=True).case, moderator())
    browser = signed_in(ida)
    page = browser.get(address(olof, f"?match={match.public_id}"))
    assert "was looked at" in text(page) and "<textarea" not in text(page)
    assert browser.post(address(olof), {"reason": "help", "match": match.public_id}).status_code == 409


def test_more_than_thirty_an_hour_wait(ida: User, olof: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "REPORTS", Limit("reports", user="1 per hour"))
    browser = signed_in(ida)
    answers = [browser.post(address(olof), {"reason": "help"}).status_code for _ in range(2)]
    assert answers == [302, 429] and browser.get(address(olof)).status_code == 200


@pytest.mark.parametrize("query", ["", "?match={match}"])
def test_in_swedish(ida: User, olof: User, query: str) -> None:
    match = make_match(users=(ida, olof))
    page = text(
        signed_in(ida, headers={"Accept-Language": "sv"}).get(address(olof, query.format(match=match.public_id)))
    )
    for said in ("Anmäl Olof", "Spelar med hjälp", "Skicka anmälan", "Säg till när den är granskad"):
        assert said in page


def test_profiles_matches_and_rooms_lead_there(ida: User, olof: User) -> None:
    browser, row = signed_in(ida), make_match(users=(ida, olof))
    assert address(olof) in text(browser.get(reverse("accounts:player", args=[olof.public_id])))
    menu = text(browser.get(reverse("accounts:block-in-match", args=[row.public_id])))
    assert address(olof, f"?from=match&amp;match={row.public_id}") in menu
    resigned(row)
    assert "block-in-match" not in menu and reverse("accounts:block-in-match", args=[row.public_id]) in text(
        browser.get(reverse("game:match", args=[row.public_id]))
    )
    accounts.block(ida.pk, olof.pk, NOW)
    assert address(olof) in text(browser.get(reverse("accounts:player", args=[olof.public_id])))


def test_a_friend_can_be_reported_from_the_menu(ida: User, olof: User) -> None:
    be_friends(ida, olof)
    assert address(olof) in text(signed_in(ida).get(reverse("accounts:player", args=[olof.public_id])))
