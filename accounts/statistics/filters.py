"""The filters of a player's statistics, read from the query string of the page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from common.durations import DAY_MS
from game import api as game

LANGUAGES = ("en", "sv")
PERIODS = {"30": 30, "90": 90, "365": 365}
CUSTOM = "custom"
"""In the address: matches that did not come from Quick Join."""

_PRESET_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Choice:
    """The filters: "" is any language, preset or time; `rated` leaves out matches that counted for no rank.

    The figures of two games are never added up: `variant` is always one.
    """

    language: str = ""
    preset: str = ""
    period: str = ""
    rated: bool = False
    variant: str = game.DEFAULT_VARIANT

    @classmethod
    def of(cls, query: Mapping[str, str], *, rated_only: bool) -> "Choice":
        """From query parameters; invalid values are ignored."""
        language, period = query.get("language", ""), query.get("period", "")
        preset, variant = query.get("preset", ""), query.get("game", "")
        return cls(
            language=language if language in LANGUAGES else "",
            preset=preset if len(preset) <= _PRESET_LENGTH and preset.isprintable() else "",
            period=period if period in PERIODS else "",
            rated=rated_only or query.get("kind") == "rated",
            variant=variant if variant in game.games() else game.DEFAULT_VARIANT,
        )

    @property
    def query(self) -> str:
        """The same as query parameters."""
        fields = {"language": self.language, "preset": self.preset, "period": self.period, "game": self.variant}
        chosen = {name: value for name, value in fields.items() if value}
        return urlencode({**chosen, "kind": "rated"} if self.rated else chosen)

    def conditions(self, now_ms: int, prefix: str = "") -> dict[str, Any]:
        """As conditions on `PlayedMatch`, or on rows related to it by `prefix`: matches between people."""
        found: dict[str, Any] = {"variant": self.variant, "bot": "", "seats__gt": 1}
        if self.language:
            found["language"] = self.language
        if self.preset:
            found["preset"] = "" if self.preset == CUSTOM else self.preset
        if self.period:
            found["finished_at__gte"] = now_ms - PERIODS[self.period] * DAY_MS
        if self.rated:
            found["rated"] = True
        return {prefix + name: value for name, value in found.items()}
