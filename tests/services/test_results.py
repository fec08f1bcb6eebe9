"""What other apps are told of a finished match, what is written at its end, and its facts: the sample records counted
by hand, the clock, and silence while a match runs."""

import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from cachetools import LRUCache
from django.dispatch.dispatcher import Signal

from dictionary import api as dictionary
from game import api as game
from game.crossword.facts import ItemFacts
from game.crossword.tiles import BLANK
from game.dispatch.log_replay import BrokenLog
from game.kernel.actions import Leave
from game.models import Match, SeatRow
from game.services import replays, seat_facts, settle_due, store
from game.services.results import Result
from game.signals import match_finished
from game.variants.alfapower.rules.facts import Facts, facts_of
from tests.support import samples
from tests.support.matches import START, UserFactory, give_hand, make_match, resigned, state_of, submit, user_at
from tests.support.record_steps import played_record
from tests.support.types import certain


def test_a_conceded_match_names_winner_and_leaver() -> None:
    row = make_match(board_size=11)
    submit(row, 1, at=START + 5_000, do="resign")
    result = certain(game.result(row.pk))
    assert (result.reason, result.winner, result.drawn, result.played_out) == ("resigned", 0, False, False)
    assert [(seat.place, seat.left) for seat in result.seats] == [(1, False), (2, True)]
    assert [seat.user_id for seat in result.seats] == [user_at(row, 0).pk, user_at(row, 1).pk]
    assert (result.public_id, result.language, result.variant) == (row.public_id, "en", "alfapower")
    assert result.finished_at == START + 5_000
    assert all(isinstance(seat.total, int) for seat in result.seats)


def test_only_players_and_only_of_matches_that_are_over() -> None:
    row = make_match(board_size=11)
    player = user_at(row, 0)
    assert game.result(row.pk) is None and game.result_for(row.public_id, player.pk) is None
    submit(row, 0, do="resign")
    assert game.result_for(row.public_id, player.pk) == game.result(row.pk)
    assert game.result_for(row.public_id, UserFactory.create().pk) is None
    assert game.result_for("no\0match", player.pk) is None


def test_a_player_whose_account_is_gone_keeps_name_and_total() -> None:
    row = make_match(board_size=11)
    submit(row, 0, do="resign")
    name = user_at(row, 0).display_name
    user_at(row, 0).delete()
    gone = certain(game.result(row.pk)).seats[0]
    assert (gone.user_id, gone.name) == (None, name)


def over(
    row: Match,
    places: Sequence[int | None],
    out: tuple[bool, bool, bool] = (False, False, False),
    winner: int | None = None,
    reason: str = "bag_empty",
) -> Result:
    """The match as one of three that ended with these places."""
    SeatRow.objects.create(match=row, seat=2, user=UserFactory.create(display_name="Clara"), name="Clara", total="30")
    for seat, (place, left) in enumerate(zip(places, out, strict=True)):
        SeatRow.objects.filter(match=row, seat=seat).update(place=place, out=left, total=str(100 - 10 * seat))
    Match.objects.filter(pk=row.pk).update(status="over", reason=reason, winner=winner, finished_at=START)
    return certain(game.result(row.pk))


@pytest.mark.parametrize(
    ("places", "out", "winner", "drawn", "played_out"),
    [
        ((1, 2, 3), (False, False, False), 0, False, True),
        ((1, 1, 3), (False, False, False), None, True, True),
        ((2, 1, 3), (False, False, True), 1, False, True),  # one left, the rest played on
        ((3, 1, 2), (True, False, True), 1, False, False),  # all but one left
        ((None, None, None), (False, False, False), None, False, False),  # everybody was gone
    ],
)
def test_places_of_three(
    places: tuple[int | None, ...],
    out: tuple[bool, bool, bool],
    winner: int | None,
    drawn: bool,
    played_out: bool,
) -> None:
    result = over(make_match(board_size=11), places, out, winner)
    assert tuple(seat.place for seat in result.seats) == places
    assert tuple(seat.left for seat in result.seats) == out
    assert (result.winner, result.drawn, result.played_out) == (winner, drawn, played_out)
    assert [seat.name for seat in result.others(1)] == [result.seats[2].name, result.seats[0].name]


