"""What one player carries out in Keebble on the phone is there on the desk, before anything of it was sent."""

import pytest
from playwright.sync_api import Response, expect

from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import Seated
from tests.browser.test_keebble import cell, dealt, take_up


def keeps_a_target(answer: Response) -> bool:
    """Whether it answers a draft in which something is chosen: an option without a target may have been kept before."""
    sent = answer.request.post_data_json if answer.url.endswith("/draft") else None
    return sent is not None and bool(sent.get("tiles") or sent.get("walls"))


@pytest.mark.parametrize("kind", ["letters", "wall"])
def test_what_is_chosen_on_the_phone_is_chosen_on_the_desk(site: Site, seat_at: Seated, kind: str) -> None:
    of_one_seat = site.inside(dealt)[:2]
    (phone,) = seat_at(of_one_seat, [PHONE])
    take_up(phone, kind)
    with phone.page.expect_response(keeps_a_target) as answer:
        if kind == "letters":
            cell(phone, "F2").click()
        else:
            box = cell(phone, "E2").bounding_box()
            assert box is not None
            cell(phone, "E2").click(position={"x": box["width"] - 3, "y": box["height"] / 2})
    assert answer.value.json()["ok"]
    (desk,) = seat_at(of_one_seat, [DESKTOP])
    expect(desk.page.locator("#carry")).to_be_visible()
    chosen = "#board .cell.is-new" if kind == "letters" else "#board .kw--new"
    expect(desk.page.locator(chosen)).to_have_count(1)
    with desk.page.expect_response(lambda it: it.url.endswith("/draft") and "[]" in (it.request.post_data or "")):
        desk.page.locator("#actions [data-act=undo]").click()
    (again,) = seat_at(of_one_seat, [PHONE])
    expect(again.page.locator(".opt").first).to_be_visible()
    expect(again.page.locator(chosen)).to_have_count(0)
