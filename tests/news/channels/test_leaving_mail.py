"""The page by which mail is left: a look changes nothing, a press does, for an hour it can be undone, and a link is
good for the one whose it is alone."""

from typing import Any

import pytest
from django.core import signing
from django.test import Client
from time_machine import travel

from common import rate_limits
from news.leave_links import LEAVE, confirm_address, leave_address
from news.models import NewsPreference, RefusedAddress
from news.services import mail_addresses, preferences
from tests.news.channels.conftest import HOUR, NOON, account
from tests.support.browsers import signed_in


def link(user: Any, *kinds: str) -> str:
    """The path of somebody's link."""
    return leave_address(user.pk, kinds).removeprefix("https://play.example")


def wants(user: Any) -> dict[str, bool]:
    """What they are mailed."""
    chosen = preferences.of(user.pk)
    return {kind.key: chosen.wants(kind, "mail") for kind in preferences.offered("mail", is_guest=False)}


ALL = {"turn": True, "low": True, "over": True, "verdict": True}
NONE = dict.fromkeys(ALL, False)


def test_a_scanner_of_mail_that_looks_at_it_changes_nothing(elsa: Any) -> None:
    for method in ("get", "head"):
        assert getattr(Client(), method)(link(elsa, "turn")).status_code == 200
    assert Client().get(link(elsa, "turn"))["Cache-Control"].startswith("max-age=0")
    assert wants(elsa) == ALL and not NewsPreference.objects.exists()


def test_a_press_ends_that_kind_or_all_and_other_mail_comes_as_before(elsa: Any) -> None:
    page = Client().post(link(elsa, "turn")).content.decode()
    assert "No more mail about “Your turn”." in page and "Other mail comes as before." in page
    assert wants(elsa) == ALL | {"turn": False}
    assert "Done. No more mail." in Client().post(link(elsa, "turn"), {"all": "1"}).content.decode()
    assert wants(elsa) == NONE


def test_twice_is_as_once_and_undone_within_the_hour_it_is_as_before(
    elsa: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    NewsPreference.objects.create(user=elsa, mail={"over": False})
    address, browser = link(elsa, "turn"), Client()

    def press(at: int, **button: str) -> str:
        monkeypatch.setattr("news.unsubscribe_views.now_ms", lambda: at)
        return browser.post(address, button).content.decode()

    press(NOON), press(NOON + 1), press(NOON + 2, all="1")
    assert wants(elsa) == NONE
    assert "Undone." in press(NOON + HOUR - 1, undo="1")
    assert wants(elsa) == ALL | {"over": False}
    assert "nothing left to undo" in press(NOON + HOUR - 1, undo="1")
    press(NOON)
    assert "nothing left to undo" in press(NOON + HOUR, undo="1")
    assert wants(elsa) == ALL | {"over": False, "turn": False}


def test_what_was_chosen_on_the_page_since_is_not_undone(elsa: Any) -> None:
    browser = Client()
    browser.post(link(elsa, "turn"))
    preferences.switch(elsa.pk, "mail", "low", False)
    browser.post(link(elsa, "turn"), {"undo": "1"})
    assert wants(elsa) == ALL | {"turn": False, "low": False}


def test_a_link_of_somebody_else_is_about_somebody_else(elsa: Any) -> None:
    ravi = account("ravi")
    page = signed_in(ravi).post(link(elsa, "turn")).content.decode()
    assert (wants(elsa)["turn"], wants(ravi)["turn"]) == (False, True)
    assert "elsa" not in page.lower(), "and does not say whose"


def test_forged_and_changed_links_lead_nowhere(elsa: Any) -> None:
    good = link(elsa, "turn").split("/")[-2]
    forged = [
        good[:-1] + ("A" if good[-1] != "A" else "B"),
        good.replace(good[0], "x", 1),
        "x",
        "a:b:c",
        good.rpartition(":")[0],
        signing.dumps([elsa.pk, "turn"], salt="another"),
        signing.dumps([elsa.pk, "turn"], salt=LEAVE, key="guessed"),
        signing.dumps([elsa.pk, "elsa@example.org"], salt="news.address"),
    ]
    for token in forged:
        for answer in (Client().get(f"/news/leave/{token}/"), Client().post(f"/news/leave/{token}/")):
            assert answer.status_code == 404
    assert wants(elsa) == ALL
    assert Client().post(link(elsa, "turn")).status_code == 200


def test_a_link_of_one_who_has_gone_or_about_a_kind_that_has_gone_breaks_nothing(elsa: Any) -> None:
    assert Client().post(link(elsa, "gone")).status_code == 200
    assert wants(elsa) == ALL
    address = link(elsa, "turn")
    elsa.delete()
    assert Client().post(address).status_code == 404


def test_links_may_be_followed_only_so_often_from_one_address(elsa: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    few = rate_limits.Limit("leaving-mail", address="2 per minute")
    monkeypatch.setattr(rate_limits, "LEAVING_MAIL", few)
    assert [Client().get(link(elsa, "turn")).status_code for _ in range(3)] == [200, 200, 429]


# --- an address that was refused --------------------------------------------------------------------------------


def test_a_refused_address_is_mailed_again_when_a_mail_has_arrived_there(elsa: Any, mailoutbox: list[Any]) -> None:
    client = signed_in(elsa)
    assert client.post("/news/settings/mail/").status_code == 302 and not mailoutbox, "it was never refused"
    mail_addresses.refuse("Elsa@Example.org", NOON)
    assert "came back" in client.get("/news/settings/").content.decode()
    client.post("/news/settings/mail/")
    (message,) = mailoutbox
    path = message.body.split("https://play.example")[1].strip()
    assert Client().get(path).status_code == 200 and RefusedAddress.objects.exists()
    assert Client().post(path).status_code == 200 and not RefusedAddress.objects.exists()


def test_the_link_for_that_is_good_for_a_day(elsa: Any) -> None:
    mail_addresses.refuse("elsa@example.org", NOON)
    with travel(NOON / 1000, tick=False) as clock:
        path = confirm_address(elsa.pk, "elsa@example.org").removeprefix("https://play.example")
        clock.shift(24 * 3600 + 1)
        assert Client().post(path).status_code == 404
    assert Client().post(link(elsa, "turn").replace("/leave/", "/mail/")).status_code == 404
    assert RefusedAddress.objects.exists()
