"""Presets and rooms belong to a game: those there are, to AlfaPower. Its three presets have been installed."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

INSTALLED = ("quick", "standard", "strategy")  # by 0002_presets


def mark(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    installed = apps.get_model("lobby", "InstalledPreset")
    installed.objects.bulk_create(installed(key=key) for key in INSTALLED)


def forget_others(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The release before knows no other game: it would take these for AlfaPower's. They are installed again."""
    for model in ("Preset", "Room"):
        apps.get_model("lobby", model).objects.exclude(variant="alfapower").delete()


class Migration(migrations.Migration):
    dependencies = [("lobby", "0008_swedish_blurb")]
    operations = [
        migrations.CreateModel(
            name="InstalledPreset",
            fields=[("key", models.SlugField(max_length=20, primary_key=True, serialize=False, verbose_name="key"))],
            options={"verbose_name": "installed preset", "verbose_name_plural": "installed presets"},
        ),
        migrations.AddField(
            "preset",
            "variant",
            models.CharField("game", max_length=20, default="alfapower", db_default="alfapower", editable=False),
        ),
        migrations.AddField(
            "room", "variant", models.CharField("game", max_length=20, default="alfapower", db_default="alfapower")
        ),
        migrations.RunPython(mark, forget_others),
    ]
