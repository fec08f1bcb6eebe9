"""Alfapet's panels and its end, as they are drawn from matches of whole turns: sums, bent words, racks, theme."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from game.crossword.actions import Swap
from game.finished.end_context import end_context
from game.kernel.actions import Action, Pass, Resign, Timeout
from game.presentation.player_cards import Table
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.readout import read_out
from game.variants.alfapet.rules.state import MatchState
from game.variants.alfapet.rules.view import View, view_of, view_of_all
from game.variants.alfapet.screens.last_action_text import last_deeds
from game.variants.alfapet.screens.panels import screen, worth
from game.variants.alfapet.screens.turnlines import turn_line
from tests.support.acts import NOW, played
from tests.support.alfapet import across, down, table

NAMES = ("Anna", "Björn")
TABLE = Table("abc", 7, NAMES, "", "ab" * 32, False, (True, True))
BENT = Lay((*across(7, 5, "KAB"), *down(8, 7, "EL")), arrow=(7, 7, "down"))


def seen(state: MatchState, *actions: Action, viewer: int = 1) -> View:
    after, log = played(state, *actions)
    return view_of(after, viewer, log, NOW)


def two(first: str = "KABEL>E", **more: Any) -> MatchState:
    return table(None, [first, "DRSTÅÄÖ"], bag="DDDRRRSSSTTTAAA", **more)


@pytest.mark.parametrize(
    ("action", "said"),
    [(Swap(("K",)), "Swap"), (Pass(), "Pass"), (Timeout(), "Out of time")],
)
def test_a_turn_without_a_word_is_called_what_it_was(action: Action, said: str) -> None:
    view = seen(two(), action)
    assert turn_line(view.receipts[0], view, NAMES).what == said


def test_a_full_rack_is_a_row_of_the_turns_sum() -> None:
    view = seen(two("KABELAR"), Lay(across(7, 5, "KABELAR")))
    (word, full) = turn_line(view.receipts[0], view, NAMES).sums
    assert (word.text, full.text, full.points) == ("KABELAR", "Full rack", view.receipts[0].bonus)
    assert full.points > 0


def test_points_below_nought_have_a_minus_sign() -> None:
    view = seen(two(), Lay(across(7, 6, "KA")))
    below = replace(view, receipts=(replace(view.receipts[0], score=-4),))
    (deed,) = last_deeds(below, NAMES)
    assert deed.text == "Anna played KA for −4 points."


def test_the_page_is_told_which_way_the_newest_word_turns() -> None:
    state = two()
    assert json.loads(screen(seen(state, BENT))["own_state"]["bent"]) == [
        [[7 * 15 + 5, 7 * 15 + 6, 7 * 15 + 7, 8 * 15 + 7, 9 * 15 + 7], "down"]
    ]
    assert screen(seen(state, Lay(across(7, 6, "KA"))))["own_state"]["bent"] == ""


def test_the_readout_names_each_word_with_its_points() -> None:
    answer = worth(read_out(two(), 0, Lay(across(7, 5, "KABEL"))))
    assert [text for text, _ in answer["words"]] == ["KABEL"] == [row[0] for row in answer["rows"]]


def test_of_two_racks_that_one_plays_the_one_on_turn_is_marked() -> None:
    state, log = played(two(), Pass())
    racks = screen(view_of_all(state, log, NOW))["racks"]
    assert [rack.on_turn for rack in racks] == [False, True]


def test_the_end_names_who_has_earned_a_word_of_the_theme() -> None:
    view = seen(two(theme_words=["KABEL", "ÄLV"]), Lay(across(7, 5, "KABEL")), Resign())
    request = RequestFactory().get("/match/abc/")
    html = render_to_string("game/end.html", end_context(view, TABLE), request=request)
    assert re.findall(r'<dt lang="sv">(\w+)</dt>\s*<dd[^>]*>\s*<i[^>]*></i>\s*(\w+)', html) == [("KABEL", "Anna")]
