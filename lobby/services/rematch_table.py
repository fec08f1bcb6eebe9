"""The table of a rematch: what one player sees of the others of a finished match, and with whom they can play again.

For services/rematch.py, inside its transactions, which lock the row.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from accounts.api import User, kept_from_rated, pairs_apart
from game import api as game
from lobby.models import Preset, Rematch
from lobby.services import engagements, players_present

ARRIVAL_MS = 60_000  # from the end of the match: a player who has not viewed the result by then has left
OFFER_MS = 60_000  # an unanswered proposal expires


@dataclass(slots=True)
class Table:
    """One player's view of a locked row. `answers`: the answers to the proposal, by player; `pairs_apart`: every two of
    the players whom a block keeps apart; `kept`: to whom of them it is closed, for it would be rated."""

    row: Rematch
    finished: game.FinishedMatch
    players: dict[int, User]
    heard: dict[int, int]
    answers: dict[int, bool]
    seat: int
    now_ms: int
    pairs_apart: frozenset[frozenset[int]]
    kept: frozenset[int] = frozenset()

    @property
    def me(self) -> int:
        return self.finished.entrants[self.seat].user_id

    @property
    def others(self) -> list[int]:
        """The other players, in turn order."""
        players = [entrant.user_id for entrant in self.finished.entrants]
        return players[self.seat + 1 :] + players[: self.seat]

    def is_there(self, player: int) -> bool:
        """Whether another player has not left the site since. One who is apart from this player has, or to whom it is
        closed, and so have all for a player who is apart from one who has agreed."""
        if player in self.kept:
            return False
        if self.is_apart(player, [self.me]) or self.is_out(player) or self.is_out(self.me):
            return False
        heard_at = self.heard.get(player, 0)
        if heard_at < self.finished.finished_at:
            return self.now_ms - self.finished.finished_at <= ARRIVAL_MS
        return self.now_ms - heard_at <= players_present.GONE_MS

    def is_apart(self, player: int, others: Iterable[int]) -> bool:
        """Whether a block keeps the player apart from any of these."""
        return any(frozenset((player, other)) in self.pairs_apart for other in others)

    def is_out(self, player: int) -> bool:
        """Whether a block keeps the player out of what others have agreed on: who comes second is left out."""
        is_open = self.offer is not None or self.row.starts_at is not None
        return is_open and player not in self.agreed and self.is_apart(player, self.agreed)

    @property
    def willing(self) -> list[int]:
        """The others who stay and are free for it: in no other match with a clock, or not in too many without."""
        return [p for p in self.others if p in self.staying and not self.running(p) and not self.enough(p)]

    @property
    def order(self) -> list[int]:
        """All in the order in which they would sit: each player one seat further up, the first one last. Where the deal
        decides who begins, they keep their seats."""
        players = [entrant.user_id for entrant in self.finished.entrants]
        return players if self.is_drawn else [*players[1:], *players[:1]]

    @property
    def is_drawn(self) -> bool:
        """Whether the deal decides who begins, so that it is not known before."""
        return game.games()[self.finished.variant].drawn

    @property
    def agreed(self) -> list[int]:
        """Those of them who have agreed to play."""
        return [player for player in self.order if self.answers.get(player)]

    @property
    def entrants(self) -> dict[int, game.Entrant]:
        """The players as they began that match; a head start goes with them."""
        return {entrant.user_id: entrant for entrant in self.finished.entrants}

    @property
    def names(self) -> dict[int, str]:
        """The names of that match."""
        return {entrant.user_id: entrant.name for entrant in self.finished.entrants}

    @property
    def staying(self) -> list[int]:
        """The players who have neither left nor declined, in that order."""
        here_or_me = [player for player in self.order if player == self.me or self.is_there(player)]
        return [player for player in here_or_me if self.answers.get(player) is not False]

    @property
    def fewest(self) -> int:
        """The least number of players that must stay."""
        return max(2, min(game.games()[self.finished.variant].seats))

    def is_enough(self, players: Sequence[int]) -> bool:
        """Whether the game can be played by these players."""
        return len(players) >= self.fewest and len(players) in game.games()[self.finished.variant].seats

    @property
    def rated(self) -> bool:
        """Whether it is ranked: between two accounts only (rules §5). A match of a ranked preset that was not ranked
        because a guest played has a rematch that is, once both have accounts."""
        if any(entrant.points or entrant.coins for entrant in self.finished.entrants):
            return False
        if len(self.players) != 2 or not all(player.can_be_ranked for player in self.players.values()):
            return False
        return self.finished.rated or _is_by_rated_preset(self.finished)

    def running(self, user_id: int) -> str:
        """The match with a clock that keeps the player from a rematch with one; "" without one."""
        match = engagements.in_the_way(user_id, engagements.Step.ASK, self.finished.settings, self.finished.variant)
        return match.public_id if match else ""

    def enough(self, user_id: int) -> int:
        """The player's limit of slow and untimed matches, where that keeps them from one more; else 0."""
        return engagements.enough(user_id, self.finished.settings, self.finished.variant) or 0

    @property
    def offer(self) -> int | None:
        """The player whose proposal is open; None without one."""
        if self.row.offered_at is None or self.now_ms - self.row.offered_at >= OFFER_MS:
            return None
        return self.row.offered_by


def table_of(row: Rematch, finished: game.FinishedMatch, user_id: int, now_ms: int) -> Table:
    """The locked row as that player sees it."""
    user_ids = [entrant.user_id for entrant in finished.entrants]
    answers = dict(row.answers.values_list("player", "agreed"))
    if row.offered_by is not None:
        answers.setdefault(row.offered_by, True)
    table = Table(
        row=row,
        finished=finished,
        players=User.objects.in_bulk(user_ids),
        heard=players_present.last_heard(user_ids),
        answers=answers,
        seat=user_ids.index(user_id),
        now_ms=now_ms,
        pairs_apart=pairs_apart(user_ids),
    )
    return replace(table, kept=kept_from_rated(user_ids)) if table.rated else table


def _is_by_rated_preset(finished: game.FinishedMatch) -> bool:
    """Whether the match was played by the present settings of a ranked preset."""
    preset = Preset.objects.filter(key=finished.preset, rated=True).first() if finished.preset else None
    if preset is None or preset.variant != finished.variant:
        return False
    said = {**preset.settings, "language": game.full_settings(finished.settings, finished.variant)["language"]}
    return game.changed_settings(said, finished.variant) == game.changed_settings(finished.settings, finished.variant)
