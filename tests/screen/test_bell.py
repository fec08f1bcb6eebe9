"""The bell and the page of news: how many are unread, in whose words, and read by being opened."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from game.match import views
from game.models import Match
from game.services import clock as game_clock
from news import api as news
from news.models import News
from news.rows_shown import MOST_PICTURES, ago_in_words
from news.services import reading
from tests.support.browsers import signed_in
from tests.support.matches import START, UserFactory, make_match, submit, user_at

SECOND, HOUR, DAY = 1_000, 3_600_000, 86_400_000
SLOW: dict[str, Any] = {"turn_seconds": 259_200}


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The site's time, which a test may change."""
    moment = [START + SECOND]
    news.take_time_from(lambda: moment[0])
    yield moment
    news.take_time_from(game_clock.now_ms)


@pytest.fixture
def row() -> Match:
    return make_match(**SLOW)


@pytest.fixture
def player(row: Match) -> Client:
    """Who is on turn."""
    return signed_in(user_at(row, 0))


def heard(html: str) -> str:
    """What the bell says of itself."""
    found = re.search(r'id="bell-link"[^>]*aria-label="([^"]*)"', html)
    return found[1] if found else ""


def page(client: Client, address: str = "/news/", **headers: str) -> str:
    return client.get(address, headers=headers).content.decode()


def tell(user: Any, topic: str, at: int = START) -> None:
    news.tell([user.pk], "turn", topic, path="/guide/", at=at, values={"names": ["Elsa"]})


@pytest.mark.parametrize("address", ["/", "/news/", "/guide/", "/words/"])
def test_every_page_says_how_many_are_unread(player: Client, address: str) -> None:
    assert heard(page(player, address)) == "News, 1 unread"


def test_a_visitor_who_is_nobody_yet_has_no_bell(client: Client) -> None:
    html = page(client, "/guide/")
    assert 'id="bell"' not in html and heard(html) == ""
    assert "Nothing new." in page(client)
    for address in ("/news/bell", "/news/latest", "/news/1/"):
        assert client.get(address).status_code == 404


@pytest.mark.parametrize("address", ["/guide/", "/news/bell"])
def test_it_opens_the_newest_in_a_wide_window_and_leads_to_the_list_in_a_narrow_one(
    player: Client, address: str
) -> None:
    html = page(player, address)
    assert 'popovertarget="news-pop"' in html and '<a class="iconbtn bellbtn only-m"' in html


def test_in_a_match_it_is_a_link_which_a_narrow_window_shows_while_something_is_unread(
    row: Match, player: Client
) -> None:
    html = page(player, f"/match/{row.public_id}/")
    assert 'hx-get="/news/bell?link"' in html
    for address, is_quiet in (("/news/bell?link", False), (f"/match/{row.public_id}/", True)):
        if not is_quiet:
            tell(user_at(row, 0), "match:another")
        else:
            player.post("/news/read")
        html = page(player, address)
        assert "popovertarget" not in html and ("is-quiet" in html) is is_quiet


