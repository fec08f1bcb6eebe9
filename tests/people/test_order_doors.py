"""What is posted by hand at the doors of reports, talk, decisions and appeals: it is taken, or refused in words, and
nothing breaks."""

import re
from collections.abc import Callable, Mapping

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Appeal, Sanction, SanctionKind, User
from game import api as game
from people.models import Report, TalkLine
from tests.people.players import account, be_friends
from tests.people.reporters import case_about, moderator, taken
from tests.support.browsers import signed_in
from tests.support.matches import make_match
from tests.support.sanctioned import closed, sanctioned

TYPED = {
    "markup": "<script>alert(1)</script>{{ 7 }}</textarea>",
    "turned about": "pay\u202eoot\u2067\u200f",
    "unseen": "\u200b\u2060\ufeff\u00ad",
    "a pile": "x" + "\u0301\u0316" * 5_000,
    "nul": "a\0b",
    "spaces": " \t\r\n\u3000 ",
    "281": "ö" * 281,
    "1001": "ö" * 1001,
    "nothing": "",
}
KEYS = ["0", "-1", "x", "1.5", "9" * 30, "1\0", "١٢"]
Door = tuple[Client, str, Callable[[str], Mapping[str, str]]]


@pytest.fixture
def people() -> list[User]:
    """Two friends in a match, the first of them muted, and a moderator."""
    elsa, mikael = account("Elsa"), account("Mikael")
    be_friends(elsa, mikael)
    return [elsa, mikael, moderator()]


def doors(people: list[User]) -> dict[str, Door]:
    """Each place where somebody writes something."""
    elsa, mikael, klara = people
    row = make_match(users=[elsa, mikael], by_lot=False, starts_at=game.now_ms())
    muted = sanctioned(mikael.pk, SanctionKind.MUTE, by=account("Boss"))
    renamed = sanctioned(mikael.pk, SanctionKind.RENAME)
    Sanction.objects.update(read_at=muted.began_at)
    waiting = sanctioned(account("Olof").pk, SanctionKind.MUTE)
    answered = Appeal.objects.create(sanction=waiting, text="No.")
    case = taken(case_about(account("Bosse")), klara, game.now_ms())
    decided = {"kind": "mute", "until": "7", "reason": "insults", "last_seen": "9"}
    own = signed_in(mikael)
    admin = signed_in(klara)
    return {
        "talk": (signed_in(elsa), reverse("people:say", args=[row.public_id]),
                 lambda text: {"text": text, "nonce": "abcdefgh"}),
        "nonce": (signed_in(elsa), reverse("people:say", args=[row.public_id]),
                  lambda text: {"said": "hello", "nonce": text}),
        "said": (signed_in(elsa), reverse("people:say", args=[row.public_id]),
                 lambda text: {"said": text or "?", "nonce": "abcdefgi"}),
        "read": (signed_in(elsa), reverse("people:talk-read", args=[row.public_id]), lambda text: {"to": text}),
        "report": (signed_in(elsa), reverse("people:report", args=[mikael.public_id]),
                   lambda text: {"reason": "insults", "words": text}),
        "reason": (signed_in(elsa), reverse("people:report", args=[mikael.public_id]), lambda text: {"reason": text}),
        "line": (signed_in(elsa), reverse("people:report", args=[mikael.public_id]),
                 lambda text: {"reason": "insults", "line": text, "from": text}),
        "match": (signed_in(elsa), reverse("people:report", args=[mikael.public_id]),
                  lambda text: {"reason": "insults", "match": text}),
        "name": (own, reverse("accounts:decision-name", args=[renamed.pk]), lambda text: {"name": text}),
        "appeal": (own, reverse("accounts:appeal", args=[muted.pk]), lambda text: {"text": text}),
        "words": (admin, reverse("admin:people_case_change", args=[case.pk]), lambda text: {**decided, "words": text}),
        "note": (admin, reverse("admin:people_case_change", args=[case.pk]),
                 lambda text: {**decided, "words": "No.", "note": text, "until": text}),
        "date": (admin, reverse("admin:people_case_change", args=[case.pk]),
                 lambda text: {**decided, "until": "date", "date": text, "last_seen": text}),
        "answer": (admin, reverse("admin:people_case_appeal", args=[answered.pk]),
                   lambda text: {"outcome": "kept", "words": text}),
        "outcome": (admin, reverse("admin:people_case_appeal", args=[answered.pk]),
                    lambda text: {"outcome": text or "x", "words": "No.", "end": text}),
    }  # fmt: skip


