"""The root URLconf: mounts the apps, each of which defines its own paths."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from alfapower.processes import health
from alfapower.web import csp_reports, service_worker, site_metadata

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler429 = "alfapower.web.too_many_requests.too_many_requests"
handler400 = "alfapower.web.error_pages.bad_request"
handler403 = "alfapower.web.error_pages.permission_denied"
handler404 = "alfapower.web.error_pages.page_not_found"
handler500 = "alfapower.web.service_unavailable.server_error"

# The URLs that a match page requests come first: the list is searched for each request.
urlpatterns = [
    path("", include("game.urls")),
    path("", include("lobby.urls")),
    path("", include("bots.urls")),
    path("puzzle/", include("puzzle.urls")),
    path("news/", include("news.urls")),
    path("", include("people.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("dictionary.urls")),
    path("", include("web_api.urls")),
    path("admin/", admin.site.urls),
    path("manifest.webmanifest", site_metadata.manifest, name="manifest"),
    path("service-worker.js", service_worker.service_worker, name="service-worker"),
    *service_worker.pages(),
    path("robots.txt", site_metadata.robots),
    path("csp-report", csp_reports.receive, name="csp-report"),
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path("health/deep", health.deep, name="health-deep"),
]
if settings.METRICS:
    urlpatterns.append(path("metrics", health.metrics, name="metrics"))
