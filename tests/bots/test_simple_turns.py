"""The plain turns of a first match while bots are still being made: lawful, listed, and for such matches alone."""

from itertools import combinations

import pytest
from django.test import Client

from bots import first_deal, simple_turns
from bots.rules import Env, FairChance, Kind, Place, Placed, apply, new_match, read_rules, view_of
from bots.runner import Runner
from bots.simple_turns import word_on
from bots.vocabulary import everyday_words
from dictionary import api as dictionary
from game import api as game
from game.models import Match
from tests.bots.practice import bot_due, make_practice
from tests.lobby.conftest import act
from tests.support.matches import START, state_of
from tests.support.text_boards import scene
from tests.support.types import certain

pytestmark = pytest.mark.django_db

CAT = "........... ........... ........... ........... ........... ...CAT..... " + "........... " * 5


def laid(hand: str, words: list[str], board: str = CAT) -> str:
    """Where the first of the words goes, "S5,6" for an S on row 5, column 6; empty for nowhere."""
    state = scene(board, hand=hand, other="", language="en")
    play = word_on(view_of(state, state.active, [], 0), words)
    return " ".join(f"{tile.tile}{tile.row},{tile.col}" for tile in play.tiles) if play else ""


@pytest.mark.parametrize(
    ("hand", "words", "where"),
    [
        ("ARQQQQQ", ["CAR"], "A6,3 R7,3"),  # down from the C
        ("EQQQQQQ", ["TEA", "TE"], "E6,5"),  # TEA needs an A
        ("SQQQQQQ", ["CATS"], ""),  # it touches the A and the T, too
        ("SEQQQQQ", ["SEA"], "S3,4 E4,4"),  # ends at the A
        ("??QQQQQ", ["CAR"], ""),  # blanks are left for those who think
        ("ARQQQQQ", [], ""),
    ],
)
def test_a_word_crosses_one_tile_and_touches_no_other(hand: str, words: list[str], where: str) -> None:
    assert laid(hand, words) == where


def test_it_leaves_the_board_nowhere_and_dead_squares_alone() -> None:
    edge = ("........... " * 10) + "CAT........"
    assert laid("ARQQQQQ", ["CAR"], edge) == ""
    dead = CAT.replace("........... " * 5, "...#....... " + "........... " * 4)
    assert laid("ARQQQQQ", ["CAR"], dead) == ""


@pytest.mark.parametrize("language", ["en", "sv"])
def test_after_the_newcomers_word_it_has_an_answer_that_the_rules_take(language: str) -> None:
    lexicon = dictionary.current(language)
    settings = {"language": language, "board_size": 11, "turn_seconds": None}
    six = {"".join(sorted(word)): word for word in everyday_words(language, first_deal.EVERYDAY) if len(word) == 6}
    words = simple_turns._words(lexicon.name, lexicon.version, language, 4.2)
    answered = 0
    for _deal in range(6):
        seed = certain(first_deal.first_deal("alfapower", settings))
        state = new_match(read_rules("alfapower", settings), FairChance(seed), 0).state
        letters = ("".join(sorted(some)) for some in combinations(state.players[0].hand, 6))
        word = next(six[found] for found in letters if found in six and six[found] in lexicon)
        first = Place(tuple(Placed(5, 3 + at, letter) for at, letter in enumerate(word)))
        env = Env(0, lexicon, FairChance(seed))
        state = apply(state, 0, first, env).state
        play = word_on(view_of(state, 1, [], 0), words)
        if play is not None:
            answered += 1
            kinds = {event.kind for event in apply(state, 1, play, env).events}
            assert Kind.WORDS_SCORED in kinds and Kind.ATTEMPT_FAILED not in kinds, (word, play)
    assert answered >= 5


def test_only_first_matches_are_played_so_and_a_bot_without_a_word_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    now = START + 60_000
    monkeypatch.setattr(game, "now_ms", lambda: now)
    row = make_practice()
    simply = Runner(lambda sight: None, "here", only_first=True)
    assert simply.step(now) == 0 and bot_due(row)
    Match.objects.filter(pk=row.pk).update(chosen_deal=True)
    assert simply.step(now) == 0 and bot_due(row), "it had no word"
    assert simply.faults == 0


def test_a_first_match_goes_on_before_any_bot_is_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the yellow button to the bot's answer, with nothing of what bots think with."""
    row = Match.objects.get(public_id=client.post("/play/first")["Location"].split("/")[2])
    assert not bot_due(row)
    hand = state_of(row).players[0].hand
    six = {"".join(sorted(word)): word for word in everyday_words("en", first_deal.EVERYDAY) if len(word) == 6}
    word = next(six[key] for some in combinations(hand, 6) if (key := "".join(sorted(some))) in six)
    middle = state_of(row).board.size // 2
    tiles = [[middle, middle - 2 + at, letter] for at, letter in enumerate(word)]
    assert act(client, row, do="place", tiles=tiles)["ok"] and not bot_due(row), "an Alfa choice is open"
    assert act(client, row, do="choose", tile=None, nonce="the-choice-after-it")["ok"] and bot_due(row)
    later = game.now_ms() + 60_000
    monkeypatch.setattr(game, "now_ms", lambda: later)
    assert Runner(simple_turns.think, "here", only_first=True).step(later) == 1
    assert not bot_due(row) and state_of(Match.objects.get(pk=row.pk)).players[1].score > 0
