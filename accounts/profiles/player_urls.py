"""URLs of players' pages, below players/; included in the namespace of accounts.urls."""

from django.urls import path

from accounts.profiles import block_views, player_views
from accounts.statistics import archive_views

urlpatterns = [
    path("<slug:public_id>/", player_views.player, name="player"),
    path("<slug:public_id>/block", block_views.block, name="block"),
    path("<slug:public_id>/unblock", block_views.unblock, name="unblock"),
    path("in-match/<slug:public_id>/block", block_views.in_match, name="block-in-match"),
    path("<slug:public_id>/matches.csv", player_views.matches_csv, name="matches_csv"),
    path("<slug:public_id>/matches/", archive_views.matches, name="matches"),
]
