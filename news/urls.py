"""Addresses of news, below /news/."""

from django.urls import include, path

from news import views

app_name = "news"
urlpatterns = [
    path("", views.page, name="page"),
    path("bell", views.bell, name="bell"),
    path("latest", views.latest, name="latest"),
    path("true/", views.still_true, name="true"),
    path("read", views.read_all, name="read-all"),
    path("<int:key>/", views.open_row, name="open"),
    path("", include("news.urls_channels")),
]
