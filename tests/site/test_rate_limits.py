"""What one address, browser and user may do, what they are told who do more, and whom no limit hinders."""

import json
import re
import socket
import time
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings as site_settings
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from accounts.sign_in import forms
from alfapower.web.socket_limits import SocketLimits
from alfapower.web.too_many_requests import TooManyAnswers
from common import rate_limits, redis_fallback
from common.rate_limits import Limit, TooMany
from lobby.models import RoomSeat
from tests.support.browsers import signed_in
from tests.support.matches import make_match, user_at
from tests.support.sockets import Socket
from tests.support.still_clock import still_clock
from tests.support.types import Response, certain

SCHOOL = "198.51.100.7"
SEEK = {"preset": "standard", "lg": "en"}
FORM = {"password1": "correct horse 12", "password2": "correct horse 12"}
LIMITS = {value.name: value for value in vars(rate_limits).values() if isinstance(value, Limit)}


def narrowed(monkeypatch: pytest.MonkeyPatch, name: str, **rates: str) -> Limit:
    """The limit of that name in the module, made narrow."""
    limit = Limit(getattr(rate_limits, name).name, **rates)
    monkeypatch.setattr(rate_limits, name, limit)
    return limit


def request(address: str = SCHOOL, user: User | None = None) -> WSGIRequest:
    made = RequestFactory().get("/", REMOTE_ADDR=address)
    made.user = user or AnonymousUser()
    return made


@pytest.mark.long
@pytest.mark.django_db
def test_sixty_people_behind_one_address_never_meet_a_limit() -> None:
    """A lesson: within a minute everybody comes, signs up, looks up words, opens or joins a room, and plays."""
    statuses = []

    def post(client: Client, path: str, data: dict[str, str]) -> Response:
        answer = client.post(path, data, REMOTE_ADDR=SCHOOL)
        statuses.append(answer.status_code)
        return answer

    people = [Client() for _ in range(60)]
    with time_machine.travel(1_800_000_000):
        for number, person in enumerate(people):
            statuses.append(person.get(reverse("lobby:home"), REMOTE_ADDR=SCHOOL).status_code)
            post(person, reverse("lobby:seek"), SEEK)
            post(person, reverse("account_signup"), FORM | {"username": f"Pupil {number}", "email": f"p{number}@s.org"})
            for typed in ("ca", "cat", "cats"):
                answer = person.get("/words/", {"q": typed}, headers={"hx-request": "true"}, REMOTE_ADDR=SCHOOL)
                assert "Too many" not in answer.content.decode()
        for host, guest in zip(people[::2], people[1::2], strict=True):
            code = post(host, reverse("lobby:new_room"), {})["Location"].split("/")[2]
            post(guest, reverse("lobby:join"), {"code": "ABCDEFGH"})
            post(guest, reverse("lobby:join"), {"code": code})
        assert RoomSeat.objects.count() == 60
        match = make_match()
        player = signed_in(user_at(match, 0))
        for turn in range(60):  # one player's part of a match, in a hurry
            body = json.dumps({"do": "pass", "turn": turn, "nonce": f"nonce-{turn:03}"})
            answer = player.post(f"/match/{match.public_id}/act", body, content_type="application/json")
            statuses.append(answer.status_code)
        for person in people:
            post(person, reverse("account_logout"), {})
            post(person, reverse("account_login"), {"login": f"Pupil {people.index(person)}", "password": "wrong"})
            person.cookies.clear()
    assert 429 not in statuses and len(statuses) > 60 * 6
    assert User.objects.filter(is_guest=False).count() == 60