def test_the_list_of_a_player_names_all_the_others_and_the_best_of_their_totals() -> None:
    row = make_match(board_size=11)
    over(row, (1, 1, 3))
    names = [seat.name for seat in SeatRow.objects.filter(match=row).order_by("seat")]
    mine, _, last = (game.recent_matches(certain(seat.user_id))[0] for seat in SeatRow.objects.filter(match=row))
    assert (mine.opponent, mine.totals, mine.won, mine.drawn) == (f"{names[1]}, {names[2]}", (100, 90), False, True)
    assert (last.opponent, last.totals, last.won, last.drawn) == (f"{names[0]}, {names[1]}", (80, 100), False, False)


def test_a_step_writes_its_own_columns_only() -> None:
    row = make_match()
    Match.objects.filter(pk=row.pk).update(rated=True)  # while the step is on its way
    settle_due.apply_system(row, state_of(row), 0, Leave(START), START + 9_000)
    row.refresh_from_db()
    assert (row.version, row.rated) == (2, True)


def test_an_end_that_one_of_two_could_not_take_is_told_again_after_a_minute() -> None:
    heard = []

    def takes(sender: type[Match], match: Match, **kwargs: Signal) -> None:
        heard.append(match.pk)

    def fails(sender: type[Match], match: Match, **kwargs: Signal) -> None:
        raise RuntimeError("not today")

    row = make_match()
    match_finished.connect(takes, sender=Match)
    match_finished.connect(fails)
    try:
        submit(row, 0, at=START + 1_000, do="resign")
        row.refresh_from_db()
        assert (row.status, row.tell_at) == (Match.Status.OVER, START + 61_000)
        match_finished.disconnect(fails)
        assert settle_due.announce_ends_again(START + 60_999) == 0
        assert settle_due.announce_ends_again(START + 61_000) == 1
    finally:
        match_finished.disconnect(takes, sender=Match)
        match_finished.disconnect(fails)
    row.refresh_from_db()
    assert (row.tell_at, heard) == (None, [row.pk] * 2)


def test_a_story_has_a_state_for_every_turn() -> None:
    row = make_match()
    dealt = state_of(row)
    submit(row, 0, do="buy", item="swap")
    for seat in (0, 1):
        submit(row, seat, do="pass")
    replay = replays.replay_match(resigned(row, 1)).replay
    assert (replay.last, [state.turn for state in replay.states]) == (3, [1, 2, 3, 3])
    assert ([len(turn) for turn in replay.turns], replay.logged) == ([2, 1, 1], (1, 3, 4, 5))
    assert [(step.seat, step.before.players[step.seat].hand) for step in replay.steps] == [
        (seat, dealt.players[seat].hand) for seat in (0, 0, 1, 1)
    ]


def test_a_story_tells_everybody_which_words_were_rejected() -> None:
    row = make_match(board_size=11)
    letters = [tile for tile in state_of(row).players[0].hand if tile.isalpha()]
    wrong = next(a + b for a, b in permutations(letters, 2) if a + b not in dictionary.current("en"))
    tiles = [[5, 5 + place, letter] for place, letter in enumerate(wrong)]
    assert submit(row, 0, do="place", tiles=tiles).code == "invalid_words"
    replay = replays.replay_match(resigned(row, 1)).replay
    assert [receipt.try_words for receipt in replay.receipts] == [((wrong,),)]


def test_the_story_looked_at_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, told, replay_match = [resigned(make_match(seed=bytes([n]) * 32)) for n in range(3)], [], replays.replay_match
    monkeypatch.setattr(replays, "_told", LRUCache(2))
    monkeypatch.setattr(replays, "replay_match", lambda row: told.append(rows.index(row)) or replay_match(row))
    for n in (0, 1, 0, 2, 0, 1):
        assert certain(replays.replay_of(rows[n])).last == 1
    assert told == [0, 1, 2, 1]


@pytest.mark.parametrize(("tell_at", "told"), [(START, True), (START + 1, False), (None, False)])
def test_an_end_that_somebody_told_in_the_meantime_is_not_told_twice(
    monkeypatch: pytest.MonkeyPatch, tell_at: int, told: bool
) -> None:
    row, heard = make_match(), []
    submit(row, 0, do="resign")
    Match.objects.filter(pk=row.pk).update(tell_at=START)
    look = store.lock

    def lock(match_id: int) -> Match:
        Match.objects.filter(pk=match_id).update(tell_at=tell_at)
        return look(match_id)

    monkeypatch.setattr(store, "lock", lock)
    monkeypatch.setattr(store, "tell_end", lambda match, now: heard.append((match.pk, now)))
    assert settle_due.announce_ends_again(START) == 1
    assert heard == ([(row.pk, START)] if told else [])


