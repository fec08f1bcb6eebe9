"""What stands beside a match, as talk: its pages are told that it has changed, and none of their panels is drawn."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from game.live import consumers, pushes
from game.services import announce
from tests.people.talkers import say
from tests.realtime.test_socket_keeper import page, pages, seat_row
from tests.support.matches import make_match

pytestmark = pytest.mark.django_db(transaction=True)


async def test_those_users_pages_of_the_match_are_told_and_no_other_and_nothing_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[Any] = []
    both, row = await pages(), await sync_to_async(make_match)()
    other = await page(row, 0)
    monkeypatch.setattr(pushes, "push", lambda *asked: drawn.append(asked) or "")
    monkeypatch.setattr(consumers, "_unchanged", drawn.append)
    match = (await seat_row(both[0])).match
    told, untold = both
    await sync_to_async(announce.beside_changed)(match.pk, [told.scope["user"].pk, other.scope["user"].pk])
    assert await told.receive_from() == (
        f'<div id="beat" hx-swap-oob="true" hidden data-version="{match.version}" data-beside></div>'
    )
    assert await untold.receive_nothing() and await other.receive_nothing() and not drawn


async def test_the_release_before_passes_the_message_by(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []

    async def group_send(group: str, message: dict[str, Any]) -> None:
        sent.append(message)

    monkeypatch.setattr(get_channel_layer(), "group_send", group_send)
    await sync_to_async(announce.beside_changed)(7, {3, 1})
    assert sent == [{"type": "match.beside", "beside": 7, "users": [1, 3]}], (
        "it reads `match` and `user`, which are not there"
    )


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
