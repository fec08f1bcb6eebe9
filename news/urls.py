"""Addresses of news, below /news/."""

from django.urls import include, path

app_name = "news"
urlpatterns = [
    path("", include("news.urls_channels")),
]
