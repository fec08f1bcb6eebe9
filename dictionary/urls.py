"""URLs of the dictionary."""

from django.urls import path

from dictionary import views, word_views

app_name = "dictionary"

urlpatterns = [
    path("words/", word_views.look_up_page, name="look-up"),
    path("words/definition/", word_views.definition, name="definition"),
    path("credits/", views.credits, name="credits"),
    path("credits/<slug:language>/<str:version>.txt", views.notice, name="notice"),
    path("credits/<str:name>.txt", views.licence, name="licence"),
]
