"""Names that are to be changed, marks of players about whom something was decided, and points that are put back."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0035_sanctions")]

    operations = [
        migrations.AddField(
            "sanction",
            "former_name",
            models.CharField(
                blank=True, db_default="", editable=False, max_length=40, verbose_name="name to be changed"
            ),
        ),
        migrations.AddField(
            "sanction",
            "shown_name",
            models.CharField(blank=True, db_default="", editable=False, max_length=40, verbose_name="shown as"),
        ),
        migrations.AddField(
            "user", "is_kept_from_rated", models.BooleanField(db_default=False, default=False, editable=False)
        ),
        migrations.AddField(
            "user", "has_unread_decision", models.BooleanField(db_default=False, default=False, editable=False)
        ),
        migrations.CreateModel(
            name="PointsPutBack",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("points", models.IntegerField(verbose_name="points put back")),
                ("put_back_at", models.BigIntegerField(verbose_name="put back at")),
                (
                    "rated_match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="put_back",
                        to="accounts.ratedmatch",
                        verbose_name="rated match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="points_put_back",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "points put back",
                "verbose_name_plural": "points put back",
                "constraints": [
                    models.UniqueConstraint(models.F("rated_match"), models.F("seat"), name="put_back_once")
                ],
            },
        ),
    ]
