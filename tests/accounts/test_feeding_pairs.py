"""The list of pairs of which one mostly feeds the other, for a moderator (security review H3)."""

from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from accounts.ranking.feeding_pairs import feeding_pairs
from accounts.services import ranking
from game.models import Match
from tests.accounts.ranking import DAY, account, ended
from tests.support.matches import START

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
