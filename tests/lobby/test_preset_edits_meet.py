"""Two of the staff at one preset: nobody undoes the other's work without having been told."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from common.models import AuditEntry
from lobby.models import Preset
from tests.accounts.conftest import PASSWORD
from tests.lobby.test_presets import change_page, filled_in, list_as_shown
from tests.support.browsers import signed_in
from tests.support.types import Response, certain


@pytest.fixture
def two() -> list[Client]:
    return [signed_in(User.objects.create_superuser(name, password=PASSWORD)) for name in ("boss", "other")]


@pytest.fixture
def quick() -> Preset:
    return Preset.objects.get(key="quick")


def met(two: Sequence[Client], page: str) -> tuple[dict[str, Any], Response]:
    """What the second of the two sends of a page opened before the first has saved it, and the answer."""
    first, second = two
    opened_before = filled_in(second, page, title_en="Fast")
    first.post(page, filled_in(first, page, turn_seconds="45"))
    return opened_before, second.post(page, opened_before)


def test_who_saves_second_is_told_who_changed_what_and_stores_nothing(two: list[Client], quick: Preset) -> None:
    _opened_before, answer = met(two, change_page(quick))
    said = " ".join(answer.context["adminform"].form.non_field_errors())
    assert re.search(r"boss has changed this since you opened it \(.*\): turn_seconds: \d+ → 45\.", said)
    assert answer.context["adminform"].form["title_en"].value() == "Fast", "what was typed is there still"
    quick.refresh_from_db()
    assert (quick.title_en, quick.settings["turn_seconds"]) != ("Fast", 60) and quick.title_en != "Fast"
    assert AuditEntry.objects.count() == 1


def test_saving_once_more_is_a_decision(two: list[Client], quick: Preset) -> None:
    opened_before, answer = met(two, change_page(quick))
    again = opened_before | {"seen": answer.context["adminform"].form["seen"].value()}
    assert two[1].post(change_page(quick), again).status_code == 302
    quick.refresh_from_db()
    assert quick.title_en == "Fast" and quick.settings.get("turn_seconds") != 45
    last = certain(AuditEntry.objects.first())
    assert last.who == "other" and last.changes["turn_seconds"][0] == 45, "the log has what was put away"


def test_one_s_own_edits_one_after_the_other_meet_nobody(two: list[Client], quick: Preset) -> None:
    page = change_page(quick)
    for title in ("One", "Two"):
        assert two[0].post(page, filled_in(two[0], page, title_en=title)).status_code == 302
    quick.refresh_from_db()
    assert quick.title_en == "Two"


def test_a_page_from_before_this_existed_is_refused_once(two: list[Client], quick: Preset) -> None:
    page = change_page(quick)
    form = filled_in(two[0], page, title_en="Fast")
    del form["seen"]
    assert two[0].post(page, form).status_code == 200


def test_the_list_writes_only_what_was_touched_on_it(two: list[Client], quick: Preset) -> None:
    first, second = two
    posted = list_as_shown(second)
    at = list(Preset.objects.values_list("pk", flat=True)).index(quick.pk)
    first.post(change_page(quick), filled_in(first, change_page(quick), active=False))
    assert second.post("/admin/lobby/preset/", posted | {f"form-{at}-order": "9"}).status_code == 302
    quick.refresh_from_db()
    assert (quick.order, quick.active) == (9, False)
    assert 'name="initial-form-0-order"' in second.get("/admin/lobby/preset/").content.decode()
