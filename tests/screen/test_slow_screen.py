"""The page of a slow match: its clock and reserves in words for each seat, and how long each turn took."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from game.dictionary_hooks import is_closed_to
from game.kernel.deadlines import begin_adjourned_clock, begin_choice_clock
from game.models import Match, Outage
from game.presentation.slow_clock import turn_time
from tests.screen.drawn import drawn, words
from tests.support.browsers import signed_in
from tests.support.matches import START, make_match, resigned, state_of, store_state, submit, user_at
from tests.support.types import certain

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
SLOW: dict[str, Any] = {"turn_seconds": 259_200, "reserve_hours": 72, "timeouts_to_forfeit": 1}
VARIANTS = ("alfapower", "classic", "alfapet", "flex", "keebble")


def clock_of(shown: dict[str, str]) -> str:
    """The part of the timer that stands in place of the ring."""
    found = certain(re.search(r'<div class="timer__days.*?class="timer__txt"', shown["timer"], re.S))
    return str(found[0].rpartition("<")[0])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("language", "after", "said"),
    [
        ("en", 0, "3 days + 72 h reserve"),
        ("en", 20 * HOUR, "2 days 4 h + 72 h reserve"),
        ("sv", 20 * HOUR, "2 dygn 4 h + 72 h reserv"),
        ("en", 2 * DAY + 19 * HOUR + 48 * MINUTE, "4 h 12 min + 72 h reserve"),
        ("en", 3 * DAY - 12 * MINUTE - 30_000, "12:30 + 72 h reserve"),
        ("en", 3 * DAY + 46 * HOUR, "1 day 2 h of the reserve"),
        ("sv", 3 * DAY + 46 * HOUR, "1 dygn 2 h av reserven"),
    ],
)
def test_the_clock_says_turn_and_reserve_in_words(variant: str, language: str, after: int, said: str) -> None:
    row = make_match(variant=variant, **SLOW)
    with translation.override(language):
        assert said == words(clock_of(drawn(row, 0, START + after)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_card_of_who_is_not_on_turn_says_its_reserve(variant: str) -> None:
    row = make_match(variant=variant, **SLOW)
    state = state_of(row)
    store_state(row, replace(state, pace=replace(state.pace, reserves=(72 * HOUR, 26 * HOUR))))
    assert "26 h reserve" in words(drawn(row, 0, START)["card-opp"])
    assert "26 h reserve" in words(drawn(row, 1, START)["card-you"])
    assert "72 h" not in words(drawn(row, 0, START)["card-you"])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("after", "english", "swedish", "spoken"),
    [
        (0, "3 d + 3 d", "3 d + 3 d", "3 d left, then 3 d of reserve"),
        (2 * DAY + 18 * HOUR + 48 * MINUTE, "5 h 12 min + 3 d", "5 h 12 min + 3 d",
         "5 h 12 min left, then 3 d of reserve"),
        (3 * DAY + 46 * HOUR, "1 d 2 h of the reserve", "1 d 2 h av reserven", "1 d 2 h of the reserve"),
    ],
)  # fmt: skip
def test_turn_and_reserve_are_said_apart(variant: str, after: int, english: str, swedish: str, spoken: str) -> None:
    left = certain(turn_time(state_of(make_match(variant=variant, **SLOW)), START + after))
    with translation.override("sv"):
        assert left.said == swedish
    assert (left.said, left.spoken) == (english, spoken)
    assert left.on_reserve == (after > 3 * DAY) and not left.is_low
    assert (left.turn, left.reserve) == (max(0, 3 * DAY - after), min(72 * HOUR, 6 * DAY - after))
    assert (left.whole_turn, left.whole_reserve) == (3 * DAY, 72 * HOUR)


@pytest.mark.parametrize(("after", "said", "is_low"), [(0, "3 d", False), (3 * DAY - HOUR, "1 h", True)])
def test_without_a_reserve_the_turn_stands_alone(after: int, said: str, is_low: bool) -> None:
    left = certain(turn_time(state_of(make_match(**SLOW | {"reserve_hours": 0})), START + after))
    assert (left.said, left.spoken, left.is_low) == (said, f"{said} left", is_low)
    assert left.reserve == 0 and not left.on_reserve


def test_an_adjourned_match_has_the_turn_and_reserve_of_its_days() -> None:
    row = adjourned(make_match(turn_seconds=60), START)
    assert certain(turn_time(state_of(row), START)).said == "3 d + 3 d"


def test_a_choice_uses_no_reserve_and_a_match_that_is_over_has_no_time() -> None:
    row = make_match(**SLOW)
    left = certain(turn_time(begin_choice_clock(replace(state_of(row), phase="alfa"), START), START))
    assert (left.turn, left.whole_turn, left.reserve, left.said) == (12 * HOUR, 12 * HOUR, 0, "12 h")
    assert turn_time(state_of(resigned(row)), START + HOUR) is None


def test_nobody_is_online_or_away_in_a_slow_match() -> None:
    slow, live = make_match(**SLOW), make_match()
    assert "Online" in words(drawn(live, 0, START)["card-opp"]) and 'id="dot-opp"' in drawn(live, 0, START)["card-opp"]
    said = drawn(slow, 0, START)["card-opp"]
    assert "Online" not in words(said) and "Away" not in words(said) and 'id="dot-opp"' not in said


def test_a_live_match_has_its_ring_and_no_words_of_days() -> None:
    timer = drawn(make_match(), 0, START)["timer"]
    assert "timer__ring" in timer and "days-left" not in timer and "data-reserve" not in timer


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "60 s"),
        ({"turn_seconds": None}, "No timer"),
        (SLOW, "3 days + 72 h reserve"),
        ({"turn_seconds": 86_400}, "1 day"),
    ],
)
def test_the_facts_say_what_a_turn_may_take(settings: dict[str, Any], said: str) -> None:
    assert f"Turn time {said} " in words(drawn(make_match(**settings), 0, START)["facts"])


def adjourned(row: Match, at: int) -> Match:
    """The match, gone on as a slow one from then."""
    state = state_of(row)
    store_state(row, begin_adjourned_clock(state, at))
    Match.objects.filter(pk=row.pk).update(slow=True)
    return row


def test_an_adjourned_match_is_shown_by_its_days() -> None:
    row = adjourned(make_match(turn_seconds=60), START + 10_000)
    shown = drawn(row, 0, START + 10_000)
    assert "3 days + 72 h reserve" in words(clock_of(shown))
    assert "Turn time 3 days + 72 h reserve " in words(shown["facts"])


@pytest.mark.parametrize("variant", ["alfapower", "classic", "alfapet", "flex"])
def test_each_turn_says_how_long_it_took(variant: str) -> None:
    row = make_match(variant=variant, **SLOW)
    assert submit(row, 0, at=START + 3 * HOUR + 20 * MINUTE, do="pass").code == ""
    now = START + 3 * DAY
    assert submit(row, 1, at=now, do="pass").code == ""
    turns = words(drawn(row, 0, now)["p-turns"])
    assert "Took 3 h 20 min" in turns and "Took 2 days 20 h" in turns


def test_a_live_match_says_nothing_of_it() -> None:
    row = make_match()
    submit(row, 0, at=START + 20_000, do="pass")
    assert "Took" not in words(drawn(row, 0, START + 20_000)["p-turns"])


def test_an_outage_is_in_no_turn_s_time() -> None:
    row = make_match(**SLOW)
    Outage.objects.create(from_at=START + HOUR, to_at=START + 3 * HOUR)
    submit(row, 0, at=START + 5 * HOUR, do="pass")
    assert "Took 3 h" in words(drawn(row, 0, START + 5 * HOUR)["p-turns"])


def test_the_replay_and_the_end_page_say_it_too() -> None:
    row = make_match(**SLOW)
    user = user_at(row, 0)
    for turn in range(8):
        row.refresh_from_db()
        if row.status != Match.Status.LIVE:
            break
        submit(row, turn % 2, at=START + (turn + 1) * HOUR, do="pass")
    client = signed_in(user)
    replay = words(client.get(f"/match/{row.public_id}/replay/?turn=1").content.decode())
    assert "Took 1 h" in replay
    assert "Took 1 h" in words(client.get(f"/match/{row.public_id}/").content.decode())


def test_in_a_slow_match_the_book_is_open_and_the_page_says_so() -> None:
    """R9.24."""
    slow = make_match(**SLOW, language="sv")
    user = user_at(slow, 0)
    said = drawn(slow, 0, START)["p-turns"]
    assert "may be looked up" in words(said) and 'href="/words/?lg=sv"' in said
    assert not is_closed_to(user.pk)
    assert signed_in(user).get("/words/?q=HUND&lg=sv").status_code == 200


@pytest.mark.parametrize("seconds", [60, None])
def test_in_every_other_match_it_is_closed(seconds: int | None) -> None:
    row = make_match(turn_seconds=seconds)
    user = user_at(row, 0)
    assert is_closed_to(user.pk) and "looked up" not in words(drawn(row, 0, START)["p-turns"])
    make_match(users=(user, user_at(row, 1)), **SLOW)
    assert is_closed_to(user.pk), "a slow match opens the book for no other"


def test_an_adjourned_match_opens_the_book() -> None:
    row = make_match(turn_seconds=60)
    user = user_at(row, 0)
    assert is_closed_to(user.pk)
    row = adjourned(row, START + 10_000)
    assert not is_closed_to(user.pk) and "may be looked up" in words(drawn(row, 0, START + 10_000)["p-turns"])
