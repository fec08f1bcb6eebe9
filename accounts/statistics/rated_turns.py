"""How fast a player was in their last rated matches, for moderators."""

from dataclasses import dataclass

from accounts.models import PlayedMatch

LAST = 10


@dataclass(frozen=True, slots=True)
class RatedTurns:
    """A finished rated match of a player: `match_id` and `seat` in the game, the time of all its turns in ms."""

    match_id: int
    seat: int
    variant: str
    finished_at: int
    outcome: str
    turns: int
    time_ms: int

    @property
    def seconds_a_turn(self) -> float | None:
        """The mean time of a turn, None without one."""
        return round(self.time_ms / self.turns / 1000, 1) if self.turns else None


def last_rated(user_id: int) -> list[RatedTurns]:
    """The last ten rated matches of the player, the latest first: one statement."""
    rows = PlayedMatch.objects.filter(user=user_id, rated=True).order_by("-finished_at")[:LAST]
    names = ("match_id", "seat", "variant", "finished_at", "outcome", "turns", "time_ms")
    return [RatedTurns(*row) for row in rows.values_list(*names)]
