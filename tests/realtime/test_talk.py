"""A line of talk comes to the open pages of its match by a word without content, and none of their panels is drawn."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from game.live import consumers
from tests.people.talkers import say
from tests.realtime.test_socket_keeper import pages, seat_row

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_line_arrives_and_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    both = await pages()
    monkeypatch.setattr(consumers, "_draw", drawn.append)
    match = (await seat_row(both[0])).match
    await sync_to_async(say)(match, both[0].scope["user"], said="nice_word")
    for one in both:
        word = await one.receive_from()
        assert "data-beside" in word and "nice_word" not in word and "Nice word" not in word
    assert not drawn
