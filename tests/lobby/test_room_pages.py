"""The pages of private rooms, as browsers with and without scripts use them; and the door, as strangers try it."""

import re
import time
from http.cookies import SimpleCookie
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import leaving
from common import rate_limits
from lobby import posted_settings, rules_code
from lobby.models import Room, RoomSeat
from tests.lobby.conftest import HTMX, Clock
from tests.support.repeated_rows import repeated
from tests.support.run_length import tries
from tests.support.still_clock import still_clock
from tests.support.types import Response, certain

HOME, JOIN, NEW = reverse("lobby:home"), reverse("lobby:join"), reverse("lobby:new_room")
FIELDS = sorted(posted_settings.field_names())


@pytest.fixture
def host(clock: Clock) -> Client:
    return Client()


@pytest.fixture
def guest(clock: Clock) -> Client:
    return Client()


@pytest.fixture
def code(host: Client) -> str:
    """The room that the host has opened."""

    def opened() -> tuple[str, SimpleCookie]:
        return certain(re.fullmatch(r"/room/(\w{8})/", host.post(NEW)["Location"]))[1], host.cookies

    found, host.cookies = repeated("a room", opened)
    return found


@pytest.fixture
def both(code: str, guest: Client) -> str:
    """The room, in which the guest is too."""

    def joined() -> SimpleCookie:
        assert guest.post(JOIN, {"code": code})["Location"] == f"/room/{code}/"
        return guest.cookies

    guest.cookies = repeated("a guest in it", joined)
    return code


def at(name: str, code: str) -> str:
    return reverse(f"lobby:{name}", args=[code])


def poll(client: Client, code: str, **shown: str) -> Response:
    return client.post(at("room_poll", code), shown, **HTMX)


def error_at(page: str, field: str) -> str:
    """What is said at a field of the form."""
    return certain(re.search(rf'id="err-{field}"[^>]*>([^<]*)', page))[1]


def change(client: Client, code: str, version: int | str = 1, **given: Any) -> Response:
    return client.post(at("room_settings", code), {"version": version, **given}, **HTMX)


def test_a_visitor_opens_a_room_by_one_press(host: Client, code: str) -> None:
    page = host.get(at("room", code)).content.decode()
    assert "You are the host" in page and "Waiting for your guest" in page
    assert f"http://testserver/join/{code}" in page
    assert re.search(r'role="img" aria-label="QR code[^>]*><svg [^>]*viewBox', page) and "style=" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page) and not re.search(r'\son\w+="', page)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))


def test_the_room_speaks_the_language_of_the_interface(clock: Clock) -> None:
    swede = Client(headers={"accept-language": "sv"})
    swede.post(NEW)
    assert Room.objects.get().settings == {"language": "sv"}


def test_the_home_page_has_both_cards_and_the_way_back(host: Client, code: str, client: Client) -> None:
    page = client.get(HOME).content.decode()
    assert all(chip in page for chip in ("11, 15 or 19", "5–600 s", "8 powers"))
    assert f'action="{JOIN}"' in page and f'action="{NEW}"' in page and "Back to room" not in page
    assert f"Back to room {code}" in host.get(HOME).content.decode()


@pytest.mark.parametrize(("language", "words"), [("en", "invites you to a custom match"), ("sv", "bjuder in dig")])
def test_a_messenger_shows_who_invites_to_what(host: Client, code: str, language: str, words: str) -> None:
    """Slack, Signal and others ask as nobody, and read these lines alone."""
    asked = Client(headers={"user-agent": "Slackbot-LinkExpanding 1.0", "accept-language": language})
    page = asked.get(at("invitation", code)).content.decode()
    told = dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)">', page))
    assert words in told["og:title"] and words in page[: page.index("</title>")]
    assert re.match(r"AlfaPower · (The usual rules|De vanliga reglerna)", told["og:description"])
    assert told["og:url"] == f"http://testserver/join/{code}" and told["og:image"].endswith("touch-icon.png")
    assert page.count('name="description"') == 1
    assert 'property="og:' not in asked.get(at("invitation", "WRNGCDE2")).content.decode()
    assert RoomSeat.objects.count() == 1, "and no seat is taken"


