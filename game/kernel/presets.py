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
