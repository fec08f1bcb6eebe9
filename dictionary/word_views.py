"""The views of the look-up page. With htmx the answer alone, without scripts the whole page again."""

from collections.abc import Sequence

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from common import rate_limits
from common.htmx import wants_part
from dictionary import api, hooks, look_up
from dictionary.models import LANGUAGES, Dispute
from dictionary.normalise import ALPHABETS
from dictionary.services import disputes

IN_A_MATCH = "in_a_match"
"""Why a user's look-up is refused, as a code."""


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def look_up_page(request: HttpRequest) -> HttpResponse:
    """A word or pattern `q` in the list of the language `lg`, by default that of the interface."""
    language = _language(request)
    context: dict[str, object] = {"language": language, "languages": LANGUAGES, "typed": ""}
    context["list"] = api.current(language)
    if hooks.is_closed_to(request.user.pk):
        return _answer(request, {**context, "closed": IN_A_MATCH}, 403)
    typed = request.GET.get("q", "")
    if not typed.strip():
        return _answer(request, context)
    context["typed"] = typed[: look_up.LONGEST_TYPED]
    try:
        rate_limits.take(rate_limits.LOOK_UPS, request)
    except rate_limits.TooMany as met:
        return _answer(request, {**context, "said": rate_limits.told(request, met)}, 429)
    try:
        question = look_up.read_question(typed, language)
    except look_up.BadQuestion as bad:
        return _answer(request, {**context, "said": _sentence(bad.code, language)})
    lexicon = api.current(language)
    if look_up.is_pattern(question):
        return _answer(request, {**context, "pattern": look_up.find(question, lexicon)})
    return _answer(request, {**context, "word": look_up.describe(question, lexicon)})


@never_cache
@require_safe
def definition(request: HttpRequest) -> HttpResponse:
    """The definition of a word `q` of the list, as a fragment of its own, for it may wait for the online dictionary."""
    if hooks.is_closed_to(request.user.pk):
        raise PermissionDenied(IN_A_MATCH)
    language = _language(request)
    try:
        word = look_up.read_question(request.GET.get("q", ""), language)
    except look_up.BadQuestion as bad:
        raise Http404(bad.code) from bad
    if word not in api.current(language):
        raise Http404("no word of the list")
    may_ask = rate_limits.allows(rate_limits.DEFINITIONS, request)
    found = api.definition(word, language, ask=may_ask)
    return render(request, "dictionary/parts/definition.html", {"definition": found})


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("lg", "")
    spoken = (get_language() or "")[:2]
    return next((language for language in (asked, spoken) if language in ALPHABETS), "en")


def _answer(request: HttpRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    """The page, or for htmx the answer alone, with status 200 also for a refusal, so that htmx shows it."""
    if wants_part(request):
        return render(request, "dictionary/look_up/answer.html", context)
    page = render(request, "dictionary/look_up.html", {**context, "disputes": _disputes(request)}, status=status)
    if request.user.is_authenticated:
        disputes.note_seen(request.user.pk)
    return page


def _disputes(request: HttpRequest) -> Sequence[Dispute]:
    return disputes.disputes_of(request.user.pk) if request.user.is_authenticated else ()


def _sentence(code: str, language: str) -> str:
    letters = ALPHABETS[language]
    span = f"A–Z, {', '.join(letters[26:])}" if letters[26:] else "A–Z"
    sentences = {
        "letters": _("Use the letters %(letters)s, and ? for any letter.") % {"letters": span},
        "too_long": _("Words have at most %(most)d letters.") % {"most": look_up.LONGEST},
        "too_short": _("Words have at least two letters."),
    }
    return sentences[code]
