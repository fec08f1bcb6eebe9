"""The usual rules of a game at a pace: asked for where nothing is chosen, and what others are compared with."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from game import api as game
from lobby.models import Preset
from lobby.services.queues import offered

_FIRST = "standard"
"""The preset that is usual in its game, whatever stands before it."""


class MatchPace(StrEnum):
    """By what clock a match is played: one at which all sit, one of days, or none."""

    LIVE = "live"
    SLOW = "slow"
    UNTIMED = "untimed"


@dataclass(frozen=True, slots=True)
class UsualRules:
    """The `settings` without the language, and the preset that has them: its `key`, "" where none has."""

    key: str
    settings: Mapping[str, object]


def pace_of(settings: Mapping[str, object], variant: str) -> MatchPace:
    """The pace of a match by these settings. Raises BadSettings."""
    said = game.describe(settings, variant)
    if said.is_live:
        return MatchPace.LIVE
    return MatchPace.SLOW if said.is_slow else MatchPace.UNTIMED


def usual_rules(variant: str, pace: MatchPace) -> UsualRules | None:
    """Those of the game's first preset of that pace; without a clock, where no preset is, those of the live one without
    its clock. None where the game has none that is offered."""
    presets = sorted((one for one in offered() if one.variant == variant), key=lambda one: one.key != _FIRST)
    found = _first(presets, pace)
    if found is not None:
        return UsualRules(found.key, found.settings)
    live = _first(presets, MatchPace.LIVE)
    if live is None or pace is not MatchPace.UNTIMED:
        return None
    return UsualRules("", game.without_idle_reserve({**live.settings, "turn_seconds": None}))


def _first(presets: list[Preset], pace: MatchPace) -> Preset | None:
    return next((one for one in presets if pace_of(one.settings, one.variant) is pace), None)
