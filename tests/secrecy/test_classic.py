"""Two worlds at a match of Classic: with another hand of the opponent, another bag and another seed, after words, a
swap and a failed try, every page and door of the match says the same to a seat and to a stranger."""

import random
import re
from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from game.live import panels
from game.live.screens import screen_of
from game.models import Match
from game.services.enforcement import settled
from tests.secrecy.other_world import hide_anew
from tests.support.classic import with_other_secrets
from tests.support.classic_play import classic_match, turns
from tests.support.matches import START, UserFactory, state_of, store_state, submit, user_at

DOORS = ("match", "panels", "record", "replay")


@pytest.fixture
def words(stage):
    """The stage's word list, which takes every word at first."""
    stage.words.mood = "all"
    return stage.words


def played(words, steps: int) -> Match:
    """A match after so many steps: a word, a swap of the opponent's, a word, a failed try of the opponent's."""
    row, rng = classic_match(2), random.Random(steps)
    for number in range(steps):
        state = state_of(row)
        _, tiles = turns(state, rng)[0]
        words.mood = "none" if number == 3 else "all"
        if number == 1:
            assert not submit(row, 1, do="swap", tiles=list(state.players[1].hand[:3])).code
        else:
            submit(row, state.active, do="place", tiles=tiles)
    words.mood = "all"
    return Match.objects.get(pk=row.pk)


def said(row: Match, now: int) -> dict[str, str]:
    """Everything that the match says to seat 0 and to a stranger."""
    found, state = {}, state_of(row)
    current = settled(row.pk, now)
    for name, seat in (("seat", 0), ("stranger", None)):
        found[f"view of the {name}"] = repr(screen_of(current, seat, now).view)
    screen = screen_of(current, 0, now)
    found |= panels.render(screen.view, screen.table)
    stranger = get_user_model().objects.filter(display_name="Stranger").first() or UserFactory(display_name="Stranger")
    for name, user in (("seat", user_at(row, 0)), ("stranger", stranger)):
        client = Client()
        client.force_login(user)
        for door in DOORS:
            answer = client.get(reverse(f"game:{door}", args=[row.public_id]))
            found[f"{door} of the {name}"] = f"{answer.status_code} {masked(answer.content.decode())}"
    client = Client()
    client.force_login(user_at(row, 0))
    laid = {"tiles": [[0, 0, state.players[0].hand[0]]]}
    answer = client.post(reverse("game:readout", args=[row.public_id]), laid, content_type="application/json")
    found["readout"] = answer.content.decode()
    return found


def masked(page: str) -> str:
    """Without what is another text each time a page is asked for."""
    page = re.sub(r'(csrfmiddlewaretoken"? (?:value|content)=|csrf[^"]*" content=)"[^"]*"', r"\1", page)
    return re.sub(r'X-CSRFToken[^"\']*["\'][^"\']*|data-(?:csrf|seat-token|token)="[^"]*"|nonce="[^"]*"', "", page)


@pytest.mark.parametrize("steps", range(1, 6))
def test_nobody_is_told_of_a_hand_a_bag_or_a_seed(stage, words, steps):
    row, now = played(words, steps), START + 2_000
    stage.clock.now = now
    first = said(row, now)
    before = state_of(row)
    hide_anew(random.Random(steps), row, with_other_secrets(before), 0)
    after = state_of(row)
    assert after.players[1].hand != before.players[1].hand and after.bag != before.bag
    second = said(row, now)
    strangers = {name for name in first if first[name] != second[name]}
    assert not strangers, strangers


def test_the_test_can_see_a_hand(stage, words):
    row, now = played(words, 2), START + 2_000
    stage.clock.now = now
    first = said(row, now)
    state = state_of(row)
    own = state.players[0]
    store_state(row, state.put_player(0, replace(own, hand=tuple(reversed(own.hand)))))
    assert said(row, now) != first
