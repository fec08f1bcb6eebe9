"""The websocket routes of all apps, with a refusal of every other path."""

from channels.security.websocket import WebsocketDenier
from django.urls import re_path

from game.live.routing import websocket_urlpatterns as game_urlpatterns

websocket_urlpatterns = [
    *game_urlpatterns,
    re_path(r"", WebsocketDenier.as_asgi()),  # without it an unknown path is an exception in the log
]
