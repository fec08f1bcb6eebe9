"""Preferences of the interface's look and sound. The one list of them: values, defaults, texts and checks.

A browser keeps its choices in a cookie, an account in its row for every browser; a guest is known to one browser only.
Pages carry them on their root element (`data-sound`, `data-motion`), where scripts and styles read them. The language
is set beside these and stored where Django looks for it (language.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_noop as _

from accounts.models import User

COOKIE = "preferences"
COOKIE_AGE = 400 * 24 * 3600  # the longest that browsers keep a cookie
MOST_KEPT = 400
"""No cookie of ours is longer, in characters; what is was not made here."""


class BadPreference(ValueError):
    """An unknown preference, or a value it does not have: `code` is "unknown_preference" or "bad_preference"."""

    def __init__(self, code: str, key: str) -> None:
        super().__init__(f"{key}: {code}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Preference:
    """A preference: its values, as texts, with a label each; the first is the default. "on" and "off" make a switch."""

    key: str
    label: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        """The value for users who have not chosen."""
        return next(iter(self.values))

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return set(self.values) == {"on", "off"}


_ON_OFF = {"on": _("On"), "off": _("Off")}
PREFERENCES: tuple[Preference, ...] = (
    Preference("theme", _("Theme"), {"auto": _("Auto"), "light": _("Light"), "dark": _("Dark")}),
    Preference("sound", _("Sounds"), _ON_OFF),
    Preference("sound_level", _("Volume"), {"30": _("Low"), "60": _("Medium"), "100": _("High")}),
    Preference("motion", _("Motion"), {"auto": _("As the device"), "reduced": _("Less"), "full": _("All")}),
    Preference("letters", _("Letters on tiles"), {"usual": _("Usual"), "large": _("Larger")}),
    Preference("tiles", _("Tiles"), {"warm": _("Warm"), "white": _("White"), "bold": _("Bold")}),
    Preference("readout", _("Points while you place tiles"), _ON_OFF),
    Preference("undo_pass", _("Four seconds to undo a pass"), {"off": _("Off"), "on": _("On")}),
    Preference("talk_aloud", _("Screen readers read talk aloud"), _ON_OFF),
    Preference("hints", _("Hints in your first match"), _ON_OFF),
)
BY_KEY = {preference.key: preference for preference in PREFERENCES}


def checked(given: Mapping[str, object]) -> dict[str, str]:
    """The choices, if all are valid; raises BadPreference."""
    found = {}
    for key, value in given.items():
        if key not in BY_KEY:
            raise BadPreference("unknown_preference", key)
        if not isinstance(value, str) or value not in BY_KEY[key].values:
            raise BadPreference("bad_preference", key)
        found[key] = value
    return found


def known(kept: object) -> dict[str, str]:
    """The still valid ones of the stored choices, from a cookie or a row."""
    if not isinstance(kept, Mapping):
        return {}
    return {
        key: preference.default if kept[key] not in preference.values else kept[key]
        for key, preference in BY_KEY.items()
        if isinstance(kept.get(key), str)
    }


def chosen(request: HttpRequest) -> dict[str, str]:
    """The choices of the request's user: an account's, in any browser; else this browser's."""
    user = getattr(request, "user", None)
    if isinstance(user, User) and not user.is_guest and user.preferences:
        return known(user.preferences)
    cookie = request.COOKIES.get(COOKIE, "")
    return known(dict(parse_qsl(cookie))) if len(cookie) <= MOST_KEPT else {}


def of(request: HttpRequest | None) -> dict[str, str]:
    """All preferences of the request's user, defaults where none was chosen."""
    defaults = {preference.key: preference.default for preference in PREFERENCES}
    return defaults | (chosen(request) if request is not None else {})


def keep(request: HttpRequest, response: HttpResponseBase, given: Mapping[str, object]) -> None:
    """Store the new choices with the earlier ones, in the browser and in an account's row. Raises BadPreference."""
    now = chosen(request) | checked(given)
    user = request.user
    if isinstance(user, User) and not user.is_guest:
        user.preferences = now
        User.objects.filter(pk=user.pk).update(preferences=now)
    response.set_cookie(
        COOKIE, urlencode(now), max_age=COOKIE_AGE, secure=request.is_secure(), httponly=True, samesite="Lax"
    )
