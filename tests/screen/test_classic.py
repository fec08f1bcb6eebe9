"""Classic's pages: all that the game has, nothing of AlfaPower, in both languages; the readout is the engine's."""

import io
import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from PIL import Image

from dictionary import api as dictionary
from game.crossword.actions import PlainPlace
from game.crossword.plain.state import PlainState
from game.crossword.tiles import read_placed
from game.dispatch.new_match import read_rules
from game.dispatch.seat_views import read_out, view_of
from game.finished import share_picture
from game.finished.end_context import end_context
from game.kernel.events import LoggedStep, turn_began
from game.live import panels
from game.presentation import PRESENTATIONS
from game.presentation.player_cards import Table
from game.variants.classic.rules import ending
from game.variants.classic.screens import guide
from tests.screen.test_pages import FORBIDDEN
from tests.screen.test_preview import position_of, told_by_the_page
from tests.support import classic
from tests.support.two_worlds import in_another_world
from tests.support.types import certain

NAMES = ("Astrid", "Björn")
TABLE = Table("abc", 7, NAMES, "", "ab" * 32, True, (True, True))
ALIEN = re.compile(r"coin|shop|power(?!<)|alfa(?!power)|slot|mynt|butik|kraft", re.IGNORECASE)
BEGAN = LoggedStep((turn_began(0, 1, None),))
SCENE = [("CATER", 7, 3, "across")]


def played(state: PlainState, *actions: tuple[str, dict[str, Any]]) -> tuple[PlainState, list[LoggedStep]]:
    """The match after these actions of whoever is on turn, and its log."""
    log = [BEGAN]
    for name, fields in actions:
        done = classic.do(state, name, **fields)
        assert done.code is None, done.code
        state, log = done.state, [*log, LoggedStep(done.events)]
    return state, log


def page(state: PlainState, log: Sequence[LoggedStep] = (BEGAN,), viewer: int = 0, language: str = "en") -> str:
    with translation.override(language):
        view = view_of(state, viewer, log, classic.NOW)
        preview = PRESENTATIONS["classic"].preview(state)
        request = RequestFactory().get("/match/abc/")
        return render_to_string(
            "game/match.html",
            panels.page(view, TABLE) | {"preview": preview, "draft": [], "few_tries": 2},
            request=request,
        )


def of_the_game(html: str) -> str:
    """What is told on the page, without the names of files, and of the site itself."""
    body = html[html.index("<main") : html.index("</body>")]
    return re.sub(r"<footer.*?</footer>|AlfaPower|/static/\S+|<script.*?</script>", "", body, flags=re.DOTALL)


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("viewer", [0, 1])
def test_the_match_page_has_all_of_the_game_and_nothing_of_another(language: str, viewer: int) -> None:
    html = page(*played(classic.scene(*SCENE), ("swap", {"tiles": ["C"]})), viewer, language)
    assert not [name for name, pattern in FORBIDDEN.items() if re.search(pattern, html)]
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert sorted(set(ids)) == sorted(ids), "an id stands twice"
    assert set(PRESENTATIONS["classic"].all_panels) <= set(ids)
    alien = ALIEN.search(of_the_game(html))
    assert not alien, of_the_game(html)[alien.start() - 60 : alien.end() + 60]
    assert html.count('role="tab"') == 2 and 'data-act="swap"' in html and 'data-act="resign"' in html


@pytest.mark.parametrize("language", ["en", "sv"])
def test_every_text_of_a_game_is_said_in_the_readers_language(language: str) -> None:
    with translation.override(language):
        html = page(classic.scene(), language=language)
    assert ("Seven tiles at once" in html) == (language == "en")


def test_the_button_says_what_the_last_pass_does() -> None:
    def button(**scene: Any) -> str:
        state = classic.scene(*SCENE, **scene)
        return panels.render(view_of(state, 0, [BEGAN], classic.NOW), TABLE)["actions"]

    assert "Pass" in button() and "data-concede" not in button()
    assert 'data-concede="1"' in button(passes=(1, 0))
    stalled = button(passes=(1, 1), bag="")
    assert "End the match" in stalled and "data-concede" not in stalled


def told(state: PlainState, log: Sequence[LoggedStep], viewer: int) -> dict[str, str]:
    parts = panels.render(view_of(state, viewer, log, classic.NOW), TABLE)
    return {panel: re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)) for panel, html in parts.items()}


def test_a_turn_is_told_with_all_that_it_was_worth() -> None:
    state = classic.scene(hand="CASTER?")
    log = (("place", {"tiles": classic.across("CASTERs", 7, 1)}),)
    after = told(*played(state, *log), 1)
    assert "Astrid played CASTERS for 68 points." in after["told"]
    assert "Seven tiles 50 all of the hand in one turn" in after["p-turns"]


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [("swap", {"tiles": ["C"]}, "Swap"), ("pass", {}, "Pass"), ("timeout", {}, "Out of time")],
)
def test_a_turn_without_a_word_is_called_what_it_was(name: str, fields: dict[str, Any], said: str) -> None:
    state, log = played(classic.scene(*SCENE), (name, fields))
    view = view_of(state, 1, log, classic.NOW)
    assert PRESENTATIONS["classic"].line(view.receipts[0], view, NAMES).what == said


def test_a_marked_square_has_its_letters_for_the_eye() -> None:
    view = view_of(classic.scene(), 0, [BEGAN], classic.NOW)
    drawn = {square.kind: square.short for row in PRESENTATIONS["classic"].squares(view, NAMES) for square in row}
    assert {"DL": "DL", "TW": "TW", "": ""}.items() <= drawn.items()


