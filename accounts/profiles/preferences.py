"""What people like the site to look and sound like. The one list of it: values, defaults, texts and checks.

A browser keeps what was chosen in it in a cookie, an account in its row for every browser; a guest is known to one
browser only. Pages are drawn with it on their root element (`data-sound`, `data-motion`), where scripts and styles read
it. The language is chosen beside these and kept where Django looks for it (language.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_noop as _

from accounts.models import User

COOKIE = "preferences"
COOKIE_AGE = 400 * 24 * 3600  # the longest that browsers keep one
MOST_KEPT = 400
"""No cookie of ours is longer, in characters; what is was not made here."""


class BadPreference(ValueError):
    """Something that is no preference, or no value of it: `code` is "unknown_preference" or "bad_preference"."""

    def __init__(self, code: str, key: str) -> None:
        super().__init__(f"{key}: {code}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Preference:
    """One thing to choose: its values, as texts, with a label each; the first is the default. "on" and
    "off" make a switch."""

    key: str
    label: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        """What holds for whoever has not chosen."""
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
    Preference("hints", _("Hints in your first match"), _ON_OFF),
)
BY_KEY = {preference.key: preference for preference in PREFERENCES}


def checked(given: Mapping[str, object]) -> dict[str, str]:
    """What was chosen, if all of it may be; raises BadPreference."""
    found = {}
    for key, value in given.items():
        if key not in BY_KEY:
            raise BadPreference("unknown_preference", key)
        if not isinstance(value, str) or value not in BY_KEY[key].values:
            raise BadPreference("bad_preference", key)
        found[key] = value
    return found


def known(kept: object) -> dict[str, str]:
    """What still means something of what was kept once, in a cookie or a row."""
    if not isinstance(kept, Mapping):
        return {}
    return {
        key: preference.default if kept[key] not in preference.values else kept[key]
        for key, preference in BY_KEY.items()
        if isinstance(kept.get(key), str)
    }


def chosen(request: HttpRequest) -> dict[str, str]:
    """What was chosen by whoever asks: of an account, in any browser; else in this one."""
    user = getattr(request, "user", None)
    if isinstance(user, User) and not user.is_guest and user.preferences:
        return known(user.preferences)
    cookie = request.COOKIES.get(COOKIE, "")
    return known(dict(parse_qsl(cookie))) if len(cookie) <= MOST_KEPT else {}


def of(request: HttpRequest | None) -> dict[str, str]:
    """All preferences of whoever asks, the defaults where none was chosen."""
    defaults = {preference.key: preference.default for preference in PREFERENCES}
    return defaults | (chosen(request) if request is not None else {})


def keep(request: HttpRequest, response: HttpResponseBase, given: Mapping[str, object]) -> None:
    """Keep what was chosen with what was before: in the browser, and of an account with its row. Raises
    BadPreference."""
    now = chosen(request) | checked(given)
    user = request.user
    if isinstance(user, User) and not user.is_guest:
        user.preferences = now
        User.objects.filter(pk=user.pk).update(preferences=now)
    response.set_cookie(
        COOKIE, urlencode(now), max_age=COOKIE_AGE, secure=request.is_secure(), httponly=True, samesite="Lax"
    )
