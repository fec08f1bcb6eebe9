"""The service worker in a real browser: a page for "no network", what it keeps and what never, news that is pushed.

A browser without a window shows no notification and lets nobody press one, so both are stood in for in the worker, and
who says what is still true; the push comes as from a push service. What a worker asks the network for is not answered
by routes of the browser's context: one that has just begun may ask before it is known there.
"""

import json
import re
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, TypeAlias
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Worker, expect

from tests.browser.conftest import DESKTOP, NewContext, Site
from tests.support.timeouts import wait_until
from tests.support.types import certain

ALLOWED: dict[str, Any] = DESKTOP | {"service_workers": "allow"}
KEPT = """async () => {
  const names = await caches.keys();
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return found.flat().map(({ url }) => new URL(url).pathname).sort();
}"""
OFFLINE = ["/no-network/en/", "/no-network/sv/", "/static/css/no-network.css", "/static/js/no_network.js"]
STAND_IN = """() => {
  self.shown = new Map();
  self.calls = [];
  const put = (name, value) => Object.defineProperty(registration, name, { value });
  put('getNotifications', async () => [...self.shown.values()]);
  put('showNotification', async (title, { tag, body, data, renotify }) => {
    const notification = { title, tag, body, data, renotify, close: () => self.shown.delete(tag) };
    self.shown.set(tag, notification);
  });
  Object.defineProperty(clients, 'openWindow', { value: async (url) => { self.calls.push(['open', url]); } });
  WindowClient.prototype.focus = async function () { self.calls.push(['focus', this.url]); };
}"""
TOLD_WHAT_IS_TRUE = """() => {
  self.asked = 0;
  self.topics = null; // nobody says what is true
  const fetched = self.fetch;
  self.fetch = async (request, options) => {
    if (request !== '/news/true/') return fetched(request, options);
    self.asked += 1;
    return self.topics ? Response.json({ topics: self.topics }) : new Response('', { status: 503 });
  };
}"""
SHOWN = "() => [...self.shown.values()].map(({ title, tag, body }) => [tag, title, body])"
TOPICS = "() => [...self.shown.keys()]"
PRESS = """(data) => {
  const event = new ExtendableEvent('notificationclick');
  const done = [];
  event.notification = { data, close: () => self.calls.push('closed') };
  event.waitUntil = (promise) => done.push(promise);
  self.dispatchEvent(event);
  return Promise.all(done).then(() => self.calls.splice(0));
}"""

Push: TypeAlias = Callable[[object], None]


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """A browser that runs the worker."""
    return new_context(**ALLOWED)


@pytest.fixture
def refused(context: BrowserContext) -> list[str]:
    """What the policy of a page refused."""
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text or "Trusted" in message.text:
            found.append(message.text)

    context.on("console", note)
    return found


@pytest.fixture
def page(context: BrowserContext, refused: list[str]) -> Page:
    """The home page, ruled by the worker."""
    page = context.new_page()
    rule(page)
    return page


@pytest.fixture
def worker(context: BrowserContext, page: Page) -> Worker:
    """The worker, in which notifications and windows are stood in for; nobody says what is true."""
    (running,) = context.service_workers
    running.evaluate(STAND_IN)
    running.evaluate(TOLD_WHAT_IS_TRUE)
    return running


@pytest.fixture
def push(page: Page, site: Site) -> Push:
    """Deliver a push to the worker."""
    return push_service(page, site)


def push_service(page: Page, site: Site) -> Push:
    """Delivers pushes to the worker of the page's browser, as JSON unless it is a text."""
    session, registrations = page.context.new_cdp_session(page), []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    session.send("ServiceWorker.enable")

    def deliver(news: object) -> None:
        while not registrations:
            page.wait_for_timeout(50)
        session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": site.url,
                "registrationId": registrations[0]["registrationId"],
                "data": news if isinstance(news, str) else json.dumps(news),
            },
        )

    return deliver


