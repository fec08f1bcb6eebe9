"""What stands beside a match, as talk: its pages are told that it has changed, and none of their panels is drawn."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from game.live import consumers, pushes
from game.services import announce
from tests.realtime.test_socket_keeper import page, pages, seat_row
from tests.support.matches import make_match

pytestmark = pytest.mark.django_db(transaction=True)


async def test_all_pages_of_the_match_are_told_and_no_other_and_nothing_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[Any] = []
    both, row = await pages(), await sync_to_async(make_match)()
    other = await page(row, 0)
    monkeypatch.setattr(pushes, "push", lambda *asked: drawn.append(asked) or "")
    monkeypatch.setattr(consumers, "_unchanged", drawn.append)
    match = (await seat_row(both[0])).match
    await sync_to_async(announce.beside_changed)(match.pk)
    for one in both:
        assert await one.receive_from() == (
            f'<div id="beat" hx-swap-oob="true" hidden data-version="{match.version}" data-beside></div>'
        )
    assert await other.receive_nothing() and not drawn


async def test_the_release_before_passes_the_message_by(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []

    async def group_send(group: str, message: dict[str, Any]) -> None:
        sent.append(message)

    monkeypatch.setattr(get_channel_layer(), "group_send", group_send)
    await sync_to_async(announce.beside_changed)(7)
    assert sent == [{"type": "match.beside", "beside": 7}], "it reads `match` and `user`, which are not there"
