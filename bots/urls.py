"""URLs of the bots' pages: the analysis of a finished match, beside its result."""

from django.urls import path

from bots import hint_views, views

app_name = "bots"
urlpatterns = [
    path("match/<slug:public_id>/analysis/", views.mine, name="analysis"),
    path("match/<slug:public_id>/analysis/card", views.my_card, name="analysis-card"),
    path("match/<slug:public_id>/hint", hint_views.hint, name="hint"),
    path("shared/<slug:token>/analysis/", views.shared, name="shared-analysis"),
    path("shared/<slug:token>/analysis/card", views.shared_card, name="shared-analysis-card"),
]
