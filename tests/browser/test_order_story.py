"""Order as players and moderators live it: a line is reported, decided about, appealed against and forgiven; and who
walks away from six matches of Quick Join waits, and joins again.

The players press what they would press; what they would do by hand to get round it is posted as their page posts.
"""

import re
from secrets import token_hex
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import Staying, User
from game import api as game
from people.models import Case
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import Opened, Player, new_name, on_turn, play_each_other
from tests.browser.test_accessibility import findings
from tests.people.players import account, be_friends
from tests.people.reporters import moderator
from tests.support.browsers import deal, signed_in

pytestmark = pytest.mark.long

UNKIND = "you play like a spoon"
SAY_BY_HAND = """async values => {
  const response = await fetch(`${document.querySelector('#p-talk').dataset.url}say`, {
    method: 'POST',
    body: new URLSearchParams(values),
    headers: { 'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content },
  });
  return response.json();
}"""
MUTED_EN = re.compile(
    r"You cannot write until \d+ \w+ \d{4} \d\d:\d\d \(UTC\)\. You can play, and use the said lines\."
)


def friends_in_a_match(*names: str) -> list[str]:
    """A match without a clock of two accounts that are friends: its public id, and a session's key for each."""
    one, other = (account(name) for name in names)
    be_friends(one, other)
    return deal(users=[one, other], by_lot=False)


def session_of_moderator(name: str) -> str:
    """The key of a session of a new moderator."""
    return signed_in(moderator(name)).cookies["sessionid"].value


def number_of_case(name: str) -> int:
    """The number of the open case about the player of that name."""
    return Case.objects.get(about__display_name=name, decided_at=None).pk


def talk_of(page: Page) -> Locator:
    """The talk of a match's page, opened."""
    talk = page.locator("#p-talk")
    if not talk.is_visible():
        page.locator("#talkbtn:visible, #tab-talk:visible").click()
    expect(talk.locator("#talk-log")).to_be_visible()
    return talk


def write(page: Page, text: str) -> None:
    """Words of the player's own, sent by Enter."""
    field = talk_of(page).locator("[name=text]")
    field.fill(text)
    field.press("Enter")
    expect(page.locator(".say--me", has_text=text)).to_be_visible()


def say_by_hand(page: Page, text: str) -> dict[str, Any]:
    """What the server answers to words that the page has no field for."""
    answer: dict[str, Any] = page.evaluate(SAY_BY_HAND, {"text": text, "nonce": token_hex(8)})
    return answer


