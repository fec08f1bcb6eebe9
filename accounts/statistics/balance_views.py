"""The public page on the balance of the game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.services.balance import latest
from accounts.statistics.balance import LEAST, read


@never_cache
@require_safe
def balance(request: HttpRequest) -> HttpResponse:
    """What all rated matches together say about the powers, the boards and the seats."""
    report = latest()
    context: dict[str, object] = {"report": report, "least": LEAST}
    if report is not None:
        context["balance"] = read(report.data)
    return render(request, "accounts/balance.html", context)
