from django.db import migrations, models


class Migration(migrations.Migration):
    """When a page of the seat was last visible."""

    dependencies = [("game", "0020_match_on_turn")]

    operations = [
        migrations.AddField(
            model_name="seatrow",
            name="looked_at",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
    ]
