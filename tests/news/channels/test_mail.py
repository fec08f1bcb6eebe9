"""Mail: verified addresses, bundled, one an hour and twelve a day, left by one press (rules/people.md §2)."""

import re
import smtplib
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from pytest_django import Settings

from news.channels import Outcome
from news.mail import AGE_MS, PAUSES_MS, MailChannel
from news.models import News, NewsPreference, RefusedAddress
from tests.news.channels.conftest import DAY, HOUR, MINUTE, NOON, account, tell
from tests.support.matches import UserFactory
from tests.support.sanctioned import closed

SENT, NOTHING, GIVEN_UP = ((outcome, None) for outcome in (Outcome.SENT, Outcome.NOTHING_TO_DO, Outcome.GIVEN_UP))
OLD = NOON - 15 * MINUTE

send = MailChannel().send


def later(moment: int) -> tuple[Outcome, int]:
    """To be asked again then."""
    return Outcome.LATER, moment


def subjects() -> list[str]:
    """Of all mails that went out."""
    return [str(message.subject) for message in mail.outbox]


def html(message: Any) -> str:
    """Its other form."""
    return str(message.alternatives[0][0])


# --- to whom ----------------------------------------------------------------------------------------------------


def test_it_goes_to_the_verified_primary_address(elsa: Any) -> None:
    EmailAddress.objects.create(user=elsa, email="other@example.org", verified=True, primary=False)
    row = tell(elsa, at=OLD)
    assert send([row], NOON) == {row.pk: SENT}
    assert mail.outbox[0].to == ["elsa@example.org"] and mail.outbox[0].from_email == "AlfaPower <play@example.org>"


@pytest.mark.parametrize(
    "change", [{"verified": False}, {"primary": False}], ids=["not verified", "not the primary one"]
)
def test_it_goes_to_no_other(elsa: Any, change: dict[str, bool]) -> None:
    EmailAddress.objects.update(**change)
    row = tell(elsa, at=OLD)
    assert send([row], NOON) == {row.pk: NOTHING} and not mail.outbox


def test_guests_and_closed_accounts_get_none(elsa: Any) -> None:
    guest = UserFactory.create()
    EmailAddress.objects.create(user=guest, email="g@example.org", verified=True, primary=True)
    closed(elsa.pk)
    for user in (guest, elsa):
        row = tell(user, at=OLD)
        assert send([row], NOON) == {row.pk: NOTHING}
    assert not mail.outbox


def test_a_closed_account_gets_what_is_decided_about_it_and_nothing_else(elsa: Any) -> None:
    closed(elsa.pk)
    turn, decided = tell(elsa, at=OLD), tell(elsa, "verdict", at=OLD)
    outcomes = send([turn, decided], NOON)
    assert outcomes[turn.pk] == NOTHING and outcomes[decided.pk] == SENT
    assert [letter.subject for letter in mail.outbox] == ["Decided"]


@pytest.mark.parametrize(("setting", "value"), [("EMAIL_URL", None), ("SITE_ORIGIN", "")])
def test_without_a_server_or_an_address_to_lead_to_there_is_none(
    elsa: Any, settings: Settings, setting: str, value: Any
) -> None:
    setattr(settings, setting, value)
    row = tell(elsa, at=OLD)
    assert send([row], NOON) == {row.pk: NOTHING} and not mail.outbox


def test_what_is_off_is_left_out(elsa: Any) -> None:
    NewsPreference.objects.create(user=elsa, mail={"turn": False})
    turn, over = tell(elsa, at=OLD), tell(elsa, "over", at=OLD)
    assert send([turn, over], NOON) == {turn.pk: NOTHING, over.pk: SENT}
    assert subjects() == ["You won"]


# --- bundles ----------------------------------------------------------------------------------------------------


def test_a_bundle_goes_out_when_its_oldest_is_15_minutes_old(elsa: Any) -> None:
    first = tell(elsa, topic="match:A", at=NOON)
    assert send([first], NOON) == {first.pk: later(NOON + AGE_MS)}
    second = tell(elsa, topic="match:B", at=NOON + 5 * MINUTE)
    assert send([second], NOON + 5 * MINUTE) == {second.pk: later(NOON + AGE_MS)}, "they come together"
    assert send([first, second], NOON + AGE_MS - 1) == {row.pk: later(NOON + AGE_MS) for row in (first, second)}
    assert send([first, second], NOON + AGE_MS) == {first.pk: SENT, second.pk: SENT}
    assert subjects() == ["Your turn in 2 matches"]


@pytest.mark.parametrize("taken_out", [{"withdrawn_at": NOON}, {"true_until": NOON}, {"mail_at": None}], ids=str)
def test_what_is_not_true_any_more_makes_no_bundle_old(elsa: Any, taken_out: dict[str, Any]) -> None:
    tell(elsa, topic="match:A", at=OLD, **taken_out)
    young = tell(elsa, topic="match:B", at=NOON)
    assert send([young], NOON) == {young.pk: later(NOON + AGE_MS)} and not mail.outbox


