"""What the talk of a match shows to one of its players, as the context of people/talk/parts.html."""

from dataclasses import dataclass
from typing import Any

from accounts.api import is_muted
from game import api as game
from people.models import Mute, TalkLine, TalkSeat
from people.services.pairs import is_person
from people.talk.said_lines import SAID_LINES, in_words
from people.talk.sentences import muted_until
from people.talk.services import lines as talk_lines
from people.talk.services.table import Table, not_heard_by, text_is_open


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line as the page has it. `player` is the public id of who said it, "" of the reader and of who is gone."""

    pk: int
    is_mine: bool
    is_said: bool
    is_new: bool
    name: str
    player: str
    words: str
    at: int


def shown(table: Table, now_ms: int) -> dict[str, Any]:
    """The whole talk: its lines, what may be said now, and what stands in its place where nobody hears anybody."""
    others = table.others
    keys = [one.user_id for one in others if one.user_id is not None]
    unheard = not_heard_by(table.me.user_id or 0, keys)
    found = talk_lines.read(table)
    unread = talk_lines.how_many_unread(table, found)
    is_open = table.is_open(now_ms) and not table.me.has_left and bool(others)
    left, rest = talk_lines.said_left(table, now_ms)
    is_quiet = bool(keys) and unheard >= set(keys)
    return {
        "table": table,
        "others": others,
        "against": others[0].name if len(others) == 1 else "",
        "lines": [] if is_quiet else _lines(table, found),
        "unread": 0 if is_quiet else unread,
        "newest": found[-1].pk if found else 0,
        "unheard": [(table.users[one.user_id], one.name) for one in others if one.user_id in unheard],
        "muted_keys": Mute.objects.filter(user=table.me.user_id, muted__in=unheard).values_list("muted", flat=True),
        "is_quiet": is_quiet,
        "is_open": is_open and not is_quiet,
        "chips": list(SAID_LINES.items()),
        "left": left,
        "rest": rest,
        **_own_words(table, is_open=is_open and not is_quiet),
    }


def _own_words(table: Table, *, is_open: bool) -> dict[str, Any]:
    """Whether there is a field, why there is none, or the switch by which there would be."""
    me = table.users[table.me.user_id or 0]
    told = {"text": "", "allows_text": False, "muted": ""}
    if not is_open or not is_person(me) or not table.all_are_accounts:
        return told
    if is_muted(me.pk):
        return told | {"text": "muted", "muted": muted_until(me.pk)}
    seat = TalkSeat.objects.filter(match=table.people.match_id, user=me).first()
    allows = seat is not None and seat.allows_text
    return told | {"text": "field" if text_is_open(table) else "switch", "allows_text": allows}


def _lines(table: Table, found: list[TalkLine]) -> list[ShownLine]:
    seats = {one.seat: one for one in table.people.seats}
    seat = TalkSeat.objects.filter(match=table.people.match_id, user=table.me.user_id).first()
    read_to, is_first = seat.read_to if seat else 0, True
    rows = []
    for line in found:
        is_mine = line.seat == table.me.seat
        is_new = not is_mine and line.pk > read_to and is_first
        is_first = is_first and not is_new
        rows.append(_row(line, seats[line.seat], table, is_new=is_new))
    return rows


def _row(line: TalkLine, by: game.PersonAt, table: Table, *, is_new: bool) -> ShownLine:
    is_mine = line.seat == table.me.seat
    user = None if is_mine or line.user_id is None else table.users.get(line.user_id)
    return ShownLine(
        line.pk,
        is_mine,
        bool(line.said),
        is_new,
        by.name,
        user.public_id if user is not None else "",
        in_words(line.said, line.text),
        line.made_at,
    )
