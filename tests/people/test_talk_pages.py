"""Talk over HTTP: its part of the pages, what is refused there, and that it is in nothing else of the match."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from game import api as game
from game.models import Match
from people.models import Mute, TalkLine
from tests.people.players import account
from tests.people.talkers import AT, friends_at, say
from tests.support.browsers import signed_in
from tests.support.matches import make_match, resigned

MARK = "xyzzymark"
HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "now_ms", lambda: AT)


def test_each_reads_said_lines_in_their_language_and_text_as_text() -> None:
    row, (elsa, mikael) = friends_at()
    say(row, elsa, said="nice_word")
    say(row, elsa, text="<b>Hi</b> http://a.se")
    client = signed_in(mikael)
    client.cookies["django_language"] = "sv"
    body = client.get(f"/talk/{row.public_id}/").content.decode()
    assert "Fint ord" in body and "&lt;b&gt;Hi&lt;/b&gt; http://a.se" in body and 'href="http' not in body


@pytest.mark.parametrize("who", ["stranger", "nobody"])
def test_others_find_nothing(who: str) -> None:
    row, _users = friends_at()
    client = signed_in(account("Noor")) if who == "stranger" else Client()
    for address in ("", "?parts"):
        assert client.get(f"/talk/{row.public_id}/{address}").status_code == 404
    for address, posted in (
        ("say", {"said": "hello", "nonce": "a" * 32}),
        ("text", {"on": "1"}),
        ("read", {"to": "1"}),
    ):
        assert client.post(f"/talk/{row.public_id}/{address}", posted).status_code == 404
    assert not TalkLine.objects.exists()


@pytest.mark.parametrize(
    ("address", "posted", "status", "code"),
    [
        ("say", {"said": "hello", "nonce": "a" * 32}, 200, ""),
        ("say", {"text": "x" * 281, "nonce": "a" * 32}, 409, "too_long"),
        ("say", {"text": "a\x00b", "nonce": "a" * 32}, 200, ""),
        ("say", {}, 409, "bad_nonce"),
        ("say", {"nonce": "a" * 32}, 409, "no_such_line"),
        ("text", {"on": "2"}, 400, ""),
        ("read", {"to": "-1"}, 400, ""),
        ("read", {"to": "9" * 19}, 400, ""),
        ("read", {"to": "9" * 18}, 200, ""),
    ],
)
def test_what_is_posted_is_checked(address: str, posted: dict[str, str], status: int, code: str) -> None:
    row, (elsa, _mikael) = friends_at()
    answer = signed_in(elsa).post(f"/talk/{row.public_id}/{address}", posted)
    assert answer.status_code == status
    assert not code or (answer.json()["code"] == code and answer.json()["message"])


def test_one_mutes_by_a_press_and_takes_it_back() -> None:
    row, (elsa, mikael) = friends_at()
    client = signed_in(elsa)
    assert client.post(f"/talk/mute/{mikael.public_id}/", **HTMX).status_code == 204
    assert "You have muted Mikael" in client.get(f"/talk/{row.public_id}/").content.decode()
    assert client.post(f"/talk/unmute/{mikael.public_id}/").status_code == 302
    assert not Mute.objects.exists()
    for other in (elsa.public_id, "nobody"):
        assert client.post(f"/talk/mute/{other}/").status_code == 404


def pages_of(row: Match, user: User) -> str:
    """All that is shown and given of a match but its talk."""
    client = signed_in(user)
    at = ("", "panels", "turns", "commands", "rules", "replay/", "record", "gcg", "fair/")
    return "".join(client.get(f"/match/{row.public_id}/{end}").content.decode() for end in at)


# R14.5
def test_it_is_in_nothing_else_of_the_match() -> None:
    row, (elsa, mikael) = friends_at(variant="classic")
    say(row, mikael, text=MARK)
    assert MARK in signed_in(elsa).get(f"/talk/{row.public_id}/").content.decode()
    assert MARK not in pages_of(row, elsa)
    ended, (elsa, mikael) = friends_at("Noor", "Ravi", variant="classic")
    say(ended, mikael, text=MARK)
    over = resigned(ended)
    assert MARK not in pages_of(over, elsa)
    assert MARK not in over.state and MARK not in str(game.exported_matches(elsa.pk))


def test_the_page_makes_room_for_it_among_people_alone() -> None:
    row, (elsa, _mikael) = friends_at()
    alone = make_match(users=[elsa])
    assert "p-talk" in signed_in(elsa).get(f"/match/{row.public_id}/").content.decode()
    assert "talk.js" not in signed_in(elsa).get(f"/match/{alone.public_id}/").content.decode()
