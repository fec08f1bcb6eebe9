"""Nothing that reaches a viewer depends on what the viewer must not know, through any exit; and the test would
notice.
"""

import os
from dataclasses import replace

import pytest

from dictionary import api as dictionary
from game import consumers, limits, messages, screens, views
from game.models import Match
from game.rules import view
from game.rules.events import Event
from game.services import clock
from game.services.store import events_of
from tests.secrecy.worlds import Generous, all_exits, differences, other_world, play_some
from tests.support.matches import START, state_of

pytestmark = pytest.mark.django_db

PAIRS = int(os.environ.get("SECRECY_PAIRS", "14"))
NOW = START + 600_000


@pytest.fixture(autouse=True)
def _still_and_generous(monkeypatch):
    """One moment for everything, and words that are often accepted."""
    for module in (clock, consumers, views):
        monkeypatch.setattr(module, "now_ms", lambda: NOW)
    monkeypatch.setattr("game.api.now_ms", lambda: NOW)
    monkeypatch.setattr("lobby.views.game.now_ms", lambda: NOW)
    monkeypatch.setattr(limits, "allow", lambda *args, **kwargs: True)
    real = dictionary.lexicon
    monkeypatch.setattr(dictionary, "lexicon", lambda name, version: Generous(real(name, version)))


def tell_apart(seed: int, steps: int, viewer: int | None, caplog) -> list[str]:
    """Play, look, exchange the secrets, look again: what differs."""
    row = play_some(seed, steps)
    here = all_exits(row, viewer, caplog)
    other_world(row, viewer, seed)
    return differences(here, all_exits(Match.objects.get(pk=row.pk), viewer, caplog))


@pytest.mark.parametrize("seed", range(PAIRS))
def test_a_player_cannot_tell_the_worlds_apart(seed, caplog):  # R8.1
    assert tell_apart(seed, 5 + seed * 3 % 40, seed % 2, caplog) == []


@pytest.mark.parametrize("seed", [100, 101])
def test_a_stranger_cannot_tell_the_worlds_apart(seed, caplog):  # R8.1
    assert tell_apart(seed, 25, None, caplog) == []


def _leak(target, name, make):
    """A mutant: `target.name` replaced by what `make` makes of the original."""
    return lambda patch: patch.setattr(target, name, make(getattr(target, name)))


def _seeing_all(original):
    return lambda self, viewer, over: original(self, viewer, True)


def _bag_in_unseen(original):
    return lambda state, viewer: tuple((tile, 1) for tile in state.bag)


def _totals_told(original):
    def told(state, viewer, log, now):
        return replace(original(state, viewer, log, now), bag=view.totals(state)[1 - (viewer or 0)].leftover)

    return told


def _hand_in_slots(original):
    def told(state, viewer, log, now):
        seen = original(state, viewer, log, now)
        others = tuple(replace(p, coins=sum(map(ord, state.players[p.seat].hand))) for p in seen.players)
        return replace(seen, players=others)

    return told


def _choice_told(original):
    return lambda state, viewer, log, now: replace(
        original(state, viewer, log, now), unseen=(("".join(state.players[1 - (viewer or 0)].hand), 1),)
    )


def _commitment_is_seed(original):
    def told(row, viewer, now):
        screen = original(row, viewer, now)
        return replace(screen, table=replace(screen.table, commitment=bytes(row.seed).hex()))

    return told


def _refusal_names_the_bag(original):
    def told(code, data=None):
        bags = [
            len(set(state_of(row).bag)) * 1000 + sum(map(ord, "".join(state_of(row).bag)))
            for row in Match.objects.all()
        ]
        return f"{original(code, data)} {bags}"

    return told


def _logs_the_hand(original):
    def told(row, viewer, now):
        views.log.warning("hands %s", [player.hand for player in state_of(row).players])
        return original(row, viewer, now)

    return told


MUTANTS = {
    "events show the owner's part": _leak(Event, "seen_by", _seeing_all),
    "unseen letters are the bag": _leak(view, "_unseen", _bag_in_unseen),
    "a running total": _leak(screens, "view_of", _totals_told),
    "a figure made from the hand": _leak(screens, "view_of", _hand_in_slots),
    "the hand itself": _leak(screens, "view_of", _choice_told),
    "the seed": _leak(views, "screen_of", _commitment_is_seed),
    "a refusal's words": _leak(messages, "refusal", _refusal_names_the_bag),
    "a line in the log": _leak(views, "screen_of", _logs_the_hand),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS.keys())
def test_a_leak_through_any_exit_is_caught(mutant, caplog, monkeypatch):
    mutant(monkeypatch)
    assert any(tell_apart(seed, 30, seed % 2, caplog) for seed in range(3, 9))


def test_the_play_is_worth_comparing():
    """The random matches hold what could leak: swaps, failed tries, choices taken and declined, purchases, tiles
    drawn.
    """
    kinds: set[str] = set()
    for seed in range(PAIRS):
        row = play_some(seed, 5 + seed * 3 % 40)
        for entry in row.log.all():
            kinds |= {event.kind for event in events_of(entry.events)}
    assert kinds >= {
        "words_scored",
        "tiles_drawn",
        "attempt_failed",
        "item_bought",
        "item_used",
        "alfa_offered",
        "alfa_chosen",
    }
