from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from accounts.profiles.names import keys_of


def hold_names(apps: Any, schema_editor: Any) -> None:
    """Existing accounts reserve the name they show; of two accounts with the same name the older one does."""
    User, NameKey = apps.get_model("accounts", "User"), apps.get_model("accounts", "NameKey")
    for user in User.objects.filter(is_guest=False).order_by("pk"):
        NameKey.objects.bulk_create(
            [NameKey(user=user, key=key) for key in keys_of(user.display_name)], ignore_conflicts=True
        )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_played_matches")]

    operations = [
        migrations.AddField(
            "user",
            "seen_at",
            models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="seen"),
        ),
        migrations.CreateModel(
            name="NameKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=120, unique=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="name_keys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            "user",
            models.Index(models.F("seen_at"), condition=models.Q(is_guest=True), name="guest_seen"),
        ),
        migrations.RunPython(hold_names, migrations.RunPython.noop),
    ]
