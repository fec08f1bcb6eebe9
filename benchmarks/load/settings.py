"""The site's own settings, with the static files collected into the run's own data folder, and not compressed: nobody
asks for them, and it would take longer than all else. Everybody may watch every match."""

from alfapower.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "benchmarks.load.open_to_all"]  # noqa: F405
STATIC_ROOT = DATA_DIR / "static"  # noqa: F405
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("css", "js", "json", "map", "md", "svg", "txt", "woff2", "png", "ico")
