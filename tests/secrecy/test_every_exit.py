"""Non-interference: who may not see a hand, a bag and a seed cannot tell a match from one in which they are others; and
its cheap complement, in which hidden tiles are letters that are nowhere else, and no byte may be one.

`SECRECY_PAIRS=500` compares more pairs than the default run. Private-use characters are put where the opponent's hand,
the bag and the owner-only fields of the log are; the seed is one that cannot be mistaken. Then every exit is searched,
in every spelling a byte might leave in.
"""

import itertools
import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client

from game.models import LogEntry, Match, SeatRow
from game.variants.alfapower.rules import view
from tests.secrecy.conftest import Stage
from tests.secrecy.responses import PARTS, Drive, drive
from tests.support.matches import UserFactory, state_of, store_state
from tests.support.run_length import tries

PAIRS = tries(1, 8, "SECRECY_PAIRS")
HALVES = (("pages", "staff"), ("refusals",))


@pytest.mark.parametrize("seed", range(PAIRS))
def test_two_worlds_look_the_same_at_every_exit(differences: Callable[..., list[str]], seed: int) -> None:
    """Every exit in the first pair; in the others sockets, turns, faults and the end, and of what can be asked while
    nothing moves half in turn."""
    assert differences(seed, HALVES[seed % 2] if seed else PARTS) == []


@pytest.mark.parametrize(
    ("look_up", "text"),
    [("state__contains", '"bag"'), ("state__regex", "bag"), ("seed__isnull", "0"), ("state__gt", "")],
)
def test_the_admin_does_not_answer_questions_about_what_it_does_not_show(
    client: Client, stage: Stage, look_up: str, text: str
) -> None:
    """An address of the list may carry a look-up of any column: one bit of a hand or a seed for every question."""
    stage.match(0)
    client.force_login(UserFactory.create(is_guest=False, is_staff=True, is_superuser=True))
    answer = client.get("/admin/game/match/", {look_up: text})
    assert answer.status_code in (302, 400, 403) and not (answer.status_code == 302 and look_up in answer["Location"])


FIRST = 0xE000
SEED = bytes.fromhex("c0ffee" * 10 + "c0ff")
CANARY = re.compile(
    r"[\ue000-\uf8ff]"  # itself
    r"|\xee[\x80-\xbf]{2}|\xef[\x80-\xa3][\x80-\xbf]"  # its bytes
    r"|\\u[eE][0-9a-fA-F]{3}|\\u[fF][0-8][0-9a-fA-F]{2}"  # JSON
    r"|&#(?:x[eE][0-9a-fA-F]{3}|5[7-9]\d{3}|6[0-3]\d{3});"  # HTML
    r"|%E[EF]%[89AB]|c0ffee|wP/u|\\xc0\\xff",  # an address; the seed in hex, base64, as Python writes it
    re.IGNORECASE,
)


def caged(row: Match, viewer: int) -> Match:
    """The match with canaries for everything that the viewer may not know."""
    birds = (chr(n) for n in itertools.count(FIRST))
    state = state_of(row)
    player = state.players[1 - viewer]
    hand = tuple(next(birds) + tile[1:] for tile in player.hand)
    state = replace(state, bag=tuple(sorted(next(birds) + tile[1:] for tile in state.bag)))
    if state.active != viewer and state.choice:
        state = replace(state, choice=hand[-len(state.choice) :])
    store_state(row, state.put_player(1 - viewer, replace(player, hand=hand)))
    Match.objects.filter(pk=row.pk).update(seed=SEED)
    draft = json.dumps([[0, 0, next(birds)], [0, 1, next(birds)]], ensure_ascii=False)
    SeatRow.objects.filter(match=row, seat=1 - viewer).update(draft=draft)
    for entry in LogEntry.objects.filter(match=row):
        events = json.loads(entry.events)
        for event in events:
            if event["seat"] == 1 - viewer and event["owner"]:
                event["owner"] = {
                    field: [next(birds) for _ in value] if isinstance(value, list) else value and next(birds)
                    for field, value in event["owner"].items()
                }
        entry.events = json.dumps(events, ensure_ascii=False)
        entry.save()
    return row


@pytest.mark.parametrize("seed", range(1000, 1000 + tries(1, 8)))
def test_no_byte_of_any_exit_is_a_canary(stage: Stage, seed: int) -> None:
    row, plan = stage.match(seed)
    caged(row, plan.viewer)
    quiet = replace(plan, word=[], vain_tries=([], []), swapped=1)
    run = Drive(row, quiet, 0, stage.cast(row, plan), stage.clock, stage.words)
    found = stage.views(row, plan) | drive(run, stage.monkeypatch)
    assert len(found) > 80
    leaks = {
        name: text[max(0, m.start() - 60) : m.end() + 20] for name, text in found.items() if (m := CANARY.search(text))
    }
    assert not leaks


@pytest.mark.parametrize("text", ["\ue000", "\\ue003", "&#57344;", "&#xE000;", "%EE%80%80", SEED.hex(), repr(SEED)])
def test_a_canary_is_seen_in_every_spelling(text: str) -> None:
    assert CANARY.search(text) and CANARY.search(text.encode().decode("latin-1"))


@pytest.mark.long
def test_a_canary_in_the_unseen_letters_is_seen(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    row, plan = stage.match(1000)
    caged(row, plan.viewer)
    monkeypatch.setattr(view, "_unseen", lambda state, viewer: tuple((tile, 1) for tile in state.bag))
    run = Drive(row, replace(plan, word=[]), 0, stage.cast(row, plan), stage.clock, stage.words)
    assert CANARY.search("".join(drive(run, stage.monkeypatch, ("pages",)).values()))
