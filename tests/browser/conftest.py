"""A real site in a process of its own, a real browser, and two players who meet by Quick Join.

Every console error, refused policy and uncaught exception of any page fails the test that opened it.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.browser.players import Opened, Player, Seated, play_each_other
from tests.support import data_folder, live_server
from tests.support.chromium import launch

ROOT = Path(__file__).parents[2]
CALM: dict[str, Any] = {"reduced_motion": "reduce"}  # nothing to wait for between two taps
DESKTOP = CALM | {"viewport": {"width": 1440, "height": 900}}
PHONE = CALM | {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "color_scheme": "dark"}


ABANDONED = ("htmx:sendAbort", "htmx:afterRequest")
"""What htmx says of a request that was on its way when the page was left for the match: nothing is wrong."""


def is_fault(message: ConsoleMessage) -> bool:
    """Whether a console line is an error that a test must fail for."""
    return message.type == "error" and not message.text.startswith(ABANDONED)


class Site:
    """The site under test: its address, and its management commands over the same data. `variables` are its own."""

    def __init__(self, data: Path, **variables: str) -> None:
        self.data, self.env = data, live_server.environment(ALFAPOWER_DATA=str(data), **variables)
        self.start()

    def start(self, port: str = "0") -> None:
        """Start the process; returns when it says at which address it is ready."""
        self.server = live_server.Site(self.data, port, **self.env)
        self.url = self.server.origin

    def start_again(self) -> None:
        """Start it where it was."""
        self.start(self.url.rpartition(":")[2])

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A management command, with its output."""
        return subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=self.env, capture_output=True, text=True, check=False
        )

    def made(self, script: str) -> list[list[str]]:
        """What a script of `hand_over` has printed of each match: the public id, and a session's key for each seat."""
        answer = self.manage("shell", "-c", script)
        assert "made " in answer.stdout, answer.stderr
        return [made.split() for made in answer.stdout.split("made ")[1:]]

    def deal(self, *matches: dict[str, Any]) -> list[list[str]]:
        """New matches, with settings and `hands` as tests.support.browsers.deal takes them: the same of each."""
        calls = "".join(f"deal(**{match!r})\n" for match in matches)
        return self.made(f"from tests.support.browsers import deal\n{calls}")

    def stop(self) -> None:
        """Stop the process and wait for it."""
        self.server.stop()


@contextmanager
def running(**variables: str) -> Iterator[Site]:
    """A site of its own, in an empty folder."""
    with tempfile.TemporaryDirectory(prefix="alfapower-browser-") as folder:
        data_folder.lend(Path(folder))
        started = Site(Path(folder), **variables)
        try:
            yield started
        finally:
            started.stop()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running() as started:
        yield started


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def wrong() -> Iterator[list[str]]:
    """The console errors of all pages of the test so far: any that is left at its end fails it."""
    found: list[str] = []
    yield found
    assert not found, "\n".join(found)


@pytest.fixture
def open_page(site: Site, chromium: Browser, wrong: list[str]) -> Iterator[Opened]:
    """`open_page(PHONE)`: a page of that device in a context of its own, signed in where a session is given; `scripts`
    run before its own. Any console error of any of them fails the test."""
    contexts = []

    def opened(device: dict[str, Any], locale: str = "en-GB", session: str = "", scripts: Sequence[str] = ()) -> Page:
        context = chromium.new_context(**{"base_url": site.url, "locale": locale, **device})
        contexts.append(context)
        for script in filter(None, scripts):
            context.add_init_script(script)
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text) if is_fault(message) else None)
        page.on("pageerror", lambda error: wrong.append(f"{error}\n{error.stack}"))
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def free_page(site: Site, chromium: Browser) -> Iterator[Page]:
    """A desktop page whose console may say what it likes."""
    context = chromium.new_context(base_url=site.url, locale="en-GB", **DESKTOP)
    yield context.new_page()
    context.close()


@pytest.fixture
def meet(open_page: Opened) -> Seated:
    """`meet("quick", "en")`: two players at the match page, the one on turn first. A `script` runs before those of the
    one with the phone, and one `everywhere` before those of both."""

    def start(preset: str, language: str, script: str = "", everywhere: str = "") -> list[Player]:
        pages = [open_page(DESKTOP, scripts=[everywhere]), open_page(PHONE, scripts=[script, everywhere])]
        return play_each_other(pages, preset, language)

    return start


@pytest.fixture
def seat_at(open_page: Opened) -> Seated:
    """`seat_at(site.deal({})[0], devices)`: the players of a match at their pages, each by the key of a session."""

    def seated(match: Sequence[str], devices: Sequence[dict[str, Any]], locale: str = "en-GB") -> list[Player]:
        (public_id, *keys), players = match, []
        for key, device in zip(keys, devices, strict=True):
            page = open_page(device, locale, key)
            page.goto(f"/match/{public_id}/")
            players.append(Player(page))
        return players

    return seated


@pytest.fixture
def pages(open_page: Opened) -> list[Page]:
    """A desktop page and a phone's; any console error fails the test."""
    return [open_page(device) for device in (DESKTOP, PHONE)]
