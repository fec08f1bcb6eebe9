"""The kinds of news, each brought by the app in which it happens.

An app has a module `news_kinds` with `NEWS_KINDS` in it. A row holds the key of its kind and values; the words are made
where they are read, in the reader's language.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise

MODULE = "news_kinds"
LONGEST_TITLE, LONGEST_LINE = 60, 120

Asked = Collection[tuple[int, str]]
"""People, each with a topic."""
Values = Mapping[str, Any]
Pictures = Callable[[int, Collection[str]], Mapping[str, str]]
"""Of a person and topics: markup by topic, of those that have a picture, as the person may see it; by as many
statements for ten as for one."""


class Usual(Enum):
    """Whether a channel carries a kind for somebody who has chosen nothing: an account may switch ON and OFF, and is
    offered no switch for NEVER."""

    ON = "on"
    OFF = "off"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class NewsWords:
    """What a piece of news says: a title and a line or none; what is too long is cut."""

    title: str
    line: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", _cut(self.title, LONGEST_TITLE))
        object.__setattr__(self, "line", _cut(self.line, LONGEST_LINE))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


@dataclass(frozen=True, slots=True)
class NewsKind:
    """What may be told: `name` in the table of preferences, `words` from a row's values in the active language.

    `mail_at_once`: it is bundled with nothing and counts in no limit of mails. `through_the_night`: quiet hours do not
    hold it back. `icon` stands beside it there.

    `looking` tells of people, each with a topic, who of them has a page about it before their eyes, as of that moment:
    they have been told. `on_shelf`: the shelf of running matches says so too, and nothing is sent while somebody looks
    at theirs. `many`: the subject of a mail with so many of it and nothing else, "Your turn in 3 matches". `pictures`
    stand in the place of the icon, at the newest. `reaches_closed`: mail carries it to a closed account too."""

    key: str
    name: Promise | str
    words: Callable[[Values], NewsWords]
    push: Usual
    mail: Usual
    mail_at_once: bool = False
    through_the_night: bool = False
    icon: str = "bell"
    on_shelf: bool = False
    looking: Callable[[Asked, int], Asked] | None = None
    many: Callable[[int], str] | None = None
    pictures: Pictures | None = None
    reaches_closed: bool = False


def kinds() -> dict[str, NewsKind]:
    """All kinds by their keys, in the order of the apps and of their lists. Raises ImproperlyConfigured where two have
    one key."""
    return _of_apps(tuple(config.name for config in apps.get_app_configs()))


@cache
def _of_apps(app_names: Sequence[str]) -> dict[str, NewsKind]:
    found: dict[str, NewsKind] = {}
    for name in app_names:
        if find_spec(f"{name}.{MODULE}") is None:
            continue
        for kind in import_module(f"{name}.{MODULE}").NEWS_KINDS:
            if kind.key in found:
                raise ImproperlyConfigured(f"Two apps bring the kind of news {kind.key!r}.")
            found[kind.key] = kind
    return found
