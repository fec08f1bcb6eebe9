"""A guest signs up, makes a passkey and comes back with it, in a real browser: within the content policy, readable for
everybody, and no wider than a narrow phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site
from tests.browser.players import PASSWORD, Opened, sign_up
from tests.browser.test_accessibility import NARROW, findings, overflow
from tests.support.types import certain

pytestmark = [pytest.mark.needs_browser, pytest.mark.long]

NAME = "Wanda"
DOORS = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
PAGES = [
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
    page.goto("/accounts/name/")
    page.fill("#id_name", NAME)
    page.locator("main form button").click()
    judge(page, DOORS)
    sign_up(page, NAME)
    expect(page.locator(".who")).to_be_visible()
    # A message may hold an address, where the site sends mail.
    page.locator("main .banner p").evaluate("(said, text) => said.append(text)", f"{'w' * 50}@{'m' * 50}.example.org")
    assert overflow(page) <= 0
    page.goto("/accounts/2fa/webauthn/add/")
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button[type=submit]").click()
    judge(page, PAGES)
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
    expect(page.locator("main h1")).to_have_text(NAME)
