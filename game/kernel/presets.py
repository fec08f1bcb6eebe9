"""The presets of a game: fixed settings under a name, as data to install."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DeclaredPreset:
    """A preset as the game comes with it. `key` names it among all games; `titles` and `blurbs` by language of the
    site, for they are stored and edited there and cannot go through a catalogue; `settings` are those that differ from
    the game's defaults, without the language; `order` is its place, the least first.
    """

    key: str
    titles: Mapping[str, str]
    blurbs: Mapping[str, str]
    settings: Mapping[str, object]
    order: int
    rated: bool = True


def slow_preset(key: str, titles: Mapping[str, str], order: int, **settings: object) -> DeclaredPreset:
    """The preset of a game for matches by correspondence; `settings` are others of it."""
    return DeclaredPreset(
        key=key,
        titles=titles,
        blurbs={
            "en": "A turn within three days. Close the page; the match waits for you.",
            "sv": "Ett drag inom tre dagar. Stäng sidan, matchen väntar på dig.",
        },
        settings={**settings, "turn_seconds": 259_200, "reserve_hours": 72, "timeouts_to_forfeit": 1},
        order=order,
    )
