"""Rematches, and the terms a place of Quick Join was taken by."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def clear_places(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Places last twenty seconds and these have no terms: their pages say so, and the player presses Play again."""
    apps.get_model("lobby", "Seeker").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("lobby", "0003_rooms"), ("game", "0001_initial")]

    operations = [
        migrations.RunPython(clear_places, migrations.RunPython.noop),
        migrations.AddField(
            model_name="seeker",
            name="terms",
            field=models.TextField(default="", verbose_name="terms"),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="seeker",
            name="preset",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, to="lobby.preset", verbose_name="preset"
            ),
        ),
        migrations.CreateModel(
            name="Rematch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seen_at_0", models.BigIntegerField(null=True, verbose_name="first player seen at")),
                ("seen_at_1", models.BigIntegerField(null=True, verbose_name="second player seen at")),
                ("offered_by", models.BigIntegerField(null=True, verbose_name="proposed by")),
                ("offered_at", models.BigIntegerField(null=True, verbose_name="proposed at")),
                ("declined_by", models.BigIntegerField(null=True, verbose_name="declined by")),
                ("match", models.CharField(blank=True, default="", max_length=40, verbose_name="match")),
                ("starts_at", models.BigIntegerField(null=True, verbose_name="match starts at")),
                (
                    "previous",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="game.match",
                        verbose_name="previous match",
                    ),
                ),
            ],
            options={"verbose_name": "rematch", "verbose_name_plural": "rematches"},
        ),
    ]
