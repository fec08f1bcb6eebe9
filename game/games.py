"""The games of the platform as the other apps see them: which there are, who plays them, and what they come with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.kernel.presets import DeclaredPreset
from game.kernel.variant import Bests
from game.variants import VARIANTS, Variant

DEFAULT_VARIANT = "alfapower"
"""The game that is meant where none is named: the face of the site, and what every match before the others was."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game: `title` is English, to be translated; `seats` are the numbers of
    players it can be played by, `presets` those it is installed with, `drawn` whether the deal says who begins,
    `figures` what its statistics have beside every game's, `ranked` whether its matches move ranked points, `bests`
    of which matches played alone the best totals are kept, `one_device` by how many it may be played at one, and
    `sees_all` whether it is then one who plays for all."""

    key: str
    title: str
    seats: Sequence[int]
    presets: tuple[DeclaredPreset, ...]
    drawn: bool = False
    figures: Mapping[str, str] = field(default_factory=dict)
    ranked: bool = True
    bests: Bests | None = None
    one_device: Sequence[int] = ()
    sees_all: bool = False


def games() -> Mapping[str, Game]:
    """Every game that the site offers by its key, the default one first."""
    offered = (key for key, variant in VARIANTS.items() if variant.offered)
    order = sorted(offered, key=lambda key: (key != DEFAULT_VARIANT, key))
    return {key: _game(VARIANTS[key]) for key in order}


def _game(variant: Variant[Any, Any]) -> Game:
    return Game(
        key=variant.key,
        title=variant.title,
        seats=variant.seats,
        presets=tuple(variant.presets),
        drawn=not variant.by_lot,
        figures=variant.figures,
        ranked=variant.ranked,
        bests=variant.bests,
        one_device=variant.one_device,
        sees_all=variant.view_of_all is not None,
    )
