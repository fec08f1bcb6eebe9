"""A deal before its match: the server's commitment comes first, each player may add a number, nobody waits past 5 s."""

import hashlib

import pytest
from django.contrib.auth import get_user_model

from game import api
from game.kernel.chance import seat_order
from game.models import Deal, Match
from game.services import deal_numbers, deals, matches, seats
from tests.support.matches import START, UserFactory, make_match
from tests.support.types import certain

A, B = "0a" * 32, "bc" * 32


@pytest.fixture
def pair() -> list[int]:
    return [UserFactory.create().pk for _ in range(2)]


@pytest.fixture
def deal(pair: list[int]) -> str:
    return deals.open_deal(pair, START)


def refusal(deal: str | None, user: int, number: str | None) -> str:
    with pytest.raises(deals.NumberRefused) as refused:
        deals.take(deal, user, number)
    return refused.value.code


def test_the_commitment_is_published_before_any_number_and_is_that_of_the_servers(deal: str, pair: list[int]) -> None:
    for user, number in zip(pair, (A, B), strict=True):
        deals.take(deal, user, number)
    fair = deals.close(deal, 2)
    assert deal == fair.commitment == hashlib.sha256(certain(fair.server)).hexdigest()
    assert fair.players == (bytes.fromhex(A), bytes.fromhex(B))
    assert fair.seed == hashlib.sha256(f"{certain(fair.server).hex()}:{A}:{B}".encode()).digest()


def test_no_two_deals_have_the_same_number(pair: list[int]) -> None:
    assert len({deals.open_deal(pair, START) for _ in range(3)}) == 3


def test_it_waits_for_the_numbers_but_not_past_five_seconds(deal: str, pair: list[int]) -> None:
    assert deals.readiness(deal, START) == "waiting"
    deals.take(deal, pair[1], B)
    assert deals.readiness(deal, START + 4_999) == "waiting"
    assert deals.readiness(deal, START + 5_000) == "late"
    deals.take(deal, pair[0], A)
    assert deals.readiness(deal, START) == "complete"


@pytest.mark.parametrize("garbage", [None, 7, "", "0a" * 31, "0a" * 33, "0A" * 32, "zz" * 32, f"{A}\n", [A], {"a": 1}])
def test_garbage_is_refused_by_name_and_changes_nothing(deal: str, pair: list[int], garbage: None) -> None:
    assert refusal(deal, pair[0], garbage) == "bad_number"
    deals.take(deal, pair[0], A)
    assert refusal(deal, pair[0], garbage) == "bad_number"
    assert deals.close(deal, 2).players == (bytes.fromhex(A), None)


def test_a_number_may_be_sent_again_but_not_changed(deal: str, pair: list[int]) -> None:
    deals.take(deal, pair[0], A)
    deals.take(deal, pair[0], A)
    assert refusal(deal, pair[0], B) == "number_given"
    assert deals.close(deal, 2).players[0] == bytes.fromhex(A)


def test_strangers_and_deals_that_are_over_take_none(deal: str, pair: list[int]) -> None:
    assert refusal(deal, UserFactory.create().pk, A) == "no_deal"
    assert refusal("f" * 64, pair[0], A) == refusal(None, pair[0], A) == refusal("x", pair[0], A) == "no_deal"
    deals.close(deal, 2)
    assert refusal(deal, pair[0], A) == "no_deal"


def test_a_forgotten_deal_keeps_no_match_from_being_made(deal: str) -> None:
    assert deals.sweep(START + deals.FORGOTTEN_MS - 1) == 0
    assert deals.sweep(START + deals.FORGOTTEN_MS) == 3
    assert deals.readiness(deal, START) == "complete"
    assert deals.close(deal, 2).players == (None, None)


def test_players_who_part_drop_theirs(deal: str, pair: list[int]) -> None:
    other = deals.open_deal(pair, START)
    deals.drop(deal)
    assert list(Deal.objects.values_list("commitment", flat=True)) == [other]


def test_a_guest_who_becomes_an_account_keeps_the_place(deal: str, pair: list[int]) -> None:
    account = UserFactory.create().pk
    seats.move(pair[0], account)
    deals.take(deal, account, A)
    assert deals.close(deal, 2).players == (bytes.fromhex(A), None)


def test_a_player_who_is_gone_leaves_the_place_empty(deal: str, pair: list[int]) -> None:
    deals.take(deal, pair[1], B)
    get_user_model().objects.get(pk=pair[0]).delete()
    assert deals.close(deal, 2).players == (None, bytes.fromhex(B))


def test_no_two_matches_have_the_same_seed_and_a_given_one_is_kept() -> None:
    people = [matches.Entrant(UserFactory.create().pk, name) for name in "AB"]
    made = [api.create_match(settings={}, entrants=people, starts_at=START) for _ in range(2)]
    seeds = {deal_numbers.seed_of(row) for row in Match.objects.filter(public_id__in=made)}
    assert len(seeds) == 2 and {len(seed) for seed in seeds} == {32}
    assert bytes(certain(make_match(seed=b"\x07" * 32).seed)) == b"\x07" * 32


def test_number_0_of_the_seed_says_who_has_seat_0_unless_the_seats_are_given() -> None:
    orders = set()
    for number in range(8):
        row = make_match(seed=bytes([number]) * 32)
        assert matches.names_of(row.pk) == seat_order(bytes(certain(row.seed)), ["Astrid", "Björn"])
        orders.add(matches.names_of(row.pk))
        given = make_match(seed=bytes(certain(row.seed)), by_lot=False)
        assert (matches.names_of(given.pk), given.lobby_order) == (("Astrid", "Björn"), None)
    assert len(orders) == 2