@pytest.mark.parametrize("typed", [*TYPED.values(), *KEYS], ids=[*TYPED, *map(repr, KEYS)])
def test_whatever_is_typed_is_taken_or_refused(people: list[User], typed: str) -> None:
    for name, (browser, path, posted) in doors(people).items():
        answer = browser.post(path, posted(typed))
        assert answer.status_code in (200, 204, 302, 400, 404, 409, 422), name
        page = browser.get(path)
        assert page.status_code in (200, 302, 405), name
        assert b"<script>alert(1)" not in answer.content + page.content, name


def test_wrong_methods_and_what_is_not_there_are_refused(people: list[User]) -> None:
    for name, (browser, path, posted) in doors(people).items():
        refused = (200, 403, 405) if path.startswith("/admin/") else (403, 405)  # the admin shows its page
        assert browser.put(path).status_code in refused, name
        assert browser.delete(path).status_code in refused, name
        nowhere = re.sub(r"/[\w-]+(?=/(say|read|name|appeal|change)?/?$)", "/999999999999", path)
        assert nowhere != path, name
        missing = 409 if name in ("nonce", "said") else 404  # looked at before the match
        assert browser.post(nowhere, posted("1")).status_code in (missing, 302), name  # the admin leads to its list


def test_what_is_too_large_is_refused(people: list[User]) -> None:
    for name, (browser, path, posted) in doors(people).items():
        data = {key: value * 3_000_000 for key, value in posted("x").items()}
        answer = browser.post(path, data)
        assert 400 <= answer.status_code < 500, name
    assert not TalkLine.objects.exists() and Report.objects.count() == 1


def test_an_appeal_is_kept_as_it_shows(people: list[User]) -> None:  # R11.6
    mikael = people[1]
    made = sanctioned(mikael.pk, SanctionKind.MUTE)
    path, browser = reverse("accounts:appeal", args=[made.pk]), signed_in(mikael)
    refused = browser.post(path, {"text": TYPED["unseen"]})
    assert refused.status_code == 409 and not Appeal.objects.exists()
    browser.post(path, {"text": "not\u202e me\u200b\r\n\r\n\r\n" + "x" + "\u0301" * 900})
    assert Appeal.objects.get().text == "not me\n\nx\u0301\u0301\u0301\u0301"


def test_an_appeal_after_the_end_of_the_sanction_is_refused_in_words(people: list[User]) -> None:  # R11.6
    mikael = people[1]
    made = sanctioned(mikael.pk, SanctionKind.MUTE)
    Sanction.objects.filter(pk=made.pk).update(until=made.began_at)
    answer = signed_in(mikael).post(reverse("accounts:appeal", args=[made.pk]), {"text": "Not me."})
    assert answer.status_code == 409 and 'role="alert"' in answer.content.decode()
    assert not Appeal.objects.exists()


def test_a_closed_account_appeals_against_that_and_nothing_else_is_open(people: list[User]) -> None:  # R11.4, R11.6
    elsa, mikael, klara = people
    browser = signed_in(mikael)
    muted = sanctioned(mikael.pk, SanctionKind.MUTE)
    made = closed(mikael.pk, by=klara)
    assert browser.get("/").status_code == 403  # the session that the sanction has ended
    assert browser.post(reverse("accounts:appeal", args=[muted.pk]), {"text": "Not me."}).status_code in (302, 404)
    assert browser.post(reverse("people:report", args=[elsa.public_id]), {"reason": "name"}).status_code == 302
    browser.post(reverse("accounts:appeal", args=[made.pk]), {"text": "Not me."})
    assert [row.sanction_id for row in Appeal.objects.all()] == [made.pk]
    assert not Report.objects.exists()


def test_the_same_line_from_two_tabs_is_said_once(people: list[User]) -> None:
    elsa, mikael, _klara = people
    row = make_match(users=[elsa, mikael], by_lot=False, starts_at=game.now_ms())
    path = reverse("people:say", args=[row.public_id])
    answers = [signed_in(elsa).post(path, {"said": "hello", "nonce": "samenonce"}).json() for _ in range(2)]
    assert answers[0] == answers[1] and answers[0]["ok"]
    assert TalkLine.objects.count() == 1
    # Another player's line may have that nonce.
    assert signed_in(mikael).post(path, {"said": "hello", "nonce": "samenonce"}).json()["ok"]
