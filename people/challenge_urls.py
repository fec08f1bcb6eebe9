"""Addresses of challenges, below /challenges/; included in the namespace of people/urls.py."""

from django.urls import URLPattern, path

from people import challenge_views as views

urlpatterns: list[URLPattern] = [
    path("", views.overview, name="challenges"),
    path("now/", views.now, name="challenge-now"),
    path("to/<str:public_id>/", views.make, name="challenge"),
    path("again/<str:match>/", views.again, name="challenge-again"),
    path("<str:public_id>/", views.page, name="challenge-page"),
    path("<str:public_id>/poll/", views.poll, name="challenge-poll"),
    path("<str:public_id>/accept/", views.accept, name="challenge-accept"),
    path("<str:public_id>/decline/", views.decline, name="challenge-decline"),
    path("<str:public_id>/other-settings/", views.counter, name="challenge-counter"),
    path("<str:public_id>/take-back/", views.take_back, name="challenge-take-back"),
]
