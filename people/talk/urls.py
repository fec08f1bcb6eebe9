"""Addresses of talk, below /talk/; included in the namespace of people/urls.py."""

from django.urls import path

from people.talk import views

urlpatterns = [
    path("mute/<slug:public_id>/", views.mute, name="mute"),
    path("unmute/<slug:public_id>/", views.unmute, name="unmute"),
    path("<slug:match>/", views.talk, name="talk"),
    path("<slug:match>/say", views.say, name="say"),
    path("<slug:match>/text", views.text, name="talk-text"),
    path("<slug:match>/read", views.read, name="talk-read"),
]