def test_one_an_hour_and_what_is_told_meanwhile_is_in_the_next(elsa: Any) -> None:
    first = tell(elsa, topic="match:A", at=OLD)
    assert send([first], NOON) == {first.pk: SENT}
    rows = [tell(elsa, topic=f"match:{n}", at=NOON + n * MINUTE) for n in range(3)]
    done = send(rows, NOON + 30 * MINUTE)
    assert set(done.values()) == {later(NOON + HOUR)}
    assert set(send(rows, NOON + HOUR).values()) == {SENT}
    assert subjects() == ["Your turn against Ravi", "Your turn in 3 matches"]


def test_twelve_a_day_and_what_exceeds_them_is_not_sent(elsa: Any) -> None:
    for hour in range(13):
        at = NOON + hour * HOUR
        row = tell(elsa, topic=f"match:{hour}", at=at - AGE_MS)
        assert send([row], at) == {row.pk: SENT if hour < 12 else GIVEN_UP}
    row = tell(elsa, topic="match:next", at=NOON + DAY - AGE_MS)
    assert send([row], NOON + DAY) == {row.pk: SENT}, "the first of them is a day old"
    assert len(mail.outbox) == 13


def test_what_is_sent_at_once_waits_for_nothing_and_counts_in_neither_limit(elsa: Any) -> None:
    for n in range(14):
        low = tell(elsa, "low", topic=f"match:{n}", at=NOON)
        assert send([low], NOON) == {low.pk: SENT}
    turn, verdict = tell(elsa, at=OLD), tell(elsa, "verdict", at=NOON)
    assert send([turn, verdict], NOON) == {turn.pk: SENT, verdict.pk: SENT}
    assert subjects()[-2:] == ["Decided", "Your turn against Ravi"]
    again = tell(elsa, "low", topic="match:again", at=NOON)
    assert send([again], NOON) == {again.pk: SENT}


def test_one_players_mails_count_for_nobody_else(elsa: Any) -> None:
    ravi = account("ravi")
    for user in (elsa, ravi):
        row = tell(user, at=OLD)
        assert send([row], NOON) == {row.pk: SENT}


# --- faults -----------------------------------------------------------------------------------------------------


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Exception]]:
    """While an exception is in the list, the mail server answers by the last one."""
    answers: list[Exception] = []
    original = EmailBackend.send_messages

    def send_messages(self: EmailBackend, messages: Any) -> Any:
        if answers:
            raise answers[-1]
        return original(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_messages)
    yield answers


