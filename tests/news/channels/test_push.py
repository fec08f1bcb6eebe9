"""Pushes: encrypted for the browser, signed by the site, true or not at all (rules/people.md §2)."""

import json
import socket
import threading
from typing import Any

import httpx
import pytest
from django.db import connection
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from news import kinds as kinds_of_news
from news.channels import Outcome
from news.kinds import NewsKind, NewsWords, Usual
from news.models import NewsPreference, PushSubscription
from news.push import PAUSES_MS, PushChannel
from news.push_sending import Arrival, Push, new_client, post
from news.services import push_keys, subscriptions
from tests.news.channels.conftest import DAY, HOUR, MINUTE, NOON, account, moment, tell, with_browser
from tests.news.channels.push_service import Browser, PushService, ToHere, claims

SENT, NOTHING, LATER, GIVEN_UP = (
    (outcome, None) for outcome in (Outcome.SENT, Outcome.NOTHING_TO_DO, Outcome.LATER, Outcome.GIVEN_UP)
)


def test_a_browser_opens_what_is_pushed_to_it(elsa: Any, browser: Browser, channel: PushChannel) -> None:
    row = tell(elsa)
    assert channel.send([row], NOON) == {row.pk: SENT}
    assert browser.got == [
        {
            "topic": "match:A",
            "title": "Your turn against Ravi",
            "line": "2 d left",
            "path": "/match/A/",
            "withdrawn": [],
        }
    ]


def test_it_is_signed_by_the_sites_key_for_that_service_alone_and_names_the_sender(
    elsa: Any, browser: Browser, channel: PushChannel
) -> None:
    channel.send([tell(elsa)], NOON)
    said = claims(browser.headers[0])
    assert (said["aud"], said["sub"]) == ("https://fcm.googleapis.com", "mailto:play@example.org")
    assert browser.headers[0]["authorization"].endswith(f"k={push_keys.key(NOON).public}")


@pytest.mark.parametrize(
    ("true_until", "seconds"),
    [(NOON + 90_000, "90"), (NOON + 400 * DAY, str(28 * 86_400)), (None, str(3 * 86_400)), (NOON - 1, "0")],
)
def test_the_service_drops_what_has_become_false(
    elsa: Any, browser: Browser, channel: PushChannel, true_until: int | None, seconds: str
) -> None:
    channel.send([tell(elsa, true_until=true_until)], NOON)
    assert browser.headers[0]["ttl"] == seconds


def test_newer_news_of_a_match_takes_the_place_of_older_at_the_service_which_learns_nothing_of_the_match(
    elsa: Any, service: PushService, channel: PushChannel
) -> None:
    (_, browser), (_, other) = with_browser(elsa, service), with_browser(elsa, service)
    channel.send([tell(elsa, topic="match:A")], NOON)
    channel.send([tell(elsa, "over", topic="match:A")], NOON)
    channel.send([tell(elsa, topic="match:B")], NOON)
    first, second, third = (headers["topic"] for headers in browser.headers)
    assert first == second != third and len(first) == 32
    assert first != other.headers[0]["topic"], "two services cannot compare notes"


def test_of_two_news_of_one_match_the_newest_goes_out(elsa: Any, browser: Browser, channel: PushChannel) -> None:
    turn, over = tell(elsa, at=NOON - MINUTE), tell(elsa, "over")
    assert channel.send([turn, over], NOON) == {turn.pk: NOTHING, over.pk: SENT}
    assert [got["title"] for got in browser.got] == ["You won"]


def test_it_says_what_has_been_taken_back(elsa: Any, browser: Browser, channel: PushChannel) -> None:
    tell(elsa, topic="match:B", withdrawn_at=NOON)
    tell(elsa, topic="match:C", withdrawn_at=NOON)
    tell(elsa, "over", topic="match:C")
    tell(elsa, "low", topic="match:A", withdrawn_at=NOON)
    channel.send([tell(elsa, topic="match:A")], NOON)
    assert browser.got[0]["withdrawn"] == ["match:B"], "of C and A something is true"


