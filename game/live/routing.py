"""WebSocket routes: the sockets of matches and of users."""

from django.urls import path

from game.live.consumers import MatchConsumer
from game.live.person_consumer import PersonConsumer
from game.live.socket_sign_in import signed_in

websocket_urlpatterns = [
    path("ws/match/<str:public_id>/", signed_in(MatchConsumer.as_asgi())),
    path("ws/person/", signed_in(PersonConsumer.as_asgi())),
]
