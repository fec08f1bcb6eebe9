"""Two people become friends by a link, see each other here, and part again; by pressing buttons alone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import Opened, new_name
from tests.people.players import account
from tests.support.browsers import signed_in


def session_of(name: str) -> str:
    """A new account of that name; the key of a session of it."""
    return signed_in(account(name)).cookies["sessionid"].value


def opened_by(site: Site, open_page: Opened, begins: str, device: dict[str, object]) -> tuple[str, Page]:
    """A page of a new account, and its name."""
    name = new_name(begins)
    return name, open_page(device, "en-GB", site.inside(session_of, name))


def test_two_become_friends_by_the_link_see_each_other_here_and_one_leaves(site: Site, open_page: Opened) -> None:
    her_name, desk = opened_by(site, open_page, "Elsa", DESKTOP)
    his_name, phone = opened_by(site, open_page, "Noor", PHONE)
    desk.goto("/friends/")
    desk.get_by_role("button", name="Make a link").click()
    address = desk.get_by_role("textbox", name="Your link").input_value()

    phone.goto(address)
    expect(phone.get_by_role("heading", level=1)).to_have_text(f"{her_name} wants to be friends")
    phone.get_by_role("button", name="Become friends").click()
    expect(phone.get_by_role("status")).to_have_text(f"You and {her_name} are friends now.")

    expect(desk.locator("#bell .badge").first).to_have_text("1")  # she is told, with nothing pressed
    row = desk.locator(".prow", has_text=his_name)
    expect(row).to_contain_text("Here now")
    phone.reload()
    expect(phone.locator(".prow", has_text=her_name)).to_contain_text("Here now")

    desk.goto("/news/")
    desk.get_by_role("link", name=re.compile(f"{his_name} is your friend now")).click()
    desk.get_by_role("button", name="Undo").click()
    expect(desk.locator(".prow", has_text=his_name)).to_have_count(0)
    phone.reload()
    expect(phone.locator(".prow", has_text=her_name)).to_have_count(0)


def test_the_buttons_of_a_profile_and_the_drawer_work_by_keyboard(site: Site, open_page: Opened) -> None:
    _her_name, hers = opened_by(site, open_page, "Ilse", DESKTOP)
    his_name, his = opened_by(site, open_page, "Bosse", DESKTOP)
    his.goto("/friends/")
    hers.goto("/friends/")
    hers.get_by_role("searchbox").or_(hers.get_by_label("Find a player")).fill(his_name)
    hers.keyboard.press("Enter")
    hers.locator("#found").get_by_role("link", name=his_name).press("Enter")
    hers.get_by_role("button", name="Add friend").press("Enter")
    expect(hers.locator(".persondo")).to_contain_text("Asked")

    expect(his.locator(".question")).to_have_count(1)  # by the news of it
    his.get_by_role("button", name="Accept").press("Enter")
    expect(his.locator(".prow")).to_contain_text("Here now")

    hers.reload()
    expect(hers.locator(".persondo")).to_contain_text("Here now")
    hers.get_by_role("button", name="Friends", exact=True).press("Enter")
    expect(hers.locator("#friends-drawer .prow")).to_contain_text(his_name)
    hers.keyboard.press("Escape")
    expect(hers.locator("#friends-drawer")).to_be_hidden()
