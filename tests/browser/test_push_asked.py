"""Whether to be told by push is asked once, after the first turn sent in a slow match, and answered for ever."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from game.models import SeatRow
from news.clock import now_ms
from news.models import PushSubscription
from news.push_addresses import checked
from news.services import subscriptions
from tests.browser.conftest import DESKTOP, PHONE, SLOW, Site, running
from tests.browser.players import Opened, Player
from tests.news.channels.push_service import Browser
from tests.support.browsers import signed_in
from tests.support.types import certain

ALLOWED = """
  const registration = {
    pushManager: { subscribe: async () => ({ toJSON: () => (%s) }), getSubscription: async () => null },
  };
  Object.defineProperty(ServiceWorkerContainer.prototype, "ready", { get: () => Promise.resolve(registration) });
  Object.defineProperty(Notification, "permission", { get: () => window.answered ?? "default" });
  Notification.requestPermission = async () => (window.answered = window.answer ?? "granted");
"""
"""A browser whose reader may be asked, and has a push service: what is driven here has neither."""
CHANGE = """async (subscription) => {
  let asked = false;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    asked = userVisibleOnly && typeof applicationServerKey === "string" && applicationServerKey.length === 87;
    return { toJSON: () => subscription };
  };
  const event = new ExtendableEvent("pushsubscriptionchange");
  let done;
  event.waitUntil = (promise) => (done = promise);
  self.dispatchEvent(event);
  await done;
  return asked;
}"""
"""The browser's subscription is another one from now on; whether its worker asked for one."""
IPHONE = """
  delete window.PushManager;
  const agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
  Object.defineProperty(navigator, "userAgent", { get: () => agent });
"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A site that pushes."""
    with running(EMAIL_FROM="AlfaPower <play@example.org>") as started:
        yield started


def allowed() -> str:
    """The script of a browser of its own."""
    return ALLOWED % json.dumps(Browser().subscription())


def sent(page: Page, public_id: str) -> None:
    """Send a turn in this match."""
    page.goto(f"/match/{public_id}/")
    Player(page).pass_turn()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_it_is_asked_after_the_first_slow_turn_and_yes_is_kept(
    site: Site, open_page: Opened, device: dict[str, Any]
) -> None:
    public_id, first, second = site.deal(**SLOW)
    page = open_page(device, "en-GB", first, [allowed()], at=f"/match/{public_id}/")
    expect(page.locator("#d-push")).to_have_count(0)
    Player(page).pass_turn()
    expect(page.locator("#d-push")).to_be_visible()
    with page.expect_response("**/news/push/subscribe/") as answer:
        page.get_by_role("button", name="Tell me").click()
    assert answer.value.status == 204
    expect(page.locator("#d-push")).to_be_hidden()
    page.goto("/news/settings/")
    expect(page.locator("[data-push-here]")).to_be_visible()
    expect(page.get_by_label("Time zone")).not_to_have_value("")
    page.get_by_role("button", name="Switch off").click()
    expect(page.get_by_role("button", name="Tell me here")).to_be_visible()
    page.get_by_role("button", name="Tell me here").click()
    expect(page.locator("[data-push-here]")).to_be_visible()

    other = open_page(device, "en-GB", second, [allowed()])
    sent(other, public_id)
    expect(other.locator("#d-push")).to_be_visible()
    with other.expect_response("**/news/push/asked/"):
        other.get_by_role("button", name="No thanks").click()
    again, key, _ = site.deal(**SLOW)
    other.evaluate("localStorage.clear()")
    sent(page, public_id)
    expect(page.locator("#d-push")).to_have_count(0)
    with other.expect_response("**/news/push/ask/") as asked:
        expect(other.locator("#state")).to_have_attribute("data-mine", "1")
        sent(other, public_id)
    assert asked.value.status == 204, "on no page, whatever a browser has forgotten"


def test_in_a_live_match_it_is_not_asked(site: Site, open_page: Opened) -> None:
    public_id, first, _ = site.deal()
    page = open_page(DESKTOP, "en-GB", first, [allowed()])
    sent(page, public_id)
    expect(page.locator("script[data-push-ask]")).to_have_count(0)


