"""How a match of any number of seats ended, in words: who won and by how much, who shares, who left."""

from types import SimpleNamespace
from typing import Any

import pytest

from accounts.templatetags.stats import ending
from game.dispatch.new_match import read_rules
from game.games import DEFAULT_VARIANT
from game.presentation import endings
from game.variants import VARIANTS

PLAYED_OUT = ("bag_empty", "all_passed")
NAMES = ("Astrid", "Björn", "Clara")


def over(reason: str, places: tuple[int, int, int] | None, totals: tuple[int, ...], viewer: int = 0) -> SimpleNamespace:
    """The view of a match that has ended, as far as these texts ask it."""
    first = [seat for seat, place in enumerate(places or ()) if place == 1]
    return SimpleNamespace(
        rules=read_rules(DEFAULT_VARIANT, {}),
        viewer=viewer,
        reason=reason,
        players=totals,
        totals=[SimpleNamespace(total=total) for total in totals],
        places=places,
        winner=first[0] if len(first) == 1 else None,
        receipts=(),
    )


def said(*args: Any, **viewer: Any) -> tuple[str, str]:
    view: Any = over(*args, **viewer)
    return endings.headline(view, NAMES, PLAYED_OUT), endings.why(view, NAMES, 2, 3)


def test_the_margin_of_three_is_that_to_the_second() -> None:
    assert said("bag_empty", (2, 1, 3), (80, 95, 20))[0] == "Björn wins by 15"
    assert said("bag_empty", (2, 1, 3), (80, 95, 20), viewer=1)[0] == "You win by 15"


def test_who_has_left_with_more_points_is_not_second() -> None:
    assert said("bag_empty", (2, 1, 3), (80, 95, 120), viewer=1)[0] == "You win by 15"


@pytest.mark.parametrize(
    ("viewer", "headline"), [(0, "You share first place with Clara"), (1, "Astrid, Clara share first place")]
)
def test_a_first_place_that_two_of_three_share_names_them(viewer: int, headline: str) -> None:
    assert said("bag_empty", (1, 3, 1), (80, 20, 80), viewer=viewer)[0] == headline


def test_a_first_place_that_all_share_is_a_draw() -> None:
    assert said("all_passed", (1, 1, 1), (5, 5, 5)) == ("A draw", "Everybody passed twice in a row. The totals decide.")


@pytest.mark.parametrize(
    ("viewer", "why"),
    [(0, "Björn conceded the match."), (1, "You conceded the match."), (2, "Björn conceded the match.")],
)
def test_who_left_last_ended_the_match_of_three(viewer: int, why: str) -> None:
    headline, reason = said("resigned", (1, 2, 3), (10, 50, 70), viewer=viewer)
    assert reason == why and headline == ("You win" if viewer == 0 else "Astrid wins")


@pytest.mark.parametrize(
    ("totals", "why"),
    [
        ((3, 4), "You were both away at the same time. Nobody wins."),
        ((3, 4, 5), "You were all away at the same time. Nobody wins."),
    ],
)
def test_where_all_were_away_nobody_wins(totals: tuple[int, int], why: str) -> None:
    assert said("abandoned", None, totals) == ("Match abandoned", why)


@pytest.mark.parametrize(
    ("reason", "viewer", "why"),
    [
        ("bag_empty", 0, "The bag is empty and a player has used every tile."),
        ("all_passed", 0, "You passed twice in a row."),
        ("all_passed", None, "Astrid passed twice in a row."),
        ("resigned", 0, "You conceded the match."),
        ("forfeited", None, "Astrid ran out of time three times in a row."),
    ],
)
def test_who_plays_alone_has_points_and_nobody_to_win_from(reason: str, viewer: int, why: str) -> None:
    assert said(reason, None, (120,), viewer=viewer) == ("120 points", why)


def test_the_winner_of_three_consoles_nobody_who_was_not_close() -> None:
    assert endings.consolation(over("bag_empty", (2, 1, 3), (90, 95, 120)), PLAYED_OUT) == "That was close."
    assert endings.consolation(over("bag_empty", (2, 1, 3), (10, 95, 120)), PLAYED_OUT) == ""


@pytest.mark.parametrize("reason", sorted({reason for game in VARIANTS.values() for reason in game.played_out}))
def test_statistics_have_a_name_for_each_ending_that_totals_decide(reason: str) -> None:
    assert ending(reason) != reason
