"""Finding a player by the beginning of the name: what is taken for the same, who is never found, and by which index."""

from itertools import product

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from accounts.api import block
from accounts.models import NameKey
from accounts.profiles.finding import _begins
from accounts.services.bot_accounts import become_bot
from accounts.services.guests import create_guest
from people.services import contact
from people.services.finding import MOST_FOUND, find
from tests.people.players import NOW, account, accounts
from tests.support.sanctioned import closed


def found(typed: str, searcher: int) -> list[str]:
    return [player.display_name for player in find(typed, searcher)]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ann", "Annika"),
        ("annika", "Annika"),
        ("ANN", "Annika"),
        ("anna l", "Anna-Lena"),
        ("annalena", "Anna-Lena"),
        ("Anna-", "Anna-Lena"),
        ("O'B", "O'Brien"),
        ("Rene", "René"),
        ("René", "Rene"),
        ("E1s", "Elsa"),
        ("åsa", "Åsa"),
        ("\u202eBo\u200b", "Bosse"),
        ("ａｎｎ", "Annika"),
    ],
)
def test_a_beginning_finds_what_a_reader_takes_for_the_same(typed: str, name: str) -> None:
    account(name)
    assert found(typed, account("Searcher").pk) == [name]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("nika", "Annika"),
        ("asa", "Åsa"),
        ("åke", "Äke"),
        ("A", "Annika"),
        ("ar", "Amanda"),
        ("an\0", "Annika"),
        ("an%", "Annika"),
        ("", "Annika"),
        ("Annikas bror och syster", "Annika"),
    ],
)
def test_it_finds_nothing_else(typed: str, name: str) -> None:
    account(name)
    assert found(typed, account("Searcher").pk) == []


# R10.7
def test_whoever_is_not_there_not_to_be_found_or_apart_is_not_found() -> None:
    searcher, *others = accounts("Searcher", "Anna", "Annas", "Annbo", "Anncy", "Annika", "Annlo")
    anna, shy, banned, bot, blocker, blocked = others
    contact.choose(shy.pk, shows_presence=True, may_challenge="everyone", can_be_found=False)
    closed(banned.pk)
    become_bot(bot.pk)
    block(blocker.pk, searcher.pk, NOW)
    block(searcher.pk, blocked.pk, NOW)
    guest = create_guest()
    guest.display_name = "Annguest"
    guest.save()
    assert found("ann", searcher.pk) == [anna.display_name]
    assert "Searcher" not in found("sea", searcher.pk)


def test_twenty_are_shown_at_most_those_first_that_are_spelled_so() -> None:
    searcher = account("Searcher")
    for first, second in product("ACDE", "ACDEFGH"):
        account(f"Anna {first}{second}")
    account("Änna")
    account("4nna")
    names = found("anna", searcher.pk)
    assert len(names) == MOST_FOUND
    assert all(name.startswith("Anna") for name in names)


def test_an_index_carries_the_search() -> None:
    account("Annika")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        plan = NameKey.objects.filter(_begins("ann")).explain()
    assert "INDEX" in plan.upper(), plan
    assert "SCAN ACCOUNTS_NAMEKEY" not in plan.upper()


def test_it_is_two_statements_whatever_is_found(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    searcher = account("Searcher")
    accounts("Anna", "Annika", "Annbo")
    with django_assert_num_queries(2):  # who is apart, and the names
        assert len(find("ann", searcher.pk)) == 3
