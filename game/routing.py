"""Where the sockets of matches are."""

from django.urls import path

from game.consumers import MatchConsumer

websocket_urlpatterns = [
    path("ws/match/<slug:public_id>/", MatchConsumer.as_asgi()),
]
