"""Which browsers are pushed to: what is taken of what they send, whose they are, and when that ends."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.services import leaving, sanctions
from common import encryption
from news.channels import Outcome
from news.clock import now_ms
from news.models import NewsPreference, PushKey, PushSubscription
from news.push import PushChannel
from news.push_addresses import BadSubscription, checked, may_be_asked
from news.services import subscriptions
from tests.news.channels.conftest import NOON, account, subscribed, tell, with_browser
from tests.news.channels.push_service import Browser, PushService, in_base64url
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory
from tests.support.sanctioned import closed

GOOD = "https://fcm.googleapis.com/fcm/send/abc"
ENDPOINTS = [
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:443/fcm/send/abc",
    "https://fcm.googleapis.com:8443/fcm/send/abc",
    "https://fcm.googleapis.com:/fcm/send/abc",
    "https://fcm.googleapis.com:x/fcm/send/abc",
    "https://fcm.googleapis.com.example.org/fcm/send/abc",
    "https://fcm.googleapis.com./fcm/send/abc",
    "https://example.org/fcm.googleapis.com",
    "https://user@fcm.googleapis.com/x",
    "https://user:word@fcm.googleapis.com/x",
    "https://fcm.googleapis.com@example.org/x",
    "https://fcm.googleapis.com\\@example.org/x",
    "https://fcm.googleapis.com#@example.org/x",
    "https://example.org#fcm.googleapis.com",
    "https://notify.windows.com/x",
    "https://evilnotify.windows.com/x",
    "https://.notify.windows.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://[/x",
    "https://localhost/x",
    "//fcm.googleapis.com/x",
    "fcm.googleapis.com/x",
    "javascript:alert(1)",
    "ftp://fcm.googleapis.com/x",
    "https:///x",
    "https://fcm.googleapis.com/x y",
    "https://fcm.googleapis.com/x\r\nHost: example.org",
    "https://fcm.googleapis.com/\u00e5",
    "https://FCM.googleapis.com/" + "x" * 1000,
    "https://FCM.GOOGLEAPIS.COM/x",
    "",
    None,
    7,
    [GOOD],
]


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=repr)
def test_endpoints_of_any_other_kind_are_refused(endpoint: Any) -> None:
    with pytest.raises(BadSubscription):
        checked(Browser().subscription() | {"endpoint": endpoint})


@pytest.mark.parametrize(
    "endpoint",
    [
        GOOD,
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QOSx",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2b",
    ],
)
def test_those_of_the_services_of_four_browsers_are_taken(endpoint: str) -> None:
    assert checked(Browser().subscription() | {"endpoint": endpoint}).endpoint == endpoint


def test_an_operator_says_which_hosts_may_be_asked(settings: Settings) -> None:
    settings.PUSH_HOSTS = ["push.example.org", "*.example.net"]
    asked = (
        "push.example.org",
        "a.example.net",
        "a.b.example.net",
        "example.net",
        "fcm.googleapis.com",
        "xexample.net",
    )
    assert [may_be_asked(host) for host in asked] == [True, True, True, False, False, False]


POINT, SECRET = Browser().point, bytes(range(16))
KEYS = [
    {"p256dh": in_base64url(POINT[:-1])},
    {"p256dh": in_base64url(POINT + b"x")},
    {"p256dh": in_base64url(b"\x04" + b"\x01" * 64)},
    {"p256dh": in_base64url(b"\x05" + POINT[1:])},
    {"p256dh": ""},
    {"p256dh": None},
    {"p256dh": 7},
    {"p256dh": "A" * 100_000},
    {"p256dh": in_base64url(POINT).replace("A", "+") + "+"},
    {"auth": in_base64url(SECRET[:-1])},
    {"auth": in_base64url(SECRET + b"x")},
    {"auth": ""},
    {"auth": None},
    {"auth": ["x"]},
    {"auth": "åäö"},
]


@pytest.mark.parametrize("bad", KEYS, ids=range(len(KEYS)))
def test_keys_of_the_wrong_length_or_of_no_curve_are_refused(bad: dict[str, Any]) -> None:
    given = Browser().subscription()
    assert checked(given)
    with pytest.raises(BadSubscription):
        checked(given | {"keys": given["keys"] | bad})


@pytest.mark.parametrize("body", ["", "{", "[]", "7", "null", '{"keys": 7}', "[" * 20_000, b"\xff\xfe"])
def test_what_is_no_subscription_is_answered_400(elsa: Any, body: Any) -> None:
    answer = signed_in(elsa).post(reverse("news:push-subscribe"), body, content_type="application/json")
    assert answer.status_code == 400 and not PushSubscription.objects.exists()


def test_a_visitor_cannot_subscribe_and_a_guest_can(client: Client, db: None) -> None:
    assert subscribed(client, Browser()) == 403
    assert subscribed(signed_in(UserFactory.create()), Browser()) == 204


def test_ten_an_account_and_the_oldest_goes(elsa: Any) -> None:
    clients = [signed_in(elsa) for _ in range(12)]
    for client in clients:
        assert subscribed(client, Browser()) == 204
    kept = {row.session_key for row in PushSubscription.objects.filter(user=elsa)}
    assert kept == {client.session.session_key for client in clients[2:]}


def test_ten_thousand_from_one_session_are_one(elsa: Any) -> None:
    """Each is in the place of the one before, so that the number does not matter; the limit comes sooner."""
    client = signed_in(elsa)
    answers = [subscribed(client, Browser()) for _ in range(31)]
    assert answers == [204] * 30 + [429] and PushSubscription.objects.count() == 1


def test_an_endpoint_belongs_to_whoever_subscribed_last(elsa: Any, service: PushService, channel: PushChannel) -> None:
    ravi, (_, browser) = account("ravi"), with_browser(elsa, service)
    assert subscribed(signed_in(ravi), browser) == 204
    row = tell(elsa)
    assert channel.send([row], NOON) == {row.pk: (Outcome.NOTHING_TO_DO, None)}
    channel.send([tell(ravi, "over")], NOON)
    assert [got["title"] for got in browser.got] == ["You won"]


# --- it lives with its session ----------------------------------------------------------------------------------


def signs_out(client: Client, user: Any) -> None:
    client.post(reverse("account_logout"))


def session_is_ended(client: Client, user: Any) -> None:
    Session.objects.get(pk=client.session.session_key).delete()


def session_lapses(client: Client, user: Any) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))


def password_is_changed_elsewhere(client: Client, user: Any) -> None:
    user.set_password("another word of passage")
    user.save()


def is_banned(client: Client, user: Any) -> None:
    closed(user.pk)


def is_banned_and_back(client: Client, user: Any) -> None:
    sanctions.lift_sanction(closed(user.pk).pk, None)


def is_deleted(client: Client, user: Any) -> None:
    leaving.delete(user.pk)


def another_signs_in_there(client: Client, user: Any) -> None:
    client.force_login(account("ravi"))


@pytest.mark.parametrize(
    "ends",
    [
        signs_out, session_is_ended, session_lapses, password_is_changed_elsewhere, is_banned, is_banned_and_back,
        is_deleted, another_signs_in_there,
    ],
)  # fmt: skip
def test_it_ends_with_its_session(
    elsa: Any, service: PushService, page: Client, browser: Browser, ends: Callable[[Client, Any], None]
) -> None:
    user_id = elsa.pk
    ends(page, elsa)
    assert not subscriptions.devices(user_id)
    assert not PushSubscription.objects.filter(user_id=user_id).exists(), "nothing of it is kept"
    assert not browser.got and not service.asked


def test_who_signs_out_on_a_shared_device_is_not_told_there_and_goes_on_being_told_elsewhere(
    elsa: Any, service: PushService, channel: PushChannel
) -> None:
    (shared, there), (_, own) = with_browser(elsa, service), with_browser(elsa, service)
    signs_out(shared, elsa)
    channel.send([tell(elsa)], NOON)
    assert (len(there.got), len(own.got)) == (0, 1)


def test_the_same_session_under_a_new_key_keeps_it(elsa: Any, page: Client) -> None:
    session = page.session
    before = session.session_key
    session.cycle_key()
    (device,) = subscriptions.devices(elsa.pk)
    assert before != session.session_key == device.session_key


# --- a browser that has another subscription says so by its worker ------------------------------------------------


def renewed(client: Client) -> Any:
    """What the worker of the browser is given, None for nothing."""
    answer = client.get(reverse("news:push-renew"))
    return answer.json() if answer.status_code == 200 else None


def test_a_worker_gives_another_subscription_without_a_page(
    elsa: Any, service: PushService, channel: PushChannel
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(elsa)
    session_key, given = client.session.session_key, service.browser().subscription()
    assert session_key is not None
    subscriptions.subscribe(elsa.pk, session_key, checked(given), "Chrome", NOON)
    said, other = renewed(client), service.browser()
    assert said["key"] == PushKey.objects.get().public
    address, body = reverse("news:push-subscribe"), json.dumps(other.subscription())
    assert client.post(address, body, content_type="application/json").status_code == 403
    headers = {"X-CSRFToken": said["token"]}
    assert client.post(address, body, content_type="application/json", headers=headers).status_code == 204
    channel.send([tell(elsa)], NOON)
    assert len(other.got) == 1 and len(service.asked) == 1, "in the place of the one before"


def test_one_that_the_push_service_knows_no_more_can_be_given_anew(
    elsa: Any, service: PushService, page: Client, channel: PushChannel
) -> None:
    service.status = 410
    channel.send([tell(elsa)], NOON)
    assert not subscriptions.devices(elsa.pk) and subscriptions.exported(elsa.pk) == []
    assert subscriptions.reencrypt() == 1, "the key of the site alone"
    service.status, browser = 201, service.browser()
    assert renewed(page) and subscribed(page, browser) == 204
    channel.send([tell(elsa, "over")], NOON)
    assert len(browser.got) == 1


def switches_off(client: Client, user: Any) -> None:
    client.post(reverse("news:push-end"), {"device": PushSubscription.objects.get(user=user).pk})


@pytest.mark.parametrize("ends", [switches_off, signs_out, session_is_ended, is_banned, another_signs_in_there])
def test_whose_pushes_were_ended_by_choice_or_with_the_session_are_not_made_anew(
    elsa: Any, page: Client, ends: Callable[[Client, Any], None]
) -> None:
    assert renewed(page)
    ends(page, elsa)
    assert renewed(page) is None


def test_a_site_that_does_not_push_and_a_visitor_get_nothing(page: Client, settings: Settings) -> None:
    assert renewed(Client()) is None
    settings.PUSH_SENDER = ""
    assert renewed(page) is None


def test_those_whose_sessions_have_ended_are_cleared_and_no_others(elsa: Any, service: PushService) -> None:
    (gone, _), (kept, _) = with_browser(elsa, service), with_browser(elsa, service)
    session_is_ended(gone, elsa)
    assert [subscriptions.clear_ended(now_ms()) for _ in range(2)] == [1, 0]
    assert PushSubscription.objects.get().session_key == kept.session.session_key


def test_a_player_switches_off_their_own_browsers_alone(elsa: Any, browser: Browser) -> None:
    row, ravi = PushSubscription.objects.get(), signed_in(account("ravi"))
    for device in (str(row.pk), "x", "", "9" * 40):
        assert ravi.post(reverse("news:push-end"), {"device": device}).status_code == 302
    assert PushSubscription.objects.exists()
    signed_in(elsa).post(reverse("news:push-end"), {"device": row.pk})
    assert not PushSubscription.objects.exists()


# --- at rest ----------------------------------------------------------------------------------------------------


def stored() -> str:
    """All that the tables hold, as a dump would."""
    return str([list(model._default_manager.values()) for model in (PushSubscription, PushKey)])


def test_nobody_who_reads_the_database_can_push(elsa: Any, browser: Browser, channel: PushChannel) -> None:
    channel.send([tell(elsa)], NOON)
    given, dump = browser.subscription(), stored()
    assert not [secret for secret in (given["endpoint"], browser.path, *given["keys"].values()) if secret in dump]
    assert "PRIVATE KEY" not in dump


def test_a_new_key_of_encryption_is_put_in_place_of_the_former(
    elsa: Any, browser: Browser, channel: PushChannel, settings: Settings
) -> None:
    channel.send([tell(elsa)], NOON)
    settings.ENCRYPTION_KEYS = ["b" * 50]
    call_command("reencrypt")
    settings.SECRET_KEY = "c" * 50
    encrypted = [
        *PushSubscription.objects.values_list("sealed", flat=True),
        *PushKey.objects.values_list("sealed", flat=True),
    ]
    assert len(encrypted) == 2 and all(encryption.decrypt_text(token) for token in encrypted)


def test_one_that_cannot_be_read_any_more_is_gone_and_says_nothing(elsa: Any, browser: Browser) -> None:
    PushSubscription.objects.update(sealed="gAAAAnonsense")
    assert not subscriptions.devices(elsa.pk) and not PushSubscription.objects.exists()


def test_one_whose_host_is_allowed_no_more_is_not_asked(
    elsa: Any, service: PushService, browser: Browser, channel: PushChannel, settings: Settings
) -> None:
    settings.PUSH_HOSTS = ["push.example.org"]
    channel.send([tell(elsa)], NOON)
    assert not service.asked and not PushSubscription.objects.exists()


# --- trying, and the question -----------------------------------------------------------------------------------


def test_trying_tells_this_browser_and_no_other(
    elsa: Any, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("news.push_views.new_client", service.client)
    (client, here), (_, other) = with_browser(elsa, service), with_browser(elsa, service)
    assert client.post(reverse("news:push-try")).json() == {"said": "Sent. It should be here in a moment."}
    assert (len(here.got), len(other.got)) == (1, 0) and here.got[0]["path"] == "/news/settings/"
    service.status = 410
    assert "Switch it on once more" in client.post(reverse("news:push-try")).json()["said"]
    assert "not told anything yet" in client.post(reverse("news:push-try")).json()["said"]


def test_the_question_is_put_once(elsa: Any, service: PushService, settings: Settings) -> None:
    client = signed_in(elsa)
    page = client.get(reverse("news:push-ask"))
    assert page.status_code == 200 and "No thanks" in page.content.decode()
    assert client.post(reverse("news:push-asked")).status_code == 204
    assert client.get(reverse("news:push-ask")).status_code == 204, "in no other browser either"
    assert signed_in(elsa).get(reverse("news:push-ask")).status_code == 204
    settings.PUSH_SENDER = ""
    assert signed_in(account("ravi")).get(reverse("news:push-ask")).status_code == 204, "push is off"
    assert Client().get(reverse("news:push-ask")).status_code == 204


def test_whoever_has_subscribed_is_not_asked(page: Client) -> None:
    assert page.get(reverse("news:push-ask")).status_code == 204


def test_a_browser_tells_its_time_zone_once(elsa: Any) -> None:
    client = signed_in(elsa)
    for zone, kept in (("Mars/Olympus", ""), (7, ""), ("Europe/Oslo", "Europe/Oslo"), ("Asia/Tokyo", "Europe/Oslo")):
        assert subscribed(client, Browser(), zone=zone) == 204
        assert NewsPreference.objects.get(user=elsa).time_zone == kept
