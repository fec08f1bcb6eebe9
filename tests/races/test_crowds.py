"""Many at once, let go together and not held: on Postgres and on SQLite alike. Of several processes of bots a turn is
claimed by one."""

from functools import partial

import pytest
from django.conf import settings
from django.db import transaction

from game.models import BotDue
from game.services import bot_turns, settle_due
from game.services.play import Receipt
from tests.bots.practice import make_practice
from tests.races import positions
from tests.races.invariants import events, fault, kinds
from tests.races.seats import sends
from tests.support.at_once import at_once
from tests.support.matches import SEED, START, make_match, state_of

pytestmark = pytest.mark.django_db(transaction=True)

DEADLINE = START + 60_000
SWEPT = DEADLINE + 3_000
WRITERS = 8
SWEEPERS = 10
DUE = 100 if settings.POSTGRES else 20


def test_one_message_from_many_tabs() -> None:
    row = make_match(starting_coins=20)
    buys = sends(0, do="buy", item="swap", nonce="the-very-same")
    answers = at_once(*[partial(buys, row)] * WRITERS)
    assert fault(row, answers) == "" and kinds(row) == ["item_bought"]
    assert {(answer.code, answer.version) for answer in answers} == {("", 2)}


def test_many_purchases_with_coins_for_one() -> None:
    row = make_match(starting_coins=3, prices={"swap": 3})
    answers = at_once(*[partial(sends(0, do="buy", item="swap"), row)] * WRITERS)
    assert fault(row, answers) == "" and kinds(row) == ["item_bought"]
    assert sorted(answer.code for answer in answers) == ["", *["not_enough_coins"] * (WRITERS - 1)]


def test_writers_of_both_seats_buying_until_the_coins_are_gone() -> None:
    row = make_match(starting_coins=99, slot_limit=12, prices={"swap": 9})

    def buys(seat: int) -> list[Receipt]:
        return [sends(seat, do="buy", item="swap")(row) for _ in range(4)]

    lists = at_once(*[partial(buys, writer % 2) for writer in range(WRITERS)])
    answers = [answer for one in lists for answer in one]
    assert fault(row, answers) == ""
    state = state_of(row)
    assert [player.coins for player in state.players] == [0, 0]
    assert [len(player.slots) for player in state.players] == [11, 11]
    assert sum(answer.code == "" for answer in answers) == 22
    versions = [answer.version for answer in answers if answer.code == ""]
    assert len(set(versions)) == len(versions)


def test_different_moves_of_one_turn_from_many_tabs() -> None:
    row = make_match(board_size=11)
    words = positions.openings(row)[:WRITERS]
    answers = at_once(*[partial(sends(0, do="place", tiles=word), row) for word in words])
    assert fault(row, answers) == "" and kinds(row) == ["words_scored"]
    assert sorted(answer.code for answer in answers) == ["", *["stale"] * (len(words) - 1)]


def test_ten_sweepers_over_many_due_matches() -> None:
    first = make_match(seed=SEED)
    rows = [first, *(positions.copy_of(first) for _ in range(DUE - 1))]
    results = at_once(*[partial(settle_due.sweep, SWEPT)] * SWEEPERS)
    assert all(isinstance(result, int) for result in results), results
    for row in rows:
        assert kinds(row) == ["timed_out"] and state_of(row).turn == 2
    assert fault(rows[0]) == fault(rows[-1]) == ""


def test_sweepers_long_after_the_end_and_players_who_still_act() -> None:
    """Everything at once on one match whose every deadline has passed: one story comes out, told once."""
    row = make_match(passes_to_concede=10, timeouts_to_forfeit=2)
    late = SWEPT + 10**9
    works = [partial(settle_due.sweep, late)] * 4
    works += [partial(sends(seat, late, do="buy", item="swap"), row) for seat in (0, 1)]
    works += [partial(sends(seat, late, do="pass"), row) for seat in (0, 1)]
    answers = [answer for answer in at_once(*works) if not isinstance(answer, int)]
    assert fault(row, answers) == ""
    assert {answer.code for answer in answers} == {"match_over"}
    assert kinds(row) == ["timed_out", "timed_out", "timed_out", "match_ended"]
    assert sum(event["kind"] == "match_ended" for event in events(row)) == 1


@pytest.mark.parametrize("turn", range(5))
def test_move_sweep_and_purchase_at_the_deadline(turn: int) -> None:
    """Free running, some rounds: whoever wins, the log is one story."""
    row = make_match(board_size=11, starting_coins=20)
    places = sends(0, DEADLINE + turn, do="place", tiles=positions.openings(row)[0])
    works = [partial(places, row), partial(settle_due.sweep, SWEPT)]
    works += [partial(sends(1, DEADLINE, do="buy", item="swap"), row)]
    move, _, bought = at_once(*works)
    assert fault(row, [move, bought]) == "" and bought.code == ""
    assert sorted(kinds(row)) == ["item_bought", {"": "words_scored", "stale": "timed_out"}[move.code]]


NOW = START + 5_000
PROCESSES = 8


def waiting() -> list[bot_turns.BotTurn]:
    return bot_turns.waiting(NOW, 10, ["en"])


def test_of_many_one_has_the_turn() -> None:
    make_practice()
    [turn] = waiting()
    claims = at_once(*[partial(bot_turns.claim, turn, f"machine {n}", NOW) for n in range(PROCESSES)])
    [claimed] = [claim for claim in claims if claim is not None]
    assert (claimed.match_id, claimed.ended) == (turn.match_id, 0)
    assert waiting() == []


def test_of_many_turns_each_is_had_once() -> None:
    rows = [make_practice() for _ in range(6)]

    def takes(process: str) -> list[int]:
        claims = [bot_turns.claim(turn, process, NOW) for turn in waiting()]
        return [claim.match_id for claim in claims if claim is not None]

    lists = at_once(*[partial(takes, f"machine {n}") for n in range(PROCESSES)])
    had = sorted(match_id for one in lists for match_id in one)
    assert len(set(had)) == len(had) and set(had) <= {row.pk for row in rows}
    left = {turn.match_id for turn in waiting()}
    assert left.isdisjoint(had) and left | set(had) == {row.pk for row in rows}


@pytest.mark.needs_postgres
def test_a_turn_that_somebody_holds_is_passed_over() -> None:
    make_practice()
    [turn] = waiting()
    with transaction.atomic():
        BotDue.objects.select_for_update().get()
        assert at_once(*[partial(bot_turns.claim, turn, "machine 1", NOW)]) == [None]
    assert bot_turns.claim(turn, "machine 1", NOW) is not None
