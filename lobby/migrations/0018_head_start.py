"""The head start that a host gives to a player of a room."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two numbers at a seat, nothing in those there are."""

    dependencies = (("lobby", "0017_slow_seeks"),)

    operations = (
        migrations.AddField(
            "RoomSeat",
            "points",
            models.SmallIntegerField(db_default=0, default=0, verbose_name="head start, points"),
        ),
        migrations.AddField(
            "RoomSeat",
            "coins",
            models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name="head start, coins"),
        ),
    )
