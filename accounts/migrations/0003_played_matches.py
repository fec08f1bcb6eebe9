import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_user_public_id"),
        ("game", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="BalanceReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("computed_at", models.BigIntegerField(verbose_name="computed at")),
                ("data", models.JSONField(verbose_name="data")),
            ],
            options={
                "verbose_name": "balance report",
                "verbose_name_plural": "balance reports",
            },
        ),
        migrations.CreateModel(
            name="FactsDue",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="game.match",
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="tries")),
            ],
            options={
                "verbose_name": "facts due",
                "verbose_name_plural": "facts due",
            },
        ),
        migrations.CreateModel(
            name="PlayedMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("finished_at", models.BigIntegerField(verbose_name="finished at")),
                ("language", models.CharField(max_length=8, verbose_name="language")),
                ("preset", models.CharField(blank=True, max_length=40, verbose_name="preset")),
                ("rated", models.BooleanField(verbose_name="rated")),
                ("board_size", models.PositiveSmallIntegerField(verbose_name="board size")),
                ("turn_seconds", models.PositiveSmallIntegerField(null=True, verbose_name="turn time")),
                ("reason", models.CharField(max_length=20, verbose_name="reason")),
                (
                    "outcome",
                    models.CharField(
                        choices=[("w", "won"), ("l", "lost"), ("n", "nobody won")], max_length=1, verbose_name="outcome"
                    ),
                ),
                ("score", models.BigIntegerField(verbose_name="score")),
                ("total", models.BigIntegerField(verbose_name="total")),
                ("opponent_total", models.BigIntegerField(verbose_name="opponent's total")),
                ("turns", models.PositiveIntegerField(verbose_name="turns")),
                ("word_turns", models.PositiveIntegerField(verbose_name="turns with a word")),
                ("time_ms", models.BigIntegerField(verbose_name="time, ms")),
                ("points", models.BigIntegerField(verbose_name="points")),
                ("best_word", models.CharField(blank=True, max_length=40, verbose_name="best word")),
                ("best_word_points", models.BigIntegerField(verbose_name="points of the best word")),
                ("best_turn", models.BigIntegerField(verbose_name="best turn")),
                ("full_turns", models.PositiveIntegerField(verbose_name="seven-tile turns")),
                ("coins_earned", models.BigIntegerField(verbose_name="coins earned")),
                ("coins_spent", models.BigIntegerField(verbose_name="coins spent")),
                ("alfa_made", models.PositiveIntegerField(verbose_name="Alfa tiles made")),
                ("alfa_points", models.BigIntegerField(verbose_name="points through Alfa tiles")),
                ("tries", models.PositiveIntegerField(verbose_name="failed tries")),
                ("try_points", models.PositiveIntegerField(verbose_name="points lost by failed tries")),
                ("try_coins", models.PositiveIntegerField(verbose_name="coins lost by failed tries")),
                ("passes", models.PositiveIntegerField(verbose_name="passes")),
                ("timeouts", models.PositiveIntegerField(verbose_name="timeouts")),
                ("swaps", models.PositiveIntegerField(verbose_name="swaps")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="game.match"
                    ),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="played",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "played match",
                "verbose_name_plural": "played matches",
            },
        ),
        migrations.CreateModel(
            name="BoughtItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("item", models.CharField(max_length=20, verbose_name="item")),
                ("price", models.PositiveSmallIntegerField(verbose_name="price")),
                ("bought", models.PositiveIntegerField(verbose_name="bought")),
                ("used", models.PositiveIntegerField(verbose_name="used")),
                ("brought", models.BigIntegerField(verbose_name="brought")),
                ("gave", models.BigIntegerField(verbose_name="gave to the opponent")),
                ("alone", models.BooleanField(verbose_name="bought by one player only")),
                ("rated", models.BooleanField(verbose_name="rated")),
                ("board_size", models.PositiveSmallIntegerField(verbose_name="board size")),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                (
                    "outcome",
                    models.CharField(
                        choices=[("w", "won"), ("l", "lost"), ("n", "nobody won")], max_length=1, verbose_name="outcome"
                    ),
                ),
                (
                    "played",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="items",
                        to="accounts.playedmatch",
                    ),
                ),
            ],
            options={
                "verbose_name": "bought item",
                "verbose_name_plural": "bought items",
            },
        ),
        migrations.AddIndex(
            model_name="playedmatch",
            index=models.Index(fields=["user", "finished_at"], name="played_by"),
        ),
        migrations.AddConstraint(
            model_name="playedmatch",
            constraint=models.UniqueConstraint(fields=("match", "seat"), name="one_played_match_a_seat"),
        ),
        migrations.AddConstraint(
            model_name="boughtitem",
            constraint=models.UniqueConstraint(fields=("played", "item", "price"), name="one_bought_item_a_price"),
        ),
    ]
