"""URLs of the bot API, and of the page where its tokens are made."""

from django.urls import path

from web_api import pages, views

app_name = "web_api"
urlpatterns = [
    path("accounts/bot/", pages.tokens_page, name="tokens"),
    path("accounts/bot/become", pages.become, name="become"),
    path("accounts/bot/revoke", pages.revoke, name="revoke"),
    path("api/account", views.account, name="account"),
    path("api/events", views.events, name="events"),
    path("api/match/<slug:public_id>", views.match, name="match"),
    path("api/match/<slug:public_id>/stream", views.match_stream, name="match-stream"),
    path("api/match/<slug:public_id>/act", views.act, name="act"),
    path("api/room/<slug:code>/join", views.join, name="join"),
    path("api/room/<slug:code>/ready/<int:version>", views.ready, name="ready"),
    path("api/room/<slug:code>/leave", views.leave, name="leave"),
]
