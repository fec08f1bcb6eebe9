from django.db import migrations, models

import accounts.models


def fill(apps, schema_editor):
    """Give each row an id of its own: a default would give all rows the same."""
    User = apps.get_model("accounts", "User")
    for pk in User.objects.values_list("pk", flat=True).iterator():
        User.objects.filter(pk=pk).update(public_id=accounts.models.new_public_id())


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField("user", "public_id", models.CharField(max_length=10, null=True, editable=False)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            "user",
            "public_id",
            models.CharField(max_length=10, unique=True, default=accounts.models.new_public_id, editable=False),
        ),
    ]
