"""Classic and Keebble through the services: made, played to each of their ends, by time too, told again, exported,
verified and audited."""

import json
import random
from typing import Any

import pytest

from game import api as game
from game.kernel.match import Outcome
from game.models import SeatRow
from game.services import audit, deal_numbers, drafts, matches, player_messages, replays, seats, settle_due
from game.services.player_messages import read_draft
from game.variants import VARIANTS, UnknownGame
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.option import POWER_UPS
from tests.services.conftest import now, proven
from tests.support.classic_matches import classic_match, to_a_draw, to_an_empty_hand
from tests.support.keebble_matches import keebble_match, play_on
from tests.support.matches import START, make_match, state_of, submit, user_at
from tests.support.players.classic import turns
from tests.support.types import certain
from tests.support.word_lists import AllBut

pytestmark = pytest.mark.usefixtures("words")
LOBBY = ["Astrid", "Björn"]


def test_the_deal_seats_the_players_and_the_record_tells_the_lobby_order() -> None:
    seated = set()
    for seed in range(12):
        row = classic_match(seed)
        state = state_of(row)
        seated.add(matches.names_of(row.pk))
        assert row.lobby_order == LOBBY and row.variant == "classic"
        assert [len(player.hand) for player in state.players] == [7, 7] and len(state.bag) == 86
        assert audit.first_difference(row) is None
    assert seated == {("Astrid", "Björn"), ("Björn", "Astrid")}


def test_a_match_is_played_to_an_empty_hand_and_told_again(words: AllBut) -> None:
    row = classic_match(3)
    state = to_an_empty_hand(row, random.Random(3))
    assert certain(state.outcome).reason == "bag_empty"
    proven(row, words)
    result = certain(game.result(row.pk))
    assert result.played_out and (result.winner, result.reason) == (certain(state.outcome).winner, "bag_empty")
    facts: Any = certain(game.match_facts(row.pk))
    assert (facts.variant, facts.board_size, facts.turn_seconds) == ("classic", 15, 60)
    for seat, mine in enumerate(facts.seats):
        assert mine.score == mine.points == state.players[seat].score
        assert mine.total == mine.score + mine.transfer == result.seats[seat].total
        assert mine.turns == mine.word_turns + mine.passes + mine.swaps
        assert mine.bingo_points == 50 * mine.full_turns and mine.best_word
    assert sum(mine.transfer for mine in facts.seats) == 0 != facts.seats[0].transfer


def test_level_totals_are_a_draw_for_the_services_too(words: AllBut) -> None:
    row = classic_match(3)
    state = to_a_draw(row, random.Random(3))
    assert state.outcome == Outcome("stalled", None, (1, 1))
    assert proven(row, words)["result"]["places"] == [1, 1]
    result = certain(game.result(row.pk))
    assert result.drawn and result.played_out and [seat.place for seat in result.seats] == [1, 1]
    (card,) = game.recent_matches(user_at(row, 0).pk)
    assert (card.drawn, card.won, card.variant) == (True, False, "classic")


def test_a_swap_ends_the_turn_and_its_draws_stand_in_the_record(words: AllBut) -> None:
    row = classic_match()
    hand = state_of(row).players[0].hand
    assert not submit(row, 0, do="swap", tiles=list(hand[:3])).code
    state = state_of(row)
    assert state.active == 1 and len(state.players[0].hand) == 7
    assert submit(row, 1, do="swap", tiles=["Q"] * 7).code == "not_in_hand"
    submit(row, 1, do="resign")
    swap = proven(row, words)["actions"][0]
    assert (swap["do"], swap["tiles"], len(swap["drawn"])) == ("swap", list(hand[:3]), 3)
    seats: Any = certain(game.match_facts(row.pk)).seats
    first = seats[0]
    assert (first.swaps, first.tiles_swapped, first.turns) == (1, 3, 1)


