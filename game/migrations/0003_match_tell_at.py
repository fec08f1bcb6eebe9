from django.db import migrations, models


def tell_all(apps, schema_editor):
    """A receiver that connects from now on has been notified of no match yet."""
    apps.get_model("game", "Match").objects.filter(status="over").update(tell_at=0)


class Migration(migrations.Migration):
    dependencies = [("game", "0002_seat_draft")]

    operations = [
        migrations.AddField("match", "tell_at", models.BigIntegerField(null=True)),
        migrations.AddIndex(
            "match",
            models.Index("tell_at", condition=models.Q(("tell_at__isnull", False)), name="match_to_tell"),
        ),
        migrations.RunPython(tell_all, migrations.RunPython.noop),
    ]
