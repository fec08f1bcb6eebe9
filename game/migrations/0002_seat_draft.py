"""Tiles laid and not yet played are kept with the seat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("game", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="seatrow",
            name="draft",
            field=models.TextField(blank=True, default=""),
        ),
    ]
