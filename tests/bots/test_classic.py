"""Bots at Classic: every play they think of is legal and worth what they say, matches come to their end, and a practice
match and its hint go by the same doors as any."""

import random
from dataclasses import replace

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from bots import hint_work, tasks
from bots.engine import preparation, thinking
from bots.engine.plays import all_plays
from bots.engine.preparation import Words
from bots.games import PLAYED
from bots.levels import LEVELS
from bots.models import Analysis, Hint
from bots.runner import Runner
from bots.services import analyses, hints
from bots.turn_verdicts import SHOWN, of_data
from dictionary import api as dictionary
from game import api as game
from game.crossword.actions import PlainPlace, Swap
from game.dispatch.new_match import new_match, read_rules
from game.dispatch.steps import apply
from game.kernel.actions import Action, Pass
from game.kernel.chance import FairChance
from game.kernel.events import Kind
from game.kernel.match import Env
from game.kernel.refusals import Refused
from game.variants.classic.bot.analysis import judge
from game.variants.classic.bot.decision import decide
from game.variants.classic.bot.hint import best_play
from game.variants.classic.bot.position import action_of, position_of
from game.variants.classic.rules.ledger import Receipt
from game.variants.classic.rules.placement import examine, score
from game.variants.classic.rules.state import MatchState
from game.variants.classic.rules.view import view_of
from lobby.services import practice
from tests.bots.practice import make_practice
from tests.bots.states import every_pair, graph_and_words, no_words, with_few_letters
from tests.support.classic_matches import classic_match
from tests.support.matches import START, state_of, submit, user_at
from tests.support.run_length import tries
from tests.support.types import certain

MOST_STEPS = 400


def a_match(seed: int, language: str, words: frozenset[str], steps: int) -> MatchState:
    """A match after some random plays, the hands of few letters so that they have words."""
    rng, chance = random.Random(seed), FairChance(random.Random(seed).randbytes(32))
    state = new_match(read_rules("classic", {"turn_seconds": None, "language": language}), chance, 0).state
    graph = graph_and_words(language)[0]
    for _ in range(steps):
        state = with_few_letters(rng, state)
        view = view_of(state, state.active, [], 0)
        plays = all_plays(position_of(view), graph)
        action: Action = action_of(view, rng.choice(plays)) if plays else Swap((state.players[state.active].hand[0],))
        state = apply(state, state.active, action, Env(0, words, chance)).state
        if state.over:
            break
    return with_few_letters(rng, state)


@settings(deadline=None, max_examples=tries(8, 25))
@given(seed=st.integers(0, 10**6), language=st.sampled_from(["en", "sv"]), steps=st.integers(0, 6))
def test_every_play_is_legal_and_worth_what_it_says(seed: int, language: str, steps: int) -> None:
    graph, words = graph_and_words(language)
    state = a_match(seed, language, words, steps)
    if state.over:
        return
    view = view_of(state, state.active, [], 0)
    for play in all_plays(position_of(view), graph)[:200]:
        action = action_of(view, play)
        scored = score(state, examine(state, state.active, action.tiles), len(action.tiles))
        assert scored.total == play.score
        assert all(word.text in words for word in scored.words)


def test_the_best_play_has_most_points_with_the_bonus_for_a_whole_hand() -> None:
    graph, words = graph_and_words("en")
    state = a_match(5, "en", words, 3)
    view = view_of(state, state.active, [], 0)
    best = certain(best_play(view, graph))
    assert best.points == max(play.score for play in all_plays(position_of(view), graph))
    assert best.coins == 0 and len(best.word) >= 2


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_is_judged_by_the_plays_with_most_points(seed: int) -> None:
    graph, words = graph_and_words("en")
    state = a_match(seed, "en", words, seed)
    view = view_of(state, state.active, [], 0)
    every = sorted(play.score for play in all_plays(position_of(view), graph))
    receipt = Receipt(state.turn, state.active, end="placed", score=every[0])
    judged = judge(state, state, receipt, graph)
    assert [one.points for one in judged.best] == every[::-1][:SHOWN] and judged.power is None
    assert judged.share == round(100 * every[0] / every[-1]) and not any(one.coins for one in judged.best)
    assert (judged.turn, judged.seat, len(judged.scores)) == (state.turn, state.active, 2)


