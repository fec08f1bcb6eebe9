"""Every stored match holds its effective settings.

Until now a match stored only the settings that differed from the defaults, so that a release which changed a default
changed matches that were running or over. Here the defaults of that release are written into every match there is.

Each row is written by itself and only if no player played on in between, so that the release before goes on playing
while this runs, and no player waits for it. The form of the states stays 1, which that release reads; what is younger
than the form (`tries_per_turn`) gets the value that means "as before" where the form is led up to the next
(`game/dispatch/formats/format_1.py`).
"""

import json

from django.db import migrations

from game.variants.alfapower.rules.formats import format_1


def fill_in(apps, schema_editor):
    Match = apps.get_model("game", "Match")
    for match_id in list(Match.objects.order_by("pk").values_list("pk", flat=True)):
        while not _filled_in(Match.objects.filter(pk=match_id)):
            pass  # played on in between: look again


def _filled_in(match) -> bool:
    """Whether the match holds all its settings now."""
    text = match.values_list("state", flat=True).first()
    if text is None:
        return True  # deleted since
    data = json.loads(text)
    settings = format_1.effective(data["settings"])
    if data["format"] != 1 or settings == data["settings"]:
        return True
    filled = json.dumps({**data, "settings": settings}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return match.filter(state=text).update(state=filled) == 1


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("game", "0006_log_state_format"),
    ]

    operations = [
        migrations.RunPython(fill_in, migrations.RunPython.noop, elidable=True),
    ]
