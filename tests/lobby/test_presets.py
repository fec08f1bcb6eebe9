"""The presets of Quick Join: those installed are those of the rules page, no other settings get in, and of two of the
staff at one preset nobody undoes the other's work without having been told."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.utils import translation

from accounts.models import User
from common import one_second_cache
from common.models import AuditEntry
from game import api as game
from game.kernel.presets import DeclaredPreset
from lobby.models import InstalledPreset, Preset
from lobby.services import presets, quick_join
from tests.accounts.conftest import PASSWORD
from tests.support.browsers import signed_in
from tests.support.text_boards import OWN_ROWS
from tests.support.types import Response, certain

BASE_ITEMS = ("swap", "fortify", "claim", "blast")
ALL_ITEMS = (*BASE_ITEMS, "place_dl", "place_tl", "place_dw", "place_tw")

# Rules §1: Quick 11x11, 30 s, bonus board, base items. Standard 15x15, 60 s, bonus board, base items. Strategy
# 15x15, no timer, blank board, all eight items.
RULES = [
    ("quick", "Quick", 11, False, 30, BASE_ITEMS),
    ("standard", "Standard", 15, False, 60, BASE_ITEMS),
    ("strategy", "Strategy", 15, True, None, ALL_ITEMS),
]


def test_the_installed_presets_are_those_of_the_rules_and_rated() -> None:  # R1.38 R1.39 R1.40 R1.42
    presets = Preset.objects.filter(variant=game.DEFAULT_VARIANT).exclude(key="alfapower-slow")

    assert [preset.key for preset in presets] == [key for key, *_ in RULES]
    assert all(preset.rated and preset.active for preset in presets)
    for preset, (_, title, size, blank, seconds, items) in zip(presets, RULES, strict=True):
        summary = game.describe(preset.settings)
        assert preset.title == title
        assert (summary.board_size, summary.blank_board, summary.turn_seconds) == (size, blank, seconds)
        assert set(summary.items) == set(items)
        assert summary.alfa
        preset.full_clean()


def texts_and_settings() -> list[dict[str, Any]]:
    columns = ("key", "variant", "title_en", "title_sv", "blurb_en", "blurb_sv", "settings", "order", "active", "rated")
    return list(Preset.objects.values(*columns))


def test_what_the_migrations_installed_is_what_the_game_declares() -> None:
    by_migrations = texts_and_settings()
    Preset.objects.all().delete()
    InstalledPreset.objects.all().delete()

    assert presets.install(apps) == len(by_migrations) >= 3
    assert texts_and_settings() == by_migrations


def test_a_preset_is_installed_once_whatever_an_admin_makes_of_it() -> None:
    Preset.objects.filter(key="quick").update(title_en="Dash", active=False)
    Preset.objects.filter(key="standard").delete()
    edited = texts_and_settings()

    assert presets.install(apps) == 0
    assert texts_and_settings() == edited


def test_a_new_games_presets_are_installed_under_its_key_beside_an_admins_own(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = [
        DeclaredPreset(key, {"en": key, "sv": key}, {"en": "", "sv": ""}, {"turn_seconds": 90}, order, rated=False)
        for order, key in enumerate(("fresh", "taken"), 40)
    ]
    Preset.objects.create(key="taken", title_en="Mine", title_sv="Min")
    monkeypatch.setattr(game, "games", lambda: {"other": game.Game("other", "Other", range(2, 3), tuple(declared))})

    assert presets.install(apps) == 1
    fresh, taken = Preset.objects.get(key="fresh"), Preset.objects.get(key="taken")
    assert (fresh.variant, fresh.settings, fresh.order, fresh.rated) == ("other", {"turn_seconds": 90}, 40, False)
    assert (taken.variant, taken.title_en) == ("alfapower", "Mine")


def test_a_database_that_is_older_than_the_presets_gets_none() -> None:
    assert presets.install(MigrationLoader(connection).project_state(("lobby", "0008_swedish_blurb")).apps) == 0


def test_a_preset_has_its_name_in_both_languages() -> None:
    quick = Preset.objects.get(key="quick")

    with translation.override("en"):
        assert (str(quick), quick.blurb) == ("Quick", quick.blurb_en)
    with translation.override("sv"):
        assert (str(quick), quick.blurb) == ("Snabb", quick.blurb_sv)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"board_size": 12}, "board_size"),
        ({"board_size": "15"}, "board_size"),
        ({"turn_seconds": 4}, "turn_seconds"),
        ({"items": []}, "items"),
        ({"no_such_setting": 1}, "no_such_setting"),
        ({"language": "en"}, "language"),
        ({"board": OWN_ROWS}, "board"),
        (["board_size", 15], None),
        (None, None),
        ("Standard", None),
    ],
)
def test_settings_no_match_could_be_made_with_are_refused_by_name_at_the_field(settings: Any, named: Any) -> None:
    preset = Preset(key="odd", title_en="Odd", title_sv="Udda", settings=settings)

    with pytest.raises(ValidationError, match=named) as refusal:
        preset.full_clean()

    assert set(refusal.value.error_dict) == {"settings"}


ADD = "/admin/lobby/preset/add/"
SPRINT = {"key": "sprint", "title_en": "Sprint", "title_sv": "Spurt", "blurb_en": "Ten seconds.", "blurb_sv": "Tio."}


def change_page(preset: Preset) -> str:
    return f"/admin/lobby/preset/{preset.pk}/change/"


def filled_in(admin_client: Client, path: str, **changes: Any) -> dict[str, Any]:
    """What a browser would post: the form as it is shown, with these fields changed; False is a box without a tick."""
    form = admin_client.get(path).context["adminform"].form
    posted = {name: form[name].value() for name in form.fields} | changes
    return {
        name: form.fields[name].prepare_value(value) if name in form.fields else value
        for name, value in posted.items()
        if value is not False
    }


def errors_of(response: Response) -> dict[str, str]:
    return {field: " ".join(said) for field, said in response.context["adminform"].form.errors.items()}


def test_an_admin_adds_a_preset_and_it_is_on_its_games_page_in_both_languages(
    admin_client: Client, client: Client
) -> None:
    posted = filled_in(admin_client, ADD, **SPRINT, board_size="11", turn_seconds="10", order="5", alfa_enabled=False)

    response = admin_client.post(ADD, posted)

    assert response.status_code == 302, errors_of(response)
    sprint = certain(Preset.objects.first())
    assert (sprint.key, sprint.settings) == (
        "sprint", {"board_size": 11, "turn_seconds": 10, "alfa_enabled": False},
    )  # fmt: skip
    for language, title, blurb in (("en", "Sprint", "Ten seconds."), ("sv", "Spurt", "Tio.")):
        page = client.get("/play/alfapower/", headers={"accept-language": language}).content.decode()
        assert page.index(f"<h3>{title}</h3><p>{blurb}</p>") < page.index('value="quick"')
        assert 'value="sprint"' in page and "10 s" in page
        home = client.get("/", headers={"accept-language": language}).content.decode()
        assert home.index(title) < home.index('value="quick"') and "10 s" in home


TURN_TIME = "Turn time: Write a whole number from 5 to 600, or choose 1, 2, 3, 5, 7 or 14 days. Or write: none."
WRONG: list[list[tuple[str, str | list[str], str]]] = [
    [
        (
            "turn_seconds",
            "4",
            TURN_TIME,
        ),
        ("prices.blast", "100", "Shop prices, Blast: Write a whole number from 0 to 99."),
        ("items", [], "Power-ups: At least one stays on."),
        ("board_size", "12", "Board size: Choose one of these."),
        ("alfa_multiplier", "1", "Alfa multiplier: Write a whole number from 2 to 5."),
        ("alfa_trigger", "8", "Alfa trigger: Write a whole number from 1 to 7. Or write: full."),
    ],
    [
        (
            "turn_seconds",
            "soon",
            TURN_TIME,
        ),
        ("prices.blast", "many", "Shop prices, Blast: Write a whole number from 0 to 99."),
        ("items", ["bomb"], "Power-ups: Choose one of these."),
    ],
    [
        (
            "turn_seconds",
            "",
            TURN_TIME,
        )
    ],
]


def test_what_cannot_be_is_said_at_its_field_and_nothing_is_stored(admin_client: Client) -> None:
    """All at once, each at its own field; of two that are wrong at one field, the second in the next form."""
    whole = filled_in(admin_client, ADD, **SPRINT)
    for wrong in WRONG:
        refused = admin_client.post(ADD, whole | {field: value for field, value, _said in wrong})
        assert refused.status_code == 200
        assert errors_of(refused) == {field: said for field, _value, said in wrong}
        assert not Preset.objects.filter(key="sprint").exists()


def test_what_a_preset_is_called_is_on_the_home_page_from_the_next_second_on(client: Client) -> None:
    """Also where nothing else of it has changed: pages remember what they drew of equal cards."""
    said = []
    for title in ("Fast", "Swift"):
        Preset.objects.filter(key="quick").update(title_en=title)
        one_second_cache.forget()
        page = client.get("/").content.decode()
        said.append([one for one in ("Fast", "Swift") if f"<b>{one}</b>" in page])
    assert said == [["Fast"], ["Swift"]]


def test_a_preset_is_edited_and_its_settings_are_shown_as_they_are(admin_client: Client) -> None:
    strategy = Preset.objects.get(key="strategy")
    posted = filled_in(admin_client, change_page(strategy), title_en="Deep")
    assert (posted["turn_seconds"], posted["board_size"], len(posted["items"])) == ("none", 15, 8)

    response = admin_client.post(change_page(strategy), posted)

    assert response.status_code == 302, errors_of(response)
    edited = Preset.objects.get(key="strategy")
    assert edited.title_en == "Deep"
    [told] = json.loads(LogEntry.objects.latest("pk").change_message)
    assert told["changed"]["fields"] == ["Title in English"], "what was left as it stood counts as changed"
    again = filled_in(admin_client, change_page(strategy), **{"turn_seconds": "45", "prices.swap": "9"})
    admin_client.post(change_page(strategy), again)
    [told] = json.loads(LogEntry.objects.latest("pk").change_message)
    assert told["changed"]["values"] == {"turn_seconds": [None, 45], "prices.swap": [3, 9]}
    assert game.changed_settings(edited.settings) == game.changed_settings(strategy.settings)


def test_the_form_has_every_setting_but_the_language_and_a_board_of_ones_own(admin_client: Client) -> None:
    names = set(admin_client.get(ADD).context["adminform"].form.fields)

    assert {one.key for one in game.settings_of()} - {name.partition(".")[0] for name in names} == {"language", "board"}


def test_a_stored_preset_keeps_its_key(admin_client: Client) -> None:
    quick = Preset.objects.get(key="quick")
    admin_client.post(change_page(quick), filled_in(admin_client, change_page(quick), title_en="Fast") | {"key": "x"})

    assert Preset.objects.get(pk=quick.pk).key == "quick" and Preset.objects.get(pk=quick.pk).title_en == "Fast"


def list_as_shown(admin_client: Client) -> dict[str, Any]:
    """What a browser would post of the list when nothing was touched."""
    forms = admin_client.get("/admin/lobby/preset/").context["cl"].formset.forms
    posted: dict[str, Any] = {"form-TOTAL_FORMS": len(forms), "form-INITIAL_FORMS": len(forms), "_save": "Save"}
    for form in forms:
        posted[form.add_prefix("id")] = form.instance.pk
        for name in form.fields:
            value = form[name].value()
            posted |= {form.add_prefix(name): value} if value is not False else {}
            posted[form.add_initial_prefix(name)] = value
    return posted


def test_the_order_and_the_switch_are_in_the_list(admin_client: Client, client: Client) -> None:
    posted = list_as_shown(admin_client)
    for number, preset in enumerate(Preset.objects.all()):
        posted[f"form-{number}-order"] = 90 - preset.order
        if preset.key == "standard":
            del posted[f"form-{number}-active"]

    assert admin_client.post("/admin/lobby/preset/", posted).status_code == 302

    page = client.get("/").content.decode()
    assert page.index('value="strategy"') < page.index('value="quick"') and 'value="standard"' not in page


def test_the_change_page_shows_the_card_in_both_languages_and_keeps_the_content_policy(admin_client: Client) -> None:
    quick = Preset.objects.get(key="quick")
    response = admin_client.get(change_page(quick))
    page = response.content.decode()

    for title, chip in (("Quick", "4 powers"), ("Snabb", "4 krafter")):
        assert f"<h3>{title}</h3>" in page and chip in page
    preview = page[page.index('<section id="preset-preview"') : page.index('id="preset_form"')]
    assert preview.count("<article") == 2 and "inert" in preview  # its buttons belong to no form
    assert "style=" not in page and not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert "What players see" not in admin_client.get(ADD).content.decode()


def test_a_refused_edit_leaves_the_preview_as_players_see_it(admin_client: Client) -> None:
    quick = Preset.objects.get(key="quick")
    posted = filled_in(admin_client, change_page(quick)) | {"title_en": "Never", "turn_seconds": "1"}

    page = admin_client.post(change_page(quick), posted).content.decode()

    assert "<h3>Quick</h3>" in page and "<h3>Never</h3>" not in page


def test_a_preset_switched_off_is_unknown() -> None:
    Preset.objects.filter(key="quick").update(active=False)
    with pytest.raises(quick_join.UnknownPreset):
        quick_join.queue("quick", "en")


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
