"""Addresses of a match."""

from django.urls import path

from game import views

app_name = "game"

urlpatterns = [
    path("<str:public_id>/", views.match_page, name="match"),
    path("<str:public_id>/act", views.act, name="act"),
    path("<str:public_id>/readout", views.readout, name="readout"),
    path("<str:public_id>/panels", views.match_panels, name="panels"),
    path("<str:public_id>/record", views.record, name="record"),
]
