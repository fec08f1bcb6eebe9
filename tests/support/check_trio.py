"""Run by tests/site/test_new_game.py in a copy of the sources in which `manage.py new_game trio` has written a game."""

import random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bots.games import PLAYED, decide_of
from bots.levels import LEVELS
from game.crossword.actions import PlainPlace, Swap
from game.crossword.plain.ending import totals
from game.crossword.tiles import read_plain
from game.dispatch.new_match import read_rules
from game.dispatch.steps import apply
from game.games import games
from game.kernel.actions import Action, Pass, Resign
from game.kernel.chance import FairChance
from game.kernel.events import Kind
from game.kernel.match import Env
from game.variants import VARIANTS
from tests.bots.practice import make_practice
from tests.bots.states import every_pair, no_words
from tests.support.browsers import signed_in
from tests.support.matches import START, make_match, state_of, submit, user_at
from tests.support.players import laid_or_swapped
from tests.support.players.classic import lay_by_lot
from tests.support.whole_matches import drawn_actions, places_hold, play, tiles_of, told_again
from tests.support.word_lists import AllBut

TRIO = VARIANTS["trio"]
THREE = ("Astrid", "Björn", "Clara")


def rules(**settings: Any) -> Any:
    return read_rules("trio", settings)


def lay(state: Any, chance: random.Random) -> Action:
    return PlainPlace(tuple(read_plain(row, col, tile, "en") for row, col, tile in lay_by_lot(state, chance)))


def act_by_lot(state: Any, chance: random.Random) -> tuple[int, Action]:
    """Now and then somebody leaves while others play on."""
    if len(state.inside) > 2 and chance.random() < 0.02:
        return chance.choice(state.inside), Resign()
    return laid_or_swapped(TRIO, state, chance, lay, tries=60, swaps=0.6)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seats", TRIO.seats)
def test_whole_matches_are_stored_recorded_and_told_again(seats: int, seed: int) -> None:
    dealt, steps, number = play(TRIO, AllBut(), act_by_lot, 300, rules, seed=seed, seats=seats)
    last = steps[-1].step.state
    assert last.over and all(tiles_of(one.step.state) == tiles_of(dealt.step.state) for one in steps)
    places_hold(last, [total.total for total in totals(last)])
    scored = [event for one in steps for event in one.step.events if event.kind == Kind.WORDS_SCORED]
    record = {
        "lexicon": {"words": sorted({word[0] for event in scored for word in event.public["words"]})},
        "players": [f"P{seat}" for seat in range(seats)],
        "hands": [list(player.hand) for player in dealt.step.state.players],
        "actions": drawn_actions(steps),
    }
    _, story, _ = told_again(TRIO, dealt, steps, number, record)
    facts = TRIO.facts(story.steps, 0)
    assert [one.score for one in facts] == [player.score for player in last.players]


def test_a_word_that_is_not_in_the_list_costs_nothing() -> None:
    state = TRIO.deal(rules(), 3, FairChance(bytes(32)), 0, None).step.state
    word = PlainPlace(tuple(read_plain(7, 7 + n, tile, "en") for n, tile in enumerate(state.players[0].hand[:2])))
    step = apply(state, 0, word, Env(0, frozenset(), FairChance(bytes(32))))
    assert step.state.active == 0 and step.state.tries == 1 and step.state.players == state.players


def test_two_passes_of_all_end_it_and_a_swap_goes_on() -> None:
    chance = FairChance(bytes(32))
    state = TRIO.deal(rules(), 3, chance, 0, None).step.state
    for _ in range(3):
        state = apply(state, state.active, Pass(), Env(0, AllBut(), chance)).state
    assert TRIO.view(state, 0, [], 0).can.ends is False
    state = apply(state, 0, Swap(state.players[0].hand[:1]), Env(0, AllBut(), chance)).state
    for _ in range(6):
        assert not state.over
        state = apply(state, state.active, Pass(), Env(0, AllBut(), chance)).state
    assert state.outcome is not None and state.outcome.reason == "all_passed" and state.outcome.places == (1, 1, 1)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "sv"])
def test_it_is_offered_with_its_guide(client: Client, language: str) -> None:
    assert "trio" in games() and "trio" in PLAYED
    client.cookies["django_language"] = language
    page = client.get(reverse("game:guide-of", args=["trio"]))
    assert page.status_code == 200 and page.content.decode().count("<section") == 5


@pytest.mark.django_db
def test_three_play_it_at_their_pages_to_the_end() -> None:
    row = make_match(variant="trio", players=THREE, turn_seconds=None)
    at = reverse("game:match", args=[row.public_id])
    pages = [signed_in(user_at(row, seat)) for seat in range(3)]
    submit(row, 0, do="swap", tiles=list(state_of(row).players[0].hand[:2]), turn=1)
    for page in pages:
        shown = page.get(at)
        assert shown.status_code == 200 and shown.content.decode().count('class="pcard ') == 3
    submit(row, 2, do="resign")
    for turn in (2, 3, 4, 5):
        submit(row, state_of(row).active, do="pass", turn=turn)
    assert state_of(row).over
    for page in pages:
        end = page.get(at, follow=True)
        assert end.status_code == 200 and "Everybody passed" in end.content.decode()


@pytest.mark.django_db
def test_a_bot_lays_the_first_play_it_finds_or_swaps(monkeypatch: pytest.MonkeyPatch) -> None:
    row = make_practice(variant="trio")
    state = state_of(row)
    view = TRIO.view(state, state.active, [], START)
    level = next(iter(LEVELS.values()))
    graph = every_pair(monkeypatch)
    words = no_words()._replace(known=graph, whole=graph)
    action = decide_of("trio")(view, level, words, random.Random(1))
    assert isinstance(action, PlainPlace)
    apply(state, state.active, action, Env(START, AllBut(), FairChance(bytes(32))))
    assert isinstance(decide_of("trio")(view, level, no_words(), random.Random(1)), Swap)
