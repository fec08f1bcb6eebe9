"""The data folder that a test's own site begins with: what each would take seconds of processor to make is lent."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from tests.support import made_database

ROOT = Path(__file__).resolve().parents[2]


def lend(data: Path) -> None:
    """Fill the folder with the compiled word lists, if there are any, and a migrated database without a match in it;
    the site checks both."""
    data.mkdir(parents=True, exist_ok=True)
    lend_lexicons(data)
    shutil.copyfile(made_database.migrated_file(_migrate), data / made_database.FILE)


def lend_lexicons(data: Path) -> None:
    """Copy the compiled word lists that there are, so that the site need not compile them first; it checks them."""
    compiled = settings.DATA_DIR / "lexicons"
    if compiled.is_dir():
        shutil.copytree(compiled, data / "lexicons")


def _migrate(folder: Path) -> None:
    """Make a database there, as `play` would have."""
    own = {"ALFAPOWER_NO_BOOTSTRAP": "1", "ALFAPOWER_DATA": str(folder), "DATABASE_URL": "", "REDIS_URL": ""}
    command = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=os.environ | own, check=True)
