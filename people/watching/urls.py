"""Addresses of watching, below /watch/; included in the namespace of people/urls.py. The page of a match for onlookers
is the game's."""

from django.urls import path

from people.watching import pages, player_side

urlpatterns = [
    path("", pages.watch_list, name="watch-list"),
    path("rows", pages.rows, name="watch-rows"),
    path("best", pages.best, name="watch-best"),
    path("switches", player_side.switches, name="watch-switches"),
    path("<slug:public_id>/next", pages.next_match, name="watch-next"),
    path("<slug:public_id>/next-now", pages.next_now, name="watch-next-now"),
    path("<slug:public_id>/who", player_side.of_match, name="watch-who"),
]
