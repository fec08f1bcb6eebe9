from django.db import migrations, models


class Migration(migrations.Migration):
    """Which matches are slow."""

    dependencies = [("game", "0017_bot_claims")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="slow",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
