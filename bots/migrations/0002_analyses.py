from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0001_processes"),
        ("game", "0012_places"),
    ]

    operations = [
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="game.match",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("done", "Done"), ("failed", "Failed")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("asked_at", models.BigIntegerField()),
                ("moved_at", models.BigIntegerField()),
                ("needed", models.PositiveIntegerField(default=0)),
                ("turns", models.JSONField(default=list)),
            ],
            options={
                "verbose_name_plural": "analyses",
            },
        ),
    ]
