"""What is shared to the installed site: a link to a room, or its code, opens the room; all else the home page."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from accounts.services.guests import create_guest
from lobby.services import rooms
from lobby.share_target import FIELDS
from tests.lobby.conftest import Clock
from tests.support.browsers import signed_in

TARGET = "/share-target/"
CODE = "K7TTENAB"
HERE = "http://testserver"
WORD = "There was no room in what you shared."


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    "shared",
    [
        CODE,
        f"  {CODE.lower()}\n",
        "k7tt-enab",
        "K7TT ENAB.",
        f"{HERE}/join/{CODE}",
        f"{HERE}/join/{CODE.lower()}",
        f"https://testserver/room/{CODE}/",
        f"HTTP://TESTSERVER/join/{CODE}",
        f"{HERE}/join/{CODE}?from=a#b",
        f"Come and play: {HERE}/join/{CODE}. See you!",
        f"({HERE}/join/{CODE})",
        f"https://elsewhere.example/join/ABCDEFGH {HERE}/join/{CODE}",
        f"{HERE}/puzzle/ {HERE}/join/{CODE}",
        f"\u200b{CODE}\ufeff",
    ],
)
def test_a_link_or_a_code_leads_to_the_room(client: Client, field: str, shared: str) -> None:
    answer = client.get(TARGET, {field: shared})
    assert (answer.status_code, answer["Location"]) == (302, f"/join/{CODE}")


def test_a_link_goes_before_a_code(client: Client) -> None:
    shared = {"title": "ABCDEFGH", "text": f"{HERE}/join/{CODE}"}
    assert client.get(TARGET, shared)["Location"] == f"/join/{CODE}"


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    "shared",
    [
        "",
        " ",
        "K7TTENA",
        "K7TTENABC",
        "K0TTENAB",
        f"{CODE} {CODE}",
        f"My code is {CODE}",
        "Look at this picture",
        f"https://elsewhere.example/join/{CODE}",
        f"https://testserver.elsewhere.example/join/{CODE}",
        f"https://testserver@elsewhere.example/join/{CODE}",
        f"https://elsewhere.example/?to={HERE}/join/{CODE}",
        f"ftp://testserver/join/{CODE}",
        f"javascript:location='/join/{CODE}'",
        f"//testserver/join/{CODE}",
        f"{HERE}/join/",
        f"{HERE}/join/{CODE}/rules",
        f"{HERE}/match/{CODE}/",
        f"{HERE}/room/../accounts/delete/",
        f"{HERE}/join/%2e%2e%2fadmin",
        f"{HERE}/join/<script>alert(1)</script>",
        "http://[",
        "http://[::1",
        "\x00\x00\x00\x00\x00\x00\x00\x00",
        "Å" * 8,
        "A" * 7_000,
        f"{'x ' * 1_000}{HERE}/join/{CODE}",
    ],
)
def test_all_else_leads_home_with_a_word(client: Client, field: str, shared: str) -> None:
    answer = client.get(TARGET, {field: shared})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert [WORD in str(said) for said in get_messages(answer.wsgi_request)] == [True]


def test_the_word_is_said_once_and_nothing_of_what_was_shared(client: Client) -> None:
    client.get(TARGET, {"text": f"{HERE}/join/<script>alert(1)</script>"})
    page = client.get("/").content.decode()
    assert WORD in page and page.count("<script>") == 0
    assert WORD not in client.get("/").content.decode()


def test_nothing_shared_is_no_fault(client: Client) -> None:
    assert client.get(TARGET)["Location"] == "/"


def test_sharing_takes_no_seat_and_makes_nobody_a_guest(client: Client, clock: Clock) -> None:
    ann = create_guest()
    code = rooms.create(ann.pk, "en", clock.now)
    page = client.get(TARGET, {"text": code}, follow=True)
    assert page.redirect_chain == [(reverse("lobby:invitation", args=[code]), 302)]
    assert f"{ann} invites you" in page.content.decode() and "sessionid" not in client.cookies
    assert signed_in(ann).get(TARGET, {"text": code}, follow=True).redirect_chain[-1][0] == f"/room/{code}/"


def test_a_code_of_no_room_is_told_as_everywhere(client: Client) -> None:
    page = client.get(TARGET, {"text": CODE}, follow=True)
    assert page.status_code == 404 and "Join by code" in page.content.decode()


def test_it_is_only_asked(client: Client) -> None:
    assert client.post(TARGET, {"text": CODE}).status_code == 405
