"""The credits page: sources and licences of the words."""

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dictionary import wordnet
from dictionary.bundled import DATA, LICENCES
from dictionary.models import LANGUAGES, ListVersion, is_label
from dictionary.services import versions


@require_safe
def credits(request: HttpRequest) -> HttpResponse:
    """The attributions of the active lists, and of the fonts."""
    lists = [versions.active(language) for language in LANGUAGES]
    return render(request, "dictionary/credits.html", {"lists": [(row, row.licence_texts.split()) for row in lists]})


@require_safe
def licence(request: HttpRequest, name: str) -> FileResponse:
    """A licence text, plain; 404 for an unknown name."""
    if name not in (*LICENCES, wordnet.LICENCE):
        raise Http404("no such licence")
    path = DATA / "licenses" / f"{name}.txt"
    return FileResponse(path.open("rb"), content_type="text/plain; charset=utf-8")


@require_safe
def notice(request: HttpRequest, language: str, version: str) -> HttpResponse:
    """The licence text that came with a published list, plain; 404 when it has none of its own."""
    if language not in LANGUAGES or not is_label(version):
        raise Http404("no such version")
    published = ListVersion.objects.filter(language=language, version=version, state=ListVersion.State.PUBLISHED)
    text = published.exclude(notice="").values_list("notice", flat=True).first()
    if text is None:
        raise Http404("no such notice")
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
