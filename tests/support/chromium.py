"""The browser that tests and benchmarks drive: Chromium without a window."""

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first found on PATH. The shell is the same engine without a browser's own surface, for a quarter of the
processor."""
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser:
    """A browser of its own, to close afterwards."""
    # As root, in a container, Chromium's own sandbox cannot start.
    arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
    return playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
