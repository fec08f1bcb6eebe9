"""Two pipelines on one match, in every order that Postgres permits: one effect, clean answers, a sound log; ends by
agreement too (docs/rules.md, 9).

Each case says what the two do and how the match may stand afterwards. The orders are counted, so that a case which no
longer meets its opponent is noticed.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import transaction

from game.models import Match
from game.services import settle_due, store
from game.services.play import Receipt
from game.services.settle_due import settled
from game.signals import match_finished
from tests.races import positions
from tests.races.interleaving import Lane, to_the_end, until_it_waits
from tests.races.invariants import events, fault, kinds
from tests.races.positions import Tiles
from tests.races.seats import Work, meetings_of, sends
from tests.support.matches import START, make_match, state_of, submit
from tests.support.word_lists import know_every_word

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

DEADLINE = START + 60_000
SWEPT = DEADLINE + 3_000
"""The first moment at which anybody but the player may notice the timeout."""


@pytest.fixture
def row() -> Match:
    """A match before its first turn."""
    return make_match(board_size=11)


@pytest.fixture
def word(row: Match) -> Tiles:
    """The tiles of a word that seat 0 can lay."""
    return positions.openings(row)[0]


def codes(results: Sequence[Receipt]) -> list[str]:
    """The answers' codes, in the order of the lanes."""
    return [receipt.code for receipt in results]


@pytest.mark.parametrize("what", ["place", "buy", "pass", "failed attempt", "resign"])
def test_the_same_message_twice_has_one_effect_and_one_answer(what: str, row: Match, word: Tiles) -> None:
    messages: dict[str, tuple[dict[str, Any], list[str]]] = {
        "place": ({"do": "place", "tiles": word}, ["words_scored"]),
        "buy": ({"do": "buy", "item": "swap"}, ["item_bought"]),
        "pass": ({"do": "pass"}, ["passed"]),
        "failed attempt": ({"do": "place", "tiles": positions.no_word(row)}, ["attempt_failed"]),
        "resign": ({"do": "resign"}, ["match_ended"]),
    }
    data, effect = messages[what]
    for copy, (one, two) in meetings_of(row, *[sends(0, nonce="the-very-same", **data)] * 2):
        assert one == two and one.version == 2
        assert kinds(copy) == effect


@pytest.mark.parametrize("other", ["passed", "words_scored"])
def test_of_two_moves_of_one_turn_one_is_stale(row: Match, word: Tiles, other: str) -> None:
    data = {"do": "pass"} if other == "passed" else {"do": "place", "tiles": positions.openings(row)[-1]}
    seen = set()
    for copy, results in meetings_of(row, sends(0, do="place", tiles=word), sends(0, **data)):
        assert sorted(codes(results)) == ["", "stale"]
        first = codes(results).index("")
        assert kinds(copy) == [("words_scored", other)[first]] and state_of(copy).turn == 2
        seen.add(first)
    assert seen == {0, 1}


@pytest.mark.parametrize(
    "at", [DEADLINE - 1, DEADLINE, DEADLINE + 1000], ids=["on time", "at the deadline", "in grace"]
)
def test_a_move_in_time_is_never_overtaken_by_a_sweep_that_is_not_late(at: int, row: Match, word: Tiles) -> None:
    move = sends(0, at=at, do="place", tiles=word)
    for copy, (receipt, _) in orders_of_sweep(row, move, now=SWEPT - 1):
        assert receipt.code == ""
        assert kinds(copy) == ["words_scored"]


def orders_of_sweep(row: Match, work: Work, now: int) -> Iterator[tuple[Match, list[Any]]]:
    """The work beside a sweep at `now`."""
    return meetings_of(row, work, lambda copy: settle_due.sweep(now))


@pytest.mark.parametrize("at", [DEADLINE - 1, DEADLINE + 1000], ids=["on time", "in grace"])
def test_a_move_that_came_in_time_but_was_held_up_meets_the_sweep(at: int, row: Match, word: Tiles) -> None:
    """Whichever commits first wins: never both, never neither."""
    seen = set()
    for copy, (receipt, _) in orders_of_sweep(row, sends(0, at=at, do="place", tiles=word), now=SWEPT):
        happened = {"": ["words_scored"], "stale": ["timed_out"]}[receipt.code]
        assert kinds(copy) == happened
        seen.add(receipt.code)
    assert seen == {"", "stale"}


def test_a_late_move_and_the_sweep_record_one_timeout_and_the_same_match(row: Match, word: Tiles) -> None:
    ends = set()
    for copy, (receipt, _) in orders_of_sweep(row, sends(0, at=DEADLINE + 1001, do="place", tiles=word), now=SWEPT):
        assert receipt.code == "stale" and receipt.data == {"turn": 2}
        assert kinds(copy) == ["timed_out"]
        ends.add(Match.objects.get(pk=copy.pk).state)
    assert len(ends) == 1
    assert state_of(copy).deadline == SWEPT + 60_000


