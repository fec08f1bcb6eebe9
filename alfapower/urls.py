"""Mounts the apps. Each app owns its own paths."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from alfapower import about_site, csp_reports, health

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler429 = "alfapower.too_many.too_many_requests"
handler400 = "alfapower.refusals.bad_request"
handler403 = "alfapower.refusals.permission_denied"
handler404 = "alfapower.refusals.page_not_found"
handler500 = "alfapower.patience.server_error"

urlpatterns = [
    path("", include("lobby.urls")),
    path("", include("game.urls")),
    path("", include("bots.urls")),
    path("puzzle/", include("puzzle.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("dictionary.urls")),
    path("", include("web_api.urls")),
    path("admin/", admin.site.urls),
    path("manifest.webmanifest", about_site.manifest, name="manifest"),
    path("robots.txt", about_site.robots),
    path("csp-report", csp_reports.receive, name="csp-report"),
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path("health/deep", health.deep, name="health-deep"),
]
if settings.METRICS:
    urlpatterns.append(path("metrics", health.metrics, name="metrics"))
