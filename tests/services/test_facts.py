"""Facts of finished matches: the sample records counted by hand, the clock, and silence while a match runs."""

import json
from pathlib import Path
from typing import Any

import pytest

from game import api as game
from game.crossword.facts import ItemFacts
from game.crossword.tiles import BLANK
from game.dispatch.log_replay import BrokenLog
from game.models import Match
from game.services import replays, seat_facts, settle_due
from game.variants.alfapower.rules.facts import Facts, facts_of
from tests.support import samples
from tests.support.matches import START, give_hand, make_match, state_of, submit, user_at
from tests.support.record_steps import played_record
from tests.support.types import certain


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