def facts_of_sample(name: str) -> tuple[Facts, Facts]:
    first, second = facts_of(played_record(samples.sample("", name)), 0)
    return first, second


def test_fortify_claim_and_blast_counted_by_hand() -> None:
    first, second = facts_of_sample("06")
    # TI is worth 3 with the fortified T, 2 without; TENS then gives one point of it to the opponent. The claim was
    # blasted before anything lay on it, and of a Blast nothing is counted.
    assert second.items == (
        ItemFacts("claim", 4, bought=1, used=1, brought=0, gave=0),
        ItemFacts("fortify", 4, bought=1, used=1, brought=1, gave=1),
    )
    assert first.items == (ItemFacts("blast", 10, bought=1, used=1, brought=0, gave=0),)
    assert (first.points, first.best_word, first.best_word_points, first.coins_earned, first.coins_spent) == (
        11, "TEN", 6, 6, 10,
    )  # fmt: skip
    assert (first.turns, second.turns) == (2, 1)  # the turn in which the second player conceded is not counted


def test_a_long_match_counted_by_hand() -> None:
    first, second = facts_of_sample("12")
    assert first.points == 24 + 4 + 8 + 17 and second.points == 18 + 8 + 8 + 21 + 26
    assert (first.tries, first.try_points, first.try_coins, first.score) == (1, 1, 1, 52)
    assert first.coins_earned == 5 + 3 + 3 + 3 + 4 and second.coins_earned == 4 + 3 + 3 + 5 + 5
    assert first.items == (ItemFacts("swap", 3, bought=6, used=6, brought=0, gave=0),) and first.swaps == 6
    # Ten tiles were left in the bag: a Blast cost two more.
    assert second.items[1] == ItemFacts("blast", 12, bought=1, used=1, brought=0, gave=0)
    assert (second.best_word, second.best_word_points, second.best_turn, second.full_turns) == ("FOAE", 18, 26, 1)
    assert len(second.best_words) == 5 and second.best_words[0] == ("FOAE", 18)
    assert [points for _, points in second.best_words] == sorted((p for _, p in second.best_words), reverse=True)
    assert (first.turns, first.word_turns, first.passes) == (5, 4, 1)
    assert (second.alfa_made, second.alfa_points) == (1, 0)  # the Alfa S lies alone


def test_placed_bonuses_and_alfa_squares_count_for_whom_they_served() -> None:
    first, second = facts_of_sample("07")
    assert first.items == (ItemFacts("place_dw", 10, bought=1, used=1, brought=4, gave=0),)  # TENS 8 instead of 4
    assert second.items == (ItemFacts("place_tl", 8, bought=1, used=1, brought=2, gave=0),)  # I 3 instead of 1
    first, second = facts_of_sample("08")
    # TENSORSM 18 instead of 9; MAY 16 instead of 8 is the opponent's, through a square that was not of their making.
    assert (first.alfa_made, first.alfa_points, second.alfa_points) == (1, 9, 0)


def test_the_points_over_a_claimed_square_are_the_words_there() -> None:
    # T N at the star's sides of the record 06, with the claim kept: EN down from its square is worth what it says.
    data = samples.sample("", "06")
    kept = [action for action in data["actions"] if action.get("item") != "blast"]
    resigned = kept.pop()
    kept = [action for action in kept if action.get("tiles") != [[6, 6, "O"]]]  # refused anyway
    words = [*data["lexicon"]["words"], "NE", "IE"]
    hand = data["hands"][1]
    letter = next(tile for tile in hand if tile not in ("I", BLANK))
    kept.append({"seat": 1, "do": "place", "tiles": [[6, 6, letter]], "drawn": ["E"]})
    data = {**data, "actions": [*kept, resigned], "lexicon": {"words": [*words, f"N{letter}", f"I.{letter}"]}}
    data.pop("result")
    claim = facts_of(played_record(data), 0)[1].items[0]
    value = data["bag"][letter][1]
    assert (claim.item, claim.brought) == ("claim", 1 + value)


