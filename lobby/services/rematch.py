"""Rematch: the two players of a finished match agree to play again, seats swapped, by the same settings (rules §2).

The end page calls `look` every two seconds, which is also its sign of life; `propose`, `accept`, `withdraw` and
`decline` are the buttons on it. Every call locks the one row of the match, so whatever two pages press at once
happens one after the other: proposing what the other has proposed already is accepting it, and a match is made once.

Who has left can neither be asked nor accepted; who comes back can. What it all looks like is not decided here.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from django.db import transaction

from accounts.api import User
from game import api as game
from lobby.models import Rematch
from lobby.services import quick_join

GONE_MS = 10_000  # a page not heard for this long was left; a reload is shorter
ARRIVAL_MS = 60_000  # from the end of the match: who has not looked at the result by then has left
OFFER_MS = 60_000  # a proposal nobody answered is forgotten
COUNT_IN_MS = 3_000  # from the agreement to the first clock
LEADS_MS = 10_000  # after the first clock: for so long the old page leads to the new match by itself

Stage = Literal["open", "waiting", "asked", "declined", "agreed", "begun", "gone"]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands. `begins`: they would move first. `withdrawn`: they accepted what had just been taken back.

    `waiting`: they have asked, `left` (1 to 0) of the patience remains; `asked`: the other one has. `agreed`: `match`
    begins at `starts_at`; `begun`: it did so a while ago. `opponent` is "" when the account is gone.
    """

    stage: Stage
    opponent: str
    begins: bool
    left: float = 0.0
    match: str = ""
    starts_at: int | None = None
    withdrawn: bool = False


@dataclass(slots=True)
class _Table:
    """One player's view of a locked row."""

    row: Rematch
    finished: game.FinishedMatch
    seat: int
    now_ms: int

    @property
    def me(self) -> int:
        return self.finished.entrants[self.seat].user_id

    @property
    def other(self) -> int:
        return self.finished.entrants[1 - self.seat].user_id

    @property
    def other_is_there(self) -> bool:
        seen_at = (self.row.seen_at_0, self.row.seen_at_1)[1 - self.seat]
        if seen_at is None:
            return self.now_ms - self.finished.finished_at <= ARRIVAL_MS
        return self.now_ms - seen_at <= GONE_MS

    @property
    def offer(self) -> int | None:
        """Who has a proposal standing."""
        if self.row.offered_at is None or self.now_ms - self.row.offered_at >= OFFER_MS:
            return None
        return self.row.offered_by


def look(public_id: str, user_id: int, now_ms: int) -> Standing | None:
    """A word from the player's end page. None: no finished match of theirs."""
    return _answer(public_id, user_id, now_ms, lambda table: None)


def propose(public_id: str, user_id: int, now_ms: int) -> Standing | None:
    """Ask for a rematch; when the other one has asked already, that is the agreement."""
    return _answer(public_id, user_id, now_ms, _propose)


def accept(public_id: str, user_id: int, now_ms: int) -> Standing | None:
    """Agree to what the other one proposed; nothing happens if it was taken back in the meantime."""
    return _answer(public_id, user_id, now_ms, _accept)


def withdraw(public_id: str, user_id: int, now_ms: int) -> Standing | None:
    """Take one's own proposal back; too late once it was accepted."""
    return _answer(public_id, user_id, now_ms, _withdraw)


def decline(public_id: str, user_id: int, now_ms: int) -> Standing | None:
    """Say no to the other one's proposal. They may not ask again; one may still ask oneself."""
    return _answer(public_id, user_id, now_ms, _decline)


def asking(user_id: int, public_ids: Collection[str], now_ms: int) -> set[str]:
    """Those of the player's matches whose opponent has a proposal standing."""
    offers = Rematch.objects.filter(previous__public_id__in=public_ids, match="", offered_at__gt=now_ms - OFFER_MS)
    return set(offers.exclude(offered_by=user_id).values_list("previous__public_id", flat=True))


def _answer(public_id: str, user_id: int, now_ms: int, act: Callable[[_Table], None]) -> Standing | None:
    finished = game.finished_match(public_id, user_id)
    if finished is None:
        return None
    if len(finished.entrants) < 2:
        return Standing("gone", opponent="", begins=False)
    seat = next(seat for seat, entrant in enumerate(finished.entrants) if entrant.user_id == user_id)
    with transaction.atomic():
        row, _ = Rematch.objects.get_or_create(previous_id=finished.match_id)
        table = _Table(Rematch.objects.select_for_update().get(pk=row.pk), finished, seat, now_ms)
        if seat == 0:
            table.row.seen_at_0 = now_ms
        else:
            table.row.seen_at_1 = now_ms
        was_asked = table.offer == table.other
        if not table.row.match:
            act(table)
        table.row.save()
        return _standing(table, withdrawn=act is _accept and not was_asked)


def _propose(table: _Table) -> None:
    if table.offer == table.other:
        _accept(table)
    elif table.other_is_there and table.row.declined_by != table.other and table.offer != table.me:
        table.row.offered_by, table.row.offered_at, table.row.declined_by = table.me, table.now_ms, None


def _accept(table: _Table) -> None:
    if table.offer == table.other and table.other_is_there:
        _begin(table)


def _withdraw(table: _Table) -> None:
    if table.offer == table.me:
        table.row.offered_by = table.row.offered_at = None


def _decline(table: _Table) -> None:
    if table.offer == table.other:
        table.row.offered_by = table.row.offered_at = None
        table.row.declined_by = table.me


def _begin(table: _Table) -> None:
    """Make the match: the one who moved second moves first now. Whoever was looking for an opponent has one."""
    finished = table.finished
    players = User.objects.in_bulk([entrant.user_id for entrant in finished.entrants])
    quick_join.give_up(players)
    table.row.starts_at = table.now_ms + COUNT_IN_MS
    table.row.match = game.create_match(
        settings=finished.settings,
        entrants=[game.Entrant(e.user_id, players[e.user_id].display_name) for e in reversed(finished.entrants)],
        starts_at=table.row.starts_at,
        variant=finished.variant,
        preset=finished.preset,
        # Rules §5: ranked between two accounts only.
        rated=finished.rated and not any(player.is_guest for player in players.values()),
        by_lot=False,
    )


def _standing(table: _Table, *, withdrawn: bool) -> Standing:
    row, stage, left = table.row, _stage(table), 0.0
    if stage == "waiting" and row.offered_at is not None:
        left = 1 - (table.now_ms - row.offered_at) / OFFER_MS
    return Standing(
        stage=stage,
        opponent=table.finished.entrants[1 - table.seat].name,
        begins=table.seat == 1,
        left=left,
        match=row.match,
        starts_at=row.starts_at,
        withdrawn=withdrawn and stage == "open",
    )


def _stage(table: _Table) -> Stage:
    row = table.row
    if row.starts_at is not None:
        return "agreed" if table.now_ms < row.starts_at + LEADS_MS else "begun"
    if row.declined_by == table.other:
        return "declined"
    if not table.other_is_there:
        return "gone"
    if table.offer is None:
        return "open"
    return "waiting" if table.offer == table.me else "asked"
