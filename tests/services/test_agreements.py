"""Ends by agreement at the site's door: who may offer them, and which agreement comes too late (docs/rules.md, 9)."""

from typing import Any

import pytest

from game.models import LogEntry, Match, SeatRow
from game.services import player_messages, presence, settle_due
from game.services.player_messages import BadMessage
from game.variants import VARIANTS
from tests.bots.practice import make_practice
from tests.support.matches import START, make_match, message, resigned, state_of, submit

KINDS = ("call_off", "adjourn")
MINUTE = 60_000
GAMES_OF_TWO = [key for key, variant in VARIANTS.items() if 2 in variant.seats]


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test of this file has the database."""


def log_length(row: Match) -> int:
    return LogEntry.objects.filter(match=row).count()


@pytest.mark.parametrize("variant", GAMES_OF_TWO)
@pytest.mark.parametrize(("kind", "ended"), [("call_off", True), ("adjourn", False)])
def test_an_offer_and_an_agreement_to_it_do_it_in_every_game(variant: str, kind: str, ended: bool) -> None:
    row = make_match(variant=variant, turn_seconds=60)
    assert submit(row, 1, do=kind, offer=0).code == "" and state_of(row).outcome is None
    assert submit(row, 0, do=kind, offer=1).code == ""
    state = state_of(row)
    assert (state.outcome is not None, state.pace.adjourned) == (ended, not ended)


@pytest.mark.parametrize("do", [*KINDS, "wait_on"])
def test_practice_and_one_device_offer_none(do: str) -> None:
    practice, one_device, alone = (
        make_practice(begins="person"),
        make_match(),
        make_match(variant="alfapet", players="A"),
    )
    Match.objects.filter(pk=one_device.pk).update(one_device=True)
    for row in (practice, one_device, alone):
        length = log_length(row)
        assert submit(row, 0, do=do).code == "not_offered_here"
        assert log_length(row) == length


def test_a_match_that_is_over_says_so_first() -> None:
    row = resigned(make_practice(begins="person"))
    assert submit(row, 0, do="call_off").code == "match_over"


@pytest.mark.parametrize("kind", KINDS)
def test_an_agreement_that_comes_when_its_offer_has_lapsed_is_dropped(kind: str) -> None:  # R9.30
    row = make_match(turn_seconds=60)
    submit(row, 1, do=kind, offer=0)
    submit(row, 0, do="pass")
    length = log_length(row)
    assert submit(row, 0, do=kind, offer=1).code == "offer_lapsed"
    assert log_length(row) == length
    assert not (state_of(row).pace.call_off.said or state_of(row).pace.adjourn.said)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_no_agreement_to_the_offer_that_came_after(kind: str) -> None:
    row = make_match(turn_seconds=60)
    submit(row, 1, do=kind, offer=0)
    submit(row, 0, do="pass")
    submit(row, 1, do=kind, offer=0)  # the second
    assert submit(row, 0, do=kind, offer=1).code == "offer_lapsed"
    assert submit(row, 0, do=kind, offer=2).code == ""


@pytest.mark.parametrize("kind", KINDS)
def test_offers_that_cross_agree(kind: str) -> None:
    """Both pressed where nothing stood: the second is the agreement to the first."""
    row = make_match(turn_seconds=60)
    assert [submit(row, seat, do=kind, offer=0).code for seat in (0, 1)] == ["", ""]
    assert state_of(row).over == (kind == "call_off") and state_of(row).pace.adjourned == (kind == "adjourn")


@pytest.mark.parametrize("offer", [-1, True, "1", 1.5, [1]])
def test_an_offer_that_is_no_number_is_no_message(offer: object) -> None:
    with pytest.raises(BadMessage, match="offer"):
        message(do="call_off", offer=offer)


@pytest.mark.parametrize("data", [{"do": "pass", "turn": 1, "offer": 1}, {"do": "wait_on", "offer": 1}])
def test_nothing_else_names_an_offer(data: dict[str, Any]) -> None:
    with pytest.raises(BadMessage):
        message(**data)


def test_a_repeat_of_an_offer_is_answered_and_not_made_again() -> None:
    row = make_match(turn_seconds=60)
    first = submit(row, 1, do="adjourn", offer=0, nonce="nonce-once")
    assert submit(row, 1, do="adjourn", offer=0, nonce="nonce-once") == first
    assert state_of(row).pace.adjourn.made == (1,)


def test_of_four_where_one_has_left_the_others_agree() -> None:
    row = make_match(variant="alfapet", players="ABCD")
    submit(row, 1, do="call_off", offer=0)
    assert submit(row, 2, do="resign").code == ""
    assert submit(row, 2, do="call_off", offer=1).code == "not_your_turn"
    for seat in (0, 3):
        assert submit(row, seat, do="call_off", offer=1).code == ""
    assert state_of(row).outcome.reason == "called_off"


def test_who_waits_on_gives_the_other_five_more_minutes() -> None:
    row = make_match(turn_seconds=600, present=False)
    presence.touch(row.pk, 0, START + MINUTE)
    settle_due.sweep(START + 40_000)
    away = [seat.seat for seat in SeatRow.objects.filter(match=row, away=True)]
    assert away == [1]
    before = Match.objects.get(pk=row.pk).due_at
    assert submit(row, 0, at=START + 41_000, do="wait_on").code == ""
    state = state_of(row)
    assert state.pace.waits == (0,) and state.pace.put_off_of(1) == 5 * MINUTE
    assert before is not None
    for _ in range(2):
        submit(row, 0, at=START + 41_000, do="wait_on")
    assert submit(row, 0, at=START + 41_000, do="wait_on").code == "waits_spent"
    after = Match.objects.get(pk=row.pk).due_at
    assert after is not None and after > before


def test_the_reader_takes_the_number_of_the_offer() -> None:
    read = player_messages.read_action({"nonce": "nonce-00000", "do": "adjourn", "offer": 2}, "classic", "sv")
    assert (read.offer, read.turn) == (2, None)
