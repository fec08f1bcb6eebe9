from django.urls import include, path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("accounts/name/", views.name, name="name"),
    path("players/", include("accounts.player_urls")),
]