def test_it_is_in_the_language_of_its_player(
    elsa: Any, service: PushService, channel: PushChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = NewsKind("turn", "", lambda _: NewsWords(translation.get_language() or ""), Usual.ON, Usual.ON)
    monkeypatch.setattr(kinds_of_news, "_of_apps", lambda _: {"turn": kind})
    _, browser = with_browser(elsa, service)
    for language in ("sv", "en", ""):
        type(elsa).objects.update(language=language)
        channel.send([tell(elsa, topic=f"match:{language}")], NOON)
    assert [got["title"] for got in browser.got] == ["sv", "en", "en"]


@pytest.mark.parametrize("status", [404, 410])
def test_gone_ends_the_subscription(elsa: Any, service: PushService, channel: PushChannel, status: int) -> None:
    with_browser(elsa, service)
    service.status = status
    row = tell(elsa)
    assert channel.send([row], NOON) == {row.pk: NOTHING}
    assert not subscriptions.devices(elsa.pk) and not subscriptions.listed(elsa.pk)
    assert PushSubscription.objects.get().sealed == "", "no address is kept"


@pytest.mark.parametrize("status", [400, 403, 413, 429, 500, 502, 503])
def test_other_faults_are_tried_again_after_growing_pauses_for_as_long_as_it_is_true(
    elsa: Any, service: PushService, browser: Browser, channel: PushChannel, status: int
) -> None:
    service.status = status
    row = tell(elsa, true_until=NOON + DAY)
    for tries, pause in enumerate(PAUSES_MS):
        row.push_tries = tries
        assert channel.send([row], NOON) == {row.pk: (Outcome.LATER, NOON + pause)}
    row.push_tries = 1000
    assert channel.send([row], NOON) == {row.pk: (Outcome.LATER, NOON + PAUSES_MS[-1])}
    assert list(PAUSES_MS) == sorted(set(PAUSES_MS))
    row.true_until = NOON + PAUSES_MS[-1]
    assert channel.send([row], NOON) == {row.pk: GIVEN_UP}
    assert PushSubscription.objects.count() == 1


@pytest.mark.parametrize(
    ("said", "wait"),
    [
        ("900", 15 * MINUTE),
        ("999999999999", 6 * HOUR),
        ("Sat, 28 Nov 2026 12:30:00 GMT", 30 * MINUTE),
        ("Sat, 28 Nov 2020 12:30:00 GMT", MINUTE),
        ("soon", MINUTE),
        ("-5", MINUTE),
    ],
)
def test_a_service_may_say_how_long_it_wants_to_be_left_alone(
    elsa: Any, service: PushService, browser: Browser, channel: PushChannel, said: str, wait: int
) -> None:
    service.status, service.answer_headers = 503, {"Retry-After": said}
    row = tell(elsa)
    assert channel.send([row], NOON) == {row.pk: (Outcome.LATER, NOON + wait)}


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(elsa: Any, service: PushService, channel: PushChannel, status: int) -> None:
    _, browser = with_browser(elsa, service)
    service.status, service.answer_headers = status, {"Location": f"{service.address}/elsewhere"}
    row = tell(elsa)
    assert channel.send([row], NOON)[row.pk][0] is Outcome.LATER
    assert service.asked == [browser.path]


def test_a_service_that_is_away_is_asked_once_a_run(elsa: Any) -> None:
    with PushService() as service:
        with_browser(elsa, service), with_browser(elsa, service)
    away = ToHere(service.address)
    rows = [tell(elsa, topic=topic) for topic in ("match:A", "match:B")]
    done = PushChannel(new_client(away)).send(rows, NOON)
    assert {outcome for outcome, _ in done.values()} == {Outcome.LATER} and away.asked == 1


def test_a_browser_that_has_it_is_not_told_again_when_another_is_tried_again(
    elsa: Any, service: PushService, channel: PushChannel
) -> None:
    (_, first), (_, second) = with_browser(elsa, service), with_browser(elsa, service)
    service.status, service.only = 500, second.path
    row = tell(elsa)
    assert channel.send([row], NOON)[row.pk][0] is Outcome.LATER
    service.status, row.push_tries = 201, 1
    assert channel.send([row], NOON) == {row.pk: SENT}
    assert (len(first.got), len(second.got)) == (1, 1)
    # What happens again in the same match is new to both.
    row.happened_at += 1
    assert channel.send([row], NOON) == {row.pk: SENT}
    assert (len(first.got), len(second.got)) == (2, 2)


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "ALL_PROXY", "https_proxy"])
def test_no_proxy_of_the_environment_is_asked(
    elsa: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch, browser: Browser, name: str
) -> None:
    (device,) = subscriptions.devices(elsa.pk)
    settings.PUSH_HOSTS = ["localhost"]
    met: list[Any] = []
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        proxy.settimeout(0.2)
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.getsockname()[1]}")
        address = type(device.address)("https://localhost/x", device.address.p256dh, device.address.auth)
        watcher = threading.Thread(target=lambda: met.append(_accepts(proxy)))
        watcher.start()
        answer = post(new_client(), push_keys.key(NOON), address, Push("{}", "t", 1, False), NOON)
        watcher.join()
    assert answer.arrival is Arrival.UNREACHED and met == [False]


