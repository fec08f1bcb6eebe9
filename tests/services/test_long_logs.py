"""A log has no bound, and no screen reads more of it than it shows (security review H4)."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from game.dispatch.log_entries import step_of
from game.live.panels import turn_lines
from game.live.screens import screen_of
from game.models import Match
from game.services import log_pages, replays, sharing, store
from tests.support.long_log import flood
from tests.support.matches import START, make_match, resigned, submit, user_at
from tests.support.run_length import tries
from tests.support.types import Response, certain

SAYS = "This match does not agree with its seal"

FLOOD = tries(1_000, 3_000)
FREE: dict[str, Any] = {"turn_seconds": None, "tries_per_turn": None, "board_size": 11}


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """How many entries were read by pages."""
    seen = []
    of = step_of
    monkeypatch.setattr(log_pages, "step_of", lambda text: (seen.append(1), of(text))[1])
    return seen


def turns_of(html: str) -> list[int]:
    """The numbers of the turns that a list shows, in its order."""
    return [int(number) for number in re.findall(r'class="emblem"></i>(\d+)<', html)]


def test_a_screen_reads_no_more_than_a_page_of_the_log(read: list[Any]) -> None:
    row = flood(make_match(**FREE), FLOOD)
    with CaptureQueriesContext(connection) as asked:
        screen_of(row, 0, START + 2000)
    assert len(read) <= log_pages.MOST_ENTRIES + log_pages.ENTRIES_A_READ
    assert len([query for query in asked if "game_logentry" in query["sql"]]) <= 7


def test_the_running_turn_counts_all_its_tries_though_not_all_were_read() -> None:
    row = flood(make_match(**FREE), FLOOD)
    for viewer in (0, 1):
        screen = screen_of(row, viewer, START + 2000)
        (receipt,) = screen.view.receipts
        assert (receipt.turn, receipt.seat, receipt.tries, receipt.try_points) == (1, 0, FLOOD, FLOOD)
        (line,) = turn_lines(screen.view, screen.table.names)
        assert line.fine.startswith(f"{FLOOD} failed tries") and len(line.fine) < 200


def test_an_ordinary_match_is_one_page_and_one_read(read: list[Any]) -> None:
    row = make_match(**FREE)
    for turn in range(6):
        action: dict[str, Any] = {"do": "pass"} if turn % 3 else {"do": "buy", "item": "swap"}
        submit(row, turn % 2, **action)
    row = Match.objects.get(pk=row.pk)
    with CaptureQueriesContext(connection) as asked:
        screen = screen_of(row, 0, START + 2000)
    assert len([query for query in asked if "game_logentry" in query["sql"]]) == 1
    assert screen.table.earlier is None and len(read) == row.version


def pass_about(row: Match, turns: int) -> Match:
    """Turns without end: a pass, and for the coins a swap that forgives it."""
    for turn in range(turns):
        seat = turn % 2
        if turn >= 2:
            submit(row, seat, do="buy", item="swap")
            hand = store.load(Match.objects.get(pk=row.pk)).players[seat].hand
            submit(row, seat, do="use", item="swap", tiles=[hand[0]])
        submit(row, seat, do="pass")
    return Match.objects.get(pk=row.pk)


def test_earlier_turns_come_a_page_at_a_time_each_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_pages, "TURNS_A_PAGE", 5)
    row = pass_about(make_match(**FREE, prices={"swap": 0}), 17)
    client.force_login(user_at(row, 0))
    html = client.get(f"/match/{row.public_id}/").content.decode()
    seen = turns_of(html)
    assert seen == [17, 16, 15, 14]  # the eighteenth, which runs, has nothing to tell
    pages = 0
    while found := re.search(r"/turns\?until=\d+", html):
        html = client.get(f"/match/{row.public_id}{found.group()}").content.decode()
        seen += turns_of(html)
        pages += 1
    assert seen == list(range(17, 0, -1)) and pages == 3


@pytest.mark.parametrize("until", ["", "x", "-1", "0", "999999", "9" * 40, "١٢", "1.5", "%00"])
def test_an_odd_entry_asked_for_gives_turns_or_none(client: Client, until: str) -> None:
    row = pass_about(make_match(**FREE, prices={"swap": 0}), 3)
    client.force_login(user_at(row, 1))
    answer = client.get(f"/match/{row.public_id}/turns", {"until": until})
    assert answer.status_code == 200
    assert set(turns_of(answer.content.decode())) <= {1, 2, 3, 4}


def test_earlier_turns_are_for_the_players_and_tell_each_what_is_theirs(client: Client) -> None:
    row = make_match(**FREE)
    flood(row, 3)
    assert client.get(f"/match/{row.public_id}/turns").status_code == 404
    rejected = Match.objects.get(pk=row.pk).log.order_by("-seq")[0].events
    word = certain(re.search(r'"rejected":\["(\w+)"', rejected)).group(1)
    for seat, told in ((0, True), (1, False)):
        client.force_login(user_at(row, seat))
        assert (word in client.get(f"/match/{row.public_id}/turns").content.decode()) is told


def test_a_long_match_is_told_its_facts_are_counted_and_its_pages_stay_small(client: Client) -> None:
    row = resigned(flood(make_match(**FREE), FLOOD))
    replayed = replays.replayed_match(row)
    assert [seat.tries for seat in certain(replayed).facts] == [FLOOD, 0]
    client.force_login(user_at(row, 0))
    page = client.get(f"/match/{row.public_id}/")
    assert page.status_code == 200 and len(page.content) < 150_000
    assert f"And {FLOOD - 100} more." in page.content.decode()


def body_of(answer: Response) -> str:
    """What strangers are shown, without what is around it."""
    html = answer.content.decode()
    return html[html.index("<main") : html.index("</main>")]


@pytest.fixture
def shared() -> tuple[str, Match]:
    """The address of a finished match for strangers, and its row."""
    row = resigned(make_match(**FREE))
    link = sharing.share(row, user_at(row, 0).pk, hides_names=False)
    return f"/shared/{link.token}/", row


@pytest.mark.parametrize("part", ["", "replay/", "replay/?turn=0"])
def test_a_shared_page_is_rendered_once_for_all_strangers(client: Client, shared: tuple[str, Match], part: str) -> None:
    address = shared[0] + part
    first = client.get(address)
    with CaptureQueriesContext(connection) as asked:
        again = client.get(address)
    assert body_of(again) == body_of(first)
    assert not [query for query in asked if "game_logentry" in query["sql"]]
    assert body_of(client.get(address, headers={"accept-language": "sv"})) != body_of(first)


def test_what_strangers_are_shown_is_looked_at_again_after_a_minute(client: Client, shared: tuple[str, Match]) -> None:
    """Whoever changes the log meets the proof again: what is kept for strangers is kept for a minute only."""
    address, row = shared
    assert SAYS not in body_of(client.get(address))
    row.log.filter(seq=2).update(events="[]")
    cache.clear()  # as the minute does
    assert SAYS in body_of(client.get(address))
