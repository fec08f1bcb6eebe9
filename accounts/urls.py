from django.urls import include, path

from accounts.people import account_views, views
from accounts.statistics import balance_views

app_name = "accounts"
urlpatterns = [
    path("accounts/", account_views.account, name="account"),
    path("accounts/name/", views.name, name="name"),
    path("accounts/figures/", views.figures, name="figures"),
    path("accounts/language/", views.language, name="language"),
    path("accounts/preferences/", views.preferences, name="preferences"),
    path("accounts/export/", account_views.export, name="export"),
    path("accounts/delete/", account_views.delete, name="delete"),
    path("", include("accounts.ranking.rank_urls")),
    path("balance/", balance_views.balance, name="balance"),
    path("players/", include("accounts.people.player_urls")),
]
