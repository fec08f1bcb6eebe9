"""The test database of a process: a copy of the one that the first process of a run to need it has migrated.

A hundred migrations take seconds of processor, and each worker, and each site that a test starts, needs their result:
on SQLite a file that is copied, on Postgres a database that others are made after.
"""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

from alfapower.management.commands.test import FOLDER

OF_THE_RUN = FOLDER
"""Names the folder of this run, shared by its workers: of `manage.py test`, or the one that django_process makes."""
FILE = "alfapower.sqlite3"


def lend(name: str) -> None:
    """Have this process on a migrated database of that name, which is a path on SQLite; `give_back` ends it."""
    if settings.POSTGRES:
        _on_server("CREATE DATABASE {} TEMPLATE {}", name, _migrated_on_postgres())
    else:
        shutil.copyfile(migrated_file(lambda folder: _migrate(str(folder / FILE))), name)
    _name(name)


def give_back(before: str) -> None:
    """Delete the copy that was lent, if it is no file, though threads that served sockets keep connections to it; the
    process is on the database of that name again."""
    lent = connection.settings_dict["NAME"]
    _name(before)
    if settings.POSTGRES:
        _on_server("DROP DATABASE {} WITH (FORCE)", lent)


def forget() -> None:
    """Delete what the run copied from, if it is no file in its folder. The last process of a run calls it."""
    told = _of_the_run() / "template"
    if told.exists():
        _on_server("DROP DATABASE {} WITH (FORCE)", told.read_text())
        told.unlink()


def migrated_file(migrate: Callable[[Path], None]) -> Path:
    """A file of SQLite as the migrations make it; none may open it, only copy it. Where the run has none yet,
    `migrate` makes one of the name FILE in the folder that it is given."""
    made, making = _of_the_run() / "migrated", _of_the_run() / "migrating"
    with _alone():
        if not made.exists():
            shutil.rmtree(making, ignore_errors=True)
            making.mkdir()
            migrate(making)
            making.rename(made)
    return made / FILE


def _migrated_on_postgres() -> str:
    """The name of the database as the migrations make it, to which no process is connected."""
    told = _of_the_run() / "template"
    with _alone():
        if not told.exists():
            name = f"{settings.DATABASES['default']['TEST']['NAME']}_template"
            _migrate(name)
            told.write_text(name)
    return told.read_text()


def _migrate(name: str) -> None:
    """Make a test database of that name, and leave it."""
    before, own = connection.settings_dict["NAME"], connection.settings_dict["TEST"]["NAME"]
    connection.settings_dict["TEST"]["NAME"] = name
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.settings_dict["TEST"]["NAME"] = own
    _name(before)


def _on_server(statement: str, *names: str) -> None:
    """Have Postgres do what concerns whole databases, of these names. It writes all to disk for that, which takes
    longer on a busy machine than any statement of the site may."""
    with connection.creation._nodb_cursor() as cursor:  # type: ignore[attr-defined]  # private
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(statement.format(*map(connection.ops.quote_name, names)))


def _name(name: str) -> None:
    """From now on this process's connections are to the database of that name."""
    connection.close()
    if settings.POSTGRES:
        connection.close_pool()  # type: ignore[attr-defined]  # of this backend alone
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name


def _of_the_run() -> Path:
    return Path(os.environ[OF_THE_RUN])


@contextmanager
def _alone() -> Iterator[None]:
    """No other process of the run is in here."""
    with (_of_the_run() / "database.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
