"""Lines of talk: say one, and read those of a match, as a player of it reads them or as a moderator does.

What counts is the time as received. Whoever says something holds the rows of all who play the match, as a block of two
of them does: a line is before a block or after it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from accounts.api import is_muted, lock_players
from game import api as game
from people.models import Mute, TalkLine, TalkSeat
from people.services.pairs import is_person
from people.talk import text_cleaning
from people.talk.refusals import Refused
from people.talk.said_lines import SAID_LINES
from people.talk.services import telling
from people.talk.services.table import Table, not_heard_by, table_of, text_is_open, withheld_from

MOST_SAID, BETWEEN_SAID_MS = 6, 10_000
BETWEEN_TEXTS_MS = 3_000
MOST_TEXTS, IN_MS = 30, 10 * 60 * 1000
SHOWN = 200
"""Lines of a match that its page shows, the newest; a slow match may have more."""
AROUND = 20


@dataclass(frozen=True, slots=True)
class TalkRow:
    """A line as a moderator reads it, or (`line_id` None) that `user_id` muted `muted_id` then."""

    line_id: int | None
    user_id: int | None
    name: str
    at: int
    said: str = ""
    text: str = ""
    muted_id: int | None = None
    muted_name: str = ""


def say(public_id: str, user_id: int, *, nonce: str, now_ms: int, said: str = "", text: str = "") -> TalkLine:
    """Say one of the said lines, or free text; the line that was said by that nonce already, if one was.

    Raises NoTalk; Refused with the first of its codes that is so, in the order of the checks here.
    """
    if not (8 <= len(nonce) <= 32 and nonce.isascii() and nonce.isalnum()):
        raise Refused("bad_nonce")
    if bool(said) == bool(text) or (said and said not in SAID_LINES):
        raise Refused("no_such_line" if said or not text else "empty")
    with transaction.atomic():
        table = table_of(public_id, user_id)
        lock_players(list(table.users))
        again = TalkLine.objects.filter(match=table.people.match_id, seat=table.me.seat, nonce=nonce).first()
        if again is not None:
            return again
        others = _listeners(table, user_id, now_ms)
        kept = _checked_text(table, text, now_ms) if text else ""
        if said:
            _check_said(table, now_ms)
        withheld = withheld_from(user_id, [one.user_id for one in others if one.user_id is not None])
        line = TalkLine.objects.create(
            match_id=table.people.match_id,
            seat=table.me.seat,
            user_id=user_id,
            said=said,
            text=kept,
            nonce=nonce,
            made_at=now_ms,
            withheld=sum(1 << one.seat for one in others if one.user_id in withheld),
        )
        telling.tell(table, withheld, now_ms)
        return line


def read(table: Table) -> list[TalkLine]:
    """The newest lines that this player reads, the oldest first: their own, and of others what was not withheld, and is
    of nobody whom they have muted or blocked."""
    unheard = not_heard_by(table.me.user_id or 0, [one.user_id for one in table.others if one.user_id is not None])
    newest = TalkLine.objects.filter(match=table.people.match_id).order_by("-pk")[: SHOWN * 2]
    mine, bit = table.me.seat, 1 << table.me.seat
    seen = [line for line in newest if line.seat == mine or not (line.withheld & bit or line.user_id in unheard)]
    return seen[:SHOWN][::-1]


def how_many_unread(table: Table, lines: Sequence[TalkLine]) -> int:
    """How many of these lines others have said since the player read last."""
    seat = TalkSeat.objects.filter(match=table.people.match_id, user=table.me.user_id).first()
    return sum(line.pk > (seat.read_to if seat else 0) for line in lines if line.seat != table.me.seat)


def said_left(table: Table, now_ms: int) -> tuple[int, int]:
    """How many said lines the player has left in this match, and in how many ms the next may be said."""
    mine = TalkLine.objects.filter(match=table.people.match_id, seat=table.me.seat).exclude(said="")
    at = list(mine.order_by("pk").values_list("made_at", flat=True))
    rest = max(0, max(at) + BETWEEN_SAID_MS - now_ms) if at else 0
    return max(0, MOST_SAID - len(at)), rest


def of_match(match_id: int) -> list[TalkRow]:
    """All that was said in a match, for a moderator, with who muted whom meanwhile, the oldest first."""
    return _rows(match_id, list(TalkLine.objects.filter(match=match_id).order_by("pk")))


def around(line_id: int) -> list[TalkRow]:
    """What was said before and after a line of talk, for a moderator; none where the line is gone."""
    line = TalkLine.objects.filter(pk=line_id).first()
    if line is None:
        return []
    same = TalkLine.objects.filter(match=line.match_id)
    before = list(same.filter(pk__lt=line_id).order_by("-pk")[:AROUND])
    return _rows(line.match_id, [*before[::-1], line, *same.filter(pk__gt=line_id).order_by("pk")[:AROUND]])


def _rows(match_id: int, lines: Sequence[TalkLine]) -> list[TalkRow]:
    seats = game.seats_in(match_id)
    names = {one.user_id: one.name for one in seats}
    by_seat = {one.seat: one.name for one in seats}
    rows = [TalkRow(line.pk, line.user_id, by_seat[line.seat], line.made_at, line.said, line.text) for line in lines]
    if lines:
        mutes = Mute.objects.filter(user__in=names, muted__in=names, made_at__gte=lines[0].made_at)
        rows += [
            TalkRow(None, one.user_id, names[one.user_id], one.made_at, "", "", one.muted_id, names[one.muted_id])
            for one in mutes
        ]
    return sorted(rows, key=lambda row: row.at)


def _listeners(table: Table, user_id: int, now_ms: int) -> list[game.PersonAt]:
    """To whom the player speaks. Raises Refused where there is no talk now, or the player hears none of them."""
    if not table.is_open(now_ms):
        raise Refused("talk_over")
    if table.me.has_left:
        raise Refused("you_have_left")
    others = table.others
    keys = [one.user_id for one in others if one.user_id is not None]
    if not_heard_by(user_id, keys) >= set(keys):
        raise Refused("you_hear_nobody")
    return others


def _check_said(table: Table, now_ms: int) -> None:
    left, rest = said_left(table, now_ms)
    if not left:
        raise Refused("said_spent")
    if rest:
        raise Refused("said_soon")


def _checked_text(table: Table, typed: str, now_ms: int) -> str:
    """The text as it is kept. Raises Refused."""
    me = table.users[table.me.user_id or 0]
    if not is_person(me):
        raise Refused("accounts_only")
    if not text_is_open(table):
        raise Refused("text_closed")
    if is_muted(me.pk):
        raise Refused("muted")
    try:
        text = text_cleaning.cleaned(typed)
    except text_cleaning.BadText as fault:
        raise Refused("too_long" if fault.code == "too_long" else "empty") from fault
    mine = TalkLine.objects.filter(user=me, made_at__gt=now_ms - IN_MS).exclude(text="")
    at = list(mine.values_list("made_at", flat=True))
    if len(at) >= MOST_TEXTS:
        raise Refused("text_many")
    if at and max(at) + BETWEEN_TEXTS_MS > now_ms:
        raise Refused("text_soon")
    return text
