from django.urls import include, path

from lobby import first_match_views, game_page, local_match_views, play_on_views, practice_views, rematch_views, views

app_name = "lobby"
urlpatterns = [
    path("", views.home, name="home"),
    path("", include("lobby.room_urls")),
    path("quick/", views.waiting, name="waiting"),
    path("quick/seek", views.seek, name="seek"),
    path("quick/poll", views.poll, name="poll"),
    path("quick/cancel", views.cancel, name="cancel"),
    path("quick/counts", views.counts, name="counts"),
    path("quick/stay", views.stay, name="stay"),
    path("quick/interrupt", views.interrupt, name="interrupt"),
    path("play/first", first_match_views.first, name="first_match"),
    path("play/<slug:variant>/", game_page.page, name="game"),
    path("practice/", practice_views.choose, name="practice"),
    path("practice/start", practice_views.start, name="practice_start"),
    path("practice/starting", practice_views.starting, name="practice_starting"),
    path("practice/poll", practice_views.poll, name="practice_poll"),
    path("practice/pace/<slug:public_id>", practice_views.pace, name="practice_pace"),
    path("practice/again/<slug:public_id>", practice_views.again, name="practice_again"),
    path("match/<slug:public_id>/play-on/", play_on_views.mine, name="play_on"),
    path("shared/<slug:token>/play-on/", play_on_views.shared, name="shared_play_on"),
    path("alone/starting", local_match_views.starting, name="alone_starting"),
    path("alone/poll", local_match_views.poll, name="alone_poll"),
    path("alone/again/<slug:public_id>", local_match_views.again, name="alone_again"),
    path("one-device/<slug:variant>/", local_match_views.choose_together, name="one_device"),
    path("one-device/<slug:variant>/start", local_match_views.start_together, name="one_device_start"),
    path("alone/<slug:variant>/", local_match_views.choose, name="alone"),
    path("alone/<slug:variant>/start", local_match_views.start, name="alone_start"),
    path("here", rematch_views.here_word, name="here"),
    path("rematch/<slug:public_id>/", rematch_views.card, name="rematch"),
    path("rematch/<slug:public_id>/<slug:button>", rematch_views.answer, name="answer_rematch"),
]
