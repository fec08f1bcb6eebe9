from django.urls import include, path

from lobby import rematch_views, views

app_name = "lobby"
urlpatterns = [
    path("", views.home, name="home"),
    path("", include("lobby.room_urls")),
    path("quick/", views.waiting, name="waiting"),
    path("quick/seek", views.seek, name="seek"),
    path("quick/poll", views.poll, name="poll"),
    path("quick/cancel", views.cancel, name="cancel"),
    path("quick/counts", views.counts, name="counts"),
    path("quick/interrupt", views.interrupt, name="interrupt"),
    path("here", rematch_views.here_word, name="here"),
    path("rematch/<slug:public_id>/", rematch_views.card, name="rematch"),
    path("rematch/<slug:public_id>/<slug:button>", rematch_views.answer, name="answer_rematch"),
]
