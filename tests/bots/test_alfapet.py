"""Bots at Alfapet: whatever they lay is accepted by the rules and worth what they say, and matches come to an
end."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.engine.paths import best_on_paths
from bots.engine.preparation import Words
from bots.levels import LEVELS
from game.crossword.actions import Swap
from game.crossword.tiles import Placed
from game.kernel.actions import Pass
from game.kernel.chance import FairChance
from game.kernel.events import Kind
from game.kernel.match import Env
from game.kernel.reducer import apply
from game.variants.alfapet.bot import candidates
from game.variants.alfapet.bot.candidates import Finder, laid
from game.variants.alfapet.bot.decision import EXCHANGES_END, PER_SEAT, decide
from game.variants.alfapet.bot.view_to_state import match_of
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.reading import words_through
from game.variants.alfapet.rules.state import MatchState
from game.variants.alfapet.rules.variant import VARIANT
from game.variants.alfapet.rules.view import view_of
from tests.bots.states import LETTERS, graph_and_words, graph_of, no_words, words_of
from tests.support.acts import NOW
from tests.support.alfapet import lay_out, rules, table
from tests.support.players.alfapet import act_by_lot
from tests.support.run_length import LONG, tries
from tests.support.word_lists import AllBut

MOST_STEPS = 400


def of_few_letters(state: MatchState, rng: random.Random) -> MatchState:
    """The match with a rack of letters that have words, and of arrows and black tiles, for the seat on turn."""
    letters = LETTERS[state.rules.text("language")]
    tiles = [*letters, *letters, "?", ">", "#"] if state.rules.flag("specials") else [*letters, *letters, "?"]
    hand = tuple(rng.choice(tiles) for _ in range(state.rules.number("rack")))
    return state.put_player(state.active, replace(state.players[state.active], hand=hand))


def a_match(rng: random.Random, steps: int | None = None, **chosen: Any) -> MatchState:
    """A match after some acts by lot, its rules by lot but for those chosen."""
    language = chosen.get("language") or rng.choice(["en", "sv"])
    drawn = {
        "language": language,
        "rack": rng.choice([6, 7, 8]),
        "board_size": rng.choice([15, 17]),
        "specials": rng.random() < 0.8,
        "theme_words": rng.sample(words_of(language, 40, 1), 20) if rng.random() < 0.5 else [],
    }
    chance = FairChance(rng.randbytes(32))
    state = VARIANT.deal(rules(**{**drawn, **chosen}), rng.randint(1, 4), chance, NOW, None).step.state
    for _ in range(rng.randint(0, 12) if steps is None else steps):
        if state.over:
            break
        state = of_few_letters(state, rng)
        seat, action = act_by_lot(state, rng)
        state = apply(VARIANT, state, seat, action, Env(NOW, AllBut(), chance)).state
    return state if state.over else of_few_letters(state, rng)


@settings(deadline=None, max_examples=tries(8, 40))
@given(seed=st.integers(0, 10**6))
def test_every_lay_is_accepted_and_worth_what_it_says(seed: int) -> None:
    rng = random.Random(seed)
    state = a_match(rng)
    if state.over:
        return
    language = state.rules.text("language")
    graph, words = graph_and_words(language)
    seen = match_of(view_of(state, state.active, [], NOW))
    for laying in Finder(seen, graph).layings(rng.random() < 0.9):
        step = apply(VARIANT, state, state.active, laying.lay, Env(NOW, words, FairChance(bytes(32))))
        (scored,) = [event for event in step.events if event.kind == Kind.WORDS_SCORED]
        assert scored.public["score"] == laying.points
        assert step.state.board == laying.board


TABLES = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 2), (6, 2)]
MATCHES = list(product(LEVELS, TABLES)) if LONG else list(zip(cycle(LEVELS), TABLES, strict=False))
"""Who plays at which table; in the plain run every level at some and every table once."""


@pytest.mark.parametrize(("level", "seed", "seats"), [(level, *table) for level, table in MATCHES])
def test_whole_matches_come_to_their_end_without_an_illegal_act(level: str, seed: int, seats: int) -> None:
    rng = random.Random(f"{level} {seed}")
    language = rng.choice(["en", "sv"])
    graph, words = graph_and_words(language)
    chosen = rules(language=language, rack=rng.choice([6, 7, 8]), specials=seed != 5, passes_to_end=rng.choice([2, 5]))
    chance = FairChance(rng.randbytes(32))
    state = VARIANT.deal(chosen, seats, chance, NOW, None).step.state
    for _ in range(MOST_STEPS):
        if state.over:
            break
        state = of_few_letters(state, rng) if rng.random() < 0.5 else state
        view = view_of(state, state.active, [], NOW)
        action = decide(view, LEVELS[level], Words(graph, graph), rng)
        step = apply(VARIANT, state, state.active, action, Env(NOW, words, chance))
        assert all(event.kind != Kind.ATTEMPT_FAILED for event in step.events)
        state = step.state
    assert state.over


def test_bots_without_a_word_exchange_for_a_while_and_then_pass_until_the_end() -> None:
    state = VARIANT.deal(rules(), 2, FairChance(bytes(32)), NOW, None).step.state
    done = []
    while not state.over:
        view = view_of(state, state.active, [], NOW)
        action = decide(view, LEVELS["calm"], no_words("sv"), random.Random(1))
        done.append(type(action))
        state = apply(VARIANT, state, state.active, action, Env(NOW, (), FairChance(bytes(32)))).state
    most = EXCHANGES_END + 2 * PER_SEAT
    assert done == [Swap] * most + [Pass] * 4


def test_where_the_bag_has_fewer_tiles_than_it_would_give_it_passes() -> None:
    state = VARIANT.deal(rules(), 2, FairChance(bytes(32)), NOW, None).step.state
    view = view_of(replace(state, bag=()), 0, [], NOW)
    assert isinstance(decide(view, LEVELS["sharp"], no_words("sv"), random.Random(1)), Pass)


def every_lay(state: MatchState, letters: Sequence[str]) -> Iterator[Lay]:
    """Every lay of some of the letters, straight or round a new arrow, that the rules may look at: the tiles fill the
    free squares of a line from each square on."""
    size, cells = state.board.size, state.board.cells
    rows = [range(row * size, (row + 1) * size) for row in range(size)]
    columns = [range(col, size * size, size) for col in range(size)]
    lines: list[tuple[Sequence[int], tuple[int, int, str] | None]] = [(line, None) for line in (*rows, *columns)]
    for corner in range(size * size):
        row, col = divmod(corner, size)
        for before, after, way in ((rows[row][:col], columns[col][row:], "down"),
                                   (columns[col][:row], rows[row][col:], "across")):  # fmt: skip
            lines.append(([*before, *after], (row, col, way)))
    for line, arrow in lines:
        free = [cell for cell in line if not cells[cell].taken]
        for count in range(1, len(letters) + 1):
            for tiles in set(permutations(letters, count)):
                for first in range(len(free) - count + 1):
                    at = free[first : first + count]
                    if arrow is None or arrow[0] * size + arrow[1] in at:
                        placed = sorted(Placed(*divmod(cell, size), tile) for cell, tile in zip(at, tiles, strict=True))
                        yield Lay(tuple(placed), None, arrow)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 6, 7, 8][: tries(3, 8)])
def test_no_lay_of_a_few_letters_is_missed(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    for name in ("PLAIN", "BENT"):
        monkeypatch.setattr(candidates, name, 3000)
    language = rng.choice(["en", "sv"])
    graph, words = graph_and_words(language)
    state = a_match(rng, rng.randint(1, 8), language=language, board_size=15, specials=True)
    letters = rng.sample(LETTERS[language], 2)
    seat = state.active
    state = state.put_player(seat, replace(state.players[seat], hand=(*letters, ">")))
    seen = match_of(view_of(state, seat, [], NOW))
    found = {one.lay for one in Finder(seen, graph).layings(True)}
    legal = {lay: laid(seen, lay, words) for lay in set(every_lay(seen, letters))}
    legal = {lay: one for lay, one in legal.items() if one and not _goes_on_straight(one)}
    assert any(lay.arrow for lay in legal) and any(not lay.arrow for lay in legal)
    assert legal.keys() <= found


def _goes_on_straight(laying: candidates.Laying) -> bool:
    """Whether a new corner is in a straight word, too: such lays are left to people."""
    if laying.lay.arrow is None:
        return False
    row, col, _way = laying.lay.arrow
    return any(not word.bent for word in words_through(laying.board, {row * laying.board.size + col}))


@pytest.mark.parametrize("seed", range(tries(4, 12)))
def test_the_best_few_are_the_first_of_all_and_worth_what_the_rules_say(seed: int) -> None:
    rng = random.Random(seed)
    state = a_match(rng, rng.randint(0, 5), theme_words=[])
    graph, words = graph_and_words(state.rules.text("language"))
    finder = Finder(match_of(view_of(state, state.active, [], NOW)), graph)
    ways = [*finder.ways.plain(), *finder.ways.bent()]
    paths = [way.path for way in ways]
    few, every = (best_on_paths(finder.position, finder.planes, paths, graph, count) for count in (9, 900))
    assert len(few) == 9 and few == every[:9]
    for one in few if not state.board.corners and ">" in finder.hand else []:
        laying = laid(finder.state, finder.lay_of(ways[one.path], one), words)
        assert laying and laying.points == one.points


@pytest.mark.parametrize(("rack", "bonus"), [(6, 40), (7, 50), (8, 60)])
def test_black_tile_and_arrow_fill_the_rack(rack: int, bonus: int) -> None:
    word = "AEST"[: rack - 2] if rack < 7 else "AESTAEST"[: rack - 2]
    graph = graph_of([word, "TÅ"], "sv")
    state = table(lay_out({(7, 6): "TÅ"}), (f"#>{word}", ""), "ABC", rack=rack)
    best = Finder(match_of(view_of(state, 0, [], NOW)), graph).layings(True)[0]
    assert best.lay.black == (7, 8) and best.lay.arrow and best.points > bonus and not best.left
    plain = Finder(match_of(view_of(state, 0, [], NOW)), graph).layings(False)
    assert plain and not any(one.lay.black or one.lay.arrow for one in plain)


def test_a_bent_word_that_lies_grows_before_its_corner_and_after_it() -> None:
    graph = graph_of(["KABEL", "KABELN", "SKABEL"], "sv")
    board = lay_out({(7, 6): "KAB"}, {(7, 8): "BEL"}, arrows={(7, 8): "down"})
    state = table(board, ("SN", ""), "ABC")
    found = {one.lay.tiles for one in Finder(match_of(view_of(state, 0, [], NOW)), graph).layings(False)}
    assert found == {(Placed(7, 5, "S"),), (Placed(10, 8, "N"),)}


def test_it_goes_for_the_words_of_the_theme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "PLAIN", 1)
    graph = graph_of(["AX", "ÅTA"], "sv")
    for theme, word in (([], "AX"), (["åta"], "ÅTA")):
        state = table(None, ("AXÅTA", ""), "ABC", theme_words=theme)
        action: Any = decide(view_of(state, 0, [], NOW), LEVELS["sharp"], Words(graph, graph), random.Random(1))
        assert "".join(tile.tile for tile in action.tiles) == word


def test_with_an_empty_bag_going_out_is_counted_before_the_best_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "PLAIN", 1)
    graph = graph_of(["ZON", "ZONE", "NEA"], "sv")
    for bag, tiles in (("ABC", 1), ("", 2)):
        state = table(lay_out({(7, 6): "ZON"}), ("EA", "ZZZZ"), bag)
        action: Any = decide(view_of(state, 0, [], NOW), LEVELS["sharp"], Words(graph, graph), random.Random(1))
        assert len(action.tiles) == tiles
