"""Quick Join through its pages: what a browser sends and sees. Two people are two clients; the clock is the test's."""

from typing import Any

import pytest
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from lobby.models import Preset, Seeker
from tests.lobby.conftest import Clock
from tests.support.types import Response, certain

WAITING = reverse("lobby:waiting")

pytestmark = pytest.mark.usefixtures("clock")


def play(client: Client, preset: str = "quick", lg: str = "en") -> Response:
    return client.post(reverse("lobby:seek"), {"preset": preset, "lg": lg})


def word(client: Client, shown: str = "waiting") -> Response:
    """The page's word every second, as htmx posts it."""
    return client.post(reverse("lobby:poll"), {"stage": shown}, headers={"hx-request": "true"})


@pytest.fixture
def astrid() -> Client:
    return Client()


@pytest.fixture
def bjorn() -> Client:
    return Client()


@pytest.fixture
def matched(astrid: Client, bjorn: Client, clock: Clock, made: list[Any]) -> str:
    """Astrid and Björn, a second into the count-in; Björn's page does not show it yet."""
    for client in (astrid, bjorn):
        play(client)
        word(client)
    for _ in range(2):  # the second word of Astrid's counts in
        clock.later(1)
        word(astrid)
        word(bjorn)
    return reverse("game:match", args=["match1"])


def test_one_click_makes_a_guest_with_a_place_and_a_waiting_page(client: Client) -> None:
    response = play(client)

    assert (response.status_code, response["Location"]) == (302, WAITING)
    seeker = Seeker.objects.get()
    assert seeker.user == User.objects.get() and seeker.user.is_guest
    page = client.get(WAITING).content.decode()
    assert "Looking for an opponent" in page and "Quick, English." in page
    assert 'hx-trigger="load, poll" data-poll="1"' in page
    assert "style=" not in page and "<script>" not in page


@pytest.mark.parametrize(
    ("preset", "lg", "status"),
    [
        ("blitz", "en", 404),
        ("", "en", 404),
        ("q\x00", "en", 404),
        ("quick", "fi", 400),
        ("quick", "", 400),
        ("quick", "EN", 400),
    ],
)
def test_an_unknown_queue_is_refused_on_a_plain_page_and_changes_nothing(
    client: Client, preset: str, lg: str, status: int
) -> None:
    response = play(client, preset, lg)

    assert response.status_code == status
    assert "Traceback" not in response.content.decode()
    assert not User.objects.exists() and not Seeker.objects.exists()


def test_play_without_the_token_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)

    assert play(strict).status_code == 403
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["seek", "poll", "cancel"])
def test_looking_changes_nothing(client: Client, name: str) -> None:
    play(client)
    before = list(Seeker.objects.values())

    assert client.get(reverse(f"lobby:{name}")).status_code == 405
    client.get(WAITING)
    client.get(reverse("lobby:home"))
    client.get(reverse("lobby:counts"), {"lg": "en"})

    assert list(Seeker.objects.values()) == before


def test_the_page_counts_the_time_and_reads_aloud_only_what_is_new(client: Client, clock: Clock) -> None:
    play(client)
    clock.later(64)  # pages polled all the while
    Seeker.objects.update(gone_at=clock.now + 1)

    page = word(client).content.decode()

    assert "1:04" in page and 'hx-trigger="poll" data-poll="1"' in page
    assert "place-news" not in page
    assert "place-news" in word(client, shown="found").content.decode()


def test_both_pages_are_led_to_the_match_after_the_count(
    astrid: Client, bjorn: Client, clock: Clock, matched: str, made: list[Any]
) -> None:
    assert "The match begins" in word(bjorn, "found").content.decode()
    page = word(astrid, "found").content.decode()
    assert '<p class="countdown num">3</p>' in page and "place-news" in page
    clock.later(1)
    page = word(astrid, "matched").content.decode()
    word(bjorn, "matched")
    assert '<p class="countdown num">2</p>' in page and "place-news" not in page and made == []

    clock.later(1)

    for client in (astrid, bjorn):
        assert word(client, "matched_closed").headers["HX-Redirect"] == matched
        assert client.get(WAITING)["Location"] == matched
        assert word(client, "matched_closed").headers["HX-Redirect"] == matched  # the second tab
    assert len(made) == 1


