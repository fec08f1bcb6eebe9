"""Where the sockets of matches are."""

from django.urls import path

from game.live.consumers import MatchConsumer

websocket_urlpatterns = [
    path("ws/match/<str:public_id>/", MatchConsumer.as_asgi()),
]
