"""The stage of the two worlds: the clock, the word list, the cast; and the comparison itself."""

import os
import random
import sys
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from game import last_plays
from game.live import onlooker_marks
from game.models import Match
from game.services import log_pages, watching
from game.variants.alfapower.rules.view import onlookers_view, view_of
from tests.secrecy.other_world import hide_anew
from tests.secrecy.plan import Plan, make_plan, random_match
from tests.secrecy.responses import PARTS, Cast, Drive, Moment, drive
from tests.support.matches import START, UserFactory, state_of, user_at
from tests.support.sockets import in_the_tests_thread
from tests.support.word_lists import Moody, lend


class _Leave(Exception):
    """Roll the world back."""


@dataclass
class Stage:
    """Where worlds are made, driven and compared."""

    monkeypatch: Any
    clock: Moment
    words: Moody

    def match(self, seed: int) -> tuple[Match, Plan]:
        """A random match with a plan for it, the first of those the seed leads to that has a twin."""
        for attempt in range(20):
            rng = random.Random(f"{seed}/{attempt}")
            self.words.mood = "usual"
            row, self.clock.now = random_match(rng)
            plan = make_plan(rng, state_of(row), rng.randrange(2))
            if plan is not None:
                return row, plan
        raise AssertionError(f"seed {seed} gives no match with a twin")

    def both(self, seed: int, parts: Collection[str]) -> tuple[dict[str, str], dict[str, str]]:
        """What comes out of the two worlds of a seed."""
        row, plan = self.match(seed)
        cast, now = self.cast(row, plan), self.clock.now
        found = []
        for world in (0, 1):
            self.clock.now = now
            self.monkeypatch.setattr(last_plays, "_PLAYS", {})  # by version, which both worlds share
            with suppress(_Leave), transaction.atomic():
                if world:
                    hide_anew(random.Random(seed), row, plan.states[1], plan.viewer)
                views = self.views(row, plan)
                run = Drive(row, plan, world, cast, self.clock, self.words)
                found.append(views | drive(run, self.monkeypatch, parts))
                raise _Leave
        return found[0], found[1]

    def views(self, row: Match, plan: Plan) -> dict[str, str]:
        """What the rules give the templates for the viewer and for a stranger."""
        state, log = state_of(row), log_pages.turns_until(row, row.version).steps
        return {
            "the view of the seat": repr(view_of(state, plan.viewer, log, self.clock.now)),
            "the view of an onlooker": repr(onlookers_view(state, log, self.clock.now)),
        }

    def cast(self, row: Match, plan: Plan) -> Cast:
        """Browsers for everybody, with their cookies."""
        users = user_at(row, plan.viewer), UserFactory.create(display_name="Stranger")
        staff = UserFactory.create(display_name="Staff", is_guest=False, is_staff=True, is_superuser=True)
        clients = {name: Client(raise_request_exception=False) for name in ("seat", "stranger", "nobody", "staff")}
        clients["careless"] = Client(enforce_csrf_checks=True)
        for name, user in (("seat", users[0]), ("stranger", users[1]), ("staff", staff), ("careless", users[0])):
            clients[name].force_login(user)
        for client in clients.values():
            client.get("/")
        return Cast(**clients, users=users)


@pytest.fixture(autouse=True)
def _open_to_everyone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody may watch, and is counted at once: what is shown to nobody cannot leak."""
    monkeypatch.setattr(onlooker_marks, "OFTEN_SECONDS", 0.0)
    monkeypatch.setattr(watching, "_guard", lambda asked: asked)


@pytest.fixture
def stage(db: None, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A stage with a still clock, a word list that knows nearly every word, and heartbeats that never come."""
    clock, words = Moment(START), lend(monkeypatch, Moody())
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("game", "lobby") and hasattr(module, "now_ms"):
            monkeypatch.setattr(module, "now_ms", lambda: clock.now)
    in_the_tests_thread(monkeypatch)
    monkeypatch.setattr(
        "django.test.client.store_rendered_templates", lambda *args, **more: None
    )  # costs half the time
    return Stage(monkeypatch, clock, words)


@pytest.fixture
def words(stage: Stage) -> Moody:
    """The stage's word list, which takes every word at first."""
    stage.words.mood = "all"
    return stage.words


@pytest.fixture
def differences(stage: Stage) -> Callable[..., list[str]]:
    """The exits at which the two worlds of a seed can be told apart, each with the first difference."""

    def compare(seed: int, parts: Collection[str] = PARTS) -> list[str]:
        one, other = stage.both(seed, parts)
        names = [*one, *(name for name in other if name not in one)]
        return [
            f"{name}: {_first_difference(one.get(name, ''), other.get(name, ''))}"
            for name in names
            if one.get(name) != other.get(name)
        ]

    return compare


def _first_difference(one: str, other: str) -> str:
    at = len(os.path.commonprefix([one, other]))
    return f"{len(one)}|{len(other)} bytes, …{one[max(0, at - 60) : at]}«{one[at : at + 60]}|{other[at : at + 60]}»"