def test_the_button_that_cancels_goes_when_it_would_come_too_late_and_comes_again(
    astrid: Client, bjorn: Client, clock: Clock, matched: str
) -> None:
    """It is drawn anew only then: who has tabbed to it stays there."""
    cancels, empty = f'action="{reverse("lobby:cancel")}"', '<div id="place-cancel" hx-swap-oob="true"></div>'
    assert "place-cancel" not in word(astrid, "matched").content.decode()
    assert cancels in astrid.get(WAITING).content.decode()

    clock.later(1)
    word(bjorn, "matched")
    closed = word(astrid, "matched").content.decode()
    assert empty in closed and 'value="matched_closed"' in closed and cancels not in closed
    assert "place-cancel" not in word(astrid, "matched_closed").content.decode()
    assert cancels not in astrid.get(WAITING).content.decode()

    clock.later(3.1)  # Björn is gone after all
    again = word(astrid, "matched_closed").content.decode()
    assert "Looking for an opponent" in again and "place-news" in again and cancels in again


def test_cancel_gives_the_place_up_and_goes_home(client: Client) -> None:
    play(client)

    response = client.post(reverse("lobby:cancel"))

    assert response["Location"] == reverse("lobby:home")
    assert not Seeker.objects.exists()
    assert client.get(WAITING)["Location"] == reverse("lobby:home")
    assert client.post(reverse("lobby:cancel"))["Location"] == reverse("lobby:home")


def test_cancel_in_the_count_in_cancels_and_the_other_looks_on(
    astrid: Client, bjorn: Client, clock: Clock, matched: str, made: list[Any]
) -> None:
    joined = certain(Seeker.objects.order_by("pk").last()).joined_at

    assert astrid.post(reverse("lobby:cancel"))["Location"] == reverse("lobby:home")

    clock.later(1)
    assert "Looking for an opponent" in word(bjorn, "matched").content.decode()
    assert Seeker.objects.get().joined_at == joined and made == []


def test_cancel_comes_too_late_once_there_is_a_match(astrid: Client, bjorn: Client, clock: Clock, matched: str) -> None:
    for _ in range(2):
        clock.later(1)
        word(astrid), word(bjorn)

    assert astrid.post(reverse("lobby:cancel"))["Location"] == matched


def test_a_page_silent_for_too_long_is_told_so_and_stops_asking(client: Client, clock: Clock) -> None:
    play(client)
    word(client)
    clock.later(20)

    page = word(client).content.decode()

    assert "You have lost your place" in page and "hx-post" not in page


def test_a_visitor_without_a_session_has_no_place(client: Client) -> None:
    assert client.get(WAITING)["Location"] == reverse("lobby:home")
    assert "You have lost your place" in word(client).content.decode()
    assert client.post(reverse("lobby:cancel"))["Location"] == reverse("lobby:home")
    assert not User.objects.exists()


def test_a_preset_somebody_waits_by_is_not_deleted(client: Client) -> None:
    play(client)

    with pytest.raises(ProtectedError):
        Preset.objects.filter(key="quick").delete()

    assert "Looking for an opponent" in word(client).content.decode()


@pytest.mark.parametrize("path", [WAITING, reverse("lobby:home")])
def test_pages_about_oneself_are_not_stored(client: Client, path: str) -> None:
    play(client)
    assert "no-store" in client.get(path).headers["Cache-Control"]


def test_two_people_reach_a_real_match(astrid: Client, bjorn: Client, clock: Clock) -> None:
    for client in (astrid, bjorn):
        play(client, lg="sv")
        word(client)
    for _ in range(4):
        clock.later(1)
        replies = [word(client) for client in (astrid, bjorn)]
    clock.later(1)

    addresses = {word(client).headers["HX-Redirect"] for client in (astrid, bjorn)}

    assert all(reply.status_code == 200 for reply in replies)
    (address,) = addresses
    for client in (astrid, bjorn):
        assert client.get(address).status_code == 200
        assert address in client.get(reverse("lobby:home")).content.decode()
    assert Client().get(address).status_code == 404


def test_the_page_says_whether_the_match_is_ranked_and_against_whom(astrid: Client, bjorn: Client) -> None:
    play(astrid)
    assert "Not ranked: you are playing as a guest." in astrid.get(WAITING).content.decode()
    User.objects.update(is_guest=False, display_name="Astrid")
    assert "Ranked, if your opponent has an account too." in word(astrid).content.decode()
    play(bjorn)
    assert "Against <b><bdi>Astrid</bdi></b>. The match is not ranked." in word(bjorn).content.decode()
    User.objects.update(is_guest=False)
    assert "The match is ranked." in word(bjorn, "found").content.decode()
    assert '<li class="chip">Ranked</li>' in Client().get("/play/alfapower/").content.decode()
