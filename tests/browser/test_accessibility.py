"""Every page and state of the site as the rules of access see it: axe-core finds nothing, in light on a desktop and in
dark on a phone; none is wider than a window of 320 px, nor on a desktop with letters of 200 %. A picture of each lands
in var/screens/ for people to look at. So are those by which a guest signs up, makes a passkey and comes back with it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE, ROOT, Site
from tests.browser.players import PASSWORD, Opened, Seated, arrive, new_name, sign_up
from tests.support.types import certain

pytestmark = pytest.mark.long

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SCREENS = ROOT / "var" / "screens"
NARROW: ViewportSize = {"width": 320, "height": 640}

PAGES = {
    "home": "/",
    "game": "/play/alfapower/",
    "game-of-many": "/play/keebble/",
    "guide": "/guide/",
    "words": "/words/?q=storm",
    "friends": "/friends/",
    "leaderboard": "/leaderboard/",
    "ranking": "/ranking/",
    "balance": "/balance/",
    "boards": "/accounts/boards/",
    "board-editor": "/accounts/boards/new/",
    "sign-in": "/accounts/login/",
    "sign-up": "/accounts/signup/",
    "credits": "/credits/",
    "not-found": "/no/such/page/",
}

DIALOGS = {
    "menu": "[data-open=menu]",
    "shop": "[data-sheet=shop]:visible, #tab-shop:visible",
    "unseen": "[data-sheet=unseen]:visible, #tab-unseen:visible",
}


def findings(page: Page) -> list[str]:
    """What axe-core has to say, a line each: the rule and the first element that breaks it."""
    page.evaluate(AXE)
    result = page.evaluate("rules => axe.run(document, {runOnly: {type: 'tag', values: rules}})", RULES)
    return [f"{found['id']}: {found['nodes'][0]['html'][:200]}" for found in result["violations"]]


# Not against innerWidth: on a phone that grows with what sticks out. A card of the home page cuts off what does.
WIDER = """() => Math.max(...[document.documentElement, ...document.querySelectorAll('.preset')].map(
  element => element.scrollWidth - element.clientWidth))"""


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than a narrow window; it gets its old size back."""
    size = certain(page.viewport_size)
    page.set_viewport_size(NARROW)
    for _ in range(40):  # until the page has taken up its new size
        wider = page.evaluate(WIDER)
        if wider <= 0:
            break
        page.wait_for_timeout(50)
    page.set_viewport_size(size)
    return wider


def overflow_of_large_letters(page: Page) -> int:
    """By how many pixels the page is wider than a desktop's window with letters of twice the size. A phone zooms by
    itself, and is looked at in a narrow window."""
    if certain(page.viewport_size)["width"] < DESKTOP["viewport"]["width"]:
        return 0
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    wider = page.evaluate(WIDER)
    page.evaluate("document.documentElement.style.fontSize = ''")
    return wider


def looked_at(page: Page, name: str, found: dict[str, list[str]]) -> None:
    """Judge a state, and keep its picture."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"{name}.png")
    if problems := findings(page):
        found[name] = problems


@pytest.fixture(params=[("desktop", DESKTOP), ("phone", PHONE)], ids=["desktop", "phone"])
def device(request: pytest.FixtureRequest, open_page: Opened, wrong: list[str]) -> Iterator[tuple[str, Page]]:
    """A device's name and a page on it; the phone is in dark, the desktop in light."""
    name, options = request.param
    yield name, open_page(options, "sv-SE" if name == "phone" else "en-GB")
    wrong[:] = [said for said in wrong if "404" not in said]


def test_every_page(device: tuple[str, Page]) -> None:
    name, page = device
    found: dict[str, list[str]] = {}
    too_wide = {}
    for title, address in PAGES.items():
        page.goto(address)
        looked_at(page, f"{title}-{name}", found)
        too_wide[title] = max(overflow(page), overflow_of_large_letters(page))
    assert not found
    assert not {title: pixels for title, pixels in too_wide.items() if pixels > 0}