@pytest.mark.django_db
@pytest.mark.long
def test_a_machine_that_makes_guests_is_stopped() -> None:
    """Within half a minute, as fast as it can."""
    with time_machine.travel(1_800_000_000, tick=False):
        made = [Client().post(reverse("lobby:seek"), SEEK, REMOTE_ADDR=SCHOOL).status_code for _ in range(310)]
    assert made == [302] * 300 + [429] * 10 and User.objects.count() == 300
    assert Client().post(reverse("lobby:seek"), SEEK, REMOTE_ADDR="198.51.100.8").status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "data"),
    [("/quick/seek", SEEK), ("/custom/new", {}), ("/accounts/name/", {"name": "Wanda"})],
)
def test_who_becomes_a_guest_once_too_often_keeps_the_page(
    monkeypatch: pytest.MonkeyPatch, path: str, data: dict[str, str]
) -> None:
    narrowed(monkeypatch, "GUESTS", address="1 per minute")
    with still_clock():
        assert Client().post(path, data).status_code == 302
        answer = Client(headers={"accept-language": "sv"}).post(path, data)
    page = answer.content.decode()
    assert answer.status_code == 429 and 1 <= int(answer["Retry-After"]) <= 60
    assert "För många försök" in page and (f'action="{path}"' in page or 'value="Wanda"' in page)
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_rooms_have_a_limit_by_address_and_one_by_user(monkeypatch: pytest.MonkeyPatch) -> None:
    narrowed(monkeypatch, "ROOMS", user="2 per day", address="4 per day")
    one, other = Client(), Client()
    assert [one.post(reverse("lobby:new_room")).status_code for _ in range(4)] == [302, 302, 302, 429]
    assert [other.post(reverse("lobby:new_room")).status_code for _ in range(2)] == [302, 429]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("form", "door", "data"),
    [
        (forms.SignupForm, "account_signup", {"username": "Elsa", "email": "elsa@example.org"}),
        (forms.LoginForm, "account_login", {"login": "elsa@example.org", "password": "wrong"}),
        (forms.ResetPasswordForm, "account_reset_password", {"email": "elsa@example.org"}),
    ],
)
def test_signing_in_and_up_have_a_limit_by_address_and_keep_what_was_typed(
    monkeypatch: pytest.MonkeyPatch, form: type[forms.SignupForm], door: str, data: dict[str, str]
) -> None:
    monkeypatch.setattr(form, "limit", Limit(form.limit.name, address="1 per day"))
    first = Client().post(reverse(door), data)
    assert "Too many tries" not in first.content.decode()
    answer = Client().post(reverse(door), data)
    assert answer.status_code == 429 and "Retry-After" in answer.headers
    assert "Too many tries" in answer.content.decode() and 'value="elsa@example.org"' in answer.content.decode()
    assert Client().post(reverse(door), data, REMOTE_ADDR=SCHOOL).status_code != 429


@pytest.mark.django_db
def test_a_view_that_leaves_the_words_to_the_site_gets_a_page_a_sentence_or_json(rf: RequestFactory) -> None:
    view = rate_limits.limited(Limit("tried", address="1 per 4 hours"))(lambda request: HttpResponse("in"))

    def answer(**sent: Any) -> HttpResponse:
        asked = rf.get("/", **sent)
        asked.user, asked.resolver_match = AnonymousUser(), None
        try:
            return view(asked)
        except TooMany as met:
            return certain(TooManyAnswers(view).process_exception(asked, met))

    assert answer().content == b"in"
    data = json.loads(answer(CONTENT_TYPE="application/json").content)
    assert (data["ok"], data["code"]) == (False, "too_many")
    assert re.fullmatch(r"Too many tries. Wait \d+ (second|minute|hour)s?, then try again.", data["message"])
    sentence = answer(headers={"hx-request": "true"})
    assert sentence.status_code == 429 and sentence.content.decode().startswith("Too many tries. Wait")
    page = answer()
    assert (page.status_code, page["Cache-Control"]) == (429, "no-store") and 0 < int(page["Retry-After"]) <= 4 * 3600
    assert "Too many tries. Wait" in page.content.decode() and "<h1>" in page.content.decode()


def test_trusted_addresses_are_not_counted(settings: Settings) -> None:
    limit = Limit("tried", user="1 per day", browser="1 per minute", address="1 per minute")
    settings.RATE_LIMITS_TRUSTED = [ip_network("127.0.0.0/8"), ip_network("2001:db8::/32")]
    for address in ("127.0.0.1", "::ffff:127.0.0.1", "2001:db8::5"):
        assert all(rate_limits.allows(limit, request(address)) for _ in range(5))
        for _ in range(5):
            rate_limits.take_for_address(limit, address)
            rate_limits.take_for_user(limit, 1, address)
    assert [rate_limits.allows(limit, request(SCHOOL)) for _ in range(2)] == [True, False]
    settings.RATE_LIMITS_TRUSTED = []
    assert [rate_limits.allows(limit, request("127.0.0.1")) for _ in range(2)] == [True, False]


def test_nobody_is_trusted_by_default() -> None:
    assert site_settings.RATE_LIMITS_TRUSTED == []


def test_a_limit_passes_with_time() -> None:
    limit = Limit("tried", address="10 per second")
    assert any(not rate_limits.allows(limit, request()) for _ in range(200))
    deadline = time.monotonic() + 30
    while not rate_limits.allows(limit, request()):
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.needs_redis
def test_what_one_process_counts_another_knows() -> None:
    limit = Limit("tried", address="2 per day")
    assert [rate_limits.allows(limit, request()) for _ in range(2)] == [True, True]
    rate_limits._shared.cache_clear()  # as another process begins
    assert not rate_limits.allows(limit, request())


