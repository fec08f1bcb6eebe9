"""Whether somebody looks at a page of a match: kept with its signs of life; a page behind others is only open."""

import pytest

from game.models import SeatRow
from game.seat_statements import renew_fresh_lease, renew_fresh_leases, renew_lease
from game.services import match_news, presence
from tests.support.matches import START, make_match, user_at

LATER = START + 4_000


def looked_at(match_id: int) -> int:
    return SeatRow.objects.get(match_id=match_id, seat=0).looked_at


def test_every_way_to_write_a_sign_of_life_says_whether_somebody_looks() -> None:
    row = make_match(turn_seconds=259_200, present=False)
    signs = {(row.pk, 0): START + 1_000}
    renew_fresh_leases(signs, 9_000)
    renew_fresh_lease(row.pk, 0, START + 1_000, 9_000)
    renew_lease(row.pk, 0, START + 1_000, 9_000)
    assert looked_at(row.pk) == 0
    renew_fresh_leases(signs, 9_000, {(row.pk, 0)})
    assert looked_at(row.pk) == START + 1_000
    renew_fresh_lease(row.pk, 0, START + 2_000, 9_000, looks=True)
    assert looked_at(row.pk) == START + 2_000
    renew_lease(row.pk, 0, START + 3_000, 9_000, looks=True)
    assert looked_at(row.pk) == START + 3_000


def test_a_look_is_not_forgotten_over_a_page_that_is_only_open_nor_over_an_earlier_one() -> None:
    row = make_match(turn_seconds=259_200, present=False)
    renew_fresh_leases({(row.pk, 0): LATER}, 9_000, {(row.pk, 0)})
    renew_fresh_leases({(row.pk, 0): LATER + 1_000}, 9_000)
    renew_fresh_leases({(row.pk, 0): START}, 9_000, {(row.pk, 0)})
    assert looked_at(row.pk) == LATER


@pytest.mark.parametrize("after", [4_000, 86_400_000], ids=["within the lease", "after it"])
def test_in_a_slow_match_a_look_counts_however_long_nobody_came(after: int) -> None:
    row = make_match(turn_seconds=259_200, present=False)
    presence.touch(row.pk, 0, START + after, looks=True)
    assert looked_at(row.pk) == START + after


def test_who_looks_is_known_for_fifteen_seconds() -> None:
    row = make_match(turn_seconds=259_200)
    presence.touch(row.pk, 0, LATER, looks=True)
    me, other = (user_at(row, seat).pk for seat in (0, 1))
    topic = match_news.topic_of(row.public_id)
    asked = {(me, topic), (other, topic), (me, "match:of-nobody")}
    assert match_news.looking(asked, LATER + 14_999) == {(me, topic)}
    assert match_news.looking(asked, LATER + 15_000) == set()