def test_an_iphone_is_told_of_the_home_screen_in_its_place(site: Site, open_page: Opened) -> None:
    public_id, first, _ = site.deal(**SLOW)
    page = open_page(PHONE, "sv-SE", first, [IPHONE])
    sent(page, public_id)
    expect(page.locator("#d-push")).to_contain_text("lägg sajten på hemskärmen först")
    expect(page.get_by_role("button", name="Säg till mig")).to_be_hidden()
    page.locator("#d-push").get_by_role("button", name="Stäng").click()
    page.goto("/news/settings/")
    expect(page.get_by_text("lägg sajten på hemskärmen först")).to_be_visible()


def test_a_browser_that_blocks_it_is_not_asked_and_the_page_says_so(site: Site, open_page: Opened) -> None:
    public_id, first, _ = site.deal(**SLOW)
    page = open_page(DESKTOP, "en-GB", first, [allowed() + 'window.answered = "denied";'])
    sent(page, public_id)
    expect(page.locator("#d-push")).to_have_count(0)
    page.goto("/news/settings/")
    expect(page.get_by_text("Your browser blocks notifications from here.")).to_be_visible()
    expect(page.get_by_role("switch", name="Your turn, push")).to_be_disabled()


def test_with_another_browser_that_is_told_a_blocking_one_leaves_the_choices_open(
    site: Site, open_page: Opened
) -> None:
    public_id, first, _ = site.deal(**SLOW)

    def tell_elsewhere() -> None:
        user = certain(SeatRow.objects.get(match__public_id=public_id, seat=0).user)
        key = certain(signed_in(user).session.session_key)
        subscriptions.subscribe(user.pk, key, checked(Browser().subscription()), "Firefox, Android", now_ms())

    site.inside(tell_elsewhere)
    page = open_page(DESKTOP, "en-GB", first, [allowed() + 'window.answered = "denied";'], at="/news/settings/")
    expect(page.get_by_text("Firefox, Android")).to_be_visible()
    expect(page.get_by_role("switch", name="Your turn, push")).to_be_enabled()


def test_a_press_before_the_page_has_told_where_it_is_would_be_lost_so_there_is_none(
    site: Site, open_page: Opened
) -> None:
    _public_id, first, _ = site.deal(**SLOW)
    page, on_their_way = open_page(DESKTOP, "en-GB", first, [allowed()]), list[Route]()

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            on_their_way.append(route)
        else:
            route.continue_()

    page.route("**/news/settings/", hold)
    with page.expect_request(lambda request: request.method == "POST"):
        page.goto("/news/settings/")
    press = page.get_by_role("button", name="Tell me here")
    expect(press).to_be_disabled()
    on_their_way[0].continue_()
    press.click()
    expect(page.locator("[data-push-here]")).to_be_visible()


def test_a_browser_whose_subscription_has_changed_gives_the_new_one_without_a_page(
    site: Site, open_page: Opened
) -> None:
    public_id, first, _ = site.deal(**SLOW)
    page = open_page(DESKTOP | {"service_workers": "allow"}, "en-GB", first, [allowed()], at="/news/settings/")
    page.get_by_role("button", name="Tell me here").click()
    expect(page.locator("[data-push-here]")).to_be_visible()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # a page that was opened before its worker was ready has none
    page.wait_for_function("() => navigator.serviceWorker.controller")
    context = page.context
    (worker,) = context.service_workers
    page.close()
    other = Browser().subscription()
    assert worker.evaluate(CHANGE, other) is True, "asked with a key of the site's"
    assert site.inside(PushSubscription.objects.filter(endpoint_digest=checked(other).digest).count) == 1

    page = context.new_page()
    page.goto("/news/settings/")
    page.get_by_role("button", name="Switch off").click()
    expect(page.get_by_role("button", name="Tell me here")).to_be_visible()
    assert worker.evaluate(CHANGE, other) is False, "not for whoever has switched it off"


def test_a_switch_keeps_itself(site: Site, open_page: Opened) -> None:
    _, first, _ = site.deal(**SLOW)
    page = open_page(DESKTOP, "en-GB", first, [allowed()], at="/news/settings/")
    switch = page.get_by_role("switch", name="Your turn, push")
    expect(switch).to_be_checked()
    with page.expect_response(lambda answer: "push-turn" in (answer.request.post_data or "")):
        switch.click()  # the page posts its time zone there too, as it opens
    page.reload()
    expect(switch).not_to_be_checked()
