"""The end page: every ending in words, the itemised totals, the hands, and the way on."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from game.crossword.facts import ItemFacts
from game.crossword.tiles import standard_tiles
from game.finished.end_context import end_context
from game.kernel.events import LoggedStep, turn_began
from game.presentation import endings
from game.presentation.player_cards import Table
from game.variants.alfapower.rules import ending, events
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.view import View, view_of
from game.variants.alfapower.screens import endpage
from tests.support.text_boards import scene

NAMES = ("Astrid", "Björn")
TABLE = Table("abc", 9, NAMES, "standard", "ab" * 32, True, (True, True))
LOG = [
    LoggedStep(
        (
            turn_began(0, 1, None),
            events.item_bought(0, "swap", 3),
            events.attempt_failed(0, 1, 1, ["ZZ"]),
            events.words_scored(0, [["CAT", 9, 5, 0, 0, 1, 1], ["AT", 2, 2, 0, 0, 1, 1]], 11, 4, [3, 4, 5]),
            turn_began(1, 2, None),
        )
    )
]


def finished(reason: str, winner: int, **more: Any) -> tuple[MatchState, list[LoggedStep]]:
    match = scene("... \n ... \n ...", hand="AE*?", other="", coins=(19, 4), scores=(30, 40), **more)
    state, facts = ending.finish(match, reason, winner)
    return state, [*LOG, LoggedStep(tuple(facts))]


def view(reason: str, winner: int, viewer: int | None = 0, **more: Any) -> View:
    state, log = finished(reason, winner, **more)
    return view_of(state, viewer, log, 0)


def page(of: View) -> str:
    request = RequestFactory().get("/match/abc/")
    return render_to_string("game/end.html", end_context(of, TABLE), request=request)


SAID = [
    ("bag_empty", 1, "Björn wins by 6", "You win by 6", "The bag is empty and a player has used every tile."),
    ("stalled", 1, "Björn wins by 6", "You win by 6", "Neither of you could move. The totals decide."),
    ("conceded", 1, "Björn wins", "You win", "You passed three times in a row. The score does not count."),
    ("forfeited", 1, "Björn wins", "You win", "You ran out of time three times in a row."),
    ("resigned", 1, "Björn wins", "You win", "You conceded the match."),
    ("abandoned", 1, "Björn wins", "You win", "You did not come back within 5 minutes."),
    ("abandoned", None, "Match abandoned", "Match abandoned", "You were both away at the same time. Nobody wins."),
]


@pytest.mark.parametrize(("reason", "winner", "lost", "won", "why"), SAID)
def test_each_ending_says_who_and_why(reason: str, winner: int, lost: str, won: str, why: str) -> None:
    assert endpage.headline(view(reason, winner), NAMES) == lost
    assert endpage.headline(view(reason, winner, viewer=1), NAMES) == won
    assert endpage.reasons(view(reason, winner), NAMES) == [why]


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        ("conceded", "Astrid passed three times in a row. The score does not count."),
        ("forfeited", "Astrid ran out of time three times in a row."),
        ("resigned", "Astrid conceded the match."),
        ("abandoned", "Astrid did not come back within 5 minutes."),
    ],
)
def test_the_winner_reads_what_the_other_did(reason: str, why: str) -> None:
    assert endpage.reasons(view(reason, 1, viewer=1), NAMES) == [why]


def test_the_window_of_an_untimed_match_is_a_day() -> None:
    assert endpage.reasons(view("abandoned", 1, turn_seconds=None), NAMES) == ["You did not come back within 24 hours."]


def test_a_tie_is_explained() -> None:
    state, log = finished("bag_empty", 0)
    players = tuple(p for p in state.players)
    tied = state.put_player(1, type(players[1])(hand=(), coins=4, score=34))
    assert endpage.headline(view_of(tied, 0, log, 0), NAMES) == "You win"
    assert endpage.reasons(view_of(tied, 0, log, 0), NAMES)[1] == "Tied at 36. You moved first, so you win."
    assert endpage.reasons(view_of(tied, 1, log, 0), NAMES)[1] == "Tied at 36. Astrid moved first, so Astrid wins."


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize(("reason", "winner"), [(reason, winner) for reason, winner, *_ in SAID])
def test_the_page_renders_for_every_ending_in_both_languages(reason: str, winner: int, language: str) -> None:
    with translation.override(language):
        for viewer in (0, 1):
            html = page(view(reason, winner, viewer))
            assert f'<html lang="{language}" ' in html
            assert not re.search(r"\sstyle=|<script(?![^>]*src=)|%\(", html)


def test_the_totals_are_itemised_for_both() -> None:
    html = page(view("bag_empty", 1))
    for name, mine, theirs in (
        ("score", "30", "40"),
        ("bonus", "+9", "+2"),
        ("left", "−3", "0"),
        ("total", "36", "42"),
    ):
        assert re.search(rf'id="{name}-you"[^>]*>{re.escape(mine)}<', html), name
        assert re.search(rf'id="{name}-opp"[^>]*>{re.escape(theirs)}<', html), name
    assert "A, Alfa E, blank" in html and "Empty hand" in html
    assert "2 coins make 1 point" in html and "an Alfa tile counts ×2" in html


@pytest.mark.parametrize(("rate", "said"), [(0, "Coins are worth no points"), (1, "1 coin makes 1 point")])
def test_the_coin_rate_is_the_settings(rate: int, said: str) -> None:
    assert endpage.coin_rate(view("bag_empty", 1, coins_per_point=rate)) == said


def bests(seen: View) -> tuple[str, int, int, int]:
    best = endings.bests(seen, standard_tiles("en", 15))
    return tuple(best[key] for key in ("best_word", "best_word_points", "best_score", "failed"))


def test_highlights_are_the_viewers_own() -> None:
    mine, theirs = view("bag_empty", 1), view("bag_empty", 1, viewer=1)
    assert endpage.highlights(mine) == endpage.Highlights(0, 3) and bests(mine) == ("CAT", 9, 11, 1)
    assert endpage.highlights(theirs) == endpage.Highlights(0, 0) and bests(theirs) == ("", 0, 0, 0)


def test_failed_tries_are_open_with_their_words() -> None:
    mine, theirs = page(view("bag_empty", 1)), page(view("bag_empty", 1, viewer=1))
    for html in (mine, theirs):
        assert "Astrid, turn 1" in html and ">ZZ</a>" in html and "Astrid lost 1 point by failed tries." in html


def test_a_stranger_reads_both_names_and_finds_nothing_to_press() -> None:
    html = page(view("resigned", 1, viewer=None))
    assert "Björn wins" in html and "Astrid conceded the match." in html and "You" not in html.split("<main")[1]
    for door in ("rematch", "record", "gcg", "fair"):
        assert f'id="{door}"' not in html
    assert 'id="total-you"' in html and 'id="total-opp"' in html
    stranger = view("bag_empty", 1, viewer=None)
    assert endpage.highlights(stranger) == endpage.Highlights(0, 3) and bests(stranger) == ("CAT", 9, 11, 1)


def test_the_most_useful_power_is_the_one_that_brought_most() -> None:
    def facts(seat: int, *items: tuple[str, int, int]) -> Any:
        return SimpleNamespace(
            seat=seat, items=[ItemFacts(key, 4, 1, 1, brought, gave) for key, brought, gave in items]
        )

    both = [facts(0, ("fortify", 3, 0), ("place_dw", 9, 8)), facts(1, ("claim", 7, 0))]
    assert endpage.most_useful(both, 0) == endpage.Useful("Fortify", 3)
    assert endpage.most_useful(both, None) == endpage.Useful("Claim", 7)
    assert endpage.most_useful([facts(0, ("blast", 0, 2))], 0) is None


def test_the_record_can_be_downloaded_and_the_way_back_is_there() -> None:
    html = page(view("bag_empty", 1))
    for address in ("/match/abc/record", "/match/abc/gcg", "/match/abc/fair/", "/"):
        assert f'href="{address}"' in html


def test_the_first_thing_said_after_who_won_are_the_totals_and_the_best_word() -> None:
    html = page(view("bag_empty", 1))
    verdict = html[html.index('class="verdict"') : html.index('class="cols-2"')]
    assert 'data-outcome="lost"' in verdict
    assert re.search(r'data-final="you"[^>]*>\s*36\s*<', verdict) and re.search(
        r'data-final="opp"[^>]*>\s*42\s*<', verdict
    )
    assert re.search(r"Your best word:\s*<b lang=\"en\">CAT</b>,\s*<span class=\"num\">9</span>", verdict)
    assert 'data-outcome="won"' in page(view("bag_empty", 1, viewer=1))


def test_a_stranger_is_told_of_nobody_as_you() -> None:
    html = page(view("bag_empty", 1, viewer=None))
    assert 'data-outcome=""' in html and "Your best word:" not in html
