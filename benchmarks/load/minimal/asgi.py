"""What its server runs: a socket a page, by which acts come in and one small fragment an act goes out to both."""

import os

import django
from channels.db import DatabaseSyncToAsync
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.db import transaction
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.load.minimal.settings")
django.setup()

from benchmarks.load.minimal.models import Entry, Room  # noqa: E402  (needs the settings)

FRAGMENT = '<div id="state" hx-swap-oob="true" hidden data-version="{}">' + "x" * 220 + "</div>"


def write(room_id: int, action: str) -> int:
    """Lock the row, insert the entry, update the row; the new version."""
    with transaction.atomic():
        room = Room.objects.select_for_update().get(pk=room_id)
        room.version += 1
        Entry.objects.create(room=room, seq=room.version, action=action)
        room.save(update_fields=["version"])
        return room.version


class RoomConsumer(AsyncWebsocketConsumer):
    """One open page."""

    async def connect(self) -> None:
        """Join the room and send a first fragment."""
        self.room = int(self.scope["url_route"]["kwargs"]["room"])
        await self.channel_layer.group_add(f"room.{self.room}", self.channel_name)
        await self.accept()
        await self.send(FRAGMENT.format(0))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """An act."""
        version = await DatabaseSyncToAsync(write, thread_sensitive=False)(self.room, text_data or "")
        await self.channel_layer.group_send(f"room.{self.room}", {"type": "moved", "version": version})

    async def moved(self, event: dict[str, int]) -> None:
        """Somebody has acted."""
        await self.send(FRAGMENT.format(event["version"]))


routes = URLRouter([re_path(r"^ws/room/(?P<room>\d+)/$", RoomConsumer.as_asgi())])
application = ProtocolTypeRouter({"websocket": routes})
