"""Rated matches in the admin: found by player, made void with a reason, and counted again; and the list of pairs of
which one mostly feeds the other, for a moderator (security review H3)."""

from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import RatedMatch, User
from accounts.ranking.feeding_pairs import feeding_pairs
from accounts.services import ranking
from common.models import AuditEntry
from game.models import Match
from tests.accounts.ranking import DAY, account, ended, points
from tests.support.matches import START
from tests.support.types import certain

PAGES = "/admin/accounts/ratedmatch/"


def test_an_operator_makes_a_match_void_and_lets_it_count_again(
    astrid: User, bjorn: User, admin_client: Client
) -> None:
    row = ended(astrid, bjorn)
    for page in (PAGES, f"{PAGES}{row.pk}/change/"):
        assert admin_client.get(page).status_code == 200
    void = {"action": "make_void", "_selected_action": [row.pk]}
    asked = admin_client.post(PAGES, void, follow=True).content.decode()
    assert "write why into it first" in asked and points(astrid, bjorn) == [1050, 950]
    counted = {f"{rows}-{name}_FORMS": "0" for rows in ("changes", "put_back") for name in ("TOTAL", "INITIAL")}
    form = {"note": "A program played.", **counted}
    admin_client.post(f"{PAGES}{row.pk}/change/", form)
    admin_client.post(PAGES, void)
    assert points(astrid, bjorn) == [1000, 1000] and RatedMatch.objects.get().voided_at
    assert "A program played." in certain(AuditEntry.objects.first()).note
    admin_client.post(PAGES, {"action": "count_again", "_selected_action": [row.pk]})
    assert points(astrid, bjorn) == [1050, 950]


def test_they_are_listed_with_names_and_found_by_player(astrid: User, bjorn: User, admin_client: Client) -> None:
    ended(astrid, bjorn)
    page = admin_client.get(PAGES, {"q": "Astrid"}).content.decode()
    assert "Astrid" in page and "Björn" in page
    for asked, found in (({"q": "Clara"}, 0), ({"changes__user": bjorn.pk}, 1), ({"changes__user": 0}, 0)):
        assert admin_client.get(PAGES, asked).context["cl"].result_count == found, asked


def test_guests_matches_are_asked_for(astrid: User, bjorn: User, admin_client: Client) -> None:
    ended(astrid, bjorn)
    RatedMatch.objects.update(verdict="guest", moved=0)
    for asked, found in (({}, 0), ({"whose": "guests"}, 1), ({"whose": "all"}, 1)):
        assert admin_client.get(PAGES, asked).context["cl"].result_count == found, asked


NOW = START + 40 * DAY


def play(winner: User, loser: User, *, days: int, points: int = 100, at: int = START + 30 * DAY) -> list[Match]:
    """A match a day, each moving so many points."""
    return [ended(winner, loser, (points, 0), at=at + day * DAY) for day in range(days)]


def found() -> list[tuple[str, str, int, int]]:
    return [(pair.winner.display_name, pair.loser.display_name, pair.moved, pair.share) for pair in feeding_pairs(NOW)]


def test_who_feeds_another_is_listed_by_points() -> None:
    rich, poor, friend, other = (account(name) for name in ("Rich", "Poor", "Friend", "Other"))
    play(rich, poor, days=4)
    play(rich, other, days=1)
    play(friend, poor, days=3)
    assert found() == [("Rich", "Poor", 400, 80), ("Friend", "Poor", 300, 100)]


def test_what_goes_back_what_is_old_and_what_is_void_does_not_count() -> None:
    one, two, three, four = (account(name) for name in ("One", "Two", "Three", "Four"))
    play(one, two, days=3)
    play(two, one, days=1, points=1)
    assert found() == []
    play(three, four, days=3, at=START)
    assert found() == []
    rows = play(three, four, days=3)
    assert found() == [("Three", "Four", 300, 100)]
    ranking.make_void(rows[0].pk, NOW, "lost on purpose")
    assert found() == []


def test_who_wins_from_many_is_not_listed() -> None:
    good = account("Good")
    for number in range(4):
        play(good, account(f"Loser {number}"), days=3)
    assert found() == []


def test_only_staff_who_may_see_rated_matches_read_the_page(client: Client) -> None:
    rich, poor = account("Rich"), account("Poor")
    play(rich, poor, days=4)
    staff = account("Staff", is_staff=True)
    client.force_login(staff)
    assert client.get("/admin/accounts/ratedmatch/pairs/").status_code == 403
    staff.user_permissions.add(Permission.objects.get(codename="view_ratedmatch"))
    assert "/admin/accounts/ratedmatch/pairs/" in client.get("/admin/accounts/ratedmatch/").content.decode()
    page = client.get("/admin/accounts/ratedmatch/pairs/")
    assert page.status_code == 200
    assert [(pair.winner, pair.loser) for pair in page.context["pairs"]] == [(rich, poor)]