def test_every_state_of_a_match(seated: Seated) -> None:
    first, second = seated("strategy", "en")  # no clock: looking takes longer than a turn
    found: dict[str, list[str]] = {}
    for player in (first, second):
        page, name = player.page, "phone" if player.has_a_phone else "desktop"
        for state, opener in DIALOGS.items():
            page.locator(opener).first.click()
            looked_at(page, f"match-{state}-{name}", found)
            page.keyboard.press("Escape")
    move = first.find_move()
    first.lay(move)
    expect(first.page.locator("#board .bubble")).to_be_visible()
    looked_at(first.page, "match-laid", found)
    first.press("play")
    expect(second.page.locator('#state[data-mine="1"]')).to_have_count(1)
    for player in (first, second):
        page, name = player.page, "phone" if player.has_a_phone else "desktop"
        looked_at(page, f"match-after-a-turn-{name}", found)
        assert overflow(page) <= 0 and overflow_of_large_letters(page) <= 0
    first.choose_in_menu("[data-act=resign]")
    looked_at(first.page, "match-concede", found)
    first.page.locator("#d-resign [data-act=resign]").click()
    for player in (first, second):
        name = "phone" if player.has_a_phone else "desktop"
        expect(player.page.locator("#state")).to_have_count(0)
        arrive(player.page, ".verdict")
        looked_at(player.page, f"end-{name}", found)
        report = certain(player.page.locator("#block a[href*='/reports/']").get_attribute("href"))
        player.page.goto(report)
        looked_at(player.page, f"report-{name}", found)
        assert overflow(player.page) <= 0 and overflow_of_large_letters(player.page) <= 0
    assert not found


DOORS = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
OF_AN_ACCOUNT = [
    "/accounts/", "/accounts/email/", "/accounts/2fa/", "/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/add/",
    "/accounts/sessions/", "/accounts/delete/",
]  # fmt: skip


@pytest.fixture
def page(site: Site, open_page: Opened) -> Page:
    """A page whose browser has a finger to show. Passkeys need a host with a name."""
    page = open_page(PHONE | {"base_url": site.url.replace("127.0.0.1", "localhost")}, "sv-SE")
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
                     "isUserVerified": True, "automaticPresenceSimulation": True}},
    )  # fmt: skip
    return page


def judge(page: Page, paths: list[str]) -> None:
    """Each page as the rules of access see it, and in a narrow window."""
    found = {}
    for path in paths:
        page.goto(path)
        assert page.url.endswith(path), f"{path} leads to {page.url}"
        size = certain(page.viewport_size)
        page.set_viewport_size(NARROW)
        faults = [*findings(page), *(["too wide"] if overflow(page) > 0 else [])]
        page.set_viewport_size(size)
        if faults:
            found[path] = faults
    assert not found


def test_from_guest_to_passkey(page: Page) -> None:
    name = new_name("Wanda")
    page.goto("/accounts/name/")
    page.fill("#id_name", name)
    page.locator("main form button").click()
    judge(page, DOORS)
    sign_up(page, name)
    expect(page.locator(".who")).to_be_visible()
    # A message may hold an address, where the site sends mail.
    page.locator("main .banner p").evaluate("(said, text) => said.append(text)", f"{'w' * 50}@{'m' * 50}.example.org")
    assert overflow(page) <= 0
    page.goto("/accounts/2fa/webauthn/add/")
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button[type=submit]").click()
    judge(page, OF_AN_ACCOUNT)
    page.goto("/accounts/2fa/webauthn/add/")
    page.fill("[name=name]", "Finger")
    expect(page.locator("[name=passwordless]")).to_be_checked()
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/recovery-codes/**")
    page.goto("/accounts/logout/")
    page.locator("main form button").click()
    page.goto("/accounts/login/")
    page.locator("#passkey_login").click()
    page.wait_for_url(lambda url: "/accounts/" not in url)
    page.goto("/accounts/")
    expect(page.locator("main h1")).to_have_text(name)
