"""A real site in a process of its own, a real browser, and two players who meet by Quick Join.

One site and one browser serve all tests of a worker, one after the other; a module whose site needs other settings
overrides `site`. A test finds there what others left: names of accounts are new each time (`players.new_name`), and
nobody of an earlier test waits in Quick Join. Every console error, refused policy and uncaught exception of any page
fails the test that opened it, and whatever fails leaves what its pages showed (evidence.py).
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from lobby.models import Seeker
from tests.browser import evidence
from tests.browser.inside import Inside
from tests.browser.players import Opened, Player, Seated, play_each_other
from tests.support import browsers, data_folder, live_server, needs
from tests.support.chromium import launch

ROOT = Path(__file__).parents[2]
CALM: dict[str, Any] = {"reduced_motion": "reduce"}  # nothing to wait for between two taps
DESKTOP = CALM | {"viewport": {"width": 1440, "height": 900}}
PHONE = CALM | {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "color_scheme": "dark"}
SLOW: dict[str, Any] = {"turn_seconds": 259_200, "reserve_hours": 72}  # rules of a match by days


def pytest_itemcollected(item: pytest.Item) -> None:
    """All tests of this folder drive a browser."""
    item.add_marker(pytest.mark.needs_browser)


ABANDONED = ("htmx:sendAbort", "htmx:afterRequest")
"""What htmx says of a request that was on its way when the page was left for the match: nothing is wrong."""


def is_fault(message: ConsoleMessage) -> bool:
    """Whether a console line is an error that a test must fail for."""
    return message.type == "error" and not message.text.startswith(ABANDONED)


class Site:
    """The site under test: its address, its management commands over the same data, and what is called `inside` it.
    `variables` are its own, and `root` has the sources that it runs."""

    def __init__(self, data: Path, root: Path = ROOT, **variables: str) -> None:
        self.root = root
        self.data, self.env = data, live_server.environment(ALFAPOWER_DATA=str(data), **variables)
        self.inside = Inside(data / "alfapower.sqlite3")
        self.start()

    def start(self, port: str = "0") -> None:
        """Start the process; returns when it says at which address it is ready."""
        self.server = live_server.Site(self.data, port, self.root, **self.env)
        self.url = self.server.origin

    @contextmanager
    def away(self) -> Iterator[None]:
        """It is stopped while the block runs, and started again where it was."""
        self.stop()
        try:
            yield
        finally:
            self.start(self.url.rpartition(":")[2])

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A management command, with its output."""
        return subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=self.root,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )

    def deal(self, **match: Any) -> list[str]:
        """A new match, with settings and `hands` as tests.support.browsers.deal takes them: its public id, and a
        session's key for each seat."""
        return self.inside(browsers.deal, **match)

    def deal_preset(self, key: str, language: str) -> list[str]:
        """The same of a match by a preset."""
        return self.inside(browsers.deal_preset, key, language)

    def stop(self) -> None:
        """Stop the process and wait for it."""
        self.server.stop()


@contextmanager
def running(root: Path = ROOT, **variables: str) -> Iterator[Site]:
    """A site of its own, of the sources in `root`, with its data in an empty folder."""
    needs.require("browser")  # before seconds of processor for a site that nobody could look at
    with tempfile.TemporaryDirectory(prefix="alfapower-browser-") as folder:
        data_folder.lend(Path(folder))
        started = Site(Path(folder), root, SECRET_KEY=settings.SECRET_KEY, **variables)
        try:
            yield started
        finally:
            started.stop()
            started.inside.close()


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """The site of all tests of this worker."""
    with running() as started:
        yield started


_of_the_worker = ExitStack()
_browsers: list[Browser] = []


@pytest.fixture
def chromium() -> Browser:
    """The browser of all tests of this worker. It is closed after the last of them that follow each other: a thread on
    which Playwright is open is one that runs a loop, and other folders' tests could run none of theirs."""
    if not _browsers:
        playwright = _of_the_worker.enter_context(sync_playwright())
        _browsers.append(launch(playwright))
        _of_the_worker.callback(lambda: _browsers.pop().close())
    return _browsers[0]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        _of_the_worker.close()


