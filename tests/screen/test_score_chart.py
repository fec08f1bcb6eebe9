"""The course of a match on its end page: lines over the turns, what coins bought, the best turn, a kind word."""

import re
from types import SimpleNamespace
from typing import cast

from django.template.loader import render_to_string

from game.crossword.facts import ItemFacts, SeatFacts
from game.presentation import endings, score_chart
from game.variants.alfapower.rules.ending import PLAYED_OUT
from game.variants.alfapower.rules.ledger import Receipt
from game.variants.alfapower.rules.scoring import Word
from game.variants.alfapower.screens import endpage
from tests.screen.test_end_page import view
from tests.support.types import certain

NAMES = ("Astrid", "Björn")
WORD = Word("CAT", 9, 5, 0, 0, 1, 1)


def test_lines_lead_from_the_deal_to_the_end_of_both_the_viewers_on_top() -> None:
    told = score_chart.course([(0, 0), (12, 0), (12, -3)], NAMES, 1)
    assert [(line.side, line.name, line.value) for line in told.lines] == [("opp", "Astrid", 12), ("you", "Björn", -3)]
    assert [rule.value for rule in told.rules] == [-5, 0, 5, 10, 15] and told.turns == 2
    assert told.lines[0].points == "64.0,132.5 327.0,37.7 590.0,37.7"
    assert told.lines[1].points.endswith(f"{told.lines[1].x},{told.lines[1].y}")
    heights = [rule.y for rule in told.rules]
    assert (
        heights == sorted(heights, reverse=True) and heights[0] == score_chart.BOTTOM and heights[-1] == score_chart.TOP
    )
    assert score_chart.course([(10, 10)], NAMES, None).lines[0].value == 10


def test_a_curve_says_in_words_where_it_ends() -> None:
    told = score_chart.course([(0, 0), (12, 0), (12, -3)], NAMES, 0)
    html = render_to_string("game/parts/course.html", {"course": told, "heading": "Score", "key": "scores"})
    title = certain(re.search(r"<title[^>]*>(.*?)</title>", html, re.DOTALL))[1]
    assert title.strip() == "Score: Björn −3, Astrid 12" and "style=" not in html


def test_coins_are_told_by_item_with_what_they_brought_the_best_first() -> None:
    items = (
        ItemFacts("swap", 3, 2, 1, 0, 0),
        ItemFacts("blast", 10, 1, 1, 0, 4),
        ItemFacts("blast", 12, 1, 0, 0, 0),
        ItemFacts("fortify", 4, 1, 1, 6, 1),
    )
    bought = endpage.purchases(cast(SeatFacts, SimpleNamespace(items=items)))
    assert bought == [
        endpage.Purchase("Fortify", 1, 1, 4, 5),
        endpage.Purchase("Swap", 2, 1, 6, 0),
        endpage.Purchase("Blast", 2, 1, 22, -4),
    ]
    buyers = [{"side": "you", "name": "Astrid", "purchases": bought}]
    html = render_to_string("game/alfapower/parts/purchases.html", {"buyers": buyers})
    assert 'class="strong pos">+5<' in html and 'class="strong neg">−4<' in html
    assert "Fortify" in html and "×2" in html and "+5" in html and "−4" in html


def test_the_best_turn_is_the_viewers_first_of_the_highest() -> None:
    turns = [
        Receipt(1, 0, "placed", (WORD,), 9),
        Receipt(2, 1, "placed", (WORD,), 30),
        Receipt(3, 0, "placed", (WORD,), 9),
        Receipt(4, 0, "passed"),
    ]
    assert [endings.best_turn(turns, viewer).turn for viewer in (0, 1, None)] == [1, 2, 2]
    assert endings.best_turn(turns[3:], 0) is None


def test_who_lost_by_the_totals_is_comforted() -> None:
    assert endings.consolation(view("bag_empty", 1), PLAYED_OUT) == "That was close."
    assert [endings.consolation(view("bag_empty", 1, viewer), PLAYED_OUT) for viewer in (1, None)] == ["", ""]
    assert endings.consolation(view("resigned", 1), PLAYED_OUT) == ""
