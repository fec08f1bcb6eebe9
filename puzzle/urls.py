"""URLs of the daily puzzle: today's, and that of each day and language with its endpoints."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from puzzle import views


class Day(StringConverter):
    """A day as 2026-11-23; the view checks whether there is such a day."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


register_converter(Day, "day")

app_name = "puzzle"
urlpatterns = [
    path("", views.today, name="today"),
    path("<slug:language>/<day:day>/", views.page, name="page"),
    path("<slug:language>/<day:day>/panels", views.panels, name="panels"),
    path("<slug:language>/<day:day>/readout", views.readout, name="readout"),
    path("<slug:language>/<day:day>/act", views.act, name="act"),
    path("<slug:language>/<day:day>/try", views.try_word, name="try"),
]
