"""Section 1 of docs/rules-classic.md, and what is stored and recorded of a match of Classic."""

import pytest

from game.crossword.plain.state import PlainState
from game.dispatch import stored_forms
from game.dispatch.new_match import changed_rules, deal, deal_again, read_rules
from game.kernel.chance import FairChance, fair_number
from game.variants import VARIANTS
from game.variants.classic.rules import format_1
from game.variants.classic.rules.settings import LAYOUTS, RECORD_DEFAULTS
from game.variants.classic.rules.setup import closeness, first_of
from tests.support.classic import across, do, scene
from tests.support.types import certain

RULES = read_rules("classic", {})
GAME = "classic"
NUMBERS = [("passes_to_end", 2, 2, 10), ("bingo", 50, 0, 100)]
FLAGS = [("empty_bag_concedes", False)]
CHOICES = [
    ("language", "en", ["en", "sv"]),
    ("layout", "classic15", ["classic15", "standard15", "blank15"]),
    ("leftover", "count", ["count", "value"]),
]
OTHERS: dict[str, object] = {}
WRONG = [(key, 3, "unknown_setting") for key in ("starting_coins", "board_size")]
BOARDS = LAYOUTS


def seeds(count: int) -> list[bytes]:
    return [number.to_bytes(32, "big") for number in range(count)]


def test_each_draws_seven_in_lobby_order_and_the_closer_hand_moves_first() -> None:  # C1.1 C1.2 C1.4
    orders = set()
    for seed in seeds(40):
        dealt = deal(RULES, 2, FairChance(seed), 0)
        bag, drawn = list(dealt.step.state.tileset.bag()), []
        for number in range(1, 15):
            drawn.append(bag.pop(fair_number(seed, number) % len(bag)))
        lobby = (tuple(drawn[:7]), tuple(drawn[7:]))
        hands = [player.hand for player in dealt.step.state.players]
        assert hands == [lobby[place] for place in certain(dealt.order)]
        assert closeness(hands[0], "en") <= closeness(hands[1], "en")
        assert (dealt.step.state.draws, dealt.step.state.bag) == (15, tuple(bag))
        orders.add(dealt.order)
    assert orders == {(0, 1), (1, 0)}


@pytest.mark.parametrize("number", range(6))
def test_the_lot_decides_between_hands_that_are_equally_close(number: int) -> None:  # C1.3
    seed = seeds(6)[number]
    assert first_of((("A", "Z"), ("A", "B")), "en", FairChance(seed)) == fair_number(seed, 0) % 2


@pytest.mark.parametrize(
    ("closer", "other", "language"),
    [("Z?", "AB", "en"), ("AZ", "BB", "en"), ("ZZ", "ÅÅ", "sv"), ("ÅÖ", "ÄÄ", "sv"), ("ÄÖ", "ÖÖ", "sv")],
)
def test_which_hand_is_closer(closer: str, other: str, language: str) -> None:  # C1.2
    assert closeness(tuple(closer), language) < closeness(tuple(other), language)
    assert [first_of(pair, language, FairChance(bytes(32))) for pair in ((closer, other), (other, closer))] == [0, 1]


def test_a_stored_match_is_dealt_again_as_it_was() -> None:
    chance = FairChance(bytes(32))
    dealt = deal(read_rules("classic", {"language": "sv", "layout": "blank15"}), 2, chance, 5_000).step
    assert deal_again(dealt.state, chance, 5_000) == dealt


@pytest.mark.parametrize(
    "state",
    [
        scene(),
        scene(("CAt", 7, 6, "across"), hand="S?", bag="", passes=(1, 0), timeouts=(0, 2), language="sv"),
        do(scene(), "resign").state,
        do(scene(("CAT", 7, 6, "across"), hand="S", other="", bag=""), "place", tiles=across("S", 7, 9)).state,
    ],
)
def test_what_is_stored_is_read_again(state: PlainState) -> None:
    data = stored_forms.encode(state)
    assert (data["format"], data["variant"]) == (3, "classic")
    read = stored_forms.decode(data)
    assert read == state and stored_forms.digest(stored_forms.encode(read)) == stored_forms.digest(data)
    assert data["settings"].keys() == RECORD_DEFAULTS.keys()


def test_in_a_match_of_the_first_form_passes_concede_with_an_empty_bag() -> None:  # C4.8
    begun_before = scene(("CAT", 7, 6, "across"), bag="", passes=(1, 0))
    old = format_1.downgrade(stored_forms.in_form(begun_before, 2))
    assert "empty_bag_concedes" not in old["settings"]
    read = stored_forms.decode(old)
    assert read.rules.flag("empty_bag_concedes") and stored_forms.in_form(read, 1) == old
    ends = [do(state, "pass").state.outcome for state in (read, begun_before)]
    assert [outcome and outcome.reason for outcome in ends] == ["conceded", None]


def test_a_setting_that_the_first_form_did_not_know_means_as_before() -> None:
    assert RECORD_DEFAULTS.items() >= format_1.LATER_SETTINGS.items()


def test_what_is_left_out_of_a_record_has_the_value_it_had() -> None:
    assert {setting.key: setting.default for setting in VARIANTS["classic"].record_settings} == RECORD_DEFAULTS
    assert changed_rules(read_rules("classic", {"bingo": 50, "layout": "blank15"})) == {"layout": "blank15"}


def test_the_star_is_in_the_middle() -> None:
    assert all(len(rows) == 15 and rows[7][7] == "*" for rows in LAYOUTS.values())
