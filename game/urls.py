"""URLs of matches."""

from django.urls import include, path

from game import guide_views, paper_views
from game.finished import finished_views, shared_views
from game.match import turn_views, views, watch_views, word_views

app_name = "game"

_of_a_match = [
    path("<slug:public_id>/", views.match_page, name="match"),
    path("<slug:public_id>/act", views.act, name="act"),
    path("<slug:public_id>/nudge", views.nudge, name="nudge"),
    path("<slug:public_id>/readout", views.readout, name="readout"),
    path("<slug:public_id>/draft", views.draft, name="draft"),
    path("<slug:public_id>/panels", views.match_panels, name="panels"),
    path("<slug:public_id>/turns", turn_views.turns, name="turns"),
    path("<slug:public_id>/rules", turn_views.rules, name="rules"),
    path("<slug:public_id>/commands", turn_views.commands, name="commands"),
    path("<slug:public_id>/word/<str:word>/", word_views.word, name="word"),
    path("<slug:public_id>/word/<str:word>/dispute", word_views.dispute, name="dispute"),
    path("<slug:public_id>/record", views.record, name="record"),
    path("<slug:public_id>/replay/", finished_views.replay, name="replay"),
    path("<slug:public_id>/gcg", finished_views.gcg, name="gcg"),
    path("<slug:public_id>/fair/", finished_views.fair, name="fair"),
    path("<slug:public_id>/share", finished_views.share, name="share"),
]

urlpatterns = [
    path("match/", include(_of_a_match)),
    path("watch/<slug:public_id>/", watch_views.watch_page, name="watch"),
    path("watch/<slug:public_id>/panels", watch_views.watch_panels, name="watch-panels"),
    path("watch/<slug:public_id>/replay/", watch_views.watch_replay, name="watch-replay"),
    path("guide/", guide_views.page, name="guide"),
    path("guide/<slug:game>/", guide_views.page, name="guide-of"),
    path("paper/<slug:game>/", paper_views.page, name="paper"),
    path("deal", views.deal, name="deal"),
    path("shared/<slug:token>/", shared_views.end, name="shared"),
    path("shared/<slug:token>/picture.png", shared_views.picture, name="shared-picture"),
    path("shared/<slug:token>/replay/", shared_views.replay, name="shared-replay"),
]
