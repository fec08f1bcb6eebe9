"""Whose page is there, and for whom."""

import pytest
from django.test import Client as client_class
from django.urls import reverse

from accounts.models import Rating, User
from game import api as game
from tests.accounts.ranking import ended
from tests.accounts.test_statistics import played
from tests.support.matches import UserFactory


def page_of(user: User) -> str:
    return reverse("accounts:player", args=[user.public_id])


def test_an_account_has_a_page_for_everybody(client: client_class) -> None:
    response = client.get(page_of(UserFactory.create(display_name="Elsa", is_guest=False)))
    assert response.status_code == 200
    assert "<h1><bdi>Elsa</bdi></h1>" in response.content.decode()


def test_a_guest_has_a_page_for_themselves_only(client: client_class) -> None:
    guest = UserFactory.create()
    assert client.get(page_of(guest)).status_code == 404
    client.force_login(UserFactory.create())
    assert client.get(page_of(guest)).status_code == 404
    client.force_login(guest)
    assert client.get(page_of(guest)).status_code == 200


@pytest.mark.parametrize("public_id", ["nobody-here", "2", "abc2345678"])
def test_an_unknown_player_has_none(client: client_class, public_id: str) -> None:
    assert client.get(f"/players/{public_id}/").status_code == 404


def test_a_closed_account_has_none(client: client_class) -> None:
    assert client.get(page_of(UserFactory.create(is_guest=False, is_active=False))).status_code == 404


def test_the_player_page_says_how_sure_a_rating_is(client: client_class, astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, at=game.now_ms())
    played(astrid, bjorn)
    html = client.get(page_of(astrid)).content.decode()
    rating = Rating.objects.get(user=astrid)
    assert f"± {round(rating.deviation)}</span>" in html and "provisional</abbr>" in html
    Rating.objects.update(deviation=60, matches=40)
    html = client.get(page_of(astrid)).content.decode()
    assert "± 60</span>" in html and "provisional</abbr>" not in html


def test_a_player_who_hides_the_figures_is_on_no_board_and_shows_them_to_nobody_else(
    client: client_class, astrid: User, bjorn: User
) -> None:
    ended(astrid, bjorn, at=game.now_ms())
    played(astrid, bjorn)
    client.force_login(astrid)
    assert client.post(reverse("accounts:figures"), {"hide": "1"})["Location"] == reverse("accounts:account")
    assert "only you see your figures" in client.get(reverse("accounts:account")).content.decode()
    assert 'id="figures"' in client.get(page_of(astrid)).content.decode()

    others = client_class()
    html = others.get(page_of(astrid)).content.decode()
    assert "figures are private" in html and 'id="figures"' not in html
    assert "Astrid" not in others.get(reverse("accounts:leaderboard")).content.decode()
    ended(astrid, bjorn, at=game.now_ms())  # nor does another match bring them back
    assert "Astrid" not in others.get(reverse("accounts:leaderboard")).content.decode()

    client.post(reverse("accounts:figures"), {"hide": "0"})
    assert "Astrid" in others.get(reverse("accounts:leaderboard")).content.decode()
    assert 'id="figures"' in others.get(page_of(astrid)).content.decode()
