"""Addresses of people: friends below /friends/, challenges below /challenges/, watching below /watch/."""

from django.urls import include, path

app_name = "people"
urlpatterns = [
    path("friends/", include("people.friend_urls")),
    path("challenges/", include("people.challenge_urls")),
    path("watch/", include("people.watching.urls")),
]
