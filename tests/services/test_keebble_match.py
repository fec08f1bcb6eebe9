"""Keebble through the services: made, played to its ends, by time too, told again, exported, verified and audited."""

import random
from typing import Any

import pytest

from game import api as game
from game.models import SeatRow
from game.services import deal_numbers, drafts, player_messages, settle_due
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.option import POWER_UPS
from tests.services.conftest import now, proven
from tests.support.keebble_matches import keebble_match, play_on
from tests.support.matches import START, state_of, submit
from tests.support.types import certain
from tests.support.word_lists import AllBut

pytestmark = pytest.mark.usefixtures("words")


def taken(record: dict[str, Any]) -> list[str]:
    """The kind of every option that was taken, by the lists of the record."""
    listed, kinds = record["options"], []
    for action in record["actions"]:
        if action["do"] == "take":
            kinds.append(listed[action["option"]]["kind"])
        listed = action.get("drawn", listed)
    return kinds


@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 6), (5, 7)])
def test_a_match_is_played_to_its_last_round_told_again_and_its_record_verified(
    words: AllBut, players: int, seed: int
) -> None:
    row = keebble_match(seed, players, max_rounds=5)
    state = play_on(row, random.Random(seed))
    assert (certain(state.outcome).reason, state.last) == ("rounds_over", True)
    record = proven(row, words)
    assert "hands" not in record and set(record["start"]) == {"letters", "types", "walls"}
    lists = [record["options"], *(action["drawn"] for action in record["actions"] if "drawn" in action)]
    assert len(lists) == state.round and lists[-1] == [option.dump() for option in state.options]
    result = certain(game.result(row.pk))
    assert result.played_out and [seat.place for seat in result.seats] == list(certain(certain(state.outcome).places))
    facts: Any = certain(game.match_facts(row.pk))
    assert [seat.total for seat in facts.seats] == [player.score for player in state.players]
    written = sum(seat.letters_written for seat in facts.seats)
    assert written >= state.written > 0
    assert sum(seat.walls_built for seat in facts.seats) == len(state.board.walls) - len(state.opening.walls)
    kinds = taken(record)
    assert sum(seat.turns for seat in facts.seats) == len(kinds)
    assert sum(seat.power_ups for seat in facts.seats) == sum(kind in POWER_UPS for kind in kinds) > 0
    for seat in facts.seats:
        assert seat.score >= seat.points + seat.from_others


def test_time_alone_ends_a_round_and_draws_the_next_list(words: AllBut) -> None:
    row = keebble_match(turn_seconds=30, timeouts_to_forfeit=10, max_rounds=3)
    first = state_of(row)
    settle_due.settled(row.pk, START + 4 * 33_000 + 1)
    state = state_of(row)
    assert (state.round, len(state.open), len(state.options)) == (2, 5, 5) and state.options != first.options
    settle_due.settled(row.pk, START + 100 * 33_000)
    assert (now(row).status, now(row).reason) == ("over", "rounds_over")
    record = proven(row, words)
    assert [action["do"] for action in record["actions"]] == ["timeout"] * 12
    assert [number for number, action in enumerate(record["actions"], 1) if "drawn" in action] == [4, 8]


def test_whoever_notices_first_the_same_list_comes(words: AllBut, monkeypatch: pytest.MonkeyPatch) -> None:
    """By an action, by the sweep, by a page: the clock's list follows from the match's numbers alone."""
    noticed = []
    for way in ("act", "sweep", "page"):
        row = keebble_match(9, turn_seconds=30, timeouts_to_forfeit=10)
        seat = state_of(row).active
        late = START + 4 * 33_000 + 5_000
        if way == "act":
            submit(row, seat, late, do="take", option=0, save=True, turn=5)
        elif way == "sweep":
            settle_due.sweep(late)
        else:
            settle_due.settled(row.pk, late)
        noticed.append(state_of(row).options)
    assert noticed[0] == noticed[1] == noticed[2]


def test_the_numbers_are_opened_only_when_something_is_drawn(words: AllBut, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    seed_of = deal_numbers.seed_of
    monkeypatch.setattr(deal_numbers, "seed_of", lambda row: opened.append(row.pk) or seed_of(row))
    row = keebble_match(turn_seconds=30, timeouts_to_forfeit=10)
    settle_due.settled(row.pk, START + 3 * 33_000 + 1)
    assert not opened
    settle_due.settled(row.pk, START + 4 * 33_000 + 1)
    assert opened == [row.pk]


def test_what_is_prepared_is_a_take_and_its_draft_goes_with_it(words: AllBut) -> None:
    row = keebble_match(3)
    state = state_of(row)
    seat = SeatRow.objects.get(match=row, seat=state.active)
    data = {"option": 1, "walls": [[0, 0, "right"]]}
    assert player_messages.read_laid(data, "keebble", "en") == Take(1, walls=((0, 0, "right"),))
    assert not drafts.keep(seat, player_messages.read_draft({**data, "version": 1}, "keebble", "en"))
    assert {**drafts.kept(SeatRow.objects.get(pk=seat.pk)), "mark": ""} == {"tiles": [], **data, "mark": ""}
    answer = submit(row, state.active, do="take", option=0, save=True)
    assert not answer.code and not SeatRow.objects.get(pk=seat.pk).draft
    bads: tuple[dict[str, Any], ...] = ({"option": 1, "walls": 7}, {"tiles": []}, {"option": 0, "hand": []})
    for bad in bads:
        with pytest.raises(player_messages.BadMessage):
            player_messages.read_laid(bad, "keebble", "en")


def test_with_more_than_two_one_may_leave_and_the_others_play_on(words: AllBut) -> None:
    row = keebble_match(4, 4, max_rounds=3)
    assert not submit(row, 2, do="resign").code
    state = play_on(row, random.Random(1))
    assert (certain(state.outcome).reason, certain(certain(state.outcome).places)[2]) == ("rounds_over", 4)
    proven(row, words)
