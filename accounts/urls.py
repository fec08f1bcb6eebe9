from django.urls import path

from accounts.profiles import (
    account_views,
    block_views,
    board_views,
    decision_views,
    player_views,
    staff_renames,
    views,
)
from accounts.ranking import best_views, rank_views
from accounts.statistics import archive_views, balance_views, walk_away_views

app_name = "accounts"
urlpatterns = [
    path("accounts/", account_views.account, name="account"),
    path("accounts/name/", views.name, name="name"),
    path("accounts/name/read/", staff_renames.read, name="name-read"),
    path("accounts/figures/", views.figures, name="figures"),
    path("accounts/language/", views.language, name="language"),
    path("accounts/preferences/", views.preferences, name="preferences"),
    path("accounts/export/", account_views.export, name="export"),
    path("accounts/delete/", account_views.delete, name="delete"),
    path("accounts/decisions/<int:sanction_id>/", decision_views.decision, name="decision"),
    path("accounts/decisions/<int:sanction_id>/read/", decision_views.read, name="decision-read"),
    path("accounts/decisions/<int:sanction_id>/name/", decision_views.choose_name, name="decision-name"),
    path("accounts/decisions/<int:sanction_id>/appeal/", decision_views.appeal, name="appeal"),
    path("accounts/closed/data/", decision_views.closed_data, name="closed-data"),
    path("accounts/boards/", board_views.board_list, name="boards"),
    path("accounts/boards/new/", board_views.new, name="new-board"),
    path("accounts/boards/<int:board_id>/", board_views.edit, name="board"),
    path("accounts/boards/<int:board_id>/copy/", board_views.duplicate, name="copy-board"),
    path("accounts/boards/<int:board_id>/delete/", board_views.delete, name="delete-board"),
    path("accounts/walk-aways/", walk_away_views.walked_away, name="walk-aways"),
    path("accounts/walk-aways/hide", walk_away_views.hide, name="hide-walk-aways"),
    path("leaderboard/", rank_views.leaderboard, name="leaderboard"),
    path("leaderboard/alone/", best_views.bests, name="bests"),
    path("players/best/<str:public_id>/", best_views.best_so_far, name="best-so-far"),
    path("ranking/", rank_views.ranking, name="ranking"),
    path("players/change/<str:public_id>/", rank_views.rank_change, name="rank-change"),
    path("balance/", balance_views.balance, name="balance"),
    path("players/<slug:public_id>/", player_views.player, name="player"),
    path("players/<slug:public_id>/block", block_views.block, name="block"),
    path("players/<slug:public_id>/unblock", block_views.unblock, name="unblock"),
    path("players/in-match/<slug:public_id>/block", block_views.in_match, name="block-in-match"),
    path("players/<slug:public_id>/matches.csv", player_views.matches_csv, name="matches_csv"),
    path("players/<slug:public_id>/matches/", archive_views.matches, name="matches"),
]
