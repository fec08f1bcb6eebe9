"""Nothing tells a block or a mute from somebody who does not read: what the page of the one who is blocked or muted
gets is the same, in status, bytes and statements, in worlds that differ in it alone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.api import block
from accounts.models import User
from common import rate_limits
from game import api as game
from game.services import announce
from people.services import friends
from people.talk.services import choices
from tests.people.talkers import AT, LATER, friends_at, say, strangers_at
from tests.support.browsers import signed_in

Act = Callable[[User, User], object]


def nothing(other: User, reader: User) -> None:
    """The other just does not read."""


def leaves(other: User, reader: User) -> None:
    friends.leave(other.pk, reader.pk, AT)


def mutes(other: User, reader: User) -> None:
    choices.mute(other.pk, reader.pk, AT)


def blocks(other: User, reader: User) -> None:
    block(other.pk, reader.pk, AT)


class _BackAgain(Exception):
    pass


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    moment = {"now": AT + LATER}
    monkeypatch.setattr(game, "now_ms", lambda: moment["now"])
    return moment


def world(act: Act, other: User, reader: User, look: Callable[[], list[Any]]) -> list[Any]:
    """What comes of it, in a world that is left without a trace."""
    found: list[Any] = []
    try:
        with transaction.atomic():
            act(other, reader)
            rate_limits.forget()
            found += look()
            raise _BackAgain
    except _BackAgain:
        return found


@pytest.mark.parametrize("settings", [{}, {"turn_seconds": 259_200}], ids=["live", "slow"])
@pytest.mark.parametrize(
    ("make", "act", "absent"),
    [
        (friends_at, mutes, nothing),
        (friends_at, blocks, leaves),
        (strangers_at, mutes, nothing),
        (strangers_at, blocks, nothing),
    ],
)
def test_their_page_is_as_with_somebody_who_does_not_read(
    clock: dict[str, int], make: Any, act: Act, absent: Act, settings: dict[str, Any]
) -> None:
    row, (other, reader) = make(**settings)
    say(row, other, said="hello")
    say(row, reader, said="good_luck")
    address = f"/talk/{row.public_id}/"

    def look() -> list[Any]:
        client = signed_in(reader)
        seen: list[Any] = []
        clock["now"] = AT + LATER
        for posted in ({"said": "nice_word"}, {"text": "Are you there?"}, {"said": "ouch"}):
            clock["now"] += LATER
            with CaptureQueriesContext(connection) as queries:
                answer = client.post(f"{address}say", {**posted, "nonce": f"nonce{len(seen):08d}"})
            body = re.sub(rb'"line": \d+', b'"line": 0', answer.content)
            seen.append((answer.status_code, body, len(queries)))
            seen.append(client.post(f"{address}text", {"on": "1"}).content)
            seen.append(client.post(f"{address}read", {"to": "99"}).content)
            for page in (address, f"{address}?parts"):
                with CaptureQueriesContext(connection) as queries:
                    text = client.get(page).content.decode()
                seen.append((re.sub(r'data-(line|newest)="\d+"|line=\d+', "", text), len(queries)))
        return seen

    assert world(act, other, reader, look) == world(absent, other, reader, look)


@pytest.mark.parametrize("act", [mutes, blocks])
def test_no_ping_tells_of_a_line_that_is_withheld(
    act: Act, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """Among three: who is muted hears nothing of the others' talk that they are not to read, not even that it was."""
    row, (elsa, mikael, noor) = strangers_at("Elsa", "Mikael", "Noor", variant="alfapet")
    act(elsa, mikael)
    told: list[set[int]] = []
    monkeypatch.setattr(announce, "_ping", lambda group, message: told.append(set(message.get("users", []))))
    with django_capture_on_commit_callbacks(execute=True):
        say(row, elsa, said="hello")
    assert told == [{elsa.pk, noor.pk}]
