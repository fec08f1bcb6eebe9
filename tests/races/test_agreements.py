"""Ends by agreement on one match, in every order that Postgres permits (docs/rules.md, 9)."""

import pytest

from game.models import Match
from game.services import settle_due
from tests.races.invariants import kinds
from tests.races.seats import meetings_of, sends
from tests.support.matches import START, make_match, state_of, submit

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

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
