"""The data folder that a test's own site begins with: what each would take seconds of processor to make is lent."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
OF_THE_RUN = "ALFAPOWER_TESTS_FOLDER"
"""The variable that names the folder of this run of pytest, shared by its workers; tests/conftest.py sets it."""


def lend(data: Path) -> None:
    """Fill the folder with the compiled word lists, if there are any, and a migrated database without a match in it;
    the site checks both."""
    data.mkdir(parents=True, exist_ok=True)
    lend_lexicons(data)
    shutil.copyfile(_migrated(), data / "alfapower.sqlite3")


def lend_lexicons(data: Path) -> None:
    """Copy the compiled word lists that there are, so that the site need not compile them first; it checks them."""
    compiled = settings.DATA_DIR / "lexicons"
    if compiled.is_dir():
        shutil.copytree(compiled, data / "lexicons")


def _migrated() -> Path:
    """A database that the first process to ask has migrated, as `play` would have."""
    shared = Path(os.environ[OF_THE_RUN])
    made, making = shared / "migrated", shared / "migrating"
    with (shared / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(making, ignore_errors=True)
            making.mkdir()
            own = {"ALFAPOWER_NO_BOOTSTRAP": "1", "ALFAPOWER_DATA": str(making), "DATABASE_URL": "", "REDIS_URL": ""}
            command = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"]
            subprocess.run(command, cwd=ROOT, env=os.environ | own, check=True)
            making.rename(made)
    return made / "alfapower.sqlite3"
