from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Min


def look_back(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Bots beaten before wins were recorded appear on the ladder too, from the facts of those matches."""
    beaten, played = apps.get_model("accounts", "BeatenBot"), apps.get_model("accounts", "PlayedMatch")
    played_on = apps.get_model("game", "PlayedOn").objects.values("pk")
    won = played.objects.filter(outcome="w", user__isnull=False).exclude(bot__in=["", "account"])
    found = won.exclude(match__in=played_on).values("user", "variant", "bot").annotate(first=Min("finished_at"))
    beaten.objects.bulk_create(
        (
            beaten(user_id=row["user"], variant=row["variant"], level=row["bot"], beaten_at=row["first"])
            for row in found.iterator()
        ),
        batch_size=1000,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0030_beaten_bots"),
        ("game", "0017_bot_claims"),
    ]

    operations = [
        migrations.RunPython(look_back, migrations.RunPython.noop),
    ]