def test_the_link_shows_who_invites_to_what_and_takes_no_seat(host: Client, guest: Client, code: str) -> None:
    change(host, code, turn_seconds="45")
    page = guest.get(f"/join/{code.lower()}").content.decode()
    assert "invites you" in page and "45 s" in page
    assert RoomSeat.objects.count() == 1 and "sessionid" not in guest.cookies
    assert guest.get(at("room", code)).content.decode().count("invites you") == page.count("invites you")
    assert guest.post(JOIN, {"code": f" {code[:4].lower()} {code[4:]}"})["Location"] == at("room", code)
    assert guest.get(f"/join/{code}")["Location"] == at("room", code)


def test_a_script_is_sent_to_the_room(guest: Client, code: str) -> None:
    assert guest.post(JOIN, {"code": code}, **HTMX)["HX-Redirect"] == at("room", code)


def test_a_third_person_is_told_that_the_room_is_full(both: str, client: Client) -> None:
    for answer in (client.get(at("room", both)), client.get(f"/join/{both}"), client.post(JOIN, {"code": both})):
        assert answer.status_code == 409 and "This room is full or closed" in answer.content.decode()
    assert "sessionid" not in client.cookies and RoomSeat.objects.count() == 2


def test_codes_that_lead_nowhere_get_one_answer(both: str, host: Client, client: Client, clock: Clock) -> None:
    host.post(at("room_leave", both))
    shape = set()
    for dead in ("ABCDEFGH", both, "short", "x" * 500, "ABCD%00FGH", "ÅÄÖ"):
        answer = client.post(JOIN, {"code": dead})
        shape.add((answer.status_code, re.sub(r'value="[^"]{64}"|content="[^"]{64}"', "", answer.content.decode())))
        rate_limits.forget()
    for path in ("/join/ABCDEFGH", "/room/ABCDEFGH/", f"/join/{both}", f"/room/{both}/"):
        assert client.get(path).status_code == 404
    assert len(shape) == 1 and next(iter(shape))[0] == 404
    part = client.post(JOIN, {"code": "ABCDEFGH"}, **HTMX).content.decode()
    assert part.startswith("There is no room with that code.")
    assert not User.objects.exclude(pk__in=RoomSeat.objects.values("user")).exists()  # misses make no guests


def test_who_guesses_is_slowed_down_and_nobody_else_at_that_address(code: str, guest: Client, client: Client) -> None:
    guest.get(HOME)
    with still_clock():
        answers = [guest.post(JOIN, {"code": "ABCDEFGH"}) for _ in range(11)]
        assert [answer.status_code for answer in answers] == [404] * 10 + [429]
        for answer in (guest.post(JOIN, {"code": code}), guest.get(f"/join/{code}"), guest.get(f"/room/{code}/")):
            assert answer.status_code == 429 and "Too many tries" in answer.content.decode()
            assert 1 <= int(answer["Retry-After"]) <= 60
        assert "Too many tries" in guest.post(JOIN, {"code": code}, **HTMX).content.decode()
    assert client.get(f"/join/{code}").status_code == 200 and client.post(JOIN, {"code": code}).status_code == 302


def test_misses_are_forgiven_in_time(code: str, guest: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "ROOM_CODES_MISSED", rate_limits.Limit("missed", browser="3 per second"))
    guest.get(HOME)
    assert 429 in [guest.post(JOIN, {"code": "ABCDEFGH"}).status_code for _ in range(20)]
    deadline = time.monotonic() + 30
    while guest.get(f"/join/{code}").status_code == 429:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_whatever_number_of_misses_stands_in_no_honest_way(code: str) -> None:
    """Wrong codes from browsers without a cookie, as machines send them; then a link and a typing error from the same
    address."""
    with time_machine.travel(1_800_000_000, tick=False):
        answers = [Client().get("/join/ABCDEFGH") for _ in range(tries(25, 100))]
    assert {answer.status_code for answer in answers[20:]} == {429}  # the machine hears that it is known
    assert all("There is no room with that code" in answer.content.decode() for answer in answers)
    honest = Client()
    assert honest.get(f"/join/{code}").status_code == 200
    assert honest.post(JOIN, {"code": "ABCDEFGH"}).status_code == 404
    assert honest.post(JOIN, {"code": code}).status_code == 302


