"""The numbers of a running match lie encrypted in the database; when it is over they are open, whatever the keys."""

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from common.encryption import Unreadable
from game import api as game
from game.dispatch.record_check import verify
from game.models import Deal, DealNumber, Match
from game.services import audit, deal_numbers, deals, matches
from tests.support.matches import START, UserFactory, make_match, resigned, submit
from tests.support.types import certain

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
