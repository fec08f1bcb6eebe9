"""A deal before its match: the server's commitment comes first, each player may add a number, nobody waits past 5 s.
The numbers lie encrypted in the database until the match is over; then they are open, whatever the keys."""

import hashlib

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from common.encryption import Unreadable
from game import api
from game import api as game
from game.dispatch.record_check import verify
from game.kernel.chance import seat_order
from game.models import Deal, DealNumber, Match
from game.services import audit, deal_numbers, deals, matches, seats
from tests.support.matches import START, UserFactory, make_match, resigned, submit
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


NUMBER = "0a" * 32


def a_match(*sent: str | None) -> Match:
    """A running match whose players have sent these numbers."""
    people = [matches.Entrant(UserFactory.create(display_name=name).pk, name) for name in ("Ann", "Bo")]
    deal = deals.open_deal([person.user_id for person in people], START)
    for person, number in zip(people, sent, strict=True):
        if number is not None:
            deals.take(deal, person.user_id, number)
    made = game.create_match(settings={"board_size": 11}, entrants=people, starts_at=START, deal=deal)
    return Match.objects.get(public_id=made)


def everything_stored() -> str:
    """All rows of all tables as one text, bytes in hex."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found += [
                bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)
                for row in cursor.fetchall()
                for value in row
            ]
    return "\n".join(found)


def test_no_number_of_a_running_match_is_in_the_database_and_all_are_when_it_is_over() -> None:
    row = a_match(NUMBER, None)
    fair = deal_numbers.of_match(row)
    secrets = [certain(fair.server).hex(), fair.seed.hex(), NUMBER]
    assert row.commitment in everything_stored()
    assert not [secret for secret in secrets if secret in everything_stored()]
    row = resigned(row)
    assert row.fair == {"commitment": row.commitment, "server": certain(fair.server).hex(), "players": [NUMBER, None]}
    assert (row.sealed, deal_numbers.of_match(row)) == ("", fair)


def test_numbers_of_a_deal_that_is_being_prepared_are_encrypted_too() -> None:
    person = UserFactory.create().pk
    deal = deals.open_deal([person, UserFactory.create().pk], START)
    deals.take(deal, person, NUMBER)
    assert deal in everything_stored() and NUMBER not in everything_stored()


def test_a_match_is_played_and_audited_from_its_encrypted_numbers_and_its_record_holds() -> None:
    row = a_match(NUMBER, "bc" * 32)
    for seat in (0, 1):
        assert not submit(row, seat, do="pass").code
    assert audit.first_difference(Match.objects.get(pk=row.pk)) is None
    row = resigned(row)
    assert audit.first_difference(row) is None
    record = matches.export(row)
    assert record["fair"]["players"] == [NUMBER, "bc" * 32] and record["lobby_order"] == ["Ann", "Bo"]
    replay = verify(record, lambda name, version: frozenset())
    assert (replay.difference, replay.proof) == ("", "the deal follows from numbers of the server and of Ann and Bo")


def test_a_match_that_is_over_needs_no_key(settings: Settings) -> None:
    running, over = a_match(None, None), a_match(NUMBER, None)
    submit(over, 0, do="resign")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS, settings.ENCRYPTION_KEYS = "another" * 9, [], []
    assert audit.first_difference(Match.objects.get(pk=over.pk)) is None
    assert certain(audit.first_difference(Match.objects.get(pk=running.pk))).startswith(
        "fair deal: its numbers cannot be read"
    )
    submit(running, 0, do="pass")  # draws nothing
    with pytest.raises(Unreadable):
        submit(running, 1, do="resign")


def test_reencrypt_takes_the_key_away_and_seals_seeds_from_before(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    old, over, row = make_match(), make_match(seed=b"\x01" * 32), a_match(NUMBER, None)
    submit(over, 0, do="resign")
    person = UserFactory.create().pk
    deals.take(deals.open_deal([person], START), person, NUMBER)
    fair, former = deal_numbers.of_match(row), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 9, [former]
    call_command("reencrypt")
    assert f"{deal_numbers.STORE}: 4" in capsys.readouterr().out  # two running matches, a deal and a number for it
    settings.SECRET_KEY_FALLBACKS = []
    assert deal_numbers.of_match(Match.objects.get(pk=row.pk)) == fair
    old.refresh_from_db()
    assert old.seed is None and deal_numbers.seed_of(old) == bytes(range(32))
    assert bytes(range(32)).hex() not in everything_stored()
    assert not submit(old, 0, do="pass").code and audit.first_difference(Match.objects.get(pk=old.pk)) is None
    assert bytes(certain(Match.objects.get(pk=over.pk).seed)) == b"\x01" * 32


def test_a_deal_is_gone_with_its_match() -> None:
    a_match(NUMBER, None)
    assert not Deal.objects.exists() and not DealNumber.objects.exists()


def test_two_players_of_one_name_are_told_apart_in_the_match() -> None:
    people = [matches.Entrant(UserFactory.create().pk, "Guest 1234") for _ in range(2)]
    row = Match.objects.get(public_id=game.create_match(settings={}, entrants=people, starts_at=START))
    assert row.lobby_order == ["Guest 1234", "Guest 1234 (2)"]
    assert set(matches.names_of(row.pk)) == set(row.lobby_order)
