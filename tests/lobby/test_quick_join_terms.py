"""Who waits keeps the preset they pressed Play for, and is led to the match from whatever page they read."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from lobby.models import Preset, Seeker
from lobby.services.quick_join import look, poll, queue, seek, waiting_counts
from tests.lobby.conftest import Clock, make_accounts, until_made, wait, waiting_pages
from tests.support.types import certain

INTERRUPT = reverse("lobby:interrupt")

pytestmark = pytest.mark.usefixtures("made")


def edit(**changes: Any) -> None:
    Preset.objects.filter(key="quick").update(**changes)


@pytest.mark.parametrize(
    ("change", "paired"),
    [
        ({"settings": {"turn_seconds": 5}}, False),
        ({"settings": {"turn_seconds": 5}}, True),
        ({"rated": False}, False),
        ({"rated": False}, True),
        ({"active": False}, True),
    ],
)
def test_those_who_wait_go_on_with_what_they_began_with(
    astrid: User, bjorn: User, clock: Clock, made: list[Any], change: dict[str, Any], paired: bool
) -> None:
    make_accounts(astrid, bjorn)
    for player in (astrid, bjorn):
        seek(player.pk, queue("quick", "en"), clock.now)
        if paired:
            poll(player.pk, clock.now)

    edit(**change)

    until_made(clock, astrid, bjorn)
    assert made[0]["settings"] == {"board_size": 11, "turn_seconds": 30, "language": "en"} and made[0]["rated"]


def test_nobody_gets_another_match_than_their_card_showed(
    astrid: User, bjorn: User, clara: User, clock: Clock, made: list[Any]
) -> None:
    wait(clock, astrid)
    edit(settings={"board_size": 11, "turn_seconds": 10})

    assert wait(clock, bjorn)[0].stage == "waiting"
    assert certain(look(astrid.pk, clock.now)).outdated and not certain(look(bjorn.pk, clock.now)).outdated
    assert waiting_counts("en", clock.now) == {queue("quick", "en").preset.pk: 1}  # those a newcomer may meet
    assert wait(clock, clara)[0].stage == "found"
    until_made(clock, bjorn, clara)
    assert made[0]["settings"]["turn_seconds"] == 10


def test_the_same_settings_written_otherwise_are_the_same(astrid: User, bjorn: User, clock: Clock) -> None:
    wait(clock, astrid)
    edit(settings={"turn_seconds": 30, "alfa_enabled": True, "board_size": 11}, title_en="Fast")

    assert wait(clock, bjorn)[0].stage == "found"


def test_play_pressed_again_takes_the_new_terms(astrid: User, clock: Clock) -> None:
    wait(clock, astrid)
    edit(settings={"turn_seconds": 5})
    clock.later(1)

    wait(clock, astrid)

    assert not certain(look(astrid.pk, clock.now)).outdated
    assert Seeker.objects.get().joined_at == clock.now


def test_the_waiting_page_says_that_the_preset_has_changed(client: Client, clock: Clock) -> None:
    client.post(reverse("lobby:seek"), {"preset": "quick", "lg": "en"})
    assert "has been changed" not in client.get(reverse("lobby:waiting")).content.decode()
    edit(settings={"turn_seconds": 5})
    assert "This preset has changed since." in client.get(reverse("lobby:waiting")).content.decode()


OFF = "Quick has been switched off while you waited, so nobody else can come."


def test_one_that_is_switched_off_frees_who_waits_by_it_and_says_so(client: Client, clock: Clock) -> None:
    """Operators A4: it went on holding who waits, and spoke of rules that had changed."""
    client.post(reverse("lobby:seek"), {"preset": "quick", "lg": "en"})
    client.post(reverse("lobby:poll"), {"stage": "waiting"})
    edit(active=False)
    opened_anew = client.get(reverse("lobby:waiting")).content.decode()
    said = client.post(reverse("lobby:poll"), {"stage": "waiting"}).content.decode()
    clock.later(2)
    of_another_page = client.post(reverse("lobby:poll"), {"stage": "waiting"}).content.decode()
    for page in (opened_anew, said, of_another_page):
        assert OFF in page and "has changed since" not in page and "You keep your place" not in page
        assert reverse("lobby:cancel") not in page and 'data-poll="1"' not in page
    clock.later(19)
    assert look(User.objects.get().pk, clock.now) is None
    assert client.get(reverse("lobby:waiting"))["Location"] == reverse("lobby:home")
    edit(active=True)
    assert client.post(reverse("lobby:seek"), {"preset": "quick", "lg": "en"}).status_code == 302


def test_other_pages_say_it_too(reader: Client) -> None:
    edit(active=False)
    said = reader.post(reverse("lobby:interrupt")).content.decode()
    assert "Quick is not offered any more." in said and "data-poll" not in said


def test_who_presses_play_on_a_card_that_is_gone_is_told_so(client: Client, clock: Clock) -> None:
    edit(active=False)
    answer = client.post(reverse("lobby:seek"), {"preset": "quick", "lg": "en"}, follow=True)
    assert answer.redirect_chain == [(reverse("lobby:home"), 302)]
    assert "That preset is not offered any more. Choose another." in answer.content.decode()
    assert client.post(reverse("lobby:seek"), {"preset": "never", "lg": "en"}).status_code == 404


@pytest.fixture
def reader(client: Client, clock: Clock) -> Client:
    """Pressed Play, and reads another page."""
    client.post(reverse("lobby:seek"), {"preset": "quick", "lg": "en"})
    return client


def watched(page: str) -> re.Match[str] | None:
    return re.search(r'<form class="toast watch" hx-post="/quick/interrupt" hx-trigger="poll" data-poll="(\d)"', page)


def test_every_page_of_one_who_looks_keeps_the_place_and_no_other_page_asks(reader: Client, clock: Clock) -> None:
    for path in ("/", reverse("accounts:name"), "/no-such-page"):
        assert certain(watched(reader.get(path).content.decode()))[1] == "2", path
    assert "toast watch" not in reader.get(reverse("lobby:waiting")).content.decode()
    assert "toast watch" not in Client().get("/").content.decode()

    for _ in range(30):  # the waiting page was closed long ago
        clock.later(2)
        assert "Looking for an opponent" in reader.post(INTERRUPT).content.decode()
    assert "1:00" in reader.post(INTERRUPT).content.decode()
    assert reader.get(reverse("lobby:waiting")).status_code == 200


def test_a_found_opponent_interrupts_with_a_count_and_leads_to_the_match(
    reader: Client, people: list[User], clock: Clock
) -> None:
    reader.post(INTERRUPT)
    wait(clock, people[0])
    waiting_pages(clock, 1, people[0])
    said = reader.post(INTERRUPT).content.decode()
    assert "The match begins" in said and '<span class="num">4</span>' in said and certain(watched(said))[1] == "1"

    for _ in range(2):
        waiting_pages(clock, 1, people[0])
        assert "HX-Redirect" not in reader.post(INTERRUPT).headers
    clock.later(1)

    address = reverse("game:match", args=["match1"])
    assert reader.post(INTERRUPT).headers["HX-Redirect"] == address
    assert watched(reader.get("/").content.decode())  # a page opened late is led there too
    clock.later(1)
    assert "toast watch" not in reader.get("/").content.decode()  # the clock runs: who is elsewhere wants to be


def test_the_page_of_the_match_itself_is_not_led_to_itself(reader: Client, people: list[User], clock: Clock) -> None:
    reader.post(INTERRUPT)
    wait(clock, people[0])
    for _ in range(4):
        waiting_pages(clock, 1, people[0])
        reply = reader.post(INTERRUPT)
    address = reply.headers["HX-Redirect"]

    assert clock.now < certain(certain(Seeker.objects.first()).starts_at)
    assert "toast watch" not in reader.get(address).content.decode()


def test_a_place_given_up_elsewhere_is_told_and_nothing_asks_on(reader: Client, clock: Clock) -> None:
    reader.post(reverse("lobby:cancel"))

    said = reader.post(INTERRUPT).content.decode()

    assert "You are no longer looking for an opponent." in said and "hx-post" not in said
    assert "You are no longer" in Client().post(INTERRUPT).content.decode()
    assert reader.get(INTERRUPT).status_code == 405
    assert "toast watch" not in reader.get("/").content.decode()