def test_of_a_swap_and_of_a_failed_try_others_read_the_number_alone() -> None:
    state = classic.scene(*SCENE)
    after = played(state, ("place", {"tiles": classic.across("S", 7, 8), "missing": ("CATERS",)}),
                   ("swap", {"tiles": ["C", "A"]}))  # fmt: skip
    own, other = told(*after, 0), told(*after, 1)
    assert "CATERS" in own["p-turns"] and "CATERS" not in other["p-turns"]
    assert "1 failed try" in other["p-turns"] and "Astrid swapped 2 tiles." in other["told"]
    assert re.search(r"C A for \w", own["p-turns"]) and "2 tiles" in other["p-turns"]


def test_two_worlds_that_differ_in_what_is_hidden_are_one_page() -> None:
    state = classic.scene(*SCENE)
    mine = [panels.render(view_of(one, 0, [BEGAN], classic.NOW), TABLE) for one in (state, in_another_world(state, 0))]
    assert mine[0] == mine[1]


ENDINGS = [
    ("bag_empty", (40, 30), "You win by", "The bag is empty"),
    ("stalled", (30, 30), "A draw", "Neither of you could move."),
    ("stalled", (30, 40), "Björn wins by 10", "Neither of you could move."),
]


def finished(reason: str, scores: tuple[int, int]) -> tuple[PlainState, list[LoggedStep]]:
    state = classic.scene(*SCENE, scores=scores, hand="" if reason == "bag_empty" else "A", other="QZ")
    over, facts = ending.finish_by_totals(state, reason, ())
    return over, [BEGAN, LoggedStep(tuple(facts))]


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize(("reason", "scores", "said", "why"), ENDINGS)
def test_the_end_says_who_won_why_and_by_what_sums(
    reason: str, scores: tuple[int, int], said: str, why: str, language: str
) -> None:
    state, log = finished(reason, scores)
    request = RequestFactory().get("/match/abc/")
    with translation.override(language):
        view = view_of(state, 0, log, 0)
        html = render_to_string("game/end.html", end_context(view, TABLE), request=request)
    assert not ALIEN.search(of_the_game(html))
    assert (said in html and why in html) or language == "sv"
    assert html.count('scope="row"') == 3
    if reason == "bag_empty":
        assert re.findall(r'id="left-\w+">([^<]+)<', html) == ["+2", "−2"]


def test_nobody_wins_where_both_were_away_and_who_left_has_lost() -> None:
    state = classic.scene(*SCENE)
    for over, said in (
        (ending.finish_without_result(state, "abandoned"), "Match abandoned"),
        (ending.lose(state, 0, "conceded"), "Björn wins"),
    ):
        view = view_of(over[0], 0, [BEGAN, LoggedStep(tuple(over[1]))], 0)
        assert PRESENTATIONS["classic"].headline(view, NAMES) == said
        assert PRESENTATIONS["classic"].reasons(view, NAMES)


def test_the_picture_shows_the_last_board() -> None:
    state, log = finished("stalled", (30, 30))
    picture = Image.open(io.BytesIO(share_picture.draw(view_of(state, None, log, 0), NAMES)))
    assert picture.size == share_picture.SIZE


@pytest.mark.parametrize(("language", "sums"), [
    ("en", [("PLAYS", 12), ("SUN", 12)]),
    ("sv", [("SKÅLS", 11), ("SÖT", 18)]),
])  # fmt: skip
def test_the_guides_example_is_as_worked_out_by_hand(language: str, sums: Sequence[tuple[str, int]]) -> None:
    words = dictionary.current(language)
    line = guide.example(read_rules("classic", {"language": language})).line
    assert [(word.text, word.points) for word in line.sums] == sums
    assert all(word in words for word, _points in sums) and guide.WORDS[language][0] in words


@pytest.mark.parametrize("language", ["en", "sv"])
def test_the_guide_has_what_its_contents_name_and_nothing_of_another_game(language: str) -> None:
    with translation.override(language):
        context = {"game": "classic", "title": "Classic", "others": []}
        html = render_to_string(
            "game/guide.html", guide.context(language) | context, request=RequestFactory().get("/guide/classic/")
        )
    anchors = re.findall(r'<a href="#([\w-]+)"', html[html.index('class="toc"') :])
    assert len(anchors) == 6 and all(f'id="{anchor}"' in html for anchor in anchors)
    assert not ALIEN.search(of_the_game(html)) and "%(" not in html


TRIES = [
    [],
    classic.across("CASTERs", 7, 1),
    classic.across("CATER", 7, 3),
    classic.across("S", 7, 8),
    [[7, 8, "S"], [8, 8, "D"]],
    [[0, 0, "S"], [0, 1, "D"]],
    [[7, 3, "S"]],
    [[6, 3, "S"], [5, 4, "D"]],
    [[6, 3, "S"], [4, 3, "D"]],
    [[6, 3, "X"]],
    [[15, 3, "S"]],
]


@pytest.mark.needs_node
def test_the_page_reads_out_what_the_engine_does() -> None:
    cases, mine = [], []
    for state in (classic.scene(hand="CASTER?"), classic.scene(*SCENE, hand="CASTERD")):
        for tiles in TRIES:
            placed = PlainPlace(tuple(certain(read_placed(row, col, token, "en")) for row, col, token in tiles))
            worth = PRESENTATIONS["classic"].worth(read_out(state, 0, placed))
            mine.append({key: worth[key] for key in ("code", "words", "bingo", "score", "tries")})
            numbers = certain(PRESENTATIONS["classic"].preview(state))["numbers"]
            cases.append({"rules": numbers, "position": position_of(state, 0, None, 1), "tiles": tiles})
    assert {one["code"] for one in mine} >= {"", "no_tiles", "gap", "not_connected", "must_cross_center", "occupied"}
    assert any(one["bingo"] for one in mine)
    assert told_by_the_page(cases) == mine
