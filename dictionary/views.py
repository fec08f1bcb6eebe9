"""The credits page: whose words these are, and under which licence."""

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dictionary.bundled import DATA, word_lists

LICENCES = ("SCOWL", "DSSO", "LGPL-3.0", "GPL-3.0")
"""The licence texts of the lists in use, by name; nothing else in that folder is served."""


@require_safe
def credits(request: HttpRequest) -> HttpResponse:
    """Attributions of the word lists and fonts."""
    return render(request, "dictionary/credits.html", {"lists": word_lists()})


@require_safe
def licence(request: HttpRequest, name: str) -> FileResponse:
    """A licence text, plain; 404 for a name that is not in the list."""
    if name not in LICENCES:
        raise Http404("no such licence")
    path = DATA / "licenses" / f"{name}.txt"
    return FileResponse(path.open("rb"), content_type="text/plain; charset=utf-8")
