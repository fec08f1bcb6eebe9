"""The three presets every installation starts with (rules §1). An admin may edit or switch them off afterwards."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PRESETS = [
    {
        "key": "quick",
        "title_en": "Quick",
        "title_sv": "Snabb",
        "blurb_en": "A short, sharp board. Ten minutes, start to finish.",
        "blurb_sv": "Ett litet, vasst bräde. Tio minuter från början till slut.",
        "settings": {"board_size": 11, "turn_seconds": 30},
        "order": 10,
    },
    {
        "key": "standard",
        "title_en": "Standard",
        "title_sv": "Standard",
        "blurb_en": "The full board with every built-in bonus.",
        "blurb_sv": "Hela brädet med alla bonusrutor på plats.",
        "settings": {"board_size": 15, "turn_seconds": 60},
        "order": 20,
    },
    {
        "key": "strategy",
        "title_en": "Strategy",
        "title_sv": "Strategi",
        "blurb_en": "An empty board. You place the bonuses yourselves.",
        "blurb_sv": "Ett tomt bräde. Ni lägger ut bonusrutorna själva.",
        "settings": {
            "board_size": 15,
            "turn_seconds": None,
            "blank_board": True,
            "items": ["swap", "fortify", "claim", "blast", "place_dl", "place_tl", "place_dw", "place_tw"],
        },
        "order": 30,
    },
]


def install(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    preset = apps.get_model("lobby", "Preset")
    for values in PRESETS:
        preset.objects.create(**values)


class Migration(migrations.Migration):
    dependencies = [("lobby", "0001_initial")]
    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
