"""Keebble's pages: the match as each seat sees it, what the readout answers, the end, replay and guide."""

import json
import random
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from game.dispatch.seat_views import view_of
from game.kernel.actions import Resign
from game.kernel.events import LoggedStep, turn_began
from game.live import panels
from game.models import Match
from game.presentation import PRESENTATIONS
from game.services import settle_due
from game.services.log_pages import last_turns
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.screens import panels as keebble_panels
from tests.screen.drawn import drawn
from tests.support.acts import act
from tests.support.browsers import signed_in
from tests.support.keebble import letters, sheet
from tests.support.keebble_matches import keebble_match, play_on
from tests.support.matches import START, state_of, submit, user_at
from tests.support.players.keebble import carried_out
from tests.support.types import certain
from tests.support.word_lists import AllBut, know_every_word


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> AllBut:
    return know_every_word(monkeypatch)


def client_of(row: Match, seat: int = 0) -> Client:
    return signed_in(user_at(row, seat))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_page_has_everybody_by_mark_the_order_of_choice_and_every_option(players: int) -> None:
    row = keebble_match(3, players)
    page = client_of(row).get(f"/match/{row.public_id}/").content.decode()
    marks = re.findall(r'data-mark="(\d)"\s+(?:data-name|aria-current)', page)
    assert sorted(map(int, marks)) == list(range(1, players + 1))
    options = len(state_of(row).options)
    assert page.count("data-opt=") == options == {2: 5, 3: 7, 5: 6}[players]
    order = re.search(r'<ol class="track".*?</ol>', page, re.S)
    assert order and order[0].count("<li") == options - 1
    for foreign in ('id="rack"', 'id="bag"', 'id="p-unseen"', 'id="command"', 'id="d-blank"', 'id="hint"'):
        assert foreign not in page


def test_of_two_you_are_the_disc_and_of_more_a_mark_is_the_seats() -> None:
    pair, three = keebble_match(3, 2), keebble_match(3, 3)
    for seat in (0, 1):
        assert 'data-mark="1"' in drawn(pair, seat)["card-you"]
    marks = [certain(re.search(r'data-mark="(\d)"', drawn(three, seat)["card-you"]))[1] for seat in range(3)]
    assert marks == ["1", "2", "3"]


@pytest.mark.parametrize("viewer", [0, 1])
def test_of_two_the_disc_is_the_viewers_own_wherever_a_mark_is_drawn(viewer: int) -> None:
    begun = sheet(None, letters("C", "A"))
    step = act(begun, Take(0, tiles=((0, 0, "C"), (0, 1, "A"))))
    log = [LoggedStep((turn_began(0, 1, None),)), LoggedStep(step.events)]
    view, names = view_of(step.state, viewer, log, 0), ("Anna", "Björn")
    mark = 1 if viewer == 0 else 2
    laid = [square for row in PRESENTATIONS["keebble"].squares(view, names) for square in row if square.cell.letter]
    assert {square.cell.mark for square in laid} == {mark}
    assert keebble_panels.screen(view)["laid_by"] == str(mark)
    over = act(step.state, Resign())
    at_end = view_of(over.state, viewer, [*log, LoggedStep(over.events)], 0)
    places = PRESENTATIONS["keebble"].final_totals(at_end, names)["places"]
    assert {place.seat: place.mark for place in places} == {0: mark, 1: 3 - mark}


def test_who_has_taken_an_option_stands_on_it_and_one_that_time_struck_out_says_so() -> None:
    row = keebble_match(4, 3, turn_seconds=30, timeouts_to_forfeit=10)
    assert not submit(row, 0, do="take", option=0, save=True).code
    assert client_of(row, 1).get(f"/match/{row.public_id}/").status_code == 200
    before = state_of(row).open[-1]
    settle_due.settled(row.pk, START + 80_000)
    options = drawn(row, 2)["options"]
    cards = dict(re.findall(r'<button[^>]*?data-opt="(\d)".*?(opt__\w)".*?</button>', options, re.S))
    assert len(cards) == 7
    assert "Astrid" in options or "Björn" in options or "Cilla" in options
    assert re.search(rf'data-opt="{before}".*?struck out', options, re.S)


def test_the_readout_tells_runs_points_and_cells_and_never_whether_a_word_exists(words: AllBut) -> None:
    row = keebble_match(5, 2)
    state = state_of(row)
    client, url = client_of(row, state.active), reverse("game:readout", args=[row.public_id])

    def ask(data: dict[str, Any]) -> dict[str, Any]:
        return client.post(url, json.dumps(data), content_type="application/json").json()

    told = ask({"option": 0})
    assert told["code"] == "wrong_count" and told["message"] == "" and told["due"] >= 1
    assert len(told["cells"]) == len(state.board.empty_cells)
    whole = carried_out(state, 0, random.Random(1))
    known = ask(whole)
    words.missing = {run[0][0] for run in known["runs"]}
    assert ask(whole) == known and known["code"] == ""
    assert ask({"option": 99})["code"] == "no_such_option"
    assert client.post(url, "{}", content_type="application/json").status_code == 400


@pytest.mark.parametrize("players", [2, 5])
def test_the_end_the_replay_and_the_fair_page_are_told(players: int) -> None:
    row = keebble_match(6, players, max_rounds=3)
    state = play_on(row, random.Random(6))
    client, url = client_of(row), f"/match/{row.public_id}/"
    page = client.get(url).content.decode()
    places = re.findall(r'id="place-[^"]+">\s*(\S+?)\s*<', page)
    assert sorted(places) == sorted(map(str, certain(certain(state.outcome).places)))
    for at in ("replay/", "replay/?turn=0", "replay/?turn=2", "fair/"):
        assert client.get(url + at).status_code == 200
    proof = client.get(f"{url}fair/").content.decode()
    assert "Every one is the one of the match." in proof and "tile" not in proof.partition('id="fair-said"')[2]
    replay = client.get(f"{url}replay/?turn=3", headers={"hx-request": "true"}).content.decode()
    assert replay.count('role="cell"') == 64 and "in hand" not in replay.lower()


@pytest.mark.parametrize(("language", "word"), [("en", "CATS"), ("sv", "KATT")])
def test_the_guide_shows_what_the_engine_makes(client: Client, language: str, word: str) -> None:
    line = PRESENTATIONS["keebble"].guide(language)["written"].line
    ((text, points, *_),) = line.receipt.words
    assert text == word and dict(line.receipt.words[0].others)[1] > 0 and points > 0
    page = client.get("/guide/keebble/", headers={"accept-language": language}).content.decode()
    assert word in page and page.count("<dt>") >= 13


def test_every_kind_of_option_is_named_on_its_card_and_in_the_ledger() -> None:
    row = keebble_match(11, 3, max_rounds=14)
    seen, lines = set(), set()
    rng = random.Random(11)
    for _ in range(400):
        state = state_of(row)
        if state.over:
            break
        index = rng.choice(state.open)
        seen.add(state.options[index].kind)
        assert not submit(row, state.active, do="take", **carried_out(state, index, rng)).code
        found = state_of(row)
        view = view_of(found, 0, last_turns(Match.objects.get(pk=row.pk), found).steps, START)
        lines |= {line.what for line in panels.turn_lines(view, ("A", "B", "C"))}
        assert all(card.title and card.text for card in PRESENTATIONS["keebble"].screen(view)["option_cards"])
    assert len(seen) >= 10 and len(lines) >= 10
