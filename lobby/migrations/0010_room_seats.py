"""A room has as many seats as its game allows: two in the rooms there are."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("lobby", "0009_variants")]
    operations = [
        migrations.AddField("room", "seats", models.PositiveSmallIntegerField("seats", default=2, db_default=2)),
        migrations.RemoveConstraint("roomseat", "room_two_seats"),
        migrations.AlterField(
            "roomseat",
            "room",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="players",
                to="lobby.room",
                verbose_name="room",
            ),
        ),
    ]
