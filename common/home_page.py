"""The sections of the home page: each app provides its own, the settings list their order.

An app has a module `home_places` with `HOME_PLACES` in it; the setting `HOME_PLACES` names their keys in order. So a
new section is a module of its app and a key in that list, and the page names no app.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

MODULE = "home_places"


@dataclass(frozen=True, slots=True)
class HomePlace:
    """A section: its `key` in the list, its `template`, and the function that gives its context for a request, there
    called `place`; None where the section is not shown to the user. `beside`: in wide windows it stands at the right,
    below its neighbours that do."""

    key: str
    template: str
    values: Callable[[HttpRequest], Mapping[str, object] | None]
    beside: bool = False


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A section as rendered for one request."""

    key: str
    template: str
    values: Mapping[str, object]
    beside: bool = False


def shown(request: HttpRequest) -> list[ShownPlace]:
    """The sections for the user of the request, in order."""
    found = []
    for place in in_order(tuple(settings.HOME_PLACES), tuple(config.name for config in apps.get_app_configs())):
        values = place.values(request)
        if values is not None:
            found.append(ShownPlace(place.key, place.template, values, place.beside))
    return found


@cache
def in_order(keys: Sequence[str], app_names: Sequence[str]) -> tuple[HomePlace, ...]:
    """The sections of those keys, as these apps provide them. Raises ImproperlyConfigured for a key that none or two of
    them provide."""
    brought: dict[str, HomePlace] = {}
    for place in (place for name in app_names for place in _of_app(name)):
        if place.key in brought:
            raise ImproperlyConfigured(f"Two apps bring the home page's place {place.key!r}.")
        brought[place.key] = place
    missing = [key for key in keys if key not in brought]
    if missing:
        raise ImproperlyConfigured(f"HOME_PLACES: no app brings {', '.join(missing)}.")
    return tuple(brought[key] for key in keys)


def _of_app(name: str) -> Sequence[HomePlace]:
    if find_spec(f"{name}.{MODULE}") is None:
        return ()
    places: Sequence[HomePlace] = import_module(f"{name}.{MODULE}").HOME_PLACES
    return places
