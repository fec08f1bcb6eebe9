from django.db import migrations, models


class Migration(migrations.Migration):
    """Slow matches: which they are, and an index of the running ones that are not, for the sweep."""

    dependencies = [("game", "0017_bot_claims")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="slow",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                models.F("id"), condition=models.Q(("slow", False), ("status", "live")), name="match_watched"
            ),
        ),
    ]
