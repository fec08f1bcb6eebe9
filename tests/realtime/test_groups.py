"""Of the channel layer the keeper asks for nothing that it has."""

from collections.abc import Iterable
from typing import Any

import pytest
from channels.layers import get_channel_layer

from alfapower.processes.channel_layer import PatientChannelLayer
from game.live import socket_keeper
from game.services.announce import group_of
from tests.realtime.test_socket_keeper import a_beat, ours, pages, seat_row

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_group_is_joined_once_for_all_pages_of_a_match_and_left_with_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = get_channel_layer()
    asked: list[tuple[str, str]] = []
    for name in ("group_add", "group_discard"):
        call = getattr(layer, name)

        async def noted(group: str, channel: str, name: str = name, call: Any = call) -> None:
            asked.append((name, group))
            await call(group, channel)

        monkeypatch.setattr(layer, name, noted)
    both = await pages()
    group = group_of((await seat_row(both[0])).match_id)
    await both[0].disconnect(1006)
    assert ("group_discard", group) not in asked
    await both[1].disconnect(1006)
    assert asked.count(("group_discard", group)) == 1


async def test_a_layer_that_knows_what_it_has_forgotten_is_told_of_that_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = get_channel_layer()
    added: list[str] = []
    lost: list[str] = []

    async def forgotten(groups: Iterable[str], channel: str) -> list[str]:
        assert channel == socket_keeper.of_this_loop().channel
        return [group for group in groups if group in lost]

    async def group_add(group: str, channel: str) -> None:
        added.append(group)

    both = await pages()
    monkeypatch.setattr(layer, "forgotten", forgotten, raising=False)
    monkeypatch.setattr(layer, "group_add", group_add)
    await a_beat()
    assert not added, "a page at rest sends the layer nothing"
    lost.append(group_of((await seat_row(both[0])).match_id))
    await a_beat()
    assert added == lost, "and what is joined for two pages is joined once"


async def test_redis_forgets_by_name() -> None:
    layer = PatientChannelLayer(hosts=["redis://127.0.0.1:1"])
    channel, inner = await layer.new_channel(), layer._layer()
    for group in ("kept", "lost"):
        inner.groups[inner._get_group_channel_name(group)] = {channel}
    inner._shards[0]._subscribed_to.add(inner._get_group_channel_name("kept"))
    assert await layer.forgotten(["kept", "lost", "never"], channel) == ["lost", "never"]


async def test_a_page_at_rest_has_no_task_of_its_own() -> None:
    tasks = {}
    for matches in (1, 3):
        await pages(matches)
        await a_beat()
        tasks[matches] = len(ours())
    assert tasks[1] == tasks[3]
