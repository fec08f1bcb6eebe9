"""The bell, what it opens, and the page of news. Opening the list reads nothing: opening a row does."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from common import rate_limits
from common.htmx import wants_part
from common.view_kinds import fresh_page, post_only, reader_key
from news import clock
from news.rows_shown import rows_shown
from news.services import reading

IN_POPOVER = 4


@fresh_page(rate_limits.POLLS)
def bell(request: HttpRequest) -> HttpResponse:
    """What stands in the bell, for a page that was told that something of the person's has changed; a mere link to the
    list for one that asks for that."""
    unread = reading.unread(reader_key(request), clock.now_ms())
    return render(request, "news/parts/bell_inside.html", {"unread": unread, "is_link": "link" in request.GET})


@fresh_page(rate_limits.POLLS)
def latest(request: HttpRequest) -> HttpResponse:
    """The newest of the person's news, for what the bell opens."""
    rows = rows_shown(reader_key(request), clock.now_ms(), IN_POPOVER)
    return render(request, "news/parts/latest.html", {"rows": rows})


@fresh_page(rate_limits.POLLS)
def still_true(request: HttpRequest) -> HttpResponse:
    """For the worker of a device: the topics of which a notification may go on standing there. None for nobody: who has
    signed out leaves none behind."""
    user_id = request.user.pk
    return JsonResponse({"topics": [] if user_id is None else reading.unread_topics(user_id, clock.now_ms())})


@fresh_page()
def page(request: HttpRequest) -> HttpResponse:
    """All news of the person, for a script the list alone; none for who has no seat or account yet."""
    rows = [] if request.user.pk is None else rows_shown(request.user.pk, clock.now_ms(), reading.MOST_LISTED)
    context = {"rows": rows, "any_unread": any(row.is_unread for row in rows)}
    return render(request, "news/parts/list.html" if wants_part(request) else "news/page.html", context)


@fresh_page()
def open_row(request: HttpRequest, key: int) -> HttpResponse:
    """To what a row is about, which is read from then on; to the list for a row that is not there any more."""
    path = reading.open_row(reader_key(request), key, clock.now_ms())
    return redirect(path or "news:page")


@post_only()
def read_all(request: HttpRequest) -> HttpResponse:
    """All is read."""
    reading.read_all(reader_key(request), clock.now_ms())
    return redirect("news:page")
