"""URLs of the pages about rank; included in the namespace of accounts.urls."""

from django.urls import path

from accounts.ranking import best_views, rank_views

urlpatterns = [
    path("leaderboard/", rank_views.leaderboard, name="leaderboard"),
    path("leaderboard/alone/", best_views.bests, name="bests"),
    path("players/best/<str:public_id>/", best_views.best_so_far, name="best-so-far"),
    path("ranking/", rank_views.ranking, name="ranking"),
    path("players/change/<str:public_id>/", rank_views.rank_change, name="rank-change"),
]