@pytest.mark.parametrize("path", samples.files(), ids=lambda path: path.stem)
def test_facts_agree_with_the_end_of_each_record(path: Path) -> None:
    data = json.loads(path.read_text())
    for seat, told in zip(facts_of(played_record(data["record"]), 0), data["expected"]["final"]["totals"], strict=True):
        assert (seat.score, seat.total) == (told["score"], told["total"])
        head_start = (data["record"]["settings"].get("head_start") or [0, 0])[seat.seat]  # in no turn's score
        assert seat.score == head_start + seat.points - seat.try_points
        assert seat.turns == seat.word_turns + seat.passes + seat.timeouts


def test_the_time_of_turns_with_a_pass_a_timeout_and_a_match_given_up() -> None:
    row = make_match(turn_seconds=60)
    submit(row, 0, START + 5_000, do="pass")
    settle_due.settled(row.pk, START + 5_000 + 63_000)  # the second player's minute runs out, and the slack after it
    submit(row, 0, START + 5_000 + 63_000 + 7_000, do="pass")
    submit(row, 1, START + 90_000, do="resign")
    first, second = certain(game.match_facts(row.pk)).seats
    assert (first.turns, first.time_ms) == (2, 12_000)
    assert (second.turns, second.time_ms, second.timeouts) == (1, 60_000, 1)


def test_without_a_clock_time_is_from_action_to_action() -> None:
    row = make_match(turn_seconds=None)
    submit(row, 0, START + 5_000, do="pass")
    submit(row, 1, START + 3_605_000, do="pass")
    submit(row, 0, START + 3_606_000, do="resign")
    first, second = certain(game.match_facts(row.pk)).seats
    assert (first.time_ms, second.time_ms) == (5_000, 3_600_000)


def test_a_failed_try_is_told_by_the_log_even_when_the_word_list_is_gone() -> None:
    row = make_match()
    hand = state_of(row).players[0].hand
    tiles = [[7, 7 + i, tile] for i, tile in enumerate(tile for tile in hand if tile != BLANK)][:5]
    assert submit(row, 0, do="place", tiles=tiles).code == "invalid_words"
    submit(row, 0, do="resign")
    Match.objects.filter(pk=row.pk).update(lexicon_name="gone", lexicon_version="0")
    seats: Any = certain(game.match_facts(row.pk)).seats
    first, second = seats
    assert (first.tries, first.try_points, first.try_coins, first.best_word, second.tries) == (1, 1, 1, "", 0)


def test_a_running_match_has_no_facts() -> None:
    row = make_match()
    submit(row, 0, do="pass")
    assert game.match_facts(row.pk) is None
    assert game.finished_matches(0, 10) == []
    with pytest.raises(BrokenLog, match="does not end"):
        replays.replay_match(Match.objects.get(pk=row.pk))
    with pytest.raises(ValueError, match="over"):
        facts_of([], START)


def test_a_log_that_leads_elsewhere_is_no_ground_for_facts() -> None:
    row = make_match()
    give_hand(row, 0, "STORMEN")  # writes over the snapshot alone
    submit(row, 0, do="resign")
    with pytest.raises(BrokenLog):
        game.match_facts(row.pk)


def test_the_facts_of_a_match_say_what_was_played_and_by_whom() -> None:
    row, other = make_match(board_size=11, turn_seconds=None, language="sv"), make_match(seed=b"\x01" * 32)
    running = make_match(seed=b"\x02" * 32)
    Match.objects.filter(pk=row.pk).update(preset="quick", rated=True)
    row.seats.filter(seat=0).update(user=None)
    assert seat_facts.match_facts(row.pk) is None
    for match in (row, other):
        submit(match, 1, at=START + 9_000, do="resign")
    facts, plain = certain(seat_facts.match_facts(row.pk)), certain(seat_facts.match_facts(other.pk))
    assert (facts.match_id, facts.language, facts.preset, facts.rated) == (row.pk, "sv", "quick", True)
    assert (facts.board_size, facts.turn_seconds, facts.finished_at) == (11, None, START + 9_000)
    assert (facts.reason, facts.winner, facts.users) == ("resigned", 0, (None, user_at(row, 1).pk))
    assert (plain.board_size, plain.turn_seconds, plain.rated, len(plain.seats)) == (15, 60, False, 2)
    assert seat_facts.finished_matches(0, 5) == [row.pk, other.pk]
    assert (seat_facts.finished_matches(row.pk, 5), seat_facts.finished_matches(0, 1)) == ([other.pk], [row.pk])
    assert running.pk not in seat_facts.finished_matches(0, 5)
