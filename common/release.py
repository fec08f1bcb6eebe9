"""A digest of the code that renders pages: two processes with the same digest render the same.

The release number does not suffice: an edited template, or a commit between two releases, keeps it.
"""

import hashlib
from functools import cache
from pathlib import Path

from django.apps import apps
from django.conf import settings

DRAWS = ("*.py", "*.html", "*.jinja", "*.mo", "*.js", "*.css")


@cache
def digest() -> str:
    """The digest of all the site's sources and its libraries' versions, in hex. Read once a process, some 10 MB."""
    root = Path(settings.BASE_DIR)
    folders = [root / name for name in ("templates", "locale", "static")]
    own = [Path(app.path) for app in apps.get_app_configs()]
    folders += [path for path in own if path.parent == root]
    whole = hashlib.sha256((root / "requirements.lock").read_bytes())
    for path in sorted(path for folder in folders for pattern in DRAWS for path in folder.rglob(pattern)):
        whole.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return whole.hexdigest()