def test_an_address_tries_so_many_codes_and_another_one_its_own(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "ROOM_CODES", rate_limits.Limit("room-codes", address="3 per day"))
    of = "2001:db8::{}".format
    tried = [Client().get(f"/join/{code}", REMOTE_ADDR=of(number)).status_code for number in range(4)]
    assert tried == [200, 200, 200, 429]
    assert Client().get(f"/join/{code}", REMOTE_ADDR="2001:db8:0:1::1").status_code == 200


def test_a_second_room_of_a_guest_is_refused_with_the_way_to_the_first(host: Client, code: str) -> None:
    for _ in range(3):
        assert host.post(NEW)["Location"] == at("room", code)
    assert Room.objects.count() == 1
    assert "You have a room open already" in host.get(at("room", code)).content.decode()


def test_the_guest_sees_changes_live_and_read_only(both: str, host: Client, guest: Client) -> None:
    page = guest.get(at("room", both)).content.decode()
    assert "<fieldset" in page and 'id="room-settings-form" disabled' in page and "Use it" not in page
    assert at("room_settings", both) not in page and at("room_rules", both) not in page

    answer = change(host, both, 1, turn_seconds="number", items=["", "blast"], **{"turn_seconds.number": "45"})
    assert '<div id="difference" hx-swap-oob="innerHTML">45 s · 1 of 8 powers</div>' in answer.content.decode()
    assert "room-settings" not in re.findall(r'id="([^"]+)" hx-swap-oob', answer.content.decode())

    update = poll(guest, both, version="1", shown="old").content.decode()
    assert re.search(r'id="room-settings" hx-swap-oob', update)
    assert "Turn time: 45 s, Power-ups: Blast." in update and "Both must press Ready again." in update
    assert re.search(r'class="setrow[^"]* is-changed" data-set="turn_seconds"', update)


def test_a_page_that_shows_what_there_is_gets_nothing(both: str, guest: Client) -> None:
    page = guest.get(at("room", both)).content.decode()
    shown = certain(re.search(r'name="shown" value="(\w+)"', page))[1]
    assert poll(guest, both, version="1", shown=shown).status_code == 204
    assert poll(guest, both, version="1", shown="other").status_code == 200


def test_a_mistake_is_told_at_its_field_and_taken_back_when_put_right(both: str, host: Client) -> None:
    wrong = change(host, both, starting_coins="100", **{"prices.swap": "x"}).content.decode()
    assert "Write a whole number from 0 to 99." in error_at(wrong, "starting_coins")
    assert "Write a whole number" in error_at(wrong, "prices.swap")
    assert 'name="wrong" value="prices.swap,starting_coins"' in wrong and Room.objects.get().settings == {}

    right = change(host, both, starting_coins="9", wrong="starting_coins,prices.swap,nonsense").content.decode()
    assert error_at(right, "starting_coins") == error_at(right, "prices.swap") == ""
    assert "nonsense" not in right and Room.objects.get().settings == {"starting_coins": 9}


def press_ready(client: Client, code: str, version: int = 1, **form: str) -> Response:
    """The button, which sends the host's form along as it stands."""
    return client.post(at("room_ready", code), {"version": version, "ready": "1", **form}, **HTMX)


def is_ready(code: str, number: int) -> bool:
    return RoomSeat.objects.get(room__code=code, number=number).is_ready


def test_ready_is_refused_while_a_refused_value_stands_in_the_form(both: str, host: Client) -> None:
    change(host, both, starting_coins="500")
    page = host.get(at("room", both)).content.decode()
    assert 'hx-include="#room-settings-form"' in certain(re.search(r"<form[^>]*/ready[^>]*>", page))[0]

    refused = press_ready(host, both, starting_coins="500", wrong="starting_coins").content.decode()

    assert "One setting cannot have that value. Change it, then press Ready." in refused
    assert "Write a whole number from 0 to 99." in error_at(refused, "starting_coins") and not is_ready(both, 0)
    put_right = press_ready(host, both, starting_coins="5", wrong="starting_coins").content.decode()
    assert is_ready(both, 0) and error_at(put_right, "starting_coins") == ""


