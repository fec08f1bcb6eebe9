"""The compiled word lists of this checkout, lent to a site that begins with an empty data folder."""

import shutil
from pathlib import Path

from django.conf import settings


def lend(data: Path) -> None:
    """Copy what there is, so that the site need not compile it first; it checks what it finds."""
    compiled = settings.DATA_DIR / "lexicons"
    if compiled.is_dir():
        shutil.copytree(compiled, data / "lexicons")
