"""The language of the interface: a cookie keeps it for this browser, the player's row for the next browser."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

from accounts.models import User


def note(user: User, language: str) -> None:
    """The player has chosen a language."""
    user.language = language
    User.objects.filter(pk=user.pk).update(language=language)


def bring_along(request: HttpRequest, user: User) -> None:
    """At sign-in, switch to the user's language. An account that has none yet takes this browser's."""
    kept = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if user.language in dict(settings.LANGUAGES):
        translation.activate(user.language)
    elif kept in dict(settings.LANGUAGES):
        note(user, kept)


def keep(response: HttpResponseBase, language: str) -> None:
    """Set the language cookie, as Django's own view does."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
