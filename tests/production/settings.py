"""The site's own settings for a stack that a test runs, with the few things a test must be able to change."""

import os

from alfapower.settings import *  # noqa: F403

STATIC_ROOT = DATA_DIR / "static"  # noqa: F405
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}  # noqa: F405
if layer := os.environ.get("TEST_CHANNEL_LAYER"):
    CHANNEL_LAYERS = {"default": {"BACKEND": layer}}
