"""Installs the presets that games declare (game/kernel/presets.py) into the database, once.

Installed presets are remembered by key: an admin's edit stays, and a deleted preset does not come back.
"""

from django.apps.registry import Apps
from django.db import transaction

from game import api as game


def install(apps: Apps) -> int:
    """Install the declared presets that this database has never had; how many. `apps`: the models as the database is
    now, which may be older than the code."""
    try:
        preset, installed = apps.get_model("lobby", "Preset"), apps.get_model("lobby", "InstalledPreset")
    except LookupError:
        return 0
    new = 0
    with transaction.atomic():
        known = set(installed.objects.values_list("key", flat=True))
        for variant in game.games().values():
            for declared in variant.presets:
                if declared.key in known:
                    continue
                installed.objects.create(key=declared.key)
                _row, is_new = preset.objects.get_or_create(
                    key=declared.key,
                    defaults={
                        "variant": variant.key,
                        **{f"title_{language}": title for language, title in declared.titles.items()},
                        **{f"blurb_{language}": blurb for language, blurb in declared.blurbs.items()},
                        "settings": dict(declared.settings),
                        "order": declared.order,
                        "rated": declared.rated,
                    },
                )
                new += is_new
    return new
