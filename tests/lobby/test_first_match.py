"""The first practice match of a newcomer: an ordinary deal that the site chose, says so, and leads by hints."""

import re
from dataclasses import replace
from itertools import combinations

import pytest
from django.test import Client

from bots import first_deal
from bots.vocabulary import everyday_words
from game import api as game
from game.dispatch.record_check import verify
from game.models import Match
from game.services import matches
from tests.lobby.conftest import Clock
from tests.lobby.test_practice import begin, played, poll, polled_at_once
from tests.support.matches import resigned, state_of, store_state, submit

FIRST = {"level": "calm", "lg": "en"}
HINTS = ["lay", "squares", "coins", "alfa", "buy", "claim", "dear", "blast", "pass"]


def hints_of(client: Client, row: Match) -> list[str]:
    return re.findall(r'data-teach="(\w+)"', client.get(f"/match/{row.public_id}/").content.decode())


@pytest.mark.parametrize("language", ["en", "sv"])
def test_a_good_word_is_in_the_first_hand_and_the_newcomer_begins(client: Client, ready: None, language: str) -> None:
    row = played(client, **FIRST | {"lg": language})
    assert row.chosen_deal and row.seats.get(bot="").seat == 0
    words = {"".join(sorted(one)) for one in everyday_words(language, first_deal.EVERYDAY) if len(one) == 6}
    assert any("".join(sorted(some)) in words for some in combinations(state_of(row).players[0].hand, 6))
    assert hints_of(client, row) == HINTS


def test_only_the_first_one_is_chosen(client: Client, ready: None, clock: Clock) -> None:
    first = played(client, **FIRST)
    begin(client, **FIRST)
    poll(client)
    second = Match.objects.exclude(pk=first.pk).get()
    assert first.chosen_deal and not second.chosen_deal and hints_of(client, second) == []


def test_who_wants_no_hints_has_an_ordinary_first_match(client: Client, ready: None) -> None:
    assert client.post("/accounts/preferences/", {"hints": "off"}).status_code == 204
    row = played(client, **FIRST)
    assert not row.chosen_deal and hints_of(client, row) == []


def test_two_polls_make_one_match(client: Client, ready: None) -> None:
    begin(client, **FIRST)
    first, second = polled_at_once(client)
    assert first == second and Match.objects.count() == 1


def test_the_browser_is_asked_for_no_number(client: Client, ready: None) -> None:
    begin(client, **FIRST)
    assert "data-deal=" not in client.get("/practice/starting").content.decode()


def test_the_seed_is_sealed_while_it_runs_and_the_record_agrees_afterwards(
    client: Client, ready: None, clock: Clock
) -> None:
    row = played(client, **FIRST)
    assert row.seed is None and row.sealed and row.commitment
    record = matches.export(resigned(row, at=game.now_ms()))
    assert set(record["fair"]) == {"commitment", "seed"}
    assert verify({**record, "lexicon": {"words": []}}).difference == ""
    fair = client.get(f"/match/{row.public_id}/fair/").content.decode()
    assert "The site chose this one deal" in fair


def test_no_such_deal_leaves_it_to_chance(client: Client, ready: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_deal, "MOST_TRIES", 0)
    row = played(client, **FIRST)
    assert not row.chosen_deal


def test_an_alfa_tile_is_made_by_four_tiles_and_the_card_of_rules_says_so(client: Client, ready: None) -> None:
    row = played(client, **FIRST)
    assert state_of(row).rules.values["alfa_trigger"] == 4
    page = " ".join(client.get(f"/match/{row.public_id}/").content.decode().split())
    assert "4 tiles or more" in page and "4 tiles in one turn earned it; usually it takes 7." in page


def test_the_match_after_it_is_by_the_usual_rules(client: Client, ready: None, clock: Clock) -> None:
    first = played(client, **FIRST)
    submit(first, 0, at=game.now_ms(), do="resign")
    client.post(f"/practice/again/{first.public_id}")
    poll(client)
    second = Match.objects.exclude(pk=first.pk).get()
    assert state_of(second).rules.values["alfa_trigger"] == "full"


def test_a_first_match_from_before_says_what_its_own_rules_say(client: Client, ready: None) -> None:
    """One that runs since before four tiles were enough goes on, and its hints tell of the whole hand."""
    row = played(client, **FIRST)
    state = state_of(row)
    store_state(row, replace(state, rules=replace(state.rules, values={**state.rules.values, "alfa_trigger": "full"})))
    assert hints_of(client, row) == HINTS
    page = " ".join(client.get(f"/match/{row.public_id}/").content.decode().split())
    assert "You played your whole hand in one turn." in page and "4 tiles" not in page