def a_redis_that(hangs: bool, settings: Settings) -> socket.socket:
    """A place that refuses connections, or takes them and never says a word, as the shared cache; and no other."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    if not hangs:
        listening.close()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    options = {"socket_timeout": 0.2, "socket_connect_timeout": 0.2}
    place = {"LOCATION": settings.REDIS_URL, "KEY_PREFIX": "tests", "OPTIONS": options}
    settings.CACHES = {"default": place | {"BACKEND": "common.redis_fallback.FallbackCache"}}
    rate_limits._shared.cache_clear()
    redis_fallback.forget()
    return listening


@pytest.mark.django_db
@pytest.mark.parametrize("hangs", [False, True])
def test_without_redis_nobody_is_refused_or_waits_twice(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, hangs: bool
) -> None:
    listening = a_redis_that(hangs, settings)
    asked = []
    redis = rate_limits._shared()
    monkeypatch.setattr(redis, "hit", lambda *given: asked.append(given) or type(redis).hit(redis, *given))
    try:
        client = Client()
        assert client.post(reverse("lobby:seek"), SEEK).status_code == 302
        form = FORM | {"username": "Elsa", "email": "elsa@example.org"}
        assert client.post(reverse("account_signup"), form).status_code == 302
        for password in ("wrong", FORM["password1"]):
            answer = Client().post(reverse("account_login"), {"login": "Elsa", "password": password})
            assert answer.status_code == (302 if password == FORM["password1"] else 200)
        assert len(asked) == 1  # whoever came first; the others did not wait for it
        limit = Limit("tried", address="2 per day")
        assert [rate_limits.allows(limit, request()) for _ in range(3)] == [True, True, False]
    finally:
        listening.close()
        rate_limits._shared.cache_clear()


async def a_socket(limits: SocketLimits, address: str = "198.51.100.7") -> tuple[Socket, bool]:
    one = Socket(limits, "/ws/match/x/")
    one.scope["client"] = [address, 1]
    return one, (await one.connect())[0]


async def site(scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


async def test_an_address_holds_so_many_sockets_and_others_get_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "SOCKETS_HELD", 2)
    limits = SocketLimits(site)
    first, _ = await a_socket(limits, "2001:db8::1")
    second, _ = await a_socket(limits, "2001:db8::2")
    third, _ = await a_socket(limits, "2001:db8::3")
    assert await third.receive_output() == {"type": "websocket.close", "code": 1013}
    other, connected = await a_socket(limits, "2001:db8:0:1::1")
    assert connected
    await first.disconnect()
    again, connected = await a_socket(limits, "2001:db8::1")
    assert connected and await again.receive_nothing(timeout=0.05)
    for one in (second, other, again):
        await one.disconnect()
    assert not limits.held


async def test_an_address_opens_so_many_sockets_a_minute(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(rate_limits, "SOCKETS_OPENED", Limit("sockets-opened", address="2 per day"))
    limits = SocketLimits(site)
    for _ in range(2):
        one, _connected = await a_socket(limits)
        assert await one.receive_nothing(timeout=0.05)
        await one.disconnect()
    third, _ = await a_socket(limits)
    assert (await third.receive_output())["code"] == 1013
    settings.RATE_LIMITS_TRUSTED = [ip_network(SCHOOL)]
    trusted, _ = await a_socket(limits)
    assert await trusted.receive_nothing(timeout=0.05)
    await trusted.disconnect()


def test_the_table_for_operators_has_every_limit_as_it_is() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "operating.md").read_text()
    rows = dict(re.findall(r"^\| `([a-z-]+)` \|(.*)\|$", text.split("## Limits")[1].split("\n## ")[0], re.MULTILINE))
    for name, limit in LIMITS.items():
        told = re.findall(r"`(\d+ per [^`]+)`", rows.pop(name))
        kept = [rate.strip() for kind in (limit.user, limit.browser, limit.address) for rate in kind.split(";") if rate]
        assert told == kept, name
    assert set(rows) == {"sockets-held"} and f"`{rate_limits.SOCKETS_HELD}`" in rows["sockets-held"]


@pytest.mark.parametrize(
    ("limit", "page"),
    [
        (rate_limits.PUBLIC_PAGES, "/guide/"),
        (rate_limits.PUBLIC_PAGES, "/guide/keebble/"),
        (rate_limits.PUBLIC_PAGES, "/players/{me}/"),
        (rate_limits.PUBLIC_PAGES, "/players/{me}/matches/"),
        (rate_limits.OWN_BOARDS, "/accounts/boards/"),
        (rate_limits.RECORDS, "/match/{match}/record"),
        (rate_limits.RECORDS, "/match/{match}/gcg"),
    ],
)
def test_what_costs_most_to_draw_has_a_limit_of_its_own(db: None, limit: Limit, page: str) -> None:
    """Security P7 and P8."""
    row = make_match(board_size=11)
    player = user_at(row, 0)
    browser = signed_in(player)
    address = page.format(me=player.public_id, match=row.public_id)
    with still_clock():
        assert browser.get(address).status_code != 429
        asked = RequestFactory().get(address)
        asked.user = player
        with pytest.raises(TooMany) as met:
            for _ in range(1_300):
                rate_limits.take(limit, asked)
        assert met.value.limit is limit
        refused = browser.get(address)
    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
