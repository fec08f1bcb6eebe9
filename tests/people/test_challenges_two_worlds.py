"""Two worlds: Björn has blocked Astrid in one; in the others nobody may challenge him, or he is not there. Whatever she
asks, each answer is the same: status, address, wording and size."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import api as accounts
from accounts.models import User
from game import api as game
from people.models import Challenge
from people.services import challenge_ends
from tests.people.challengers import DAY, LIVE, SLOW, account, challenge, choose
from tests.people.players import NOW, crowd
from tests.support.browsers import signed_in
from tests.support.sanctioned import closed

WORLDS = ("blocked", "nobody", "away")
ASKED = {"game": "alfapower", "pace": "slow", "lg": "en"}


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "now_ms", lambda: NOW)


def world(name: str, asked: User, asker: User) -> None:
    if name == "blocked":
        accounts.block(asked.pk, asker.pk, NOW)
    elif name == "nobody":
        choose(asked, "nobody")
    elif name == "away":
        closed(asked.pk)


def answer(response: Any) -> tuple[int, str, str]:
    """The answer, without what is of this one request or player alone."""
    said = re.sub(r'(csrf-token" content|csrfmiddlewaretoken" value|data-stamp)="[^"]*"', "", response.content.decode())
    return response.status_code, response.headers.get("Location", ""), said


def ways(client: Client, asked: User) -> list[tuple[int, str, str]]:
    address = reverse("people:challenge", args=[asked.public_id])
    sent = [ASKED, {**ASKED, "pace": "live"}, {**ASKED, "own": "1", "starting_coins": "35"}]
    answers = [
        client.get(address),
        client.get(address, {"from": "nothing"}),
        *(client.post(address, one) for one in sent),
    ]
    listed = [client.get(reverse("people:challenges")), client.get(reverse("people:challenge-now"))]
    return [answer(one) for one in (*answers, *listed)]


@pytest.mark.parametrize("other", WORLDS[1:])
@pytest.mark.parametrize("open_ones", [0, 5])
def test_a_block_answers_as_somebody_who_takes_no_challenges(other: str, open_ones: int) -> None:
    astrid, found = account("Astrid"), {}
    for one in crowd(open_ones):
        challenge(astrid, one)
    client = signed_in(astrid)
    for name in (WORLDS[0], other):
        bjorn = account("Björn")
        User.objects.filter(pk=bjorn.pk).update(public_id="bjornbjorn")
        bjorn.refresh_from_db()
        world(name, bjorn, astrid)
        found[name] = ways(client, bjorn)
        User.objects.filter(pk=bjorn.pk).update(public_id=f"gone{bjorn.pk}")
    assert found[WORLDS[0]] == found[other]
    assert [status for status, _led, _said in found[other]] == [200, 200, 409, 409, 409, 200, 200]
    assert "Björn takes no challenges right now." in found[other][2][2]


@pytest.mark.parametrize("pace", [SLOW, LIVE])
def test_an_open_challenge_goes_on_for_the_blocked_as_one_that_is_not_answered(
    pace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {}
    for name in ("blocked", "silent", "nobody"):
        monkeypatch.setattr(game, "now_ms", lambda: NOW)
        astrid, bjorn = account(f"Astrid {name}"), account("Björn")
        row = challenge(astrid, bjorn, NOW, pace)
        User.objects.filter(pk=bjorn.pk).update(public_id="bjornbjorn")
        Challenge.objects.filter(pk=row.pk).update(public_id="onechallenge", deal="0" * 64)
        world(name, bjorn, astrid)
        client, told = signed_in(astrid), []
        pages = [reverse(f"people:{page}", args=["onechallenge"]) for page in ("challenge-page", "challenge-poll")]
        for now in (NOW, NOW + 10_000, NOW + 14 * DAY):
            monkeypatch.setattr(game, "now_ms", lambda now=now: now)
            challenge_ends.sweep(now)
            told += [client.post(pages[1], {"shown": ""}), client.get(pages[0])]
            told += [client.get(reverse(address)) for address in ("people:challenges", "news:page")]
            told += [client.get(reverse("people:challenge", args=["bjornbjorn"]))] if now == NOW else []
        found[name] = [answer(one)[:2] + (answer(one)[2].replace(f"Astrid {name}", "Astrid"),) for one in told]
        User.objects.filter(pk=bjorn.pk).update(public_id=f"gone{bjorn.pk}")
        Challenge.objects.all().delete()
    for first, second, third in zip(*found.values(), strict=True):
        assert _same(first) == _same(second) == _same(third)
    assert "did not answer" in found["blocked"][-3][2]


def _same(told: tuple[int, str, str]) -> tuple[int, str, str]:
    """Without Astrid's own picture and key, who is another one in each world."""
    return told[0], told[1], re.sub(r'<span class="avatar.*?</span>|/players/[^/"]*/', "", told[2], flags=re.DOTALL)
