"""Matches whose players talk, for the tests of talk, and what each reads."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from accounts.models import User
from game.models import Match
from people.models import TalkLine
from people.talk.refusals import Refused
from people.talk.services import choices
from people.talk.services import lines as talk_lines
from people.talk.services.table import table_of
from tests.people.players import accounts, be_friends
from tests.support.matches import START, make_match

AT = START + 60_000
LATER = 11_000
"""More than rests between two said lines."""


def friends_at(*names: str, **settings: Any) -> tuple[Match, list[User]]:
    """A match of accounts that are friends of each other."""
    row, users = strangers_at(*names, **settings)
    for number, one in enumerate(users):
        be_friends(one, *users[number + 1 :])
    return row, users


def strangers_at(*names: str, **settings: Any) -> tuple[Match, list[User]]:
    """A match of accounts that are nothing to each other; seats in the order of the names."""
    users = accounts(*names or ("Elsa", "Mikael"))
    return make_match(users=users, by_lot=False, **settings), users


def say(row: Match, user: User, *, at: int = AT, nonce: str = "", **what: str) -> TalkLine:
    """Say a line; by default "hello"."""
    return talk_lines.say(row.public_id, user.pk, nonce=nonce or uuid4().hex, now_ms=at, **(what or {"said": "hello"}))


def refusal(row: Match, user: User, *, at: int = AT, **what: str) -> str:
    """The code by which the line is refused; "" where it is said."""
    try:
        say(row, user, at=at, **what)
    except Refused as fault:
        return fault.code
    return ""


def reads(row: Match, user: User) -> list[str]:
    """What the user reads, by key or text."""
    return [line.said or line.text for line in talk_lines.read(table_of(row.public_id, user.pk))]


def all_allow(row: Match, users: Sequence[User]) -> None:
    """All switch free text on."""
    for user in users:
        choices.allow_text(row.public_id, user.pk, allows=True, now_ms=AT)
