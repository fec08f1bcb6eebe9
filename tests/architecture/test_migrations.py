"""Migrations run while matches are played: none since the first release locks a table that grows with play."""

from collections.abc import Iterator
from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

FIRST_RELEASE = {"accounts": 6, "alfapower": 1, "dictionary": 3, "game": 5, "lobby": 4}
"""The number of each app's last migration in 0.1.0: what is older meets tables without rows."""
SHORT = {
    "dictionary.dispute": "what players disputed and staff decide",
    "lobby.rematch": "gone within the hour",
    "accounts.rating": "a row a player, game and language: a hundred thousand in a second",
}
"""Tables whose index is made in a moment, and why."""


def operations(own: set[str]) -> Iterator[tuple[str, migrations.Migration, Operation]]:
    """Each operation since the first release: ("app.model" in small letters, its migration, it)."""
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        if app in own and int(name[:4]) > FIRST_RELEASE.get(app, 0):
            for operation in migration.operations:
                model = getattr(operation, "model_name", getattr(operation, "name", ""))
                yield f"{app}.{model.lower()}", migration, operation


def locks_for_long(operation: Operation, made_here: bool) -> bool:
    """Whether it reads a whole table, or writes it anew, while nobody may write to it."""
    if made_here:
        return False
    if isinstance(operation, (migrations.AddIndex, migrations.AddConstraint)):
        return not isinstance(operation, AddIndexConcurrently)
    if isinstance(operation, migrations.AddField):
        field: Any = operation.field
        return bool(field.unique or (field.db_index and not field.null))
    return False


def test_no_index_is_made_over_a_long_table_while_players_wait() -> None:
    seen, wrong = 0, []
    for table, migration, operation in operations({"accounts", "alfapower", "common", "dictionary", "game", "lobby"}):
        made = {
            f"{migration.app_label}.{other.name.lower()}"
            for other in migration.operations
            if isinstance(other, migrations.CreateModel)
        }
        seen += 1
        if table not in SHORT and locks_for_long(operation, table in made):
            wrong.append(f"{migration.app_label}.{migration.name}: {operation.describe()}")
    assert seen > 30
    assert wrong == []


def test_the_rule_knows_an_index_that_locks() -> None:
    index = models.Index(fields=["at"], name="by_time")
    assert locks_for_long(migrations.AddIndex("logentry", index), made_here=False)
    assert not locks_for_long(migrations.AddIndex("logentry", index), made_here=True)
    assert not locks_for_long(AddIndexConcurrently("logentry", index), made_here=False)
    assert locks_for_long(migrations.AddField("match", "code", models.CharField(unique=True)), made_here=False)
    assert not locks_for_long(migrations.AddField("match", "code", models.CharField(default="")), made_here=False)
