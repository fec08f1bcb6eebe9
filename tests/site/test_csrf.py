"""A page whose token another tab has changed leads on; a post from elsewhere does not."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from lobby.models import Room, Seeker
from tests.support.types import Response, certain

pytestmark = pytest.mark.django_db
HOME, SEEK = reverse("lobby:home"), reverse("lobby:seek")


def token_of(page: Response) -> str:
    return certain(re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode()))[1]


@pytest.fixture
def browser() -> Client:
    """One that sends tokens as its pages have them."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def stale(browser: Client) -> str:
    """The token of a tab that was open before another one made the visitor a guest."""
    token = token_of(browser.get(HOME))
    sent = {"csrfmiddlewaretoken": token}
    browser.post(reverse("lobby:new_room"), sent, headers={"referer": f"http://testserver{HOME}"})
    assert Room.objects.count() == 1
    return token


def press_play(browser: Client, token: str, page: str = HOME, **headers: Any) -> Any:
    data = {"preset": "quick", "lg": "en", "csrfmiddlewaretoken": token}
    return browser.post(SEEK, data, headers={"referer": f"http://testserver{page}"} | headers)


def test_the_second_tab_of_a_new_visitor_goes_back_and_plays_at_the_second_press(browser: Client, stale: str) -> None:
    answer = press_play(browser, stale)
    assert (answer.status_code, answer.url) == (302, HOME) and not Seeker.objects.exists()

    page = browser.get(HOME)
    assert "Please press again." in page.content.decode()
    assert press_play(browser, token_of(page)).url == reverse("lobby:waiting") and Seeker.objects.count() == 1


def test_a_part_of_a_page_has_the_whole_page_loaded_anew(browser: Client, stale: str) -> None:
    answer = press_play(browser, stale, HOME, **{"hx-request": "true"})
    assert answer.status_code == 403 and answer.headers["HX-Refresh"] == "true"


@pytest.mark.parametrize(
    "headers",
    [
        {"referer": "http://elsewhere.example/"},
        {"referer": "http://[::1"},
        {"origin": "http://elsewhere.example"},
        {"referer": ""},
        {"sec-fetch-mode": "cors"},
    ],
)
def test_what_comes_from_elsewhere_is_refused(browser: Client, stale: str, headers: dict[str, str]) -> None:
    browser.raise_request_exception = False
    answer = press_play(browser, stale, HOME, **headers)
    assert answer.status_code == 403 and not Seeker.objects.exists()


def test_a_browser_without_cookies_is_told_so(stale: str) -> None:
    answer = press_play(Client(enforce_csrf_checks=True), stale)
    assert answer.status_code == 403 and "cookies" in answer.content.decode()


@pytest.mark.parametrize("page", ["//elsewhere.example/", "/%2f/elsewhere.example"])
def test_the_way_back_stays_on_the_site(browser: Client, stale: str, page: str) -> None:
    answer = press_play(browser, stale, page=page)
    assert answer.url.startswith("/") and not answer.url.startswith("//")
