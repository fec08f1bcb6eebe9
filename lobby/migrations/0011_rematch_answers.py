"""A rematch has an answer a player. The column of the one who declined stays in the table, empty, for processes of the
release before that still run; the models know it no more."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def answer(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model("lobby", "Rematch").objects.exclude(declined_by=None)
    answers = apps.get_model("lobby", "RematchAnswer")
    answers.objects.bulk_create(
        answers(rematch_id=pk, player=player, agreed=False) for pk, player in rows.values_list("pk", "declined_by")
    )


def answer_back(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    declined = apps.get_model("lobby", "RematchAnswer").objects.filter(agreed=False)
    for pk, player in declined.values_list("rematch_id", "player"):
        apps.get_model("lobby", "Rematch").objects.filter(pk=pk).update(declined_by=player)


class Migration(migrations.Migration):
    dependencies = [("lobby", "0010_room_seats")]
    operations = [
        migrations.CreateModel(
            name="RematchAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.BigIntegerField(verbose_name="player")),
                ("agreed", models.BooleanField(verbose_name="agreed")),
                (
                    "rematch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="lobby.rematch",
                        verbose_name="rematch",
                    ),
                ),
            ],
            options={"verbose_name": "answer to a rematch", "verbose_name_plural": "answers to rematches"},
        ),
        migrations.AddConstraint(
            "rematchanswer", models.UniqueConstraint(fields=["rematch", "player"], name="one_answer_a_player")
        ),
        migrations.RunPython(answer, answer_back),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("rematch", "declined_by")]),
    ]