def test_the_number_is_one_statement(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    user = UserFactory.create()
    for number in range(3):
        tell(user, f"match:{number}")
    with django_assert_num_queries(1):
        assert news.unread(user.pk, START) == 3


def test_the_match_by_any_way_reads_what_is_told_of_it(
    row: Match, player: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "now_ms", lambda: START + SECOND)
    assert heard(page(player, f"/match/{row.public_id}/")) == "News"
    assert heard(page(player)) == "News"


def test_a_row_leads_to_what_it_is_about_and_is_read(row: Match, player: Client) -> None:
    html = page(player)
    assert "Your turn against" in html and "Unread:" in html and "is-new" in html
    (address,) = re.findall(r'href="(/news/\d+/)"', html)
    assert player.get(address)["Location"] == f"/match/{row.public_id}/"
    html = page(player)
    assert "Your turn against" in html and "Unread:" not in html


def test_opening_the_list_reads_nothing(player: Client) -> None:
    for address in ("/news/", "/news/latest", "/news/bell"):
        page(player, address)
    assert heard(page(player)) == "News, 1 unread"


def test_a_row_that_is_gone_or_somebody_elses_leads_to_the_list(row: Match) -> None:
    other = signed_in(user_at(row, 1))
    address = f"/news/{News.objects.get(kind='turn').pk}/"
    assert other.get(address)["Location"] == "/news/"
    assert News.objects.get(kind="turn").read_at is None


def test_all_is_read_by_one_press(player: Client) -> None:
    assert "Mark all read" in page(player)
    assert player.get("/news/read").status_code == 405
    player.post("/news/read")
    html = page(player)
    assert heard(html) == "News" and "Mark all read" not in html


def test_what_was_taken_back_vanishes(row: Match, player: Client) -> None:
    submit(row, 0, at=START + SECOND, do="pass")
    html = page(player)
    assert heard(html) == "News" and "Nothing new." in html


def test_the_bell_opens_the_newest_four() -> None:
    user = UserFactory.create()
    for number in range(6):
        tell(user, f"match:{number}", START - number * HOUR)
    html = page(signed_in(user), "/news/latest")
    assert html.count("newsrow__b") == 4 and "<html" not in html
    assert [ago for ago in re.findall(r'newsrow__t">([^<]*)<', html)] == ["now", "1 h", "2 h", "3 h"]


# --- a match is shown by its board --------------------------------------------------------------------------------


def boards(client: Client, address: str = "/news/") -> int:
    return page(client, address).count('class="mini"')


def matches_of(user: Any, number: int) -> None:
    """So many slow matches, in each of which it is the user's turn."""
    for _ in range(number):
        make_match(users=(user, UserFactory.create()), by_lot=False, **SLOW)


@pytest.mark.parametrize("address", ["/news/", "/news/latest"])
def test_a_row_of_a_match_has_its_board_and_others_an_icon(row: Match, player: Client, address: str) -> None:
    assert boards(player, address) == 1
    assert page(player, address).count("newsrow__ic") == 0
    for topic in ("match:gone", "season:one"):
        tell(user_at(row, 0), topic)
    assert boards(player, address) == 1 and page(player, address).count("newsrow__ic") == 2


def test_nobody_sees_the_board_of_a_match_that_they_do_not_play(row: Match) -> None:
    stranger = UserFactory.create()
    tell(stranger, f"match:{row.public_id}")
    assert boards(signed_in(stranger)) == 0


def test_news_is_read_where_no_board_can_be_drawn(row: Match, player: Client) -> None:
    Match.objects.update(state="{}")
    assert boards(player) == 0 and "Your turn against" in page(player)


def test_boards_are_asked_for_once_and_stand_at_the_newest_alone() -> None:
    user = UserFactory.create()
    client, asked = signed_in(user), []
    for _ in range(2):
        matches_of(user, 10)
        with CaptureQueriesContext(connection) as queries:
            page(client)
        asked.append(len(queries))
    assert asked[0] == asked[1]
    assert boards(client) == MOST_PICTURES and boards(client, "/news/latest") == 4


def test_only_the_bell_is_sent_for_a_bell(player: Client) -> None:
    html = page(player, "/news/bell")
    assert heard(html) == "News, 1 unread" and "<html" not in html
    assert 'class="badge num"' in html


def test_more_than_a_hundred_are_not_counted_out() -> None:
    user = UserFactory.create()
    for number in range(100):
        tell(user, f"match:{number}")
    html = page(signed_in(user), "/news/bell")
    assert heard(html) == "News, 100 unread" and "99+" in html


def test_it_asks_anew_when_something_of_the_person_has_changed(player: Client) -> None:
    (bell,) = re.findall(r'<div class="bell"[^>]*>', page(player, "/guide/"))
    assert 'hx-get="/news/bell"' in bell and 'hx-trigger="person from:body"' in bell


def test_news_is_read_in_the_language_of_the_reader(player: Client) -> None:
    player.post("/accounts/language/", {"language": "sv"})
    html = page(player, "/news/", **{"accept-language": "sv"})
    assert "Din tur mot" in html and heard(html) == "Nyheter, 1 oläst"


def test_after_thirty_days_nothing_is_shown(player: Client, now: list[int]) -> None:
    now[0] = START + reading.KEPT_MS
    assert "Nothing new." in page(player)


def test_what_cannot_be_said_any_more_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    user = UserFactory.create()
    news.tell([user.pk], "turn", "match:old", path="/guide/", at=START, values={"opponent": "of a release before"})
    tell(user, "match:new")
    assert page(signed_in(user)).count("newsrow__b") == 1


@pytest.mark.parametrize(
    ("passed", "said"),
    [(59_999, "now"), (60_000, "1 min"), (HOUR - 1, "59 min"), (DAY - 1, "23 h"), (DAY, "1 day"), (2 * DAY, "2 days")],
)
def test_how_long_ago_is_said_in_the_largest_unit(passed: int, said: str) -> None:
    assert ago_in_words(passed) == said


def test_a_device_goes_on_showing_what_is_true_and_unread(row: Match, player: Client) -> None:
    """The worker of a device asks for it; who is signed in nowhere has nothing that may stand there."""
    address = "/news/true/"
    assert Client().get(address).json() == {"topics": []}
    assert player.get(address).json() == {"topics": [f"match:{row.public_id}"]}
    player.post("/news/read")
    assert player.get(address).json() == {"topics": []}
