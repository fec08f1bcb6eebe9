"""The presets of Quick Join: those installed are those of the rules page, and no other settings get in."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from game import api as game
from lobby.models import Preset

pytestmark = pytest.mark.django_db

BASE_ITEMS = ("swap", "fortify", "claim", "blast")
ALL_ITEMS = (*BASE_ITEMS, "place_dl", "place_tl", "place_dw", "place_tw")

# Rules §1: Quick 11x11, 30 s, bonus board, base items. Standard 15x15, 60 s, bonus board, base items. Strategy
# 15x15, no timer, blank board, all eight items.
RULES = [
    ("quick", "Quick", 11, False, 30, BASE_ITEMS),
    ("standard", "Standard", 15, False, 60, BASE_ITEMS),
    ("strategy", "Strategy", 15, True, None, ALL_ITEMS),
]


def test_the_installed_presets_are_those_of_the_rules_and_rated():
    presets = Preset.objects.all()

    assert [preset.key for preset in presets] == [key for key, *_ in RULES]
    assert all(preset.rated and preset.active for preset in presets)
    for preset, (_, title, size, blank, seconds, items) in zip(presets, RULES, strict=True):
        summary = game.describe(preset.settings)
        assert preset.title == title
        assert (summary.board_size, summary.blank_board, summary.turn_seconds) == (size, blank, seconds)
        assert set(summary.items) == set(items)
        assert summary.alfa
        preset.full_clean()


def test_a_preset_has_its_name_in_both_languages():
    quick = Preset.objects.get(key="quick")

    with translation.override("en"):
        assert (str(quick), quick.blurb) == ("Quick", quick.blurb_en)
    with translation.override("sv"):
        assert (str(quick), quick.blurb) == ("Snabb", quick.blurb_sv)


@pytest.mark.parametrize(
    "settings",
    [
        {"board_size": 12},
        {"board_size": "15"},
        {"turn_seconds": 4},
        {"items": []},
        {"no_such_setting": 1},
        {"language": "en"},
        ["board_size", 15],
        None,
        "Standard",
    ],
)
def test_settings_no_match_could_be_made_with_are_refused_at_the_field(settings):
    preset = Preset(key="odd", title_en="Odd", title_sv="Udda", settings=settings)

    with pytest.raises(ValidationError) as refusal:
        preset.full_clean()

    assert set(refusal.value.error_dict) == {"settings"}


def test_the_refusal_names_the_setting():
    preset = Preset(key="odd", title_en="Odd", title_sv="Udda", settings={"board_size": 12})

    with pytest.raises(ValidationError, match="board_size"):
        preset.full_clean()


def test_an_admin_adds_a_preset_and_cannot_add_a_broken_one(admin_client):
    sprint = {
        "key": "sprint",
        "title_en": "Sprint",
        "title_sv": "Spurt",
        "blurb_en": "",
        "blurb_sv": "",
        "settings": '{"board_size": 11, "turn_seconds": 10}',
        "order": "5",
        "active": "on",
        "rated": "on",
    }

    refused = admin_client.post("/admin/lobby/preset/add/", {**sprint, "settings": '{"turn_seconds": 2}'})
    assert refused.status_code == 200 and "turn_seconds" in str(refused.context["errors"])
    assert not Preset.objects.filter(key="sprint").exists()

    assert admin_client.post("/admin/lobby/preset/add/", sprint).status_code == 302
    assert Preset.objects.first().key == "sprint"
    home = admin_client.get("/").content.decode()
    assert 'value="sprint"' in home