def test_the_host_is_ready_for_the_rules_the_page_shows(both: str, host: Client, guest: Client) -> None:
    """Typed, and Ready pressed before the form had sent it."""
    press_ready(guest, both)
    press_ready(host, both, starting_coins="9")
    assert Room.objects.get().settings == {"starting_coins": 9}
    assert is_ready(both, 0) and not is_ready(both, 1)  # who has not seen it yet


def test_a_guest_changes_nothing_by_pressing_ready(both: str, guest: Client) -> None:
    press_ready(guest, both, starting_coins="9")
    assert Room.objects.get().settings == {} and is_ready(both, 1)


def test_a_stale_form_is_answered_with_the_current_one(both: str, host: Client) -> None:
    change(host, both, turn_seconds="45")
    answer = change(host, both, version=1, turn_seconds="30").content.decode()
    assert re.search(r'id="room-settings" hx-swap-oob', answer) and "The rules changed in the meantime" in answer
    assert 'name="version" value="2"' in answer and Room.objects.get().settings == {"turn_seconds": 45}


def test_no_field_of_the_host_can_be_posted_by_the_guest(both: str, guest: Client) -> None:
    """For whom the whole door is closed, before any field is read."""
    for sent in (*({name: "11"} for name in ("board_size", "items", "prices.blast")), dict.fromkeys(FIELDS, "11")):
        answer = guest.post(at("room_settings", both), {"version": 1, **sent})
        assert answer.status_code == 403 and 'data-refused="not_host"' in answer.content.decode(), sent
    assert (Room.objects.get().version, Room.objects.get().settings) == (1, {})


def test_rules_codes_are_the_hosts_too(both: str, host: Client, guest: Client) -> None:
    code = rules_code.write({"board_size": 19})
    assert guest.post(at("room_rules", both), {"version": 1, "rules": code}).status_code == 403
    mistyped = host.post(at("room_rules", both), {"version": 1, "rules": code[:-1] + "Z"}, **HTMX)
    assert "or it has a typo" in mistyped.content.decode()
    assert Room.objects.get().settings == {}
    filled = host.post(at("room_rules", both), {"version": 1, "rules": code.lower()}, **HTMX).content.decode()
    assert re.search(r'value="19" id="s-board_size-19" checked', filled) and code in filled
    assert Room.objects.get().settings == {"board_size": 19}


def test_what_is_no_setting_is_refused_by_name(both: str, host: Client) -> None:
    for name in ("rated", "seat", "host", "match", "variant", "hand_size", "prices.nuke", "code"):
        answer = host.post(at("room_settings", both), {"version": 1, "board_size": "11", name: "1"})
        assert answer.status_code == 400 and f"There is no setting called {name}." in answer.content.decode(), name
    assert Room.objects.get().settings == {}


@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_others_find_no_room_to_act_in(both: str, who: str, client: Client) -> None:
    if who == "stranger":
        client.post(NEW)
    for action in ("room_settings", "room_rules", "room_ready"):
        assert client.post(at(action, both), {"version": 1, "ready": "1"}).status_code == 404, action
        assert client.post(at(action, "ABCDEFGH"), {"version": 1, "ready": "1"}).status_code == 404, action
    assert "not in this room any more" in poll(client, both).content.decode()
    client.post(at("room_leave", both))
    assert RoomSeat.objects.filter(room__code=both).count() == 2


