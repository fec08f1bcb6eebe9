"""The site's own settings, with the static files collected into the run's own data folder, and not compressed: nobody
asks for them, and it would take longer than all else."""

from alfapower.settings import *  # noqa: F403

STATIC_ROOT = DATA_DIR / "static"  # noqa: F405
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("css", "js", "json", "map", "md", "svg", "txt", "woff2", "png", "ico")
