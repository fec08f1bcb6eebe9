"""Rated matches in the admin: found by player, made void with a reason, and counted again."""

from django.test import Client

from accounts.models import RatedMatch, User
from common.models import AuditEntry
from tests.accounts.ranking import ended, points
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
    form = {"note": "A program played.", "changes-TOTAL_FORMS": "0", "changes-INITIAL_FORMS": "0"}
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
