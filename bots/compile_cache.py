"""Where numba keeps its machine code: in the data folder, for that of the source may be another's or read-only.

Asked for before numba is imported, by the commands that import it.
"""

import os

from django.conf import settings


def choose() -> None:
    """Leave it where NUMBA_CACHE_DIR says, if it says anything."""
    os.environ.setdefault("NUMBA_CACHE_DIR", str(settings.DATA_DIR / "numba"))
