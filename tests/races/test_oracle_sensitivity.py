"""The oracles of these races bite: with a guard taken away, some order of the same race goes wrong."""

from collections.abc import Sequence
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction

from game.kernel.match import CoreState
from game.models import LogEntry, Match
from game.services import play, settle_due, store
from game.services.action_context import ActionContext, read_action_context
from game.services.player_messages import Message
from tests.races import positions, seats
from tests.races.interleaving import Lane, Work, every_order, to_the_end, until_it_waits
from tests.races.invariants import fault, kinds
from tests.support.matches import START, make_match, message, state_of

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

DEADLINE = START + 60_000


def first_fault(template: Match, works: Sequence[seats.Work], effects: list[list[str]]) -> str:
    """What goes wrong in the first order in which something does; "" when all of them are sound.

    `effects` are the lists of events the log may hold, as `kinds` gives them.
    """
    copies: list[Match] = []

    def begin() -> list[Work]:
        copies.append(positions.copy_of(template))
        return [partial(work, copies[-1]) for work in works]

    for order in every_order(begin):
        for lane in order.lanes:
            if lane.error is not None:
                return type(lane.error).__name__
        answers = [result for result in order.results if isinstance(result, play.Receipt)]
        wrong = fault(copies[-1], answers)
        if not wrong and sorted(kinds(copies[-1])) not in effects:
            wrong = f"effects {kinds(copies[-1])}"
        if wrong:
            return wrong
    return ""


def two_purchases(nonce_of_both: str = "") -> list[seats.Work]:
    """Both seats buy at once, or one seat sends one message twice."""
    if nonce_of_both:
        sent = [(0, message(do="buy", item="swap", nonce=nonce_of_both))] * 2
    else:
        sent = [(seat, message(do="buy", item="swap")) for seat in (0, 1)]

    def sends(seat: int, one: Message) -> seats.Work:
        return lambda row: play.submit(row.pk, seat, one, START + 1)

    return [sends(seat, one) for seat, one in sent]


def test_without_the_lock_of_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    row = make_match(starting_coins=20)
    both = [["item_bought", "item_bought"]]
    assert first_fault(row, two_purchases(), both) == ""
    monkeypatch.setattr(store, "lock", lambda match_id: Match.objects.get(pk=match_id))
    assert first_fault(row, two_purchases(), both) == IntegrityError.__name__


def test_without_the_lock_and_without_the_key_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key alone turns a lost purchase into an error; without it too, coins are simply gone."""
    row = make_match(starting_coins=20)
    monkeypatch.setattr(store, "lock", lambda match_id: Match.objects.get(pk=match_id))
    key = next(one for one in LogEntry._meta.constraints if one.name == "one_entry_a_version")
    with connection.schema_editor() as editor:
        editor.remove_constraint(LogEntry, key)
    try:
        assert first_fault(row, two_purchases(), [["item_bought", "item_bought"]]).startswith("log [1, 2, 2]")
    finally:
        LogEntry.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(LogEntry, key)


def test_without_the_nonce(monkeypatch: pytest.MonkeyPatch) -> None:
    row = make_match(starting_coins=20)
    assert first_fault(row, two_purchases("the-very-same"), [["item_bought"]]) == ""
    append = store.append
    monkeypatch.setattr(store, "append", lambda *args, nonce=None, **kwargs: append(*args, **kwargs))
    assert first_fault(row, two_purchases("the-very-same"), [["item_bought"]]).startswith("effects")


def test_a_sweep_that_trusts_what_it_read_before_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    row = make_match(board_size=11)
    word = message(do="place", tiles=positions.openings(row)[0], turn=1)
    positions.put_away(row)
    works: list[seats.Work] = [
        lambda copy: play.submit(copy.pk, 0, word, DEADLINE),
        lambda copy: settle_due.enforce(copy.pk, DEADLINE + 3_000),
    ]
    either = [["words_scored"], ["timed_out"]]
    assert first_fault(row, works, either) == ""

    def enforce(match_id: int, now: int) -> None:
        seen = Match.objects.get(pk=match_id)
        with transaction.atomic():
            locked = store.lock(match_id)
            settle_due._settle(locked, store.load(seen), now, read_action_context(match_id), None)

    monkeypatch.setattr(settle_due, "enforce", enforce)
    assert first_fault(row, works, either) != ""


def test_a_door_that_judges_by_the_moment_it_gets_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of this test is the lock's: it shows the slack to be over once the row is ours."""
    row = make_match(board_size=11)
    word = message(do="place", tiles=positions.openings(row)[0], turn=1)
    settle = settle_due.settle_locked

    def at_the_lock(row: Match, now: int, context: ActionContext, acted_at: int) -> CoreState:
        return settle(row, now + 3_000, context, acted_at + 3_000)

    monkeypatch.setattr(settle_due, "settle_locked", at_the_lock)
    move = Lane(lambda: play.submit(row.pk, 0, word, DEADLINE))
    with transaction.atomic():
        store.lock(row.pk)
        move.start()
        move.settle()
        until_it_waits(move)
    assert to_the_end(move).code == "stale"
    assert state_of(row).players[0].timeouts == 1
