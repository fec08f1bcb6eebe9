from django.urls import path

from lobby import room_views, share_target

urlpatterns = [
    path("custom/new", room_views.create, name="new_room"),
    path("join", room_views.join, name="join"),
    path("join/<str:code>", room_views.invitation, name="invitation"),
    path("share-target/", share_target.shared, name="share_target"),
    path("room/<str:code>/", room_views.room, name="room"),
    path("room/<str:code>/poll", room_views.poll, name="room_poll"),
    path("room/<str:code>/settings", room_views.settings, name="room_settings"),
    path("room/<str:code>/rules", room_views.rules, name="room_rules"),
    path("room/<str:code>/ready", room_views.ready, name="room_ready"),
    path("room/<str:code>/game", room_views.choose_game, name="room_game"),
    path("room/<str:code>/seats", room_views.seats, name="room_seats"),
    path("room/<str:code>/head-start", room_views.head_start, name="room_head_start"),
    path("room/<str:code>/leave", room_views.leave, name="room_leave"),
]
