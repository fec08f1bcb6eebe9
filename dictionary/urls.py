"""Addresses of the dictionary."""

from django.urls import path

from dictionary import views

app_name = "dictionary"

urlpatterns = [
    path("credits/", views.credits, name="credits"),
    path("credits/<slug:language>/<str:version>.txt", views.notice, name="notice"),
    path("credits/<str:name>.txt", views.licence, name="licence"),
]
