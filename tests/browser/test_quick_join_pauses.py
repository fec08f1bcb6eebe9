"""Who walks away for the sixth time reads so on the home page, is refused in a second tab, sees the figures, and has
Quick Join back at the end of the pause, with nothing loaded anew."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import CountedMatch, Staying, User
from accounts.services import walk_aways
from game import api as game
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import Opened, Player, arrive, new_name
from tests.people.challengers import account
from tests.support.browsers import signed_in
from tests.support.matches import make_match

pytestmark = pytest.mark.long

WORDS = {
    "en-GB": ("Live Quick Join pauses until", "6 of 6", "you conceded in your first turn", "no pause"),
    "sv-SE": ("Snabbmatch är pausad till", "6 av 6", "du gav upp i ditt första drag", "ingen paus"),
}


def five_times(name: str) -> tuple[str, str, str]:
    """An account that has walked away five times and sits in a match that counts: the key of a session, the public ids
    of the player and of the match."""
    player, other = account(name), account(new_name("Other"))
    now = game.now_ms()
    CountedMatch.objects.bulk_create(
        CountedMatch(match=f"{player.public_id}-{number}", user=player, ended_at=now - number, left="abandoned")
        for number in range(1, 6)
    )
    row = make_match(users=[player, other], starts_at=now, turn_seconds=600)
    walk_aways.count_match(row.public_id, [player.pk])
    return signed_in(player).cookies["sessionid"].value, player.public_id, row.public_id


def ends_soon(public_id: str) -> None:
    """The pause of that player ends in some seconds."""
    user = User.objects.get(public_id=public_id)
    Staying.objects.filter(user=user).update(until=game.now_ms() + 6_000)


@pytest.mark.parametrize(("device", "language"), [(DESKTOP, "en-GB"), (PHONE, "sv-SE")], ids=["desktop", "phone"])
def test_the_sixth_time_pauses_quick_join_until_it_is_over(
    site: Site, open_page: Opened, wrong: list[str], device: dict[str, Any], language: str
) -> None:
    title, figures, reason, over = WORDS[language]
    key, public_id, match = site.inside(five_times, new_name("Lux"))
    page, tab = open_page(device, language, key), open_page(device, language, key)
    tab.goto("/")
    play = tab.locator("button.pace[value=quick]")
    expect(play).to_be_visible()
    page.goto(f"/match/{match}/")
    arrive(page, "#state")
    Player(page).resign()
    expect(page.locator(".verdict")).to_be_visible()

    play.click()  # in a tab that does not know of it
    expect(tab.locator("#pause h2")).to_contain_text(title)
    assert "409" in wrong.pop()  # the browser says itself that it was refused
    page.goto("/")
    expect(page.locator("#pause .timer__n")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    expect(page.locator("#now button.pace[value=quick]")).to_have_count(0)
    page.locator("#pause").get_by_role("link").first.click()
    expect(page.locator("#left")).to_have_text(figures)
    expect(page.get_by_text(reason)).to_be_visible()
    expect(page.locator(".ledger20 .is-left")).to_have_count(6)

    site.inside(ends_soon, public_id)
    page.goto("/")
    expect(page.locator("#pause")).to_be_visible()
    page.evaluate("document.body.dataset.same = 'yes'")
    expect(page.locator("#now button.pace[value=quick]")).to_be_visible(timeout=20_000)
    assert page.evaluate("document.body.dataset.same") == "yes"
    page.goto("/accounts/walk-aways/")
    expect(page.get_by_text(over)).to_be_visible()
    page.goto("/")
    page.locator("button.pace[value=quick]").click()
    page.wait_for_url(re.compile("/quick/$"))
