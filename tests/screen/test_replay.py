"""The replay of a finished match: every step as it was, from the log alone, and for its players."""

import re
from typing import Any

import pytest
from cachetools import LRUCache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from game.dispatch.stored_forms import digest, encode
from game.models import LogEntry, Match
from game.services import replays
from game.variants.alfapower.rules.record import board_rows
from tests.support.matches import START, UserFactory, make_match, resigned, state_of, submit, user_at
from tests.support.types import certain

HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}


def at(row: Match, turn: int | str = "") -> str:
    return f"/match/{row.public_id}/replay/" + (f"?turn={turn}" if turn != "" else "")


def tiles(html: str) -> int:
    """How many tiles lie on the board that a step shows."""
    board = html[html.index('role="table"') : html.index("replay__side")]
    return board.count('class="tile__l"')


def test_each_state_is_the_one_that_was_logged(row: Match) -> None:
    replay = certain(replays.replay_of(row))
    digests = list(row.log.order_by("seq").values_list("digest", flat=True))
    assert [digest(encode(state)) for state in replay.states] == [digests[n - 1] for n in replay.logged]
    assert replay.states[-1] == state_of(row) and replay.last == len(replay.receipts) == state_of(row).turn


def test_a_step_shows_board_hands_and_line_of_its_turn(player: Client, row: Match) -> None:
    replay = certain(replays.replay_of(row))
    html = player.get(at(row, 2), **HTMX).content.decode()
    assert 'data-number="2"' in html and "Turn 2 of" in html and "<html" not in html
    assert tiles(html) == sum(letter not in ".#" for letter in "".join(board_rows(replay.states[2].board)))
    receipt = replay.receipts[1]
    assert all(f'href="/match/{row.public_id}/word/{word.text}/"' in html for word in receipt.words)
    for hand in (replay.states[1].players[receipt.seat].hand, *(p.hand for p in replay.states[2].players)):
        said = ", ".join("blank" if tile[0] == "?" else f"Alfa {tile[0]}" if tile[1:] else tile for tile in hand)
        assert f'aria-label="{said}"' in html
    assert 'hx-swap-oob="innerHTML">Turn 2 of' in html


def test_nobody_is_said_to_have_played_who_passed_or_was_not_done_when_it_ended(client: Client) -> None:
    row = make_match()
    submit(row, 0, START + 1, do="pass")
    resigned(row)
    client.force_login(user_at(row, 0))
    for turn in (1, 2):
        html = client.get(at(row, turn), **HTMX).content.decode()
        assert "In hand" in html and "Played from" not in html, turn


def test_the_deal_is_step_nought_and_other_numbers_lead_to_the_nearest(player: Client, row: Match) -> None:
    deal = player.get(at(row, 0), **HTMX).content.decode()
    assert tiles(deal) == 0 and "The deal" in deal
    last = certain(replays.replay_of(row)).last
    for odd in ("", 999, "x", "-1", "٣", "9" * 40):
        assert f'data-number="{last}"' in player.get(at(row, odd), **HTMX).content.decode(), odd


def test_without_script_it_is_a_page_of_links(player: Client, row: Match) -> None:
    html = player.get(at(row, 2)).content.decode()
    assert f'href="{at(row, 1)}"' in html and f'href="{at(row, 3)}"' in html and f'href="{at(row, 0)}"' in html
    assert re.search(r'<input[^>]*type="range"[^>]*min="0"[^>]*value="2"', html)
    assert not re.search(r"\sstyle=|\son\w+=|<script(?![^>]*src=)", html)


def test_the_end_page_holds_the_last_step(player: Client, row: Match) -> None:
    html = player.get(f"/match/{row.public_id}/").content.decode()
    assert f'data-number="{certain(replays.replay_of(row)).last}"' in html and f'hx-get="{at(row)}"' in html


def test_it_is_there_for_the_players_once_the_match_is_over(client: Client) -> None:
    row = make_match()
    client.force_login(user_at(row, 1))
    assert client.get(at(row)).status_code == 404
    resigned(row)
    page = client.get(at(row))
    assert page.status_code == 200 and "no-store" in page["Cache-Control"]
    client.force_login(UserFactory.create())
    assert client.get(at(row)).status_code == 404
    client.logout()
    assert client.get(at(row)).status_code == 404


def test_a_log_that_leads_elsewhere_is_not_told_and_the_end_page_still_stands(player: Client, row: Match) -> None:
    entry = certain(LogEntry.objects.filter(match=row, action__contains='"place"').last())
    entry.events = entry.events.replace('"score":', '"score":1')
    entry.save()
    replays._told.clear()
    replay = player.get(at(row)).content.decode()
    assert "does not agree with its seal" in replay and "data-replay" not in replay
    html = player.get(f"/match/{row.public_id}/").content.decode()
    assert "Final score" in html and "data-replay" not in html


def test_a_running_match_has_no_story() -> None:
    with pytest.raises(ValueError, match="wait for the end"):
        replays.replay_of(make_match())


def test_few_stories_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "_told", LRUCache(1))
    rows = [make_match() for _ in range(2)]
    for row in rows:
        assert certain(replays.replay_of(resigned(row))).last == 1
    assert list(replays._told) == [rows[1].public_id]


def test_the_second_step_asks_for_no_log(
    player: Client, row: Match, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    player.get(at(row, 1), **HTMX)
    with django_assert_max_num_queries(12) as asked:
        player.get(at(row, 2), **HTMX)
    assert not any("game_logentry" in query["sql"] for query in asked)
