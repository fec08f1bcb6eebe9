"""What was last done, told to everybody: a sentence and the squares for every kind of deed, in both languages."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from game.kernel.events import Event, Kind, LoggedStep, as_logged, timed_out, turn_began
from game.kernel.match import Env
from game.presentation.last_actions import Deed, with_reasons
from game.presentation.turn_lines import TurnLine, WordSum
from game.variants.alfapower.rules import events
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.view import view_of
from game.variants.alfapower.screens.last_action_text import last_deeds
from tests.support.chances import FirstTile
from tests.support.text_boards import scene

NAMES = ("Anna", "Björn")
WORDS = [["CAT", 36, 5, 1, 3, 2, 2], ["AT", 2, 2, 0, 0, 1, 1]]
BEGAN = turn_began(0, 7, None)

TOLD = [
    (events.words_scored(0, WORDS, 38, 6, [0, 1, 2]), "Anna played CAT + AT for 38 points.", "words"),
    (events.item_used(0, "blast", (2, 1), was=("T", 1)), "Anna blasted your T on B3.", "blast"),
    (events.item_used(0, "blast", (2, 1), was=("T", 0)), "Anna blasted their own T on B3.", "blast"),
    (events.item_used(0, "blast", (2, 1), was=("", 1)), "Anna blasted your claim on B3.", "blast"),
    (events.item_used(0, "blast", (2, 1)), "Anna used Blast on B3.", "blast"),  # the log of an earlier release
    (events.item_used(0, "fortify", (0, 0), was=("C", 0)), "Anna fortified their own C on A1.", "fortify"),
    (events.item_used(0, "claim", (1, 2)), "Anna claimed C2.", "claim"),
    (events.item_used(0, "place_dl", (1, 2)), "Anna placed DL on C2.", "bonus"),
    (events.item_used(0, "swap", None, ("Q", "X"), ("A", "B")), "Anna swapped 2 tiles.", "swap"),
    (events.item_bought(0, "blast", 10), "Anna bought Blast.", "buy"),
    (events.attempt_failed(0, 1, 1, ["ZZX"]), "Anna: 1 failed try, −1 point, −1 coin.", "try"),
    (events.alfa_chosen(0, "S"), "Anna made an Alfa tile.", "alfa"),
    (events.alfa_chosen(0, None), "Anna declined an Alfa tile.", "pass"),
    (events.passed(0, 3, False), "Anna passed.", "pass"),
    (events.passed(0, 0, True), "Anna conceded.", "pass"),
    (timed_out(0), "Anna ran out of time.", "time"),
]
SILENT = {Kind.TURN_BEGAN, Kind.TILES_DRAWN, Kind.ALFA_OFFERED, Kind.MATCH_ENDED, Kind.SEAT_LEFT, Kind.SEAT_RETURNED,
          Kind.SEAT_OUT, Kind.CLOCK_CREDITED, Kind.TILES_SWAPPED, Kind.ROUND_BEGAN, Kind.OPTION_TAKEN,
          Kind.OFFERED, Kind.ADJOURNED, Kind.WAITED_ON}  # fmt: skip


def told(*facts: Event, viewer: int = 1) -> list[Deed]:
    match = scene("CAT\n...\n...", items=["swap", "fortify", "claim", "blast", "place_dl"])
    return last_deeds(view_of(match, viewer, [LoggedStep((BEGAN, *facts))], 0), NAMES)


@pytest.mark.parametrize(("fact", "said", "kind"), TOLD)
def test_every_deed_is_said_to_the_other_in_a_sentence(fact: Event, said: str, kind: str) -> None:
    (deed,) = told(fact)
    assert (deed.text, deed.kind, deed.side, deed.key) == (said, kind, "opp", "7.0")


@pytest.mark.parametrize(
    ("tile", "said"),
    [
        ("S", "Anna played CAT + AT for 38 points and made an Alfa tile."),
        (None, "Anna played CAT + AT for 38 points and declined an Alfa tile."),
    ],
)
def test_an_alfa_choice_does_not_swallow_the_play(tile: str | None, said: str) -> None:
    """Players 5. The last deed is all that a readout says."""
    deeds = told(events.words_scored(0, WORDS, 38, 6, [0, 1, 2]), events.alfa_chosen(0, tile))
    assert deeds[-1].text == said


def test_every_kind_of_fact_is_told_or_is_nobodys_deed() -> None:
    assert {fact.kind for fact, *_ in TOLD} | SILENT == set(Kind)


@pytest.mark.parametrize("fact", [fact for fact, *_ in TOLD])
def test_every_sentence_is_translated(fact: Event) -> None:
    (english,) = told(fact)
    with translation.override("sv"):
        (swedish,) = told(fact)
    assert swedish.text != english.text and not re.search(r"%\(|\bYou|\bown\b|\bplayed\b", swedish.text)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (events.item_used(0, "blast", (2, 1), was=("T", 1)), "You blasted Björn’s T on B3."),
        (events.item_used(0, "blast", (2, 1), was=("T", 0)), "You blasted your own T on B3."),
        (events.alfa_chosen(0, "S"), "You made Alfa S."),
        (events.attempt_failed(0, 1, 1, ["ZZX"]), "You: 1 failed try (ZZX), −1 point, −1 coin."),
    ],
)
def test_who_did_it_is_told_too_and_more_where_it_is_the_own(fact: Event, said: str) -> None:
    (deed,) = told(fact, viewer=0)
    assert (deed.text, deed.side) == (said, "you")


def test_deeds_come_in_the_order_in_which_they_were_done_the_last_three() -> None:
    facts = [fact for fact, *_ in TOLD[1:6]]
    assert [deed.key for deed in told(events.item_bought(1, "swap", 3), *facts)] == ["7.3", "7.4", "7.5"]
    mixed = told(events.item_used(0, "claim", (1, 2)), events.item_bought(0, "blast", 10), TOLD[0][0])
    assert [deed.kind for deed in mixed] == ["claim", "buy", "words"]
    assert mixed[2].points == (36, 2) and mixed[2].cells == ((0, 0), (0, 1), (0, 2))
    assert told() == []


def test_the_engine_says_what_lay_on_the_square() -> None:
    match = scene("...\n.A.\n...", slots=("blast",))
    _after, facts = ITEMS["blast"].use(match, match.active, (1, 1), (), Env(0, (), FirstTile()))
    assert facts[0].public["was"] == ["A", match.board.cells[4].by]


def test_a_log_that_does_not_know_it_yet_is_no_other_log() -> None:
    now = (events.item_used(0, "blast", (2, 1), was=("T", 1)),)
    before = (events.item_used(0, "blast", (2, 1)),)
    assert as_logged(now, before) == before and as_logged(now, now) == now
    other = (events.item_used(0, "blast", (2, 2)),)
    assert as_logged(now, other) != other
    changed = (events.item_used(0, "blast", (2, 1), was=("X", 1)),)
    assert as_logged(now, changed) != changed
    assert as_logged(now, ()) == now


@pytest.mark.parametrize(
    ("sums", "why"),
    [
        ([("YTOR", 144, ("letters 24", "triple word", "Alfa × 2"))], "YTOR 144: triple word, Alfa × 2"),
        ([("AX", 9, ("letters 9",)), ("YTOR", 30, ("letters 10", "triple word"))], "YTOR 30: triple word"),
        ([("AX", 40, ("letters 40",)), ("OR", 6, ("letters 3", "double word"))], ""),
        ([], ""),
    ],
)
def test_a_turn_says_why_its_best_word_was_worth_that(sums: Any, why: str) -> None:
    line = TurnLine(SimpleNamespace(turn=7, end="placed"), "", "", "", True, sums=tuple(WordSum(*one) for one in sums))
    deeds = [Deed("7.0", "words", "opp", "…"), Deed("7.1", "pass", "opp", "…"), Deed("6.0", "words", "you", "…")]
    assert line.why == why
    assert [deed.why for deed in with_reasons(deeds, [line])] == [why, "", ""]
