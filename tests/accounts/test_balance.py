"""The balance of the game: counted from rated matches that somebody won, and silent about a few."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import api as accounts
from accounts.models import BalanceReport, BoughtItem, User
from accounts.services import balance
from accounts.statistics.balance import Return, Share, _returned, read, too_strong
from common.durations import HOUR_MS
from tests.accounts.ranking import account
from tests.accounts.test_statistics import played
from tests.support.matches import START
from tests.support.types import certain


def row(item: str, n: int, won: int, **values: int) -> dict[str, Any]:
    """A stored row of which `n` lone buyers won `won`."""
    sums = {"rows": n, "n_used": n, "b": n, "r": 2 * n, "bb": n, "rb": 2 * n, "rr": 4 * n}
    return {"item": item, "price": 1, "board_size": 15, "seat": 0, "alone_n": n, "alone_won": won} | sums | values


def bought(user: User, item: str, outcome: str, *, price: int = 4, **values: int) -> BoughtItem:
    mine = played(user, outcome=outcome, rated=values.get("rated", True))
    counted = {"bought": 1, "used": 1, "brought": 0, "gave": 0}
    common = {"board_size": 15, "seat": 0, "rated": True, "alone": True} | counted
    return BoughtItem.objects.create(played=mine, item=item, price=price, outcome=outcome, **(common | values))


def test_what_is_counted() -> None:
    user = account()
    bought(user, "fortify", "w", brought=5, gave=2)
    bought(user, "fortify", "l", bought=3, brought=1, gave=0)
    bought(user, "fortify", "w", rated=False)
    bought(user, "fortify", "n")
    bought(user, "blast", "w", alone=False)
    bought(user, "blast", "l", price=12, first=False)
    balance.compute(START)
    found = read(BalanceReport.objects.get().data)
    assert found.matches == 4  # one of the six was unrated, one nobody won
    fortify, blast = found.items
    assert (fortify.sole.won, fortify.sole.n, fortify.bought) == (1, 2, 4)
    assert certain(fortify.returned).mean == pytest.approx((3 + 1) / 4)
    assert (blast.sole.n, blast.bought, blast.returned) == (0, 2, None)
    assert [(line.item, line.key) for line in found.prices] == [("fortify", 4), ("blast", 4), ("blast", 12)]


def test_it_is_counted_once_an_hour() -> None:
    accounts.compute_balance(START)
    bought(account(), "fortify", "w")
    accounts.compute_balance(START + HOUR_MS - 1)
    assert BalanceReport.objects.get().data["items"] == []
    accounts.compute_balance(START + HOUR_MS)
    assert len(BalanceReport.objects.get().data["items"]) == 1


def test_intervals_are_those_of_the_books() -> None:
    share = Share(560, 1000)
    assert (share.low, share.high) == pytest.approx((0.5291, 0.5905), abs=1e-4)
    assert Share(0, 100).low == 0 and 0 < Share(0, 100).high < 0.04
    # Ten players' matches with one purchase each, half of them returning 0 and half 4: 2 ± 1.96 · √(40/9)/√10.
    found = _returned([row("fortify", 10, 5, b=10, bb=10, r=20, rb=20, rr=80)])
    assert found.mean == 2 and found.margin == pytest.approx(1.959964 * (40 / 9) ** 0.5 / 10**0.5)


@pytest.mark.parametrize(
    ("blast", "others", "verdict"),
    [
        ((99, 99), (5000, 2500), "few"),
        ((5000, 2500), (99, 0), "few"),
        ((1000, 600), (1000, 550), "maybe"),
        ((1000, 600), (1000, 590), "unclear"),
        ((1000, 450), (1000, 550), "no"),
    ],
)
def test_whether_a_power_is_too_strong_is_held_against_the_others(
    blast: tuple[int, int], others: tuple[int, int], verdict: str
) -> None:
    rows = [row("blast", *blast), row("swap", *others)]
    assert too_strong(rows, "blast").verdict == verdict


@pytest.mark.parametrize(("n", "says"), [(20, "too early to say"), (400, "The figures do not suggest so")])
def test_the_page_says_how_sure_it_is(client: Client, n: int, says: str) -> None:
    items = [row(item, n, n // 2) for item in ("blast", "fortify")]
    data = {"seats": [{"board_size": 15, "seat": 0, "n": n, "won": n // 2}], "items": items}
    BalanceReport.objects.create(pk=1, computed_at=START, data=data)
    page = client.get(reverse("accounts:balance")).content.decode()
    assert says in page
    assert ("too few" in page) is (n < 100)


def test_nothing_known_of_a_few() -> None:
    assert not Share(5, 99).known and Share(5, 100).known
    assert not Return(99, 99, 1.0, 0.1).known
