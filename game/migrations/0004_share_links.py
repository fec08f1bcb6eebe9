import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import game.share_models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0003_match_tell_at"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ShareLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.CharField(default=game.share_models.new_token, editable=False, max_length=32, unique=True),
                ),
                ("hides_names", models.BooleanField(default=False)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="share_links", to="game.match"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="share_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(models.F("match"), models.F("user"), name="one_share_link_a_player")
                ],
            },
        ),
    ]
