"""A match played on from a turn of a finished one: made of any turn, told again and audited like every match, and kept
out of every record and figure."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from accounts.models import PlayedMatch
from accounts.services import facts
from game import api as game
from game.crossword.tiles import ALFA_MARK, is_alfa, letter_of
from game.dispatch.stored_forms import encode
from game.models import BotDue, Match, PlayedOn
from game.services import audit, matches, playing_on, replays, seats
from game.services.matches import BotEntrant, Entrant
from game.services.playing_on import CannotPlayOn
from tests.services.conftest import now
from tests.support.classic_matches import classic_match
from tests.support.finished_matches import told_before
from tests.support.matches import SEED, START, make_match, state_of, submit, user_at
from tests.support.players.classic import turns
from tests.support.repeated_rows import repeated
from tests.support.types import certain

BOT = BotEntrant("calm", "Moss (bot)")
LATER = START + 10**8


def begin(source: Match, turn: int, *, seed: bytes | None = SEED, at: int = LATER, seat: int = 0) -> Match:
    user = user_at(source, seat)
    return playing_on.begin(now(source), turn, Entrant(user.pk, user.display_name), BOT, at, seed=seed)


def a_classic() -> Match:
    """A finished match of Classic of some turns."""
    row, rng = classic_match(3), random.Random(1)
    for number in range(4):
        _, laid = turns(state_of(row), rng)[0]
        assert not submit(row, state_of(row).active, START + 1_000 + number, do="place", tiles=laid).code
    submit(row, 0, START + 9_000, do="resign")
    return now(row)


@pytest.fixture(params=["alfapower", "classic"])
def source(request: pytest.FixtureRequest) -> Match:
    if request.param == "classic":
        request.getfixturevalue("words")
        return now(Match(pk=repeated("a classic", lambda: a_classic().pk)))
    return told_before(seed=3, turns=6)


def agrees(row: Match) -> None:
    """The stored match is what its log says."""
    assert audit.first_difference(now(row)) is None


def test_it_goes_on_from_every_turn_of_the_one_on_turn(source: Match) -> None:
    replay = certain(replays.replay_of(source))
    for turn in range(1, replay.last + 1):
        was, row = replay.states[turn - 1], begin(source, turn)
        state = state_of(row)
        assert (state.board, state.turn, state.active) == (was.board, 1, was.active)
        assert [player.score for player in state.players] == [player.score for player in was.players]
        assert state.players[was.active].hand == was.players[was.active].hand
        assert row.seats.get(seat=was.active).bot == "" and row.seats.get(seat=1 - was.active).bot == "calm"
        assert (row.practice, row.rated, row.preset, row.due_at) == (True, False, "", None)
        assert (row.lexicon_name, row.lexicon_version) == (source.lexicon_name, source.lexicon_version)
        agrees(row)
    assert not BotDue.objects.exists(), "the person is on turn"


def test_it_is_played_to_its_end_told_again_and_audited(source: Match) -> None:
    row = begin(source, certain(replays.replay_of(source)).last, seed=None)
    assert row.sealed and row.seed is None
    seat = state_of(row).active
    assert not submit(row, seat, LATER + 1_000, do="pass").code
    assert BotDue.objects.filter(match=row).exists()
    submit(row, 1 - seat, LATER + 2_000, do="resign")
    agrees(row)
    replayed = certain(replays.replayed_match(now(row)))
    assert replayed.deal.fair and (replayed.deal.drawn, replayed.deal.seated) == (0, None)
    assert [receipt.turn for receipt in replayed.replay.receipts][:2] == [1, 2]
    again = begin(row, 2, seat=seat)
    assert state_of(again).active == 1 - seat
    agrees(again)


def test_what_is_changed_afterwards_is_found(source: Match) -> None:
    row = begin(source, 2)
    position = json.loads(PlayedOn.objects.get(match=row).position)
    position["bag"] = position["bag"][::-1]
    PlayedOn.objects.filter(match=row).update(position=json.dumps(position))
    assert audit.first_difference(now(row)) == "entry 1: the state after it is not the one logged"


def test_powers_that_were_held_already_are_used_and_counted_for_nobody() -> None:
    source = make_match(starting_coins=30, turn_seconds=None)
    actions: list[tuple[int, dict[str, Any]]] = [
        (0, {"do": "buy", "item": "swap"}),
        (0, {"do": "pass"}),
        (1, {"do": "pass"}),
    ]
    for seat, action in actions:
        assert not submit(source, seat, **action).code
    submit(source, 0, do="resign")
    row = begin(source, 3)
    held = state_of(row).players[0].hand
    assert state_of(row).players[0].slots == ("swap",)
    assert not submit(row, 0, LATER + 1_000, do="use", item="swap", tiles=list(held[:2])).code
    submit(row, 0, LATER + 2_000, do="resign")
    agrees(row)
    assert certain(replays.replayed_match(now(row))).facts[0].items == ()


def test_it_counts_nowhere(source: Match) -> None:
    row = begin(source, 2)
    submit(row, 0, LATER + 1_000, do="resign")
    assert game.match_facts(row.pk) is None and row.pk not in game.finished_matches(0, 100)
    facts.sweep()
    assert not PlayedMatch.objects.filter(match_id=row.pk).exists()
    assert game.best_kind(row.pk) == ""


def test_it_has_no_record(source: Match) -> None:
    row = begin(source, 2)
    submit(row, 0, LATER + 1_000, do="resign")
    with pytest.raises(matches.NoRecord) as refused:
        matches.export(now(row))
    assert refused.value.code == "no_record"
    mine = {one["id"]: one for one in seats.exported_matches(user_at(source, 0).pk)}
    assert mine[row.public_id]["record"] is None and mine[source.public_id]["record"] is not None


@pytest.mark.parametrize("turn", [0, -1, 10**4])
def test_a_turn_that_there_is_not(turn: int) -> None:
    refuses(told_before(seed=3, turns=3), turn, "no_such_turn")


def test_who_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    refuses(make_match(), 1, "not_over")
    row = told_before(seed=3, turns=3)
    refuses(Match(variant="keebble", status=Match.Status.OVER), 1, "cannot_play_on")
    Match.objects.filter(pk=row.pk).update(lexicon_version="0")
    refuses(row, 1, "no_list", begin)
    row.log.filter(seq=2).delete()
    refuses(now(row), 1, "disagrees")


def refuses(row: Match, turn: int, code: str, ask: Callable[..., Any] = playing_on.position) -> None:
    with pytest.raises(CannotPlayOn) as refused:
        ask(row, turn)
    assert refused.value.code == code


def test_the_old_hand_and_bag_make_no_difference(source: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """In two worlds that differ only in what the one on turn could not see, the same seed makes the same match."""
    was = playing_on.position(source, 2)
    other = 1 - was.active
    held = was.players[other].hand
    hidden = sorted(letter_of(tile) for tile in (*was.bag, *held))
    marks = [ALFA_MARK] * sum(map(is_alfa, held)) + [""] * len(held)
    hand = tuple(tile + mark for tile, mark in zip(hidden[: len(held)], marks, strict=False))
    bag = tuple(hidden[len(held) :])
    twin = replace(was, bag=bag).put_player(other, replace(was.players[other], hand=hand))
    real = begin(source, 2)
    monkeypatch.setattr(playing_on, "position", lambda row, turn: twin)
    assert encode(state_of(begin(source, 2))) == encode(state_of(real))
