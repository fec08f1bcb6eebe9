"""What is pressed is heard or visibly cannot be, keys never lose their place, and each thing is told anew."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import Seated, arrive, hold

pytestmark = [pytest.mark.needs_browser, pytest.mark.long]

WATCH = """() => {
  window.heard = [];
  for (const id of ['live', 'alert']) {
    new MutationObserver(() => { const said = document.getElementById(id).textContent; if (said) heard.push(said); })
      .observe(document.getElementById(id), { childList: true });
  }
}"""


def test_before_the_scripts_are_there_nothing_can_be_pressed(meet: Seated) -> None:
    first, _second = meet("strategy", "en")
    page = first.page
    let_go = hold(page, "**/js/match*.js")
    page.reload(wait_until="commit")
    for control in ("#rack [data-ri]", "#actions [data-act=pass]", ".shopbtn", "[data-open=menu]", "#tab-shop"):
        expect(page.locator(f"[inert] {control}").first).to_be_attached()
    expect(page.locator("#readout .skel")).to_be_visible()
    expect(page.locator("#rack .tile").first).to_be_hidden()
    expect(first.cell(7, 7)).to_be_visible()

    let_go()
    arrive(page, "#state")
    expect(page.locator("[inert]")).to_have_count(0)
    expect(page.locator("#readout")).to_contain_text("Your turn.")
    expect(page.locator("#rack .tile").first).to_be_visible()


def test_keys_keep_their_place_when_what_they_pressed_is_switched_off_or_gone(meet: Seated) -> None:
    first, second = meet("strategy", "en")
    page, keys = first.page, first.page.keyboard
    page.evaluate(WATCH)

    # Buying: the button waits for its answer and keeps the focus; what was bought is said.
    page.locator("[data-sheet=shop]" if first.has_a_phone else "#tab-shop").press("Enter")
    page.locator("[data-buy=swap]").press("Enter")
    expect(page.locator("#slots [data-slot=swap]")).to_have_count(1)
    expect(page.locator("#coins-you")).to_have_text("2")
    expect(page.locator("#p-shop")).to_be_focused()  # none can be bought for the coins that are left
    expect(page.locator("#live")).to_have_text("Bought: Swap.")
    if first.has_a_phone:
        keys.press("Escape")

    # Trading tiles: the two buttons of the choice come and go.
    page.locator("#slots [data-slot=swap]").press("Enter")
    page.locator('#rack [data-ri="0"]').press("Enter")
    page.locator("#actions [data-act=swap]").press("Enter")
    expect(page.locator("#slots [data-slot=swap]")).to_have_count(0)
    expect(page.locator("#actions [data-act=shuffle]")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("Your turn goes on.")

    # Passing switches the button off. Each turn is told anew, in the same words.
    for turn in range(2):
        page.locator("#actions [data-act=pass]").press("Enter")
        expect(page.locator('#state[data-mine="0"]')).to_have_count(1)
        expect(page.locator("#actions [data-act=shuffle]")).to_be_focused()
        second.pass_turn()
        expect(page.locator('#state[data-mine="1"]')).to_have_count(1)
        page.wait_for_function("n => heard.filter(said => said === 'Your turn').length === n", arg=turn + 1)


def test_tiles_that_were_played_lie_until_the_panels_have_come(meet: Seated) -> None:
    first, _second = meet("strategy", "en")
    page = first.page
    move = first.find_move()
    page.route_web_socket("**/ws/match/**", lambda _socket: None)  # it opens, and never says anything
    let_go = hold(page, "**/panels")
    page.reload()
    first.lay(move)
    expect(page.locator("#actions [data-act=play]")).to_be_enabled()
    with page.expect_response("**/act") as answer:
        first.press("play")
    assert answer.value.json()["ok"]
    page.wait_for_timeout(1000)
    expect(page.locator("#board .is-pending")).to_have_count(len(move))
    expect(page.locator("#actions .is-busy")).to_have_count(1)

    let_go()
    expect(page.locator("#board .is-pending")).to_have_count(0)
    expect(page.locator("#board .is-last.by-you")).to_have_count(len(move))
