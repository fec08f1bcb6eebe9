"""The panels: one root each, the contract of ids and data attributes, nothing the viewer must not know."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from game.kernel.events import LoggedStep, clock_credited, turn_began
from game.live import panels
from game.presentation import PRESENTATIONS
from game.presentation.player_cards import Table
from game.variants.alfapower.rules import events
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.view import View, view_of
from tests.rules.tables.test_secrets import match, played
from tests.support.text_boards import scene
from tests.support.types import certain
from ui import jinja_environment

PANELS = PRESENTATIONS["alfapower"].all_panels
TABLE = Table("abc", 7, ("Astrid", "<b>Björn</b>"), "standard", "ab" * 32, True, (True, True))

BOARD = """
    .......
    ..c....
    ..AT...
    ..#....
    .......
    .......
    .......
"""
BONUSES = """
    d.....t
    .......
    ..A....
    ..D*...
    .......
    .......
    T.....D
"""


def state(**more: int) -> MatchState:
    settings: dict[str, Any] = {"items": ["swap", "fortify", "claim", "blast", "place_dl"]} | more
    return scene(
        BOARD,
        bonuses=BONUSES,
        hand="AB?E*RST",
        other="XYZQJKV",
        bag="AAEEIIOO",
        fortified={(2, 3): 1},
        claims={(0, 1): 0, (0, 2): 1},
        slots=("swap", "blast", "place_dl"),
        **settings,
    )


LOG = [
    LoggedStep(
        (
            turn_began(0, 1, None),
            events.attempt_failed(0, 1, 1, ["ZZXQ"]),
            events.item_bought(1, "blast", 12),
            events.item_used(0, "swap", gave=("Q",), got=("W",)),
            events.item_used(0, "claim", (2, 4)),
            events.words_scored(0, [["CAT", 5, 5, 0, 0, 1, 1]], 5, 3, [9, 16, 17]),
            turn_began(1, 2, None),
        )
    )
]


def view(viewer: int = 0, match: MatchState | None = None, log: Sequence[LoggedStep] = LOG) -> View:
    return view_of(match or state(), viewer, log, 1_000)


def drawn(viewer: int = 0, **more: int) -> dict[str, str]:
    return panels.render(view(viewer, state(**more)), TABLE)


def test_the_hint_says_when_no_try_is_left() -> None:
    spent = replace(state(), tries=10)
    mine, other = (panels.render(view_of(spent, seat, LOG, 1_000), TABLE) for seat in (spent.active, 1))
    assert 'data-hint="spent"' in mine["state"] and 'data-hint="wait"' in other["state"]
    assert 'data-hint="spent"' in mine["hint"]


def test_each_panel_has_one_root_with_its_id_to_be_swapped_out_of_band() -> None:
    parts = drawn()
    assert tuple(parts) == PANELS
    for name, html in parts.items():
        assert re.match(rf'<\w+ [^>]*\bid="{name}"[^>]* hx-swap-oob="true"', html), html[:120]
        tag = certain(re.match(r"<(\w+)", html))[1]
        assert html.strip().endswith(f"</{tag}>")


@pytest.mark.parametrize("viewer", [0, 1])
def test_no_panel_shows_anything_that_its_needs_leave_out(viewer: int) -> None:
    """Drawn from all that the page has it is what it is when drawn from what it says it needs."""
    seen = view(viewer)
    context = panels.screen(seen, TABLE)
    for name, kept in panels.draw(seen, TABLE).items():
        whole = panels._draw("alfapower", name, context)
        assert (whole.frame, {**whole.pieces}) == (kept.frame, {**kept.pieces}) or name == "board", name


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("viewer", [0, 1])
def test_no_panel_has_style_attributes_inline_script_unescaped_names_or_gaps(viewer: int, language: str) -> None:
    with translation.override(language):
        for html in drawn(viewer).values():
            assert not re.search(r"\sstyle=|<script|\son\w+=|hx-on|javascript:", html)
            assert "<b>Björn" not in html and "%(" not in html


def test_the_version_stands_in_state_only() -> None:
    parts = {version: panels.render(view(), replace(TABLE, version=version)) for version in (7, 8)}
    assert [name for name in PANELS if parts[7][name] != parts[8][name]] == ["state"]


def test_time_shows_in_the_timer_only() -> None:
    match = state(deadline=60_000)
    early, late = (panels.render(view_of(match, 0, LOG, now), TABLE) for now in (1_000, 9_000))
    assert [name for name in PANELS if early[name] != late[name]] == ["timer"]
    assert 'data-left="59000" data-full="60000" data-running="1"' in early["timer"]


def test_squares_say_what_they_are() -> None:
    board = drawn()["board"]
    assert board.count('role="gridcell"') == 49
    for label in (
        "A1, double letter",
        "G1, triple letter",
        "A7, triple word",
        "G7, double word",
        "D4, start star",
        "B1, claimed by you",
        "C1, claimed by &lt;b&gt;Björn&lt;/b&gt;",
        "C2, C, blank, 0",
        "C3, A, 1, Alfa, every word through it counts ×2",
        "D3, T, 1, fortified, plus 1",
        "C4, dead square",
        "A2, empty",
    ):
        assert f'aria-label="{label}"' in board, label
    assert 'class="cell cell--claim is-you" data-r="0" id="square-0-1"' in board
    assert 'class="cell cell--claim is-opp" data-r="0" id="square-0-2"' in board
    assert 'class="cell cell--dead" data-r="3" id="square-3-2"' in board
    assert 'class="cell cell--alfa" data-r="2" id="square-2-2"' in board


def test_the_word_laid_last_is_told_by_its_squares() -> None:
    mine, theirs = drawn(0)["state"], drawn(1)["state"]
    assert 'data-last="1,2 2,2 2,3" data-last-by="you"' in mine
    assert 'data-last="1,2 2,2 2,3" data-last-by="other"' in theirs
    assert 'data-last=""' in panels.render(view(log=()), TABLE)["state"]


def test_an_alfa_cell_that_is_spent_shows_no_factor() -> None:
    assert "×2" in drawn()["board"]
    assert "×" not in drawn(alfa_permanent=False)["board"]


def test_the_rack_carries_the_hand_in_the_servers_order() -> None:
    tiles = re.findall(r'data-ri="(\d)" data-tile="([^"]+)"', drawn()["rack"])
    assert tiles == list(zip("0123456", ["A", "B", "?", "E*", "R", "S", "T"], strict=True))


def test_slots_say_where_they_may_be_used() -> None:
    slots = drawn()["slots"]
    assert re.findall(r'data-slot="(\w+)" data-use="(\w+)" data-aim="(\w+)"', slots) == [
        ("swap", "swap", "hand"),
        ("blast", "blast", "cell"),
        ("place_dl", "place_dl", "cell"),
    ]
    assert 'data-targets="0,1 0,2 1,2 2,3"' in slots, "claims and plain tiles, not the Alfa cell"


def test_the_shop_says_why_not() -> None:
    shop = drawn()["p-shop"]
    assert re.search(r'data-buy="claim" +aria-label="Buy Claim for 4 coins"', shop)
    assert re.search(r'data-buy="blast" disabled aria-label="Buy Blast for 12 coins"', shop)
    assert "You need 7 more." in shop and "2 extra while the bag is low." in shop
    assert "Slots are full." in drawn(slot_limit=3)["p-shop"]


def test_the_buttons_follow_what_may_be_done() -> None:
    """They are drawn as what cannot be used: the page enables what the state names."""
    mine, theirs = drawn(0), drawn(1)
    assert 'data-can="pass swap"' in mine["state"] and 'data-can=""' in theirs["state"]
    assert re.findall(r'data-act="(\w+)" disabled', mine["actions"]) == ["recall", "swap", "pass", "play"]


def test_the_pass_that_would_concede_is_called_so() -> None:
    match = scene(BOARD, passes=(2, 0))
    actions = panels.render(view(0, match), TABLE)["actions"]
    assert 'data-act="pass" data-concede="1"' in actions and "Concede" in actions


def test_the_alfa_choice_offers_the_new_tiles_to_their_owner_alone() -> None:
    match = scene(BOARD, hand="AB?ERST", choice="ST?")
    own, other = (panels.render(view(seat, match), TABLE) for seat in (0, 1))
    assert re.findall(r'role="radio" data-tile="([^"]+)"', own["alfa"]) == ["S", "T", "?"]
    assert "data-tile" not in other["alfa"]
    assert 'data-hint="chooses"' in other["state"] and "is choosing an Alfa tile" in other["hint"]


def test_turns_tell_the_other_player_only_what_is_public() -> None:
    own, other = drawn(0)["p-turns"], drawn(1)["p-turns"]
    assert "1 failed try (ZZXQ), −1 point, −1 coin" in own
    assert "1 failed try, −1 point, −1 coin" in other and "ZZXQ" not in other
    assert "Swap: Q for W" in own and "Swap, 1 tile" in other
    assert "Claim on E3" in own and "Claim on E3" in other
    assert "bought: Blast 12" in own and "You bought: Blast 12" in other


@pytest.mark.parametrize("card", ["card-you", "card-opp"])
def test_how_many_tiles_a_player_holds_is_on_the_card(card: str) -> None:
    drawn_count = re.search(r'id="hand-\w+">(\d+)<', drawn()[card])
    seat = 0 if card == "card-you" else 1
    assert drawn_count and int(drawn_count[1]) == len(state().players[seat].hand) > 0


def test_what_the_other_player_holds_in_powers_is_on_the_card() -> None:
    other = drawn(1)["card-opp"]
    assert "Powers held: Swap, Blast, Place DL" in other


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("choice", ["", "ST"])
def test_another_hidden_hand_and_bag_give_the_same_panels(viewer: int, choice: str) -> None:
    """Two worlds that differ in nothing but what the viewer must not know."""
    hidden = ["XYZQJKV", "ZVXKYJA"]
    worlds = []
    for other, bag in ((hidden[0], "AEIOUAA"), (hidden[1], "AEIOUAQ")):
        match = scene(BOARD, hand="AB?ERST", other=other, bag=bag, choice=choice)
        if viewer == 1:
            match = scene(BOARD, hand=other, other="AB?ERST", bag=bag, active=0, choice=choice and other[:2])
        worlds.append(panels.render(view(1 if viewer == 1 else 0, match), TABLE))
    assert worlds[0] == worlds[1]


def test_swedish_boards_have_swedish_letters() -> None:
    match = scene(BOARD, language="sv", hand="ÅÄÖABCD")
    parts = panels.render(view(0, match), TABLE)
    assert 'data-tile="Å"' in parts["rack"]
    assert 'data-language="sv"' in parts["state"]


def test_a_stranger_has_no_match_screen() -> None:
    with pytest.raises(ValueError, match="seat"):
        panels.screen(view_of(state(), None, LOG, 1_000), TABLE)


def test_the_banner_says_how_long_the_match_waits_for_one_who_is_away() -> None:
    away = scene(BOARD, away=(None, 1_000))
    table = replace(TABLE, present=(True, False))
    parts = panels.render(view_of(away, 0, LOG, 31_000), table)
    assert "lost the connection" in parts["banner"]
    assert "The turn clock keeps running" in parts["banner"]
    untimed = scene(BOARD, away=(None, 1_000), turn_seconds=None)
    assert "The turn clock" not in panels.render(view_of(untimed, 0, LOG, 31_000), table)["banner"]
    assert 'data-left="270000" data-full="300000"' in parts["banner"]
    assert "Away" in parts["card-opp"] and "is-off" in parts["card-opp"]
    assert "lost the connection" not in panels.render(view_of(away, 0, LOG, 31_000), TABLE)["banner"]


def test_the_ledger_opens_each_words_sum_and_where_the_coins_came_from() -> None:
    log = [LoggedStep((turn_began(0, 1, None), events.words_scored(0, [["CAT", 36, 5, 1, 3, 2, 2]], 36, 6, [9])))]
    turns = panels.render(view(log=log), TABLE)["p-turns"]
    assert '<details class="receipt" id="receipt-1">' in turns
    assert "letters 5 · Fortify +1 · letter squares +3 · double word · Alfa × 2" in turns
    assert "3 for the turn, 3 as 10 % of 36 points" in turns


@pytest.mark.parametrize(("viewer", "heard"), [(0, "You claimed E3."), (1, "Astrid claimed E3.")])
def test_what_the_other_did_in_the_running_turn_is_told_without_its_words(viewer: int, heard: str) -> None:
    running = [LoggedStep(step.events[:2] + step.events[3:5]) for step in LOG]
    parts = panels.render(view(viewer, log=running), TABLE)
    assert f">{heard}</p></div>" in parts["told"]
    assert f'data-hint="{("answer", "wait")[viewer]}"' in parts["state"]
    assert ("ZZXQ" in parts["told"]) == (viewer == 0)


def test_what_the_site_gave_back_is_said_where_both_see_it() -> None:
    given = [LoggedStep((turn_began(0, 1, None), clock_credited(42_000)))]
    for viewer in (0, 1):
        assert "42 s were given back to the clock." in panels.render(view(viewer, log=given), TABLE)["banner"]
    for log in (LOG, []):
        assert "given back" not in panels.render(view(0, log=log), TABLE)["banner"]


def test_the_clock_of_a_match_that_is_over_says_so() -> None:
    ended, log = played(match(), ("resign", 1, {}))
    assert "Match over" in panels.render(view_of(ended, 0, log, 1_000), TABLE)["state"]


def of_three(viewer: int, present: tuple[bool, bool, bool] = (True, True, True)) -> dict[str, Any]:
    """The context of a screen with a third player beside the two of the match."""
    seen = view_of(state(), viewer if viewer < 2 else 0, (), 0)
    third = replace(seen.players[1], score=31)
    three = replace(seen, viewer=viewer, players=(*seen.players, third))
    table = replace(TABLE, names=("Astrid", "Björn", "<b>Clara"), present=present)
    return panels.screen(three, table)


@pytest.mark.parametrize(("viewer", "order", "opp"), [(0, [0, 1, 2], 1), (1, [1, 2, 0], 0), (2, [2, 0, 1], 0)])
def test_the_cards_of_three_are_in_turn_order_from_the_viewer_on(viewer: int, order: Sequence[int], opp: int) -> None:
    context = of_three(viewer)
    assert [card.seat for card in context["cards"]] == order
    assert [card.side for card in context["cards"]] == ["you", "opp", "opp-2"]
    assert (context["you"].seat, context["opp"].seat, context["away"]) == (viewer, opp, None)  # seat 0 is on turn


def test_of_three_each_has_a_card_and_who_is_away_is_named() -> None:
    context = of_three(0, present=(True, True, False))
    html = jinja_environment.drawn("game/panels/card-opp.jinja", context | {"oob": True})
    assert html.count("<article") == 2 and html.count('id="card-opp"') == 1
    assert re.findall(r'id="score-([a-z0-9-]+)"', html) == ["opp", "opp-2"] and "&lt;b&gt;Clara" in html
    banner = jinja_environment.drawn("game/panels/banner.jinja", context)
    assert "&lt;b&gt;Clara lost the connection." in banner and context["against"] == "Björn, <b>Clara"
