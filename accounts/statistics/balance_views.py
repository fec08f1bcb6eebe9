"""The public page on the balance of the game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.services.balance import latest
from accounts.statistics.balance import LEAST, read
from common.view_kinds import fresh_page


@fresh_page()
def balance(request: HttpRequest) -> HttpResponse:
    """What all rated matches together say about the powers, the boards and the seats."""
    report = latest()
    context: dict[str, object] = {"report": report, "least": LEAST}
    if report is not None:
        context["balance"] = read(report.data)
    return render(request, "accounts/balance.html", context)
