"""WebSocket routes: the sockets of matches, of their onlookers and of users."""

from django.urls import path

from game.live.consumers import MatchConsumer
from game.live.person_consumer import PersonConsumer
from game.live.socket_sign_in import signed_in
from game.live.watch_consumer import WatchConsumer

websocket_urlpatterns = [
    path("ws/match/<str:public_id>/", signed_in(MatchConsumer.as_asgi())),
    path("ws/watch/<str:public_id>/", signed_in(WatchConsumer.as_asgi())),
    path("ws/person/", signed_in(PersonConsumer.as_asgi())),
]
