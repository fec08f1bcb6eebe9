"""The form of a stored match, in every game, from before slow matches: as the next one, but for its pace.

The next form knows `reserve_hours`, `head_start` (and what a game has more of it) and `pace`: when a slow turn began,
what is left of the reserves, whether the match was adjourned, the offers, and the waits for absent players. Frozen:
plain data to plain data.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LATER_SETTINGS: Mapping[str, Any] = {"reserve_hours": 0, "head_start": None}
"""Settings of the next form that did not exist, with the values that mean "as before"."""
NO_PACE: list[Any] = [None, [], False, [[], []], [[], []], [], [], None]


@dataclass(frozen=True, slots=True)
class FormBeforeSlow:
    """That form, which has the `number` in its game; `of_the_game` are later settings that only the game has."""

    number: int
    of_the_game: tuple[str, ...] = ()

    def upgrade(self, data: Mapping[str, Any], /) -> dict[str, Any]:
        """The match in the next form."""
        settings = {**data["settings"], **LATER_SETTINGS, **dict.fromkeys(self.of_the_game)}
        return {**data, "format": self.number + 1, "settings": settings, "pace": NO_PACE}

    def downgrade(self, data: Mapping[str, Any], /) -> dict[str, Any]:
        """The match in this form, to the letter as it was written then."""
        later = {*LATER_SETTINGS, *self.of_the_game}
        settings = {key: value for key, value in data["settings"].items() if key not in later}
        kept = {key: value for key, value in data.items() if key != "pace"}
        return {**kept, "format": self.number, "settings": settings}
