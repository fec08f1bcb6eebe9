"""Addresses of people: friends below /friends/, challenges below /challenges/, reports below /reports/, talk below
/talk/, watching below /watch/."""

from django.urls import include, path

app_name = "people"
urlpatterns = [
    path("friends/", include("people.friend_urls")),
    path("challenges/", include("people.challenge_urls")),
    path("reports/", include("people.reporting.urls")),
    path("talk/", include("people.talk.urls")),
    path("watch/", include("people.watching.urls")),
]
