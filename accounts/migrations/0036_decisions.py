"""A name that is to be changed is kept with its sanction, and players have a mark while a decision is unread."""

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
            "user", "has_unread_decision", models.BooleanField(db_default=False, default=False, editable=False)
        ),
    ]
