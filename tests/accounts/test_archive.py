"""The list of a player's finished matches: paged, filtered, and leading on only for the player."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.statistics import archive_views
from tests.accounts.test_statistics import played
from tests.support.matches import UserFactory


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
    assert rows(html) == 2 and 'href="?language=sv&amp;page=3"' in html and 'href="?language=sv&amp;page=1"' in html
    assert rows(listed(client, me, "?language=sv&page=99")[1]) == 1


def test_a_guests_list_is_for_the_guest_alone(client: Client) -> None:
    guest = UserFactory.create()
    assert listed(client, guest)[0] == 404
    client.force_login(guest)
    assert listed(client, guest)[0] == 200
