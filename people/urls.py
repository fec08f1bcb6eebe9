"""Addresses of people: friends below /friends/, challenges below /challenges/, reports below /reports/, talk below
/talk/, watching below /watch/. The page of a match for onlookers is the game's."""

from django.urls import include, path

from people import challenge_views, friend_views, friends_page, link_views
from people.reporting import report_views
from people.talk import views as talk_views
from people.watching import pages, player_side

app_name = "people"

_FRIENDS = [
    path("", friends_page.friends, name="friends"),
    path("find", friends_page.find, name="find"),
    path("drawer", friends_page.drawer, name="drawer"),
    path("played/<slug:match>/", friends_page.played, name="played"),
    path("contact", friend_views.contact, name="contact"),
    path("link", link_views.new_link, name="new-link"),
    path("link/<slug:token>/", link_views.use_link, name="use-link"),
    path("<slug:public_id>/ask", friend_views.ask, name="ask"),
    path("<slug:public_id>/accept", friend_views.accept, name="accept"),
    path("<slug:public_id>/put-off", friend_views.put_off, name="put-off"),
    path("<slug:public_id>/withdraw", friend_views.withdraw, name="withdraw"),
    path("<slug:public_id>/leave", friend_views.leave, name="leave"),
]
_CHALLENGES = [
    path("", challenge_views.overview, name="challenges"),
    path("now/", challenge_views.now, name="challenge-now"),
    path("to/<str:public_id>/", challenge_views.make, name="challenge"),
    path("again/<str:match>/", challenge_views.again, name="challenge-again"),
    path("<str:public_id>/", challenge_views.page, name="challenge-page"),
    path("<str:public_id>/poll/", challenge_views.poll, name="challenge-poll"),
    path("<str:public_id>/accept/", challenge_views.accept, name="challenge-accept"),
    path("<str:public_id>/decline/", challenge_views.decline, name="challenge-decline"),
    path("<str:public_id>/other-settings/", challenge_views.counter, name="challenge-counter"),
    path("<str:public_id>/take-back/", challenge_views.take_back, name="challenge-take-back"),
]
_TALK = [
    path("mute/<slug:public_id>/", talk_views.mute, name="mute"),
    path("unmute/<slug:public_id>/", talk_views.unmute, name="unmute"),
    path("<slug:match>/", talk_views.talk, name="talk"),
    path("<slug:match>/say", talk_views.say, name="say"),
    path("<slug:match>/text", talk_views.text, name="talk-text"),
    path("<slug:match>/read", talk_views.read, name="talk-read"),
]
_WATCHING = [
    path("", pages.watch_list, name="watch-list"),
    path("rows", pages.rows, name="watch-rows"),
    path("best", pages.best, name="watch-best"),
    path("switches", player_side.switches, name="watch-switches"),
    path("<slug:public_id>/next", pages.next_match, name="watch-next"),
    path("<slug:public_id>/next-now", pages.next_now, name="watch-next-now"),
    path("<slug:public_id>/who", player_side.of_match, name="watch-who"),
]

urlpatterns = [
    path("friends/", include(_FRIENDS)),
    path("challenges/", include(_CHALLENGES)),
    path("reports/<slug:public_id>/", report_views.report, name="report"),
    path("talk/", include(_TALK)),
    path("watch/", include(_WATCHING)),
]
