"""What is offered, as each player's page shows it; and the button to wait for a player who is away."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from game.services import presence, settle_due
from tests.bots.practice import make_practice
from tests.screen.drawn import drawn, words
from tests.support.matches import START, make_match, state_of, store_state, submit

MINUTE = 60_000


def buttons(html: str) -> list[tuple[str, str]]:
    """Kind and number of each button that makes an offer or agrees to one."""
    return re.findall(r'data-act="offer"\s+data-kind="(\w+)"\s+data-number="(\d+)"', html)


def test_nothing_is_shown_where_nothing_is_offered() -> None:
    shown = drawn(make_match(), 0)
    assert words(shown["offers"]) == ""
    assert buttons(shown["ends"]) == [("call_off", "0"), ("adjourn", "0")]


@pytest.mark.parametrize(
    ("kind", "rated", "said"),
    [
        ("call_off", True, "offers to call it off Nobody wins, and nothing counts."),
        (
            "adjourn",
            False,
            "The match goes on as a slow one: 3 days a turn, 72 h reserve. Open",
        ),
        ("adjourn", True, "reserve. It then counts in the slow rating and moves no ranked points. Open until"),
    ],
)
def test_whoever_is_asked_reads_what_will_count_before_saying_yes(kind: str, rated: bool, said: str) -> None:
    row = make_match(rated=rated)
    submit(row, 0, do=kind)
    mine, theirs = drawn(row, 0), drawn(row, 1)
    assert said in words(theirs["offers"]) and buttons(theirs["offers"]) == [(kind, "1")]
    assert words(mine["offers"]).startswith("You ") and not buttons(mine["offers"])


def test_it_is_said_in_swedish() -> None:
    row = make_match()
    submit(row, 0, do="call_off")
    with translation.override("sv"):
        assert "vill avblåsa matchen Ingen vinner, och inget räknas." in words(drawn(row, 1)["offers"])


def test_all_seats_see_who_has_said_yes() -> None:
    row = make_match(variant="alfapet", players=("Ann", "Bo", "Cy"))
    submit(row, 1, do="call_off")
    submit(row, 2, do="call_off")
    names = [seat.name for seat in row.seats.order_by("seat")]
    for seat in range(3):
        shown = drawn(row, seat)["offers"]
        yes = ["You" if other == seat else names[other] for other in (1, 2)]
        assert f"2 of 3 agree: {', '.join(yes)}." in words(shown)


@pytest.mark.parametrize("variant", ["alfapower", "alfapet", "classic", "flex", "keebble"])
def test_it_is_gone_with_the_turn(variant: str) -> None:
    row = make_match(variant=variant, turn_seconds=60)
    submit(row, 1, do="adjourn")
    assert words(drawn(row, 0)["offers"])
    settle_due.sweep(START + 64_000)
    assert state_of(row).turn == 2
    assert words(drawn(row, 0, START + 64_000)["offers"]) == ""


def test_the_menu_says_why_nothing_may_be_offered() -> None:
    row = make_match()
    state = state_of(row)
    made = replace(state.pace.adjourn, made=(0, 0))
    store_state(row, replace(state, turn=5, pace=replace(state.pace, adjourn=made)))
    said = words(drawn(row, 0)["ends"])
    assert "Only until each of you has ended two turns." in said and "You have offered it twice." in said
    assert drawn(row, 0)["ends"].count("disabled") == 2


@pytest.mark.parametrize("settings", [{"turn_seconds": 259_200}, {"turn_seconds": None}])
def test_only_a_live_match_is_continued_later(settings: dict[str, Any]) -> None:
    assert buttons(drawn(make_match(**settings), 0)["ends"]) == [("call_off", "0")]


def test_practice_offers_nothing() -> None:
    shown = drawn(make_practice(begins="person"), 0)
    assert words(shown["offers"]) == words(shown["ends"]) == ""


@pytest.mark.parametrize(("clock", "said"), [(60, "Wait 5 more minutes 3 left"), (None, "Wait 24 more hours 3 left")])
def test_who_is_there_may_wait_for_who_is_away(clock: int | None, said: str) -> None:
    row = make_match(turn_seconds=clock, present=False)
    presence.touch(row.pk, 0, START + MINUTE)
    settle_due.sweep(START + 40_000)
    assert said in words(drawn(row, 0, START + 40_000)["banner"])
    submit(row, 0, START + 41_000, do="wait_on")
    shown = drawn(row, 0, START + 41_000)
    assert "2 left" in words(shown["banner"])
    for _ in range(2):
        submit(row, 0, START + 41_000, do="wait_on")
    assert "more" not in words(drawn(row, 0, START + 41_000)["banner"])


def test_the_turn_of_who_is_waited_for_stands_still() -> None:
    row = make_match(turn_seconds=600, present=False)
    presence.touch(row.pk, 1, START + MINUTE)
    settle_due.sweep(START + 40_000)
    assert 'data-running="1"' in drawn(row, 1, START + 40_000)["timer"]
    submit(row, 1, START + 41_000, do="wait_on")
    shown = drawn(row, 1, START + 50_000)
    assert 'data-running=""' in shown["timer"] and "The turn clock waits, too" in words(shown["timer"])
    assert "keeps running" not in words(shown["banner"])
