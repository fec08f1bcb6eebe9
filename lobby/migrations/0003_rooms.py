"""Private rooms and their taken seats."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0002_presets"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Room",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=8, unique=True, verbose_name="code")),
                ("settings", models.JSONField(blank=True, default=dict, verbose_name="settings")),
                ("version", models.PositiveIntegerField(default=1, verbose_name="settings version")),
                ("news", models.JSONField(blank=True, default=dict, verbose_name="news")),
                ("expires_at", models.BigIntegerField(db_index=True, verbose_name="expires at")),
                ("counting_until", models.BigIntegerField(null=True, verbose_name="count-in ends at")),
                ("ended", models.CharField(blank=True, default="", max_length=10, verbose_name="ended")),
                ("match", models.CharField(blank=True, default="", max_length=40, verbose_name="match")),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="host",
                    ),
                ),
            ],
            options={
                "verbose_name": "room",
                "verbose_name_plural": "rooms",
            },
        ),
        migrations.CreateModel(
            name="RoomSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("joined_at", models.BigIntegerField(verbose_name="joined at")),
                ("seen_at", models.BigIntegerField(verbose_name="seen at")),
                ("is_ready", models.BooleanField(default=False, verbose_name="ready")),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="lobby.room",
                        verbose_name="room",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "seat in a room",
                "verbose_name_plural": "seats in rooms",
                "constraints": [
                    models.UniqueConstraint(fields=("room", "number"), name="room_seat_once"),
                    models.UniqueConstraint(fields=("room", "user"), name="room_user_once"),
                    models.CheckConstraint(condition=models.Q(("number__in", (0, 1))), name="room_two_seats"),
                ],
            },
        ),
    ]
