"""Whose page is there, and for whom; and the list of a player's finished matches: paged, filtered, and leading on only
for the player."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Rating, User
from accounts.statistics import archive_views
from game import api as game
from tests.accounts.ranking import ended
from tests.accounts.test_statistics import page_of, played
from tests.support.matches import UserFactory


def test_an_account_has_a_page_for_everybody(client: Client) -> None:
    response = client.get(page_of(UserFactory.create(display_name="Elsa", is_guest=False)))
    assert response.status_code == 200
    assert "<h1><bdi>Elsa</bdi></h1>" in response.content.decode()


def test_a_guest_has_a_page_for_themselves_only(client: Client) -> None:
    guest = UserFactory.create()
    assert client.get(page_of(guest)).status_code == 404
    client.force_login(UserFactory.create())
    assert client.get(page_of(guest)).status_code == 404
    client.force_login(guest)
    assert client.get(page_of(guest)).status_code == 200


@pytest.mark.parametrize("public_id", ["nobody-here", "2", "abc2345678"])
def test_an_unknown_player_has_none(client: Client, public_id: str) -> None:
    assert client.get(f"/players/{public_id}/").status_code == 404


def test_a_closed_account_has_none(client: Client) -> None:
    assert client.get(page_of(UserFactory.create(is_guest=False, is_active=False))).status_code == 404


def test_the_player_page_says_how_sure_a_rating_is(client: Client, astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, at=game.now_ms())
    played(astrid, bjorn)
    html = client.get(page_of(astrid)).content.decode()
    rating = Rating.objects.get(user=astrid)
    assert f"± {round(rating.deviation)}</span>" in html and "provisional</abbr>" in html
    Rating.objects.update(deviation=60, matches=40)
    html = client.get(page_of(astrid)).content.decode()
    assert "± 60</span>" in html and "provisional</abbr>" not in html


def test_a_player_who_hides_the_figures_is_on_no_board_and_shows_them_to_nobody_else(
    client: Client, astrid: User, bjorn: User
) -> None:
    ended(astrid, bjorn, at=game.now_ms())
    played(astrid, bjorn)
    client.force_login(astrid)
    assert client.post(reverse("accounts:figures"), {"hide": "1"})["Location"] == reverse("accounts:account")
    assert "only you see your figures" in client.get(reverse("accounts:account")).content.decode()
    assert 'id="figures"' in client.get(page_of(astrid)).content.decode()

    others = Client()
    html = others.get(page_of(astrid)).content.decode()
    assert "figures are private" in html and 'id="figures"' not in html
    assert "Astrid" not in others.get(reverse("accounts:leaderboard")).content.decode()
    ended(astrid, bjorn, at=game.now_ms())  # nor does another match bring them back
    assert "Astrid" not in others.get(reverse("accounts:leaderboard")).content.decode()

    client.post(reverse("accounts:figures"), {"hide": "0"})
    assert "Astrid" in others.get(reverse("accounts:leaderboard")).content.decode()
    assert 'id="figures"' in others.get(page_of(astrid)).content.decode()


def listed(client: Client, user: User, query: str = "") -> tuple[int, str]:
    response = client.get(reverse("accounts:matches", args=[user.public_id]) + query)
    return response.status_code, response.content.decode()


def rows(html: str) -> int:
    return html.count('class="archive__row"')


def test_the_players_own_matches_lead_to_result_and_replay(client: Client, me: User) -> None:
    row = played(me, rated=False)
    _, html = listed(client, me)
    for name in ("game:match", "game:replay"):
        assert reverse(name, args=[row.match.public_id]) in html
    client.logout()
    assert rows(listed(client, me)[1]) == 0  # others see what is rated
    rated = played(me, rated=True)
    _, html = listed(client, me)
    assert rows(html) == 1 and rated.match.public_id not in html


def test_filters_by_language_preset_and_outcome(client: Client, me: User) -> None:
    played(me, language="en", preset="quick", outcome="w")
    played(me, language="sv", preset="quick", outcome="l")
    played(me, language="sv", preset="", outcome="n")
    for query, count in (
        ("", 3), ("?language=sv", 2), ("?preset=quick", 2), ("?preset=custom", 1), ("?outcome=won", 1),
        ("?outcome=lost&language=en", 0), ("?outcome=nobody", 1), ("?outcome=%00&language=xx&page=-1", 3),
    ):  # fmt: skip
        status, html = listed(client, me, query)
        assert (status, rows(html)) == (200, count), query


def test_who_has_played_nothing_is_not_told_to_choose_otherwise(client: Client, me: User) -> None:
    assert "No matches yet" in listed(client, me)[1]
    assert "No matches found" in listed(client, me, "?outcome=won")[1]
    played(me, rated=False)
    assert "No matches found" in listed(client, me, "?kind=rated")[1]
    assert rows(listed(client, me)[1]) == 1


def test_dates_and_totals_are_written_as_the_language_writes_them(client: Client, me: User) -> None:
    played(me, finished_at=1_795_300_000_000, total=-10, opponent_total=-6)
    for language, day in (("en", "21 Nov 2026"), ("sv", "21 nov 2026")):
        for door in ("accounts:matches", "accounts:player"):
            page = client.get(reverse(door, args=[me.public_id]), headers={"accept-language": language})
            html = page.content.decode()
            assert day in html and "−10\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}−6" in html


def test_pages_keep_the_filters(client: Client, monkeypatch: pytest.MonkeyPatch, me: User) -> None:
    monkeypatch.setattr(archive_views, "A_PAGE", 2)
    for moment in range(5):
        played(me, language="sv", finished_at=moment)
    _, html = listed(client, me, "?language=sv&page=2")
    assert rows(html) == 2
    assert all(f'href="?language=sv&amp;game=alfapower&amp;page={page}"' in html for page in (1, 3))
    assert rows(listed(client, me, "?language=sv&page=99")[1]) == 1


def test_a_guests_list_is_for_the_guest_alone(client: Client) -> None:
    guest = UserFactory.create()
    assert listed(client, guest)[0] == 404
    client.force_login(guest)
    assert listed(client, guest)[0] == 200