class Releases:
    """A site of one page with the worker of the site under test, in two releases."""

    def __init__(self, worker: str) -> None:
        self.number, self.worker, self.release = 1, worker, certain(re.search(r'"release": "(\w+)"', worker))[1]
        self.asked: list[str] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.url = f"http://127.0.0.1:{self.server.server_port}/"

    @property
    def cache(self) -> str:
        """What the cache of the release that is served is called."""
        return f"alfapower-release{self.number}"

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Answers: the worker at its address, and a word elsewhere."""
        releases = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                releases.asked.append(self.path)
                is_worker = self.path == "/service-worker.js"
                text = releases.worker.replace(releases.release, f"release{releases.number}") if is_worker else "a page"
                self.send_response(200)
                self.send_header("Content-Type", "text/javascript" if is_worker else "text/html")
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_words: object) -> None:
                pass

        return Handler


@pytest.fixture
def releases(site: Site) -> Iterator[Releases]:
    """Two releases of the worker, one after the other."""
    with urlopen(f"{site.url}/service-worker.js") as answer:
        served = Releases(answer.read().decode())
    thread = Thread(target=served.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield served
    served.server.shutdown()
    served.server.server_close()


@pytest.fixture
def controlled(new_context: NewContext, releases: Releases) -> Page:
    """The page of the first release, ruled by its worker."""
    page = new_context(**ALLOWED).new_page()
    page.goto(releases.url)
    page.evaluate("navigator.serviceWorker.register('/service-worker.js').then(() => null)")
    wait_for(page, "caches.keys()", [releases.cache])
    wait_for(page, "(async () => navigator.serviceWorker.controller?.state)()", "activated")
    return page


def rule(page: Page) -> None:
    """Go home, and on when the worker has the page."""
    page.goto("/")
    page.evaluate(
        """() => navigator.serviceWorker.controller
          || new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
            .then(() => null)"""
    )
    if not page.context.service_workers:  # what is said of the network holds for a worker that is known
        page.context.wait_for_event("serviceworker")


def wait_for(place: Page | Worker, script: str, wanted: object) -> None:
    """Wait for what the expression comes to in the page or the worker."""
    found: list[object] = [None]

    def is_so() -> bool:
        found[0] = place.evaluate(script)
        return found[0] == wanted

    wait_until(is_so, script, lambda: f"found {found[0]}, not {wanted}")


def news(topic: str, **more: object) -> dict[str, object]:
    return {"topic": topic, "title": "Your turn", "line": "HONEY for 13", "path": "/match/AbC/", "withdrawn": []} | more


@pytest.mark.parametrize(
    ("locale", "said", "again"), [("en-GB", "No network", "Try again"), ("sv-SE", "Inget nätverk", "Försök igen")]
)
def test_without_network_a_page_says_so_in_the_language_of_its_reader_and_leads_back(
    new_context: NewContext, locale: str, said: str, again: str
) -> None:
    context = new_context(**ALLOWED, locale=locale)
    wrong: list[str] = []
    context.on("console", lambda told: wrong.append(told.text) if "Content Security" in told.text else None)
    page = context.new_page()
    rule(page)
    page.goto("/accounts/preferences/")
    context.set_offline(True)

    page.goto("/puzzle/")

    expect(page.get_by_role("heading", level=1)).to_have_text(said)
    assert page.url.endswith("/puzzle/")
    assert page.locator("html").get_attribute("lang") == locale[:2]
    assert page.locator(".btn").evaluate("(button) => getComputedStyle(button).display") != "inline"  # it has its style
    assert page.get_by_role("link", name=again).evaluate("(link) => link.href") == page.url
    assert not wrong


def test_the_page_comes_back_by_itself(context: BrowserContext, page: Page) -> None:
    context.set_offline(True)
    page.goto("/play/alfapower/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No network")
    context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("AlfaPower")


def test_the_language_that_was_read_last_is_that_of_the_page(context: BrowserContext, page: Page, site: Site) -> None:
    context.add_cookies([{"name": "django_language", "value": "sv", "url": site.url}])
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    wait_for(page, "caches.match('/no-network/').then(Boolean)", True)
    context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Inget nätverk")


def test_no_page_of_anybody_is_kept_and_nothing_that_is_not_built(
    context: BrowserContext, page: Page, site: Site, refused: list[str]
) -> None:
    public_id, key, _ = site.deal()
    context.add_cookies([{"name": "sessionid", "value": key, "url": site.url}])
    page.goto(f"/match/{public_id}/")
    expect(page.locator("#board")).to_be_visible()
    page.goto("/accounts/matches/")
    page.goto("/")
    assert set(page.evaluate(KEPT)) <= {*OFFLINE, "/no-network/"}
    context.set_offline(True)
    page.goto(f"/match/{public_id}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No network")
    assert page.locator("#board").count() == 0 and not refused


def test_a_built_file_is_asked_for_once_and_another_each_time(controlled: Page, releases: Releases) -> None:
    fetched = "async (name) => (await fetch(name, { cache: 'no-store' })).text()"
    built, other = "/static/js/made.0123456789ab.js", "/static/js/made.js"
    for name in (built, other):
        for _time in range(2):
            assert controlled.evaluate(fetched, name) == "a page"
            wait_for(controlled, f"({KEPT})().then((all) => all.includes('{built}'))", True)
    assert [path for path in releases.asked if path in (built, other)] == [built, other, other]
    assert other not in controlled.evaluate(KEPT)


def test_a_new_releases_worker_takes_over_an_open_page_and_the_old_cache_goes(
    controlled: Page, releases: Releases
) -> None:
    page, first = controlled, releases.cache
    releases.number = 2
    page.evaluate("navigator.serviceWorker.ready.then((known) => known.update()).then(() => null)")
    wait_for(page, "caches.keys()", [releases.cache])
    wait_for(page, "(async () => navigator.serviceWorker.controller?.state)()", "activated")
    wait_for(page, f"({KEPT})()", OFFLINE)
    assert page.evaluate("(async () => (await navigator.serviceWorker.ready).waiting)()") is None
    assert first != releases.cache


def test_a_push_is_shown_and_a_newer_one_of_its_topic_takes_its_place(worker: Worker, push: Push) -> None:
    push(news("match:a"))
    push(news("match:b", title="Rematch?"))
    push(news("match:a", line="BEE for 6"))
    wait_for(worker, SHOWN, [["match:a", "Your turn", "BEE for 6"], ["match:b", "Rematch?", "HONEY for 13"]])
    assert worker.evaluate("() => [...self.shown.values()].every(({ renotify }) => renotify)")


def test_what_a_push_takes_back_is_gone_from_the_device(worker: Worker, push: Push) -> None:
    for topic in ("match:a", "match:b", "match:c"):
        push(news(topic))
    push(news("match:d", withdrawn=["match:a", "match:c", "match:d"]))
    wait_for(worker, TOPICS, ["match:b", "match:d"])


@pytest.mark.parametrize("broken", ["", "no JSON", "null", "[]", '{"withdrawn": 7}', '{"title": "", "topic": null}'])
def test_a_push_that_nobody_can_read_is_shown_with_the_sites_name(worker: Worker, push: Push, broken: str) -> None:
    push(broken)
    wait_for(worker, SHOWN, [["alfapower", "AlfaPower", ""]])


def test_what_has_become_false_goes_when_a_page_is_opened(page: Page, worker: Worker, push: Push) -> None:
    worker.evaluate("() => { self.topics = ['match:b']; }")
    page.goto("/puzzle/")
    assert worker.evaluate("() => self.asked") == 0  # nothing is shown
    worker.evaluate("() => { self.topics = null; }")
    push(news("match:a"))
    push(news("match:b"))
    wait_for(worker, TOPICS, ["match:a", "match:b"])
    assert worker.evaluate("() => { const were = self.asked; self.asked = 0; return were; }") == 1
    page.goto("/")
    wait_for(worker, "() => self.asked", 1)
    assert worker.evaluate(TOPICS) == ["match:a", "match:b"]  # nobody has said that it is false
    worker.evaluate("() => { self.topics = ['match:b']; }")
    page.goto("/puzzle/")
    wait_for(worker, TOPICS, ["match:b"])


def test_a_press_goes_to_the_window_that_is_there_and_opens_no_address_of_others(
    context: BrowserContext, page: Page, worker: Worker, site: Site
) -> None:
    other = context.new_page()
    other.goto("/puzzle/")
    here = other.url
    for path, done in (
        ("/match/AbC/", ["open", f"{site.url}/match/AbC/"]),
        (here.removeprefix(site.url), ["focus", here]),
        ("/", ["focus", f"{site.url}/"]),
        ("//elsewhere.example/", ["focus", f"{site.url}/"]),
        ("https://elsewhere.example/match/AbC/", ["focus", f"{site.url}/"]),
        ("javascript:alert(1)", ["focus", f"{site.url}/"]),
        ("http://[", ["focus", f"{site.url}/"]),
        (None, ["focus", f"{site.url}/"]),
    ):
        assert worker.evaluate(PRESS, {"path": path}) == ["closed", done], path
    assert worker.evaluate(PRESS, None) == ["closed", ["focus", f"{site.url}/"]]
