"""The places of the home page: each app brings its own, one list says in which order they stand.

An app has a module `home_places` with `HOME_PLACES` in it; the setting `HOME_PLACES` names their keys in order. So a
new place is a module of its app and a word in that list, and the page names no app.
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
    """A place: its `key` in the list, the `template` it is drawn by, and what that is given for a request, there called
    `place`; None where the place is not shown to whoever asks."""

    key: str
    template: str
    values: Callable[[HttpRequest], Mapping[str, object] | None]


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A place as one request shows it."""

    key: str
    template: str
    values: Mapping[str, object]


def shown(request: HttpRequest) -> list[ShownPlace]:
    """The places for whoever asks, in their order."""
    found = []
    for place in in_order(tuple(settings.HOME_PLACES), tuple(config.name for config in apps.get_app_configs())):
        values = place.values(request)
        if values is not None:
            found.append(ShownPlace(place.key, place.template, values))
    return found


@cache
def in_order(keys: Sequence[str], app_names: Sequence[str]) -> tuple[HomePlace, ...]:
    """The places of those keys, as these apps bring them. Raises ImproperlyConfigured for a key that none or two of
    them bring."""
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
