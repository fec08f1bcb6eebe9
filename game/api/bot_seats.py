"""The API by which a bot plays: it finds where it is on turn, sees what a person at that seat would see, and acts by
the same service function as every player.
"""

from dataclasses import dataclass
from typing import Any

from game.dispatch.seat_views import view_of
from game.kernel.actions import Action
from game.kernel.base_types import Millis, Seat
from game.kernel.match import PLAY
from game.models import Match, SeatRow
from game.services import beginnings, log_pages, play, store
from game.services.play import Receipt
from game.services.player_messages import Message
from game.services.settle_due import settled


@dataclass(frozen=True, slots=True)
class BotSight:
    """What a bot of that level sees from its seat; the word list is the one the match is pinned to."""

    match_id: int
    seat: Seat
    level: str
    version: int
    lexicon: tuple[str, str]
    view: Any


@dataclass(frozen=True, slots=True)
class PracticeSeat:
    """A person's seat in a practice match, and what the page may say of the other one. `taught`: it is their first, led
    by hints."""

    match_id: int
    version: int
    seat: Seat
    level: str
    over: bool
    at_once: bool
    taught: bool


@dataclass(frozen=True, slots=True)
class WinOverBots:
    """A practice match of that game that the user has won, against the bots of those `levels`."""

    user_id: int
    variant: str
    levels: tuple[str, ...]
    finished_at: Millis


def bot_sight(match_id: int, now: Millis) -> BotSight | None:
    """The match as the bot on turn sees it, with all that was due applied; None where it is no bot's turn by then."""
    row = settled(match_id, now)
    seat = SeatRow.objects.filter(match=row, seat=store.load(row).active).exclude(bot="").first()
    if row.status != Match.Status.LIVE or seat is None:
        return None
    return _sight(row, seat.seat, seat.bot, now)


def hint_sight(match_id: int, seat: Seat, now: Millis) -> BotSight | None:
    """A practice match as the person on turn there sees it, for a hint; None for any other match, seat and moment."""
    row = settled(match_id, now)
    state = store.load(row)
    if not row.practice or row.status != Match.Status.LIVE or state.active != seat or state.phase != PLAY:
        return None
    return _sight(row, seat, "", now)


def bot_act(match_id: int, sight: BotSight, action: Action, now: Millis) -> Receipt:
    """Act for the bot; refused, as for a person, when its turn is over or the rules say no.

    The id of the action is that of what was seen: of two processes that see the same one acts.
    """
    turn = sight.view.turn if action.bound else None
    return play.submit(match_id, sight.seat, Message(action, f"bot-{sight.version}", turn), now)


def practice_seat(public_id: str, user_id: int) -> PracticeSeat | None:
    """The seat that the user has in a match with a bot; None for a stranger, and for a match among people."""
    mine = SeatRow.objects.select_related("match")
    practice = mine.filter(match__practice=True, match__one_device=False)
    seat = practice.filter(match__public_id=public_id[:16], user_id=user_id).first()
    if seat is None:
        return None
    row = seat.match
    level = SeatRow.objects.filter(match=row).exclude(bot="").values_list("bot", flat=True).first() or ""
    return PracticeSeat(
        row.pk, row.version, seat.seat, level, row.status == Match.Status.OVER, row.at_once, row.chosen_deal
    )


def win_over_bots(match_id: int) -> WinOverBots | None:
    """A person's win over bots in a finished match. None where no person won, among people, at one device, and where it
    was played on from a turn of another match, which may have been won by then."""
    row = Match.objects.filter(pk=match_id, status=Match.Status.OVER, practice=True, one_device=False).first()
    if row is None or row.winner is None or beginnings.is_played_on(row):
        return None
    seats = {seat.seat: seat for seat in row.seats.all()}
    user_id, levels = seats[row.winner].user_id, tuple(seat.bot for seat in seats.values() if seat.bot)
    return WinOverBots(user_id, row.variant, levels, row.finished_at or 0) if user_id is not None and levels else None


def has_practised(user_id: int) -> bool:
    """Whether the user has, or had, a practice match."""
    return SeatRow.objects.filter(user_id=user_id, match__practice=True, match__one_device=False).exists()


def taught_match(user_id: int) -> str:
    """The public id of the user's first practice match while it runs; "" where there is none."""
    mine = Match.objects.filter(chosen_deal=True, status=Match.Status.LIVE, seats__user_id=user_id).order_by("pk")
    return mine.values_list("public_id", flat=True).first() or ""


def how_many_practised(user_id: int) -> int:
    """How many of the user's matches with a bot run."""
    running = Match.objects.filter(status=Match.Status.LIVE, practice=True, one_device=False)
    return running.filter(seats__user_id=user_id).count()


def match_of_deal(commitment: str, user_id: int) -> str:
    """The public id of the user's match that was dealt by this commitment; "" where none was made yet."""
    made = Match.objects.filter(commitment=commitment, seats__user_id=user_id).order_by("pk")
    return made.values_list("public_id", flat=True).first() or ""


def set_at_once(match_id: int, at_once: bool) -> None:
    """Ask the bots of a practice match to take their time, or not to."""
    Match.objects.filter(pk=match_id, practice=True).update(at_once=at_once)


def _sight(row: Match, seat: Seat, level: str, now: Millis) -> BotSight:
    state = store.load(row)
    steps = log_pages.last_turns(row, state).steps
    lexicon = row.lexicon_name, row.lexicon_version
    return BotSight(row.pk, seat, level, row.version, lexicon, view_of(state, seat, steps, now))
