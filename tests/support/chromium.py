"""The browser that tests and benchmarks drive: Chromium without a window."""

from playwright.sync_api import Browser, Playwright

from tests.support import needs


def launch(playwright: Playwright) -> Browser:
    """A browser of its own, to close afterwards. Where there is none, the running test is skipped or fails."""
    needs.require("browser")
    # As root, in a container, Chromium's own sandbox cannot start.
    arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
    return playwright.chromium.launch(executable_path=needs.chromium(), args=arguments)