EVIDENCE = pytest.StashKey[evidence.Evidence]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Before anything is undone."""
    report = yield
    kept = item.stash.get(EVIDENCE, None)
    if report.failed and kept:
        if _browsers and not kept.is_kept:
            kept.keep(_browsers[0])
        evidence.tell(report, kept)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [*terminalreporter.stats.get("failed", ()), *terminalreporter.stats.get("error", ())]
    for folder in evidence.told(reports):
        terminalreporter.write_line(f"What the browser showed: {folder}", yellow=True)


@pytest.fixture
def wrong() -> Iterator[list[str]]:
    """The console errors of all pages of the test so far: any that is left at its end fails it."""
    found: list[str] = []
    yield found
    assert not found, "\n".join(found)


NewContext: TypeAlias = Callable[..., BrowserContext]


@pytest.fixture
def new_context(
    request: pytest.FixtureRequest, site: Site, chromium: Browser, wrong: list[str]
) -> Iterator[NewContext]:
    """`new_context(**device)`: a browser's profile, which is gone after the test, and with it its place in a queue."""
    contexts: list[BrowserContext] = []
    kept = request.node.stash[EVIDENCE] = evidence.Evidence(request.node.nodeid.removeprefix("tests/browser/"))

    def made(**options: Any) -> BrowserContext:
        # What a worker fetches goes past the routes of a page: it runs where it is what is tested.
        usual = {"base_url": site.url, "locale": "en-GB", "service_workers": "block"}
        context = chromium.new_context(**{**usual, **options})
        kept.watch(context)
        contexts.append(context)
        return context

    yield made
    if wrong and not kept.is_kept:
        kept.keep(chromium)
    for context in contexts:
        context.close()
    # Who is there no more would be paired with the next who comes, and be waited for.
    site.inside(Seeker.objects.all().delete)


@pytest.fixture
def open_page(site: Site, new_context: NewContext, wrong: list[str]) -> Opened:
    """`open_page(PHONE)`: a page of that device in a context of its own, signed in where a session is given, and `at`
    that address; `scripts` run before its own. Any console error of any of them fails the test."""

    def opened(
        device: dict[str, Any], locale: str = "en-GB", session: str = "", scripts: Sequence[str] = (), at: str = ""
    ) -> Page:
        context = new_context(**{"locale": locale, **device})
        for script in filter(None, scripts):
            context.add_init_script(script)
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text) if is_fault(message) else None)
        page.on("pageerror", lambda error: wrong.append(f"{error}\n{error.stack}"))
        if at:
            page.goto(at)
        return page

    return opened


@pytest.fixture
def free_page(new_context: NewContext) -> Page:
    """A desktop page whose console may say what it likes."""
    return new_context(**DESKTOP).new_page()


@pytest.fixture
def meet(open_page: Opened) -> Seated:
    """`meet("quick", "en")`: two players who have met by Quick Join at the match page, the one on turn first. A
    `script` runs before those of the one with the phone. For tests of what comes of the way there, of the numbers that
    both browsers send for the deal or the end of a match that began so; `seated` takes a tenth of the time."""

    def start(preset: str, language: str, script: str = "") -> list[Player]:
        return play_each_other([open_page(DESKTOP), open_page(PHONE, scripts=[script])], preset, language)

    return start


@pytest.fixture
def seated(site: Site, open_page: Opened) -> Seated:
    """`seated("strategy", "en")`: two players at the page of a match by that preset, always of the same deal; the first
    is on turn, and has a desktop unless other `devices` are given. A `script` runs before those of the one with the
    phone, and one `everywhere` before those of both."""

    def start(
        preset: str,
        language: str,
        script: str = "",
        everywhere: str = "",
        devices: Sequence[dict[str, Any]] = (DESKTOP, PHONE),
    ) -> list[Player]:
        public_id, *keys = site.deal_preset(preset, language)
        players = []
        for key, device in zip(keys, devices, strict=True):
            scripts = [everywhere, script if device is PHONE else ""]
            players.append(Player(open_page(device, session=key, scripts=scripts, at=f"/match/{public_id}/")))
        return players

    return start


@pytest.fixture
def seat_at(open_page: Opened) -> Seated:
    """`seat_at(site.deal(), devices)`: the players of a match at their pages, each by the key of a session."""

    def seated(match: Sequence[str], devices: Sequence[dict[str, Any]], locale: str = "en-GB") -> list[Player]:
        public_id, *keys = match
        at = f"/match/{public_id}/"
        return [Player(open_page(device, locale, key, at=at)) for key, device in zip(keys, devices, strict=True)]

    return seated


@pytest.fixture
def pages(open_page: Opened) -> list[Page]:
    """A desktop page and a phone's; any console error fails the test."""
    return [open_page(device) for device in (DESKTOP, PHONE)]