def test_an_unkind_line_is_reported_decided_appealed_against_and_forgiven(
    site: Site, open_page: Opened, wrong: list[str]
) -> None:
    hers, his = new_name("Elsa"), new_name("Mikael")
    match, her_key, his_key = site.inside(friends_in_a_match, hers, his)
    phone, desk = open_page(PHONE, "sv-SE", her_key), open_page(DESKTOP, "en-GB", his_key)
    klara, lars = (
        open_page(DESKTOP, "en-GB", site.inside(session_of_moderator, new_name(name))) for name in ("Klara", "Lars")
    )
    for page in (phone, desk):
        page.goto(f"/match/{match}/")

    # They play, and talk.
    Player(phone).play(Player(phone).find_move())
    on_turn(Player(desk))
    write(desk, UNKIND)

    # She reports the line; her match stays open.
    line = talk_of(phone).locator("button.say__b", has_text=UNKIND)
    line.click()
    with phone.expect_popup() as opened:
        phone.get_by_role("link", name="Anmäl raden").click()
    report = opened.value
    expect(report.locator(".quoteline")).to_contain_text(UNKIND)
    expect(report.get_by_role("radio", name="Förolämpningar eller hot")).to_be_checked()
    report.get_by_label("Med dina ord").fill("Andra gången.")
    expect(report.locator("[data-letters-of]")).to_have_text("13 / 500")
    report.get_by_label("Säg till när den är granskad").check()
    assert not findings(report)
    report.get_by_role("button", name="Skicka anmälan").click()
    expect(report.get_by_role("heading", level=1)).to_contain_text("Du har anmält")

    # One moderator takes the case, and no other one can.
    number = site.inside(number_of_case, his)
    klara.goto("/admin/people/case/")
    klara.get_by_role("link", name=his).click()
    expect(klara.get_by_text(UNKIND).first).to_be_visible()
    lars.goto(f"/admin/people/case/{number}/change/")
    klara.get_by_role("button", name="Take").click()
    lars.get_by_role("button", name="Take").click()  # on a page from before
    expect(lars.get_by_text("has taken this case. You can read it, not decide it.")).to_have_count(1)
    expect(lars.get_by_text("The form is for who has taken the case.")).to_be_visible()

    # She decides a mute.
    klara.get_by_role("radio", name="Mute (talk)").check()
    klara.get_by_role("button", name=f"Decide and tell {his}").click()  # without a reason
    expect(klara.get_by_text("Choose why.")).to_be_visible()
    assert "422" in wrong.pop()  # the browser says itself that it was refused
    klara.get_by_label("Until").select_option("7")
    klara.get_by_label("Reason").select_option("insults")
    klara.get_by_label("Words to the player").fill("Say it kindly,\nor not at all.")
    klara.get_by_role("button", name=f"Decide and tell {his}").click()
    expect(klara.locator(".messagelist")).to_contain_text("is decided")

    # He reads it at the next page, with its end, and can write no more.
    desk.goto("/")
    expect(desk.get_by_role("heading", level=1)).to_have_text(
        re.compile(r"You cannot write until \d+ \w+ \d{4} \d\d:\d\d \(UTC\)")
    )
    decision = desk.url
    expect(desk.locator(".decision__words")).to_contain_text("or not at all.")
    assert not findings(desk)
    desk.get_by_role("button", name="I have read it").click()
    desk.goto(f"/match/{match}/")
    talk = talk_of(desk)
    expect(talk.locator("#talk-own")).to_contain_text(MUTED_EN)
    expect(talk.locator("[name=text]")).to_have_count(0)
    assert not findings(desk) and not findings(phone)
    answer = say_by_hand(desk, "and you are a fork")
    assert answer["code"] == "muted" and not answer["ok"]
    assert "409" in wrong.pop()
    talk.get_by_role("button", name="Nice word").click()  # a said line is open to him
    expect(phone.locator(".say", has_text="Fint ord")).to_be_visible()
    expect(phone.locator(".say", has_text="fork")).to_have_count(0)

    # He appeals, once.
    desk.goto(decision)
    desk.get_by_role("link", name="Appeal").click()
    appeal = desk.url
    desk.get_by_label("What the decision gets wrong").fill("We are friends, she laughed.")
    expect(desk.locator("[data-letters-of]")).to_have_text("28 / 1000")
    assert not findings(desk)
    desk.get_by_role("button", name="Send").click()
    expect(desk.get_by_role("heading", name="Your appeal is being read")).to_be_visible()
    expect(desk.get_by_role("link", name="Appeal")).to_have_count(0)
    desk.goto(appeal)
    expect(desk.get_by_role("button", name="Send")).to_have_count(0)

    # Who decided may not answer it; the other one lifts the mute.
    for page in (klara, lars):
        page.goto("/admin/people/case/appeals/")
        page.get_by_role("link", name=his).click()
    expect(klara.locator(".messagelist")).to_contain_text("read by another moderator")
    expect(klara.get_by_role("button", name="Take")).to_have_count(0)
    lars.get_by_role("button", name="Take").click()
    lars.get_by_role("radio", name="Lift it, as if it had never been").check()
    lars.get_by_label("Words to the player").fill("They are friends.")
    lars.get_by_role("button", name="Answer the appeal").click()
    expect(lars.locator(".messagelist")).to_contain_text("The appeal is answered.")

    # Both are told, and he talks again.
    desk.goto("/news/")
    desk.get_by_role("link", name=re.compile("Your appeal was heard")).click()
    expect(desk.get_by_role("heading", level=1)).to_contain_text("You cannot write")
    expect(desk.locator(".decision > .chip")).to_have_text("lifted")
    expect(desk.locator(".decision__steps")).to_contain_text("They are friends.")
    report.goto("/news/")
    expect(report.locator("main")).to_contain_text("granskad")
    desk.goto(f"/match/{match}/")
    write(desk, "sorry, you play well")
    expect(phone.locator(".say", has_text="sorry, you play well")).to_be_visible()


def ends_soon(name: str) -> None:
    """The pause of that player ends in some seconds."""
    user = User.objects.get(display_name=name)
    Staying.objects.filter(user=user).update(until=game.now_ms() + 6_000)


def session_of(name: str) -> str:
    """The key of a session of a new account."""
    return signed_in(account(name)).cookies["sessionid"].value


def walk_away(page: Page) -> None:
    """Concede a match that has just begun; the menu says before what that counts as."""
    page.locator("[data-open=menu]").click()
    expect(page.locator("#d-menu")).to_contain_text("conceding counts as a walk-away")
    page.locator("#d-menu [data-act=resign]").click()
    page.locator("#d-resign [data-act=resign]").click()
    expect(page.locator(".verdict")).to_be_visible()


def test_who_walks_away_from_six_matches_waits_and_joins_again(site: Site, open_page: Opened) -> None:
    name = new_name("Lux")
    page = open_page(PHONE, session=site.inside(session_of, name))
    other = open_page(DESKTOP, session=site.inside(session_of, new_name("Nils")))
    for number in range(1, 7):
        play_each_other([page, other], "quick")
        walk_away(page)
        page.goto("/")
        word = page.locator(".walkword")
        if number in (4, 5):
            expect(word).to_contain_text(f"{number} of your last {number} live matches ended because you left.")
            expect(word).to_contain_text("At 6, Quick Join pauses for a while.")
        else:
            expect(word).to_have_count(0)

    expect(page.locator("#pause h2")).to_contain_text("Live Quick Join pauses until")
    expect(page.locator("#pause .timer__n")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    page.locator("#pause").get_by_role("link").first.click()
    expect(page.locator("#left")).to_have_text("6 of 6")
    expect(page.locator("main")).to_contain_text("From 6 on live Quick Join waits")
    expect(page.get_by_role("link", name=re.compile("Nils"))).to_have_count(6)
    other.goto("/")
    expect(other.locator("#pause, .walkword")).to_have_count(0)  # who was left has left nothing

    site.inside(ends_soon, name)
    page.goto("/")
    expect(page.locator("#pause")).to_be_visible()
    expect(page.locator("button.pace[value=quick]")).to_be_visible(timeout=20_000)
    first, second = play_each_other([page, other], "quick")
    expect(first.page.locator('#state[data-mine="1"]')).to_have_count(1)
    expect(second.page.locator("#state")).to_have_count(1)
