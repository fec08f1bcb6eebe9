"""What the one concerned sees of a decision, and nobody else: its page at the next page load, another name, the appeal;
and for a closed account a session that is good for nothing more (rules/people.md §7)."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Appeal, Sanction, SanctionKind, User
from accounts.profiles import closed_session
from accounts.services import appeals, sanctions
from common import rate_limits
from tests.accounts.conftest import match_of, sign_in, who
from tests.support.browsers import signed_in
from tests.support.sanctioned import closed, sanctioned
from tests.support.types import Response

DOCUMENT = {"Sec-Fetch-Dest": "document"}
KINDS = [SanctionKind.WORD, SanctionKind.MUTE, SanctionKind.NO_RATED, SanctionKind.RENAME]


def page(made: Sanction, name: str = "decision") -> str:
    return reverse(f"accounts:{name}", args=[made.pk])


def leads_to(answer: Response) -> str:
    assert answer.status_code == 302
    return str(answer["Location"])


# R11.5
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("until", [None, timezone.now() + timedelta(days=7)])
def test_at_the_next_page_it_comes_first_until_it_is_read(elsa: User, kind: SanctionKind, until: Any) -> None:
    made = sanctioned(elsa.pk, kind, words="Say <b>sorry</b>.", note="inside", until=until)
    browser = signed_in(elsa)
    for by_itself in ({"HX-Request": "true"}, {"Sec-Fetch-Dest": "empty"}):
        assert browser.get("/", headers=by_itself).status_code == 200
    assert leads_to(browser.get("/", headers=DOCUMENT)) == page(made)
    text = browser.get(page(made)).content.decode()
    assert "Say &lt;b&gt;sorry&lt;/b&gt;." in text and "inside" not in text and "I have read it" in text
    assert browser.get(reverse("accounts:export")).status_code in (200, 302), "leaving stays open"
    assert leads_to(browser.post(page(made, "decision-read"))) == reverse("lobby:home")
    assert browser.get("/").status_code == 200
    assert "Decisions about you" in browser.get(reverse("accounts:account")).content.decode()


def test_one_page_for_each_the_oldest_first(elsa: User) -> None:
    first, second = (sanctioned(elsa.pk, kind) for kind in (SanctionKind.WORD, SanctionKind.MUTE))
    browser = signed_in(elsa)
    assert leads_to(browser.get("/")) == page(first)
    assert leads_to(browser.post(page(first, "decision-read"))) == page(second)
    assert leads_to(browser.post(page(second, "decision-read"))) == reverse("lobby:home")


def test_not_in_the_middle_of_a_match_with_a_clock(elsa: User, ebba: User) -> None:
    row = match_of(elsa, ebba)
    sanctioned(elsa.pk, SanctionKind.WORD)
    assert signed_in(elsa).get("/").status_code == 200
    row.delete()
    assert signed_in(elsa).get("/").status_code == 302


def test_nobody_else_sees_it_and_a_visitor_is_asked_to_sign_in_whichever_it_is(elsa: User, ebba: User) -> None:
    made = sanctioned(elsa.pk, SanctionKind.WORD)
    for name in ("decision", "appeal"):
        assert signed_in(ebba).get(page(made, name)).status_code == 404
        for key in (made.pk, made.pk + 1):
            address = reverse(f"accounts:{name}", args=[key])
            assert leads_to(Client().get(address)) == reverse("account_login")
    assert signed_in(ebba).post(page(made, "decision-read")).status_code == 404
    assert signed_in(elsa).get(page(made)).headers["Cache-Control"].count("no-store")


def test_another_name_is_chosen_on_its_page_and_nowhere_else(elsa: User) -> None:
    word, made = sanctioned(elsa.pk, SanctionKind.WORD), sanctioned(elsa.pk, SanctionKind.RENAME)
    browser = signed_in(elsa)
    assert browser.post(page(word, "decision-name"), {"name": "Elin"}).status_code == 404
    for bad in ("Elsa", "x", "admin", "a\0b"):
        answer = browser.post(page(made, "decision-name"), {"name": bad})
        assert answer.status_code == 200 and "field-error" in answer.content.decode(), bad
    assert browser.post(page(made, "decision-name"), {"name": "Elin"}).status_code == 302
    assert User.objects.get(pk=elsa.pk).display_name == "Elin"
    assert browser.post(page(made, "decision-name"), {"name": "Ellen"}).status_code == 404, "it has ended"


def test_an_appeal_is_sent_once_and_its_steps_are_shown(elsa: User, boss: User) -> None:
    made = sanctioned(elsa.pk, SanctionKind.NO_RATED)
    browser = signed_in(elsa)
    assert browser.get(page(made, "appeal")).status_code == 200
    for text, said in (("", "Write what"), ("a" * 1001, "1,000 characters"), ("a\0", "Type it once more")):
        answer = browser.post(page(made, "appeal"), {"text": text})
        assert answer.status_code == 409 and said in answer.content.decode()
    assert leads_to(browser.post(page(made, "appeal"), {"text": "Not <i>me</i>."})) == page(made)
    text = browser.get(page(made)).content.decode()
    assert "Your appeal is being read" in text and "Not &lt;i&gt;me&lt;/i&gt;." in text and "within 7 days" in text
    assert leads_to(browser.get(page(made, "appeal"))) == page(made)
    assert (
        "appealed against this decision already" in browser.post(page(made, "appeal"), {"text": "No."}).content.decode()
    )
    appeals.decide_appeal(Appeal.objects.get().pk, boss, "lifted", "You are right.")
    text = browser.get(page(made)).content.decode()
    assert "Your appeal was heard" in text and "You are right." in text and "last word" in text
    assert "lifted" in browser.get(reverse("accounts:account")).content.decode()


def test_appeals_are_counted(elsa: User, monkeypatch: pytest.MonkeyPatch) -> None:
    made = sanctioned(elsa.pk, SanctionKind.MUTE)
    monkeypatch.setattr(rate_limits, "DECISIONS", rate_limits.Limit("decisions-here", browser="1 per hour"))
    browser = signed_in(elsa)
    browser.post(page(made, "appeal"), {"text": ""})
    assert browser.post(page(made, "appeal"), {"text": "Not me."}).status_code == 429
    assert not Appeal.objects.exists()


# R11.4
def test_who_is_closed_out_may_read_appeal_and_take_their_data_and_nothing_else(elsa: User, client: Client) -> None:
    word, made = sanctioned(elsa.pk, SanctionKind.WORD), closed(elsa.pk)
    answer = sign_in(client)
    assert answer.status_code == 403 and who(client) is None
    assert "My data" in answer.content.decode()
    assert client.get(page(made)).status_code == 200
    assert client.get(page(word)).status_code == 404, "only what closes the account"
    assert client.get(reverse("accounts:closed-data")).json()["profile"]["name"] == "Elsa"
    assert leads_to(client.get(reverse("accounts:account"))) == reverse("account_login")
    assert client.post(page(made, "appeal"), {"text": "Please."}).status_code == 302
    assert Appeal.objects.get().sanction == made
    assert client.get("/").status_code == 200 and who(client) is None


def test_the_session_of_a_closed_account_ends(elsa: User, ebba: User, monkeypatch: pytest.MonkeyPatch) -> None:
    made = closed(elsa.pk)
    data = reverse("accounts:closed-data")

    def browser() -> Client:
        fresh = Client()
        sign_in(fresh)
        assert fresh.get(page(made)).status_code == 200
        return fresh

    other = browser()
    sign_in(other, "Ebba")
    assert closed_session.KEY not in other.session and other.get(page(made)).status_code == 404
    late, later = browser(), browser()
    monkeypatch.setattr(closed_session, "DATA_SECONDS", -1)
    assert late.get(data).status_code == 404 and late.get(page(made)).status_code == 200
    monkeypatch.setattr(closed_session, "LASTS_SECONDS", -1)
    assert leads_to(later.get(page(made))) == reverse("account_login")
    monkeypatch.undo()
    sanctions.lift_sanction(made.pk, None)
    assert leads_to(late.get(data)) == leads_to(late.get(page(made))) == reverse("account_login")


def test_data_is_given_out_only_after_the_password_and_without_a_second_factor(elsa: User, client: Client) -> None:
    sign_in(client)
    made = closed(elsa.pk)
    assert client.get("/").status_code == 403, "told by the session that has just ended"
    assert client.get(page(made)).status_code == 200
    assert client.get(reverse("accounts:closed-data")).status_code == 404
    Authenticator.objects.create(user=elsa, type=Authenticator.Type.TOTP, data={"secret": "x"})
    assert "My data" not in sign_in(client).content.decode()
    assert client.get(reverse("accounts:closed-data")).status_code == 404


def test_whose_time_is_over_signs_in_before_the_periodic_job_has_come(elsa: User, client: Client) -> None:
    made = closed(elsa.pk, until=timezone.now() + timedelta(hours=1))
    Sanction.objects.filter(pk=made.pk).update(until=timezone.now())
    sign_in(client)
    sign_in(client)
    assert who(client) == elsa
