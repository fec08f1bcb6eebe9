"""The plain reading of the rules of agreement between two seats: calling a match off, and adjourning it."""

from typing import Any


class Refused(Exception):
    """An action the rules refuse; str() of it is the code."""


class Agreements:
    """What two have offered each other; a part of `naive.Match`, whose turn, settings and end it is."""

    settings: dict[str, Any]
    active: int

    def _begin_agreements(self) -> None:
        self.turn, self.adjourned = 1, False
        self.said: dict[str, list[int]] = {"call_off": [], "adjourn": []}  # in the turn that runs
        self.offers: dict[str, list[int]] = {"call_off": [0, 0], "adjourn": [0, 0]}  # made by each, in the match

    def _end(self, reason: str, winner: int | None) -> None:
        raise NotImplementedError

    def _call_off(self, action: dict[str, Any]) -> None:
        if self.turn > 4:
            raise Refused("too_late")
        if self._agreed(action):
            self._end("called_off", None)

    def _adjourn(self, action: dict[str, Any]) -> None:
        seconds = self.settings["turn_seconds"]
        if seconds is None or seconds > 600 or self.adjourned:
            raise Refused("not_live")
        self.adjourned = self._agreed(action)

    def _agreed(self, action: dict[str, Any]) -> bool:
        said, seat = self.said[action["do"]], action["seat"]
        if seat in said:
            raise Refused("already_offered")
        if not said:
            if self.offers[action["do"]][seat] == 2:
                raise Refused("offers_spent")
            self.offers[action["do"]][seat] += 1
        said.append(seat)
        return len(said) == 2

    def _next_turn(self, seat: int) -> None:
        """The turn of `seat` has ended, and what was said in it lapses."""
        self.active, self.turn = 1 - seat, self.turn + 1
        self.said = {"call_off": [], "adjourn": []}
