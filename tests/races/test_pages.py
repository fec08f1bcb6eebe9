"""A page drawn while an action commits is wholly of one version: the match before it, or the match after it."""

from typing import Any

import pytest

from game.live.screens import screen_of
from game.models import Match
from game.services import play
from game.services.settle_due import settled
from tests.races import positions
from tests.races.interleaving import Lane, every_order
from tests.support.matches import START, make_match, message

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

SOON = START + 5_000


def drawn(row: Match, seat: int) -> tuple[int, Any]:
    """The version and the view that a page of the seat would be drawn from."""
    screen = screen_of(settled(row.pk, SOON), seat, SOON)
    return screen.table.version, screen.view


@pytest.mark.parametrize(
    ("what", "seat"),
    [
        ("a word", 0),
        ("a word", 1),
        ("a failed attempt", 1),
        ("the end", 0),
    ],
)
def test_a_page_is_of_one_version(what: str, seat: int) -> None:
    row = make_match(board_size=11)
    words = positions.openings(row)
    messages: dict[str, dict[str, Any]] = {
        "a word": {"do": "place", "tiles": words[0], "turn": 1},
        "a failed attempt": {"do": "place", "tiles": positions.no_word(row), "turn": 1},
        "the end": {"do": "resign"},
    }
    sent = message(**messages[what])
    copies: list[Match] = []
    after = positions.copy_of(row)
    play.submit(after.pk, 0, sent, SOON)
    worlds = [drawn(row, seat), drawn(after, seat)]
    assert worlds[0] != worlds[1]

    def begin() -> list[Lane]:
        copies.append(positions.copy_of(row))
        return [
            Lane(lambda: play.submit(copies[-1].pk, 0, sent, SOON), stops=["commit"]),
            Lane(lambda: drawn(copies[-1], seat)),
        ]

    seen = set()
    for order in every_order(begin):
        _, page = order.clean()
        assert page in worlds, f"version {page[0]} with turns {page[1].receipts}\n{order}"
        seen.add(page[0])
    assert seen == {1, 2} and len(copies) > 3
    assert Match.objects.get(pk=copies[0].pk).version == 2