@pytest.mark.long
def test_a_nudge_and_a_move_held_up(row: Match, word: Tiles) -> None:
    """The nudge of the other page: reads the row, enforces, reads it again."""
    move = sends(0, at=DEADLINE + 500, do="place", tiles=word)
    for copy, (receipt, drawn) in meetings_of(row, move, lambda copy: nudge(copy, SWEPT)):
        assert kinds(copy) == {"": ["words_scored"], "stale": ["timed_out"]}[receipt.code]
        assert drawn == 2


def test_an_early_nudge_takes_nothing_from_a_move(row: Match, word: Tiles) -> None:
    for copy, (receipt, _) in meetings_of(row, sends(0, do="place", tiles=word), lambda copy: nudge(copy, SWEPT - 1)):
        assert receipt.code == "" and kinds(copy) == ["words_scored"]


def nudge(copy: Match, now: int) -> int:
    """The version that the other seat's page is then drawn from."""
    return settled(copy.pk, now).version


@pytest.mark.long
def test_two_nudges_record_one_timeout() -> None:
    row = make_match()
    for copy, versions in meetings_of(row, *[lambda copy: nudge(copy, SWEPT)] * 2):
        assert versions == [2, 2] and kinds(copy) == ["timed_out"]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        pytest.param({"starting_coins": 3, "prices": {"swap": 3, "claim": 3}}, "not_enough_coins", id="coins for one"),
        pytest.param({"starting_coins": 99, "slot_limit": 1}, "slots_full", id="the last slot"),
    ],
)
def test_of_two_purchases_one_succeeds(settings: dict[str, Any], code: str) -> None:
    row = make_match(**settings)
    for copy, results in meetings_of(row, sends(0, do="buy", item="swap"), sends(0, do="buy", item="claim")):
        assert sorted(codes(results)) == ["", code]
        assert kinds(copy) == ["item_bought"] and len(state_of(copy).players[0].slots) == 1


def test_of_two_uses_of_one_item_one_succeeds() -> None:
    row = make_match(starting_coins=99)
    submit(row, 0, do="buy", item="claim")
    uses = [sends(0, do="use", item="claim", cell=cell) for cell in positions.free_squares(row)[:2]]
    for copy, results in meetings_of(row, *uses):
        assert sorted(codes(results)) == ["", "item_not_owned"]
        assert sum(cell.claim is not None for cell in state_of(copy).board.cells) == 1


def test_the_opponents_purchase_and_a_word_both_count() -> None:
    row = make_match(board_size=11, starting_coins=9)
    word = positions.openings(row)[0]
    for copy, results in meetings_of(row, sends(0, do="place", tiles=word), sends(1, do="buy", item="swap")):
        assert codes(results) == ["", ""]
        assert sorted(kinds(copy)) == ["item_bought", "words_scored"]


def test_a_purchase_before_the_end_counts_and_one_after_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    know_every_word(monkeypatch)
    row = positions.before_the_last_word(starting_coins=50, coins_per_point=1)
    last = sends(0, do="place", tiles=positions.last_word(row), turn=state_of(row).turn)
    seen = set()
    for copy, (ended, bought) in meetings_of(row, last, sends(1, do="buy", item="swap")):
        state = state_of(copy)
        assert ended.code == "" and state.outcome.reason == "bag_empty"
        assert bought.code in ("", "match_over")
        assert state.players[1].slots == (("swap",) if bought.code == "" else ())
        seat = copy.seats.get(seat=1)
        leftover = sum(state.tileset.value(tile[0]) for tile in state.players[1].hand)
        assert int(seat.total) == state.players[1].score + state.players[1].coins - leftover
        seen.add(bought.code)
    assert seen == {"", "match_over"}


@pytest.fixture
def finished() -> Iterator[list[int]]:
    """The matches that were told to be over, each time they were."""
    told: list[int] = []

    def note(sender: object, match: Match, **kwargs: Any) -> None:
        told.append(match.pk)

    match_finished.connect(note)
    yield told
    match_finished.disconnect(note)


def test_a_resignation_and_the_last_word_end_the_match_once(
    monkeypatch: pytest.MonkeyPatch, finished: list[int]
) -> None:
    know_every_word(monkeypatch)
    row = positions.before_the_last_word()
    last = sends(0, do="place", tiles=positions.last_word(row), turn=state_of(row).turn)
    seen = set()
    for copy, results in meetings_of(row, last, sends(1, do="resign")):
        assert sorted(codes(results)) == ["", "match_over"]
        copy.refresh_from_db()
        assert copy.reason == ("bag_empty" if results[0].code == "" else "resigned")
        assert sum(event["kind"] == "match_ended" for event in events(copy)) == 1
        assert finished.count(copy.pk) == 1
        seen.add(copy.reason)
    assert seen == {"bag_empty", "resigned"}


