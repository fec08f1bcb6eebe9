"""What drawing a screen costs, counted in statements and in states read from their text."""

import pytest
from pytest_django import DjangoAssertNumQueries

from game.live.screens import screen_of
from game.rules.codec import decode
from game.services import store
from game.services.settlement import settled
from tests.support.matches import START, make_match

SOON = START + 1000


def draw(match_id: int, seat: int) -> None:
    screen_of(settled(match_id, SOON), seat, SOON)


def test_a_look_at_a_match_in_which_nothing_is_due_is_one_statement(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    row = make_match()
    with django_assert_num_queries(1):
        assert settled(row.pk, SOON).version == row.version


def test_a_drawing_is_three_statements_the_row_the_log_and_the_names(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    row = make_match()
    with django_assert_num_queries(3):
        draw(row.pk, 0)


def test_both_screens_of_a_version_decode_its_state_once(monkeypatch: pytest.MonkeyPatch) -> None:
    row = make_match()
    decoded, real = [], decode
    monkeypatch.setattr(store, "decode", lambda data: decoded.append(data) or real(data))
    store._decoded.cache_clear()
    for seat in (0, 1, 0):
        draw(row.pk, seat)
    assert len(decoded) == 1