FAULTS = [
    ConnectionRefusedError("refused"),
    TimeoutError("late"),
    smtplib.SMTPServerDisconnected("bye"),
    smtplib.SMTPDataError(451, b"4.3.0 later"),
    smtplib.SMTPRecipientsRefused({"elsa@example.org": (450, b"4.2.1 busy")}),
    smtplib.SMTPRecipientsRefused({"elsa@example.org": (554, b"5.7.1 Relay access denied")}),
    smtplib.SMTPSenderRefused(550, b"5.1.0 who are you", "play@example.org"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
def test_a_server_that_does_not_take_it_is_tried_again_later_and_later(
    elsa: Any, away: list[Exception], fault: Exception
) -> None:
    away.append(fault)
    row = tell(elsa, at=OLD)
    for tries, pause in enumerate([*PAUSES_MS, PAUSES_MS[-1]]):
        row.mail_tries = tries
        assert send([row], NOON) == {row.pk: later(NOON + pause)}
    row.true_until = NOON + MINUTE
    assert send([row], NOON) == {row.pk: GIVEN_UP}
    assert not RefusedAddress.objects.exists()


def test_one_that_was_broken_off_is_sent_again_as_the_same_and_counts_once(elsa: Any, away: list[Exception]) -> None:
    """A worker killed after sending and before marking gives the same rows again, with others."""
    row = tell(elsa, at=OLD)
    assert send([row], NOON) == {row.pk: SENT}
    other = tell(elsa, topic="match:B", at=OLD)
    assert send([row, other], NOON + MINUTE) == {row.pk: SENT, other.pk: later(NOON + MINUTE + HOUR)}
    first, second = mail.outbox
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]
    assert first.body == second.body
    assert send([other], NOON + HOUR) == {other.pk: SENT}
    assert mail.outbox[-1].extra_headers["Message-ID"] != first.extra_headers["Message-ID"]


def test_what_happens_again_in_the_same_match_is_another_mail(elsa: Any) -> None:
    row = tell(elsa, at=OLD)
    send([row], NOON)
    News.objects.filter(pk=row.pk).update(happened_at=NOON, shown_from=NOON)
    row.refresh_from_db()
    assert send([row], NOON + 20 * MINUTE) == {row.pk: later(NOON + HOUR)}
    send([row], NOON + HOUR)
    assert len({message.extra_headers["Message-ID"] for message in mail.outbox}) == 2


def test_of_a_mail_at_once_the_name_is_the_same_each_time_too(elsa: Any) -> None:
    row = tell(elsa, "low", at=NOON)
    send([row], NOON)
    send([row], NOON + MINUTE)
    first, second = (message.extra_headers["Message-ID"] for message in mail.outbox)
    assert first == second and first.endswith("@example.org>")


def test_an_address_refused_for_good_gets_none_until_it_is_verified_anew(elsa: Any, away: list[Exception]) -> None:
    away.append(smtplib.SMTPRecipientsRefused({"elsa@example.org": (550, b"5.1.1 no such user")}))
    row = tell(elsa, at=OLD)
    assert send([row], NOON) == {row.pk: GIVEN_UP}
    away.clear()
    low = tell(elsa, "low", at=NOON)
    assert send([low], NOON) == {low.pk: NOTHING} and not mail.outbox
    email_confirmed.send(EmailAddress, request=None, email_address=EmailAddress.objects.get(user=elsa))
    assert send([low], NOON) == {low.pk: SENT}


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_it_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    open_ones: list[bool] = []

    def send_messages(self: EmailBackend, messages: Any) -> int:
        open_ones.append(connection.in_atomic_block)
        return 1

    monkeypatch.setattr(EmailBackend, "send_messages", send_messages)
    user = account("elsa")
    send([tell(user, at=OLD), tell(user, "low", at=NOON)], NOON)
    assert open_ones == [False, False]


# --- what it says -----------------------------------------------------------------------------------------------


def test_both_forms_say_the_same_in_the_same_order_the_most_urgent_first(elsa: Any) -> None:
    rows = [
        tell(elsa, topic="match:A", at=OLD, path="/match/A/", true_until=NOON + 2 * DAY),
        tell(elsa, topic="match:B", at=OLD, path="/match/B/", true_until=NOON + DAY, values={"name": "Kim"}),
        tell(elsa, "over", topic="match:C", at=OLD, path="/match/C/"),
    ]
    send(rows, NOON)
    (message,) = mail.outbox
    assert message.subject == "Your turn against Kim and 2 more"
    for form in (message.body, html(message)):
        places = [form.index(f"https://play.example/match/{match}/") for match in "BAC"]
        assert places == sorted(places) and all(words in form for words in ("Ravi", "2 d left", "303–289"))
        assert "https://play.example/news/settings/" in form
    assert "<img" not in html(message) and html(message).count("#ffc938") == 1, "no picture, one yellow button"


def test_it_stays_small_however_much_there_is(elsa: Any) -> None:
    rows = [tell(elsa, topic=f"match:{n}", at=OLD, values={"name": "Ö" * 40}) for n in range(60)]
    send(rows, NOON)
    (message,) = mail.outbox
    assert len(html(message).encode()) < 6 * 1024 and "and 52 more" in html(message) and "and 52 more" in message.body


def test_it_is_in_the_language_of_its_reader(elsa: Any) -> None:
    type(elsa).objects.update(language="sv")
    send([tell(elsa, at=OLD)], NOON)
    (message,) = mail.outbox
    assert "Ändra vad du vill veta" in message.body and 'lang="sv"' in html(message)


def test_what_a_player_is_called_is_text(elsa: Any) -> None:
    send([tell(elsa, at=OLD, values={"name": "<b>\r\nBcc: all@example.org"})], NOON)
    (message,) = mail.outbox
    assert message.message()["Subject"] == "Your turn against <b> Bcc: all@example.org"
    assert "Bcc" not in message.message() and "<b> Bcc" not in html(message) and "&lt;b&gt; Bcc" in html(message)


def test_one_press_of_the_readers_program_ends_mail_of_these_kinds(elsa: Any) -> None:
    """RFC 8058: an address of https in angle brackets, POST with that body, no cookie, nothing asked."""
    send([tell(elsa, at=OLD), tell(elsa, "over", at=OLD)], NOON)
    (message,) = mail.outbox
    headers = message.message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = re.fullmatch(r"<https://play\.example(/news/leave/[^>]+)>", headers["List-Unsubscribe"])
    assert address and address[1] in message.body and address[1] in html(message)
    browser = Client(enforce_csrf_checks=True)
    assert browser.get(address[1]).status_code == 200
    assert not NewsPreference.objects.filter(user=elsa).exists(), "to look at it changes nothing"
    assert browser.post(address[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert NewsPreference.objects.get(user=elsa).mail == {"turn": False, "over": False}
    row = tell(elsa, topic="match:B", at=OLD)
    assert send([row], NOON + 2 * HOUR) == {row.pk: NOTHING}
