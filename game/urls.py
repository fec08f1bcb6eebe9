"""Addresses of a match."""

from django.urls import path

from game import views

app_name = "game"

urlpatterns = [
    path("<slug:public_id>/", views.match_page, name="match"),
    path("<slug:public_id>/act", views.act, name="act"),
    path("<slug:public_id>/readout", views.readout, name="readout"),
    path("<slug:public_id>/draft", views.draft, name="draft"),
    path("<slug:public_id>/panels", views.match_panels, name="panels"),
    path("<slug:public_id>/record", views.record, name="record"),
]