def test_both_resign_and_one_wins(finished: list[int]) -> None:
    row = make_match()
    for copy, results in meetings_of(row, sends(0, do="resign"), sends(1, do="resign")):
        assert sorted(codes(results)) == ["", "match_over"]
        copy.refresh_from_db()
        assert copy.winner == codes(results).index("match_over") and finished.count(copy.pk) == 1


@pytest.mark.long
def test_the_last_pass_and_the_last_timeout_end_the_match_once(finished: list[int]) -> None:
    row = positions.before_the_last_pass()
    deadline = state_of(row).deadline
    turn = state_of(row).turn
    seen = set()
    for copy, (receipt, _) in orders_of_sweep(row, sends(0, at=deadline, do="pass", turn=turn), now=deadline + 3_000):
        copy.refresh_from_db()
        assert copy.reason == "conceded" and finished.count(copy.pk) == 1
        assert receipt.code in ("", "match_over")
        assert kinds(copy)[-2:] == [{"": "passed", "match_over": "timed_out"}[receipt.code], "match_ended"]
        seen.add(receipt.code)
    assert seen == {"", "match_over"}


def test_an_action_held_up_for_seconds_is_judged_by_its_arrival(row: Match, word: Tiles) -> None:
    """It came in time and waits for a lock until long after the slack; the sweep queues up behind it."""
    move = Lane(lambda: sends(0, at=DEADLINE + 1000, do="place", tiles=word)(row))
    sweep = Lane(lambda: settle_due.sweep(DEADLINE + 30_000))
    with transaction.atomic():
        store.lock(row.pk)
        for lane in (move, sweep):
            lane.start()
            lane.settle()
            until_it_waits(lane)
    receipt = to_the_end(move)
    to_the_end(sweep)
    assert (receipt.code, fault(row, [receipt])) == ("", "")
    assert kinds(row) == ["words_scored"]
    assert state_of(row).turn == 2


KINDS = ("call_off", "adjourn")


def done(row: Match, kind: str) -> bool:
    """Whether that has come about."""
    state = state_of(row)
    return state.pace.adjourned if kind == "adjourn" else bool(state.outcome and state.outcome.reason == "called_off")


@pytest.mark.parametrize("kind", KINDS)
def test_offers_from_both_at_once_are_an_offer_and_its_agreement(kind: str) -> None:
    row = make_match(turn_seconds=60)
    for copy, results in meetings_of(row, sends(0, do=kind, offer=0), sends(1, do=kind, offer=0)):
        assert [receipt.code for receipt in results] == ["", ""] and done(copy, kind)
        assert kinds(copy)[:2] == ["offered", "offered"]


@pytest.mark.parametrize("kind", KINDS)
def test_an_agreement_and_the_end_of_the_turn(kind: str) -> None:
    """The agreement comes first and does it, or its offer has lapsed; it never is an offer of the next turn."""
    row = make_match(turn_seconds=60)
    submit(row, 0, do=kind, offer=0)
    seen = set()
    for copy, (agreed, passed) in meetings_of(row, sends(1, do=kind, offer=1), sends(0, do="pass")):
        assert agreed.code in ("", "offer_lapsed")
        assert done(copy, kind) == (agreed.code == "")
        assert passed.code == ("match_over" if kind == "call_off" and done(copy, kind) else "")
        assert not state_of(copy).pace.adjourn.said
        seen.add(agreed.code)
    assert seen == {"", "offer_lapsed"}


@pytest.mark.parametrize("kind", KINDS)
def test_an_offer_and_a_resignation_in_the_same_second(kind: str) -> None:
    row = make_match(turn_seconds=60)
    for copy, (offered, resigned) in meetings_of(row, sends(0, do=kind, offer=0), sends(1, do="resign")):
        assert resigned.code == "" and offered.code in ("", "match_over")
        assert state_of(copy).outcome.reason == "resigned" and not state_of(copy).pace.call_off.said


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_word_and_the_sweep_of_the_turn(kind: str) -> None:
    """With a second to go: what came in time is done, however late the sweep looks."""
    row = make_match(turn_seconds=60)
    submit(row, 0, do=kind, offer=0)
    last = sends(1, at=START + 59_000, do=kind, offer=1)
    seen = set()
    for copy, (agreed, _swept) in meetings_of(row, last, lambda _copy: settle_due.sweep(START + 63_000)):
        assert done(copy, kind) == (agreed.code == "")
        assert agreed.code in ("", "offer_lapsed")
        seen.add(agreed.code)
    assert seen == {"", "offer_lapsed"}


def test_of_three_one_leaves_while_another_agrees() -> None:
    """Leaving completes nothing: if all who stay had said yes it lapses, and else the last word does it."""
    row = make_match(variant="alfapet", players=("A", "B", "C"))
    submit(row, 1, do="call_off", offer=0)
    for copy, (agreed, left) in meetings_of(row, sends(0, do="call_off", offer=1), sends(2, do="resign")):
        assert left.code == "" and agreed.code in ("", "offer_lapsed")
        state = state_of(copy)
        assert done(copy, "call_off") or (state.outcome is None and not state.pace.call_off.said)
