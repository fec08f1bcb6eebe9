"""Two people challenge each other by pressing buttons alone: other settings and back, accepted, and play begins; and a
reason to decline is read in the language of whoever reads it."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import Opened, new_name
from tests.people.challengers import account
from tests.support.browsers import signed_in


def two_accounts(*names: str) -> tuple[list[str], str]:
    """New accounts of those names: the key of a session of each, and the public id of the second."""
    players = [account(name) for name in names]
    return [signed_in(player).cookies["sessionid"].value for player in players], players[1].public_id


def laid_open(page: Page, section: str) -> None:
    """The rules of that section are unfolded."""
    group = page.locator(f"#set-{section}")
    if group.get_attribute("open") is None:
        group.locator("summary").click()


def test_a_live_challenge_goes_back_with_other_settings_and_play_begins(site: Site, open_page: Opened) -> None:
    her_name, his_name = new_name("Elsa"), new_name("Noor")
    (her_key, his_key), his_id = site.inside(two_accounts, her_name, his_name)
    desk, phone = open_page(DESKTOP, "en-GB", her_key), open_page(PHONE, "en-GB", his_key)
    phone.goto("/leaderboard/")
    desk.goto(f"/challenges/to/{his_id}/?game=alfapower&pace=live")
    desk.get_by_role("button", name=f"Challenge {his_name}").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text(f"{his_name} has been asked")

    expect(phone.locator(".toast")).to_contain_text(f"{her_name} challenges you")  # told, with nothing pressed
    phone.locator(".toast").get_by_role("link", name="Answer").click()
    expect(phone.get_by_text("All as usual in AlfaPower.")).to_be_visible()
    phone.get_by_role("link", name="Other settings").click()
    laid_open(phone, "economy")
    phone.locator("[name=starting_coins]").fill("9")
    phone.get_by_role("button", name=f"Send to {her_name}").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(f"{her_name} has been asked")

    expect(desk.get_by_role("heading", level=1)).to_have_text(f"{his_name} would rather play like this")
    expect(desk.locator(".diff")).to_contain_text("9")
    desk.get_by_role("button", name="Accept").click()
    for page in (desk, phone):
        page.wait_for_url(re.compile("/match/"))
        expect(page.locator("#board")).to_be_visible()


def test_a_reason_is_read_in_the_others_language(site: Site, open_page: Opened) -> None:
    her_name, his_name = new_name("Elsa"), new_name("Noor")
    (her_key, his_key), his_id = site.inside(two_accounts, her_name, his_name)
    desk, phone = open_page(DESKTOP, "sv-SE", her_key), open_page(PHONE, "en-GB", his_key)
    desk.goto(f"/challenges/to/{his_id}/")
    desk.get_by_role("button", name=f"Utmana {his_name}").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text(f"Skickat till {his_name}")
    phone.goto("/")
    phone.locator("#challenge").get_by_role("link", name="Answer").click()
    phone.locator(".chno summary").click()
    phone.get_by_role("button", name="Too many matches running").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Declined")
    expect(desk.locator(".saidwhy")).to_have_text("Har för många matcher igång")