def _accepts(listener: socket.socket) -> bool:
    """Whether anybody connects within its time."""
    try:
        listener.accept()[0].close()
    except TimeoutError:
        return False
    return True


# --- what is wanted ---------------------------------------------------------------------------------------------


def test_what_is_off_is_not_pushed_and_what_is_on_is(elsa: Any, browser: Browser, channel: PushChannel) -> None:
    turn, talk = tell(elsa, topic="match:A"), tell(elsa, "talk", topic="match:B")
    chosen = NewsPreference.objects.get(user=elsa)
    assert channel.send([turn, talk], NOON) == {turn.pk: SENT, talk.pk: NOTHING}, "off by default"
    chosen.push = {"turn": False, "talk": True}
    chosen.save()
    assert channel.send([turn, talk], NOON) == {turn.pk: NOTHING, talk.pk: SENT}
    assert [got["topic"] for got in browser.got] == ["match:A", "match:B"]


def test_without_a_sender_push_is_off(
    elsa: Any, service: PushService, page: Client, browser: Browser, channel: PushChannel, settings: Settings
) -> None:
    settings.PUSH_SENDER = ""
    row = tell(elsa)
    assert channel.send([row], NOON) == {row.pk: NOTHING}
    assert not browser.got and not service.asked
    assert page.post("/news/push/subscribe/", json.dumps(browser.subscription()), "application/json").status_code == 403


NIGHT = [
    # zone, moment in UTC, when it is told
    ("UTC", "2026-11-28T21:59", None),
    ("UTC", "2026-11-28T22:00", "2026-11-29T08:00"),
    ("UTC", "2026-11-29T07:59", "2026-11-29T08:00"),
    ("UTC", "2026-11-29T08:00", None),
    ("Europe/Stockholm", "2026-11-28T21:00", "2026-11-29T07:00"),
    ("America/Los_Angeles", "2026-11-28T07:00", "2026-11-28T16:00"),
    ("", "2026-11-28T23:00", "2026-11-29T08:00"),
]


@pytest.mark.parametrize(("zone", "now", "then"), NIGHT)
def test_nothing_comes_at_night_in_the_players_time_zone(
    elsa: Any, browser: Browser, channel: PushChannel, zone: str, now: str, then: str | None
) -> None:
    NewsPreference.objects.filter(user=elsa).update(time_zone=zone)
    row = tell(elsa)
    expected = SENT if then is None else (Outcome.LATER, moment(then))
    assert channel.send([row], moment(now)) == {row.pk: expected}


def test_a_quarter_left_comes_at_night_too_and_all_of_it_for_whoever_is_never_quiet(
    elsa: Any, browser: Browser, channel: PushChannel
) -> None:
    at = moment("2026-11-28T23:00")
    turn, low = tell(elsa), tell(elsa, "low")
    assert channel.send([turn, low], at) == {turn.pk: (Outcome.LATER, moment("2026-11-29T08:00")), low.pk: SENT}
    assert browser.headers[0]["urgency"] == "high"
    NewsPreference.objects.filter(user=elsa).update(quiet=False)
    assert channel.send([turn], at) == {turn.pk: SENT}


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_a_service_is_asked(service: PushService) -> None:
    with_browser(elsa := account("elsa"), service)
    open_ones = []

    class Watched(ToHere):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            open_ones.append(connection.in_atomic_block)
            return super().handle_request(request)

    PushChannel(new_client(Watched(service.address))).send([tell(elsa)], NOON)
    assert open_ones == [False]
