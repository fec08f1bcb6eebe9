from django.db import migrations, models


class Migration(migrations.Migration):
    """When somebody last looked at a page of the seat."""

    dependencies = [("game", "0019_watched_matches")]

    operations = [
        migrations.AddField(
            model_name="seatrow",
            name="looked_at",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
    ]