def test_everything_that_changes_something_wants_a_token(both: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    for name in ("room_poll", "room_settings", "room_rules", "room_ready", "room_leave"):
        assert strict.post(at(name, both)).status_code == 403
        assert strict.get(at(name, both)).status_code == 405
    assert strict.post(JOIN).status_code == strict.post(NEW).status_code == 403


def test_both_ready_count_in_and_go_to_one_match(
    both: str, host: Client, guest: Client, clock: Clock, made: list[Any]
) -> None:
    for player in (host, guest):
        answer = player.post(at("room_ready", both), {"version": 1, "ready": "1"}, **HTMX).content.decode()
    assert "Starts in 3" in answer
    clock.later(1)
    assert "Starts in 2" in poll(host, both).content.decode() and "Starts in 2" in poll(guest, both).content.decode()
    clock.later(2)
    assert [poll(player, both)["HX-Redirect"] for player in (host, guest)] == ["/match/match1/"] * 2
    assert len(made) == 1 and host.get(at("room", both))["Location"] == "/match/match1/"
    assert host.post(at("room_leave", both))["Location"] == "/match/match1/"


def test_the_guest_is_told_when_the_host_closes(both: str, host: Client, guest: Client) -> None:
    assert host.post(at("room_leave", both))["Location"] == HOME
    over = poll(guest, both).content.decode()
    assert 'id="room" hx-swap-oob="true"' in over and "The host closed the room" in over and "room-poll" not in over
    assert guest.get(at("room", both)).status_code == 410


@pytest.mark.parametrize("goes", ["signs out", "deletes the account"])
def test_a_host_who_signs_out_or_is_gone_has_closed_the_room_at_once(
    both: str, host: Client, guest: Client, goes: str
) -> None:
    if goes == "signs out":
        User.objects.filter(pk=certain(Room.objects.get().host_id)).update(is_guest=False)
        host.post(reverse("account_logout"))
    else:
        leaving.delete(certain(Room.objects.get().host_id))

    for client in (guest, host):  # the host's own page says the same
        over = poll(client, both, version="1").content.decode()
        assert "The host closed the room" in over and "You are not in this room any more" not in over
    assert "The host closed the room" in guest.get(at("room", both)).content.decode()
    assert Client().get(reverse("lobby:invitation", args=[both])).status_code == 404


def test_a_host_removed_by_hand_leaves_no_room_that_fails(both: str, host: Client, guest: Client) -> None:
    User.objects.filter(pk=certain(Room.objects.get().host_id)).delete()
    assert "The host has gone" in poll(guest, both, version="1").content.decode()


def test_the_host_is_told_when_the_guest_leaves(both: str, host: Client, guest: Client) -> None:
    guest.post(at("room_leave", both))
    update = poll(host, both, version="1", shown="old").content.decode()
    assert "left the room." in update and "The code still works." in update and "Ready when both are here" in update


def test_without_scripts_every_button_leads_back_to_the_page(both: str, host: Client, guest: Client) -> None:
    assert host.post(at("room_settings", both), {"version": 1, "board_size": "19"})["Location"] == at("room", both)
    assert guest.post(at("room_ready", both), {"version": 1, "ready": "1"})["Location"] == at("room", both)
    assert "The rules changed in the meantime" in guest.get(at("room", both)).content.decode()
    assert guest.post(at("room_ready", both), {"version": 2, "ready": "1"})["Location"] == at("room", both)
    assert "chip--ok" in guest.get(at("room", both)).content.decode()
    wrong = host.post(at("room_settings", both), {"version": 2, "starting_coins": "100"})
    assert wrong.status_code == 422 and "Write a whole number from 0 to 99." in wrong.content.decode()


def test_a_version_that_is_none_is_a_stale_one(both: str, host: Client, guest: Client) -> None:
    for version in ("", "0", "-1", "x", "9" * 40, "²"):
        assert "The rules changed" in change(host, both, version=version, board_size="19").content.decode(), version
        answer = guest.post(at("room_ready", both), {"version": version, "ready": "1"}, **HTMX).content.decode()
        assert "The rules changed" in answer and not RoomSeat.objects.filter(is_ready=True).exists(), version


def test_a_swedish_room_is_swedish(code: str, host: Client) -> None:
    page = host.get(at("room", code), headers={"accept-language": "sv"}).content.decode()
    assert "Anpassad match" in page and "Custom match" not in page and "Waiting for your guest" not in page
