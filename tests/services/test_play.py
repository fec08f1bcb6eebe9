"""The one door: what it lets through, what it answers, and what it never does twice. Which games the other apps see."""

from dataclasses import replace
from typing import Any

import pytest

from game import games
from game.models import LogEntry, Match
from game.services import play
from game.variants import VARIANTS
from tests.support.matches import START, give_hand, make_match, message, resigned, state_of, submit

TEN = [[5, 4, "T"], [5, 5, "E"], [5, 6, "N"]]


def test_a_word_is_scored_and_the_turn_goes_on(match: Match) -> None:
    receipt = submit(match, 0, do="place", tiles=TEN)
    state = state_of(match)
    assert receipt == play.Receipt(2)
    assert (state.players[0].score, state.active, state.turn) == (6, 1, 2)
    assert state.deadline == START + 1000 + 60_000


def test_the_log_spells_letters_as_they_are() -> None:
    row = make_match(board_size=11, language="sv")
    give_hand(row, 0, "ÅÄÖENST")
    assert submit(row, 0, do="place", tiles=[[5, 5, "Å"], [5, 6, "Ö"]]).code == "invalid_words"
    assert '["ÅÖ"]' in LogEntry.objects.get(match=row, seq=2).events


def test_a_refused_action_changes_nothing_at_all(match: Match) -> None:
    before = Match.objects.values().get(pk=match.pk)
    receipt = submit(match, 0, do="place", tiles=[[0, 0, "T"], [0, 1, "E"]])
    assert receipt.code == "must_cross_center"
    assert Match.objects.values().get(pk=match.pk) == before
    assert LogEntry.objects.filter(match=match).count() == 1


def test_a_failed_attempt_costs_and_is_logged(match: Match) -> None:
    receipt = submit(match, 0, do="place", tiles=[[5, 4, "T"], [5, 5, "N"], [5, 6, "E"]])
    state = state_of(match)
    assert (receipt.code, receipt.data["rejected"]) == ("invalid_words", ["TNE"])
    assert (state.players[0].score, state.players[0].coins, state.active) == (-1, 4, 0)
    assert LogEntry.objects.filter(match=match).count() == 2


@pytest.mark.parametrize(
    "data",
    [
        {"do": "place", "tiles": TEN},
        {"do": "place", "tiles": [[5, 4, "T"], [5, 5, "N"], [5, 6, "E"]]},
        {"do": "pass"},
        {"do": "buy", "item": "swap"},
    ],
)
def test_a_repeated_nonce_gets_the_stored_answer_and_has_no_second_effect(match: Match, data: dict[str, Any]) -> None:
    turn: dict[str, Any] = {} if data["do"] == "buy" else {"turn": 1}
    asked = message(nonce="a-nonce-of-mine", **data, **turn)
    first = play.submit(match.pk, 0, asked, START + 1000)
    after = state_of(match)
    submit(match, 1, do="buy", item="swap")
    bought = state_of(match)
    again = play.submit(match.pk, 0, asked, START + 500_000)
    assert (again.version, again.code, again.data) == (first.version, first.code, first.data)
    assert state_of(match) == bought
    assert after.turn == bought.turn


def test_an_action_decided_on_another_turn_is_stale(match: Match) -> None:
    submit(match, 0, do="pass")
    late = submit(match, 0, do="pass", turn=1)
    assert (late.code, late.data) == ("stale", {"turn": 2})
    assert state_of(match).turn == 2


def test_a_purchase_does_not_hang_on_the_turn(match: Match) -> None:
    assert submit(match, 1, do="buy", item="swap").code == ""
    assert state_of(match).players[1].slots == ("swap",)


def test_a_later_action_meets_a_turn_already_passed_and_the_timeout_stays(match: Match) -> None:
    deadline = START + 60_000
    receipt = submit(match, 0, at=deadline + 1001, turn=1, do="place", tiles=TEN)
    state = state_of(match)
    assert receipt.code == "stale"
    assert (state.turn, state.active, state.players[0].timeouts, state.players[0].passes) == (2, 1, 1, 1)
    assert state.deadline == deadline + 3000 + 60_000


def test_a_stranger_to_the_turn_cannot_buy_in_the_past(match: Match) -> None:
    """The opponent's purchase, too, first lets time take effect."""
    submit(match, 1, at=START + 62_000, do="buy", item="swap")
    assert state_of(match).turn == 2


def test_the_end_is_written_once_and_nothing_is_accepted_after_it(match: Match) -> None:
    row = resigned(match, 1)
    assert (row.status, row.reason, row.winner, row.due_at) == ("over", "resigned", 0, None)
    assert submit(match, 0, do="buy", item="swap").code == "match_over"
    assert submit(match, 0, do="pass", turn=9).code == "match_over"  # whatever turn was meant
    assert all(seat.total for seat in row.seats.all())


def test_every_game_that_is_offered_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    known = set(games.games())
    assert games.DEFAULT_VARIANT in known
    built = replace(VARIANTS[games.DEFAULT_VARIANT], key="built", offered=True)
    hidden = replace(built, key="hidden", offered=False)
    monkeypatch.setattr(games, "VARIANTS", {**VARIANTS, "built": built, "hidden": hidden})
    assert set(games.games()) == known | {"built"}
