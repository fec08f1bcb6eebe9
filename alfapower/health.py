"""Two questions for load balancers and supervisors. Not monitoring: one word each, nothing about the
inside."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """Does this process answer? Touches no service, so a dead database does not get web processes killed."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Can this process serve players? 503 while its database does not answer, and when it has been told to stop."""
    if getattr(request, "scope", {}).get("draining"):
        return JsonResponse({"status": "stopping"}, status=503)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"status": "no database"}, status=503)
    return JsonResponse({"status": "ok"})
