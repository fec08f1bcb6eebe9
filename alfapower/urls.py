"""Mounts the apps. Each app owns its own paths."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from alfapower import health

urlpatterns = [
    path("", include("lobby.urls")),
    path("", include("game.urls")),
    path("", include("accounts.urls")),
    path("", include("dictionary.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path("health/deep", health.deep, name="health-deep"),
]
if settings.METRICS:
    urlpatterns.append(path("metrics", health.metrics, name="metrics"))