@pytest.mark.django_db
def test_a_finished_match_is_analysed_and_shown_turn_by_turn(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    every_pair(monkeypatch)
    row = classic_match()
    for turn in range(2):
        submit(row, state_of(row).active, START + 1_000 + turn, do="pass")
    submit(row, 0, START + 2_000, do="resign")
    client.force_login(user_at(row, 0))
    assert "<progress" in client.get(f"/match/{row.public_id}/analysis/card").content.decode()
    assert analyses.waiting() == row.pk
    tasks.analyse(row.pk)
    made = Analysis.objects.get()
    turns = [of_data(data) for data in made.turns]
    assert made.state == "done" and len(turns) == 3 and turns[0].share == 0 and turns[2].share is None
    html = client.get(f"/match/{row.public_id}/analysis/?turn=1&show=best").content.decode()
    assert html.count('class="tlr ') == 3 and html.count("is-last") >= len(turns[0].best[0].tiles)
    assert "accuracy" in html and 'class="coin' not in html


@pytest.mark.django_db
def test_a_match_of_two_bots_comes_to_its_end() -> None:
    lexicon = dictionary.current("en")
    levels = LEVELS["calm"], LEVELS["sharp"]
    words = [preparation.words_for(level, lexicon) for level in levels]
    chance, rng, done = FairChance(bytes(32)), random.Random(1), {PlainPlace: 0, Swap: 0, Pass: 0}
    state = new_match(read_rules("classic", {"turn_seconds": None}), chance, 0).state
    for _ in range(MOST_STEPS):
        if state.over:
            break
        seat = state.active
        action = decide(view_of(state, seat, [], 0), levels[seat], words[seat], rng)
        done[type(action)] += 1
        step = apply(state, seat, action, Env(0, lexicon, chance))
        assert all(event.kind is not Kind.ATTEMPT_FAILED for event in step.events)
        state = step.state
    assert state.over and done[PlainPlace] > 10
    assert state.players[1].score > state.players[0].score


def test_without_a_word_or_a_bag_it_passes() -> None:
    graph, words = graph_and_words("en")
    state = new_match(read_rules("classic", {"turn_seconds": None}), FairChance(bytes(32)), 0).state
    state = replace(state, bag=())
    view = view_of(state, state.active, [], 0)
    assert isinstance(decide(view, LEVELS["calm"], no_words(), random.Random(1)), Pass)
    with pytest.raises(Refused):
        apply(state, state.active, Swap((view.hand[0].tile,)), Env(0, words, FairChance(bytes(32))))


@pytest.mark.django_db
def test_in_practice_a_person_is_given_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    every_pair(monkeypatch)
    row = make_practice(begins="person", variant="classic")
    sight = certain(game.hint_sight(row.pk, 0, START + 1))
    hints.asked(row.pk, 0, sight.version, START + 1)
    assert hint_work.step(START + 1) == 1 and certain(Hint.objects.get().answer)["coins"] == 0


@pytest.mark.django_db
def test_the_process_of_bots_plays_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = every_pair(monkeypatch)
    monkeypatch.setattr(thinking, "words_for", lambda level, lexicon: Words(pairs, pairs))
    row = make_practice(begins="bot", variant="classic")
    thought = thinking.think(certain(game.bot_sight(row.pk, START + 1)))
    assert isinstance(thought, (PlainPlace, Swap))
    runner = Runner(lambda sight: Swap((sight.view.hand[0].tile,)), "machine 1")
    assert runner.step(START + 600_000) == 1 and state_of(row).turn == 2


def test_practice_offers_the_games_that_have_bots_and_no_other(db: None) -> None:
    assert {one.key for one in practice.offered()} == PLAYED & set(game.games())
    with pytest.raises(practice.NotOffered):
        practice.wanted(level="calm", preset="", language="en", clock=False, at_once=True, own={}, variant="other")
    what = practice.wanted(
        level="calm", preset="classic", language="sv", clock=False, at_once=True, own=None, variant="classic"
    )
    assert (what.variant, what.settings["language"], what.settings["turn_seconds"]) == ("classic", "sv", None)
