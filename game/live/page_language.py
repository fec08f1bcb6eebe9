"""The language of a page, which it names in the address of its socket."""

from collections.abc import Mapping

from django.conf import settings


def language_of(asked: Mapping[str, str]) -> str:
    """The language the page was drawn in; the site's own for one that names none of its languages."""
    named = asked.get("lang", "")
    return named if named in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