def test_a_try_costs_nothing_and_the_draft_goes_with_the_play(words: AllBut) -> None:
    row = classic_match()
    (_, tiles), *_, (_, others) = turns(state_of(row), random.Random(1))
    seat = SeatRow.objects.get(match=row, seat=0)
    assert not drafts.keep(seat, read_draft({"version": 1, "tiles": tiles}, "classic", "en"))
    words.missing = {"".join(token.upper() for _, _, token in tiles)}
    answer = submit(row, 0, do="place", tiles=tiles)
    assert (answer.code, answer.data) == ("invalid_words", {"rejected": list(words.missing)})
    assert state_of(row).players[0].score == 0 and state_of(row).active == 0
    assert SeatRow.objects.get(pk=seat.pk).draft
    assert not submit(row, 0, do="place", tiles=others).code
    assert not SeatRow.objects.get(pk=seat.pk).draft
    submit(row, 1, do="resign")
    proven(row, words)


def test_two_passes_in_a_row_have_left_and_what_another_did_between_does_not_matter(words: AllBut) -> None:
    row = classic_match()
    for seat in (0, 1, 0):
        assert not submit(row, seat, do="pass").code
    result = certain(game.result(row.pk))
    assert (result.reason, result.winner, result.played_out) == ("conceded", 1, False)
    assert [seat.left for seat in result.seats] == [True, False]
    proven(row, words)


def test_a_clock_that_runs_out_is_a_pass_and_two_have_left(words: AllBut) -> None:
    row = classic_match(turn_seconds=30)
    settle_due.settled(row.pk, START + 200_000)
    ended = now(row)
    assert (ended.status, ended.reason, ended.winner) == ("over", "conceded", 1)
    assert [entry["do"] for entry in map(json.loads, row.log.values_list("action", flat=True))] == (
        ["start", "timeout", "timeout", "timeout"]
    )
    proven(row, words)


def test_who_does_not_come_back_has_abandoned_and_both_leave_no_winner(words: AllBut) -> None:
    one, both = classic_match(turn_seconds=None), classic_match(turn_seconds=None)
    SeatRow.objects.filter(match=one, seat=1).update(seen_at=START)
    SeatRow.objects.filter(match=both).update(seen_at=START)
    for row in (one, both):
        for minutes in (1, 24 * 60, 72 * 60):
            settle_due.settled(row.pk, START + minutes * 60_000)
    assert (now(one).reason, now(one).winner) == ("abandoned", 0)
    assert (now(both).reason, now(both).winner) == ("abandoned", None)
    assert certain(game.result(both.pk)).seats[0].place is None
    proven(one, words)
    proven(both, words)


def test_of_a_rematch_the_draw_decides_anew_and_the_lobby_order_is_told() -> None:
    row = make_match(variant="classic", by_lot=False)
    assert row.lobby_order == LOBBY
    assert audit.first_difference(row) is None


def test_a_forgotten_players_place_in_the_lobby_goes_with_the_seat(words: AllBut) -> None:
    for seed in range(6):
        row = classic_match(seed)
        submit(row, 0, do="resign")
        user = user_at(row, 1)
        mine = LOBBY.index(user.display_name)
        assert seats.forget(user.pk)
        order = certain(now(row).lobby_order)
        assert order[mine] == matches.DELETED_NAME != order[1 - mine]
        assert certain(replays.replayed_match(now(row))).deal.seated
        proven(row, words)


def test_a_game_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownGame, match="no game called 'chess'"):
        make_match(variant="chess")
    with pytest.raises(UnknownGame):
        game.settings_of("chess")
    assert "chess" not in VARIANTS


def test_cards_and_summaries_of_classic_need_nothing_of_alfapower() -> None:
    summary = game.describe({}, "classic")
    assert (summary.board_size, summary.blank_board, summary.turn_seconds) == (15, False, 60)
    assert (summary.items, summary.alfa) == ((), False)
    assert game.describe({"layout": "blank15"}, "classic").blank_board


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
