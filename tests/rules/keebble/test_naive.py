"""The engine deals, reads, scores and allows as the naive second implementation does, on boards by lot."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game.kernel.chance import FairChance
from game.variants.keebble.rules import setup
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.board import EDGES, SIZE, Board, Cell, Edge
from game.variants.keebble.rules.dealing import Draws, deal_options, list_length
from game.variants.keebble.rules.letters import Room, can_be_met
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.record import write_start
from game.variants.keebble.rules.settings import DIRECTIONS, UPGRADES
from game.variants.keebble.rules.state import MatchState
from game.variants.keebble.rules.turn import table_of
from tests.support import naive_keebble as naive
from tests.support.acts import NOW, act
from tests.support.keebble import rules, sheet, told
from tests.support.players.keebble import board_by_lot
from tests.support.run_length import tries
from tests.support.word_lists import CoinLexicon

SEEDS = range(tries(3, 8))


def plain(on: Board) -> tuple[dict[tuple[int, int], tuple[str, int | None, int | None]], frozenset[Edge]]:
    return {divmod(i, SIZE): (c.letter, c.owner, c.score) for i, c in enumerate(on.cells) if c.letter}, on.walls


def some_option(on: Board, chance: Random) -> tuple[Option, dict[str, Any]]:
    """A wall, a swap, a destroyed cell or a letter, carried out at once on that board."""
    kind = chance.choice(("wall", "swap", "destroy", "letters"))
    if kind == "wall":
        return Option(kind, n=1), {"walls": (chance.choice(on.open_edges),)}
    if kind == "letters":
        return Option(kind, letters=("B",)), {"tiles": ((*divmod(chance.choice(on.empty_cells), SIZE), "B"),)}
    index = chance.choice(on.lettered)
    if kind == "destroy":
        return Option(kind, n=1), {"parts": ((*divmod(index, SIZE), "content"),)}
    other = chance.choice([letter for letter in "ABC" if letter != on.cells[index].letter])
    return Option(kind, n=1), {"tiles": ((*divmod(index, SIZE), other),)}


@pytest.mark.parametrize("seed", SEEDS)
def test_words_points_and_rejected_runs_are_those_of_the_naive_reading(seed: int) -> None:
    """K5.1 to K5.8."""
    chance = Random(seed)
    words = rejected = 0
    for _ in range(60):
        on = board_by_lot(chance, chance.uniform(0.3, 0.9))
        directions = chance.sample(DIRECTIONS, chance.randint(1, 4))
        powers = [Option("letter_change", letter=chance.choice("ABC"), n=chance.choice((-6, -3, 5)))
                  for _ in range(chance.randrange(3))]  # fmt: skip
        powers += [Option("word_change", n=chance.choice((-8, 4)))] * chance.randrange(2)
        option, targets = some_option(on, chance)
        state = sheet(on, option, seats=4, powers=powers, directions=directions)
        state = state.put_player(2, replace(state.players[2], out=1))
        step = act(state, Take(0, **targets), lexicon=CoinLexicon(50))
        kinds = {divmod(i, SIZE): cell.kind for i, cell in enumerate(step.state.board.cells)}
        expected = naive.turn(
            plain(on), plain(step.state.board), kinds=kinds,
            powers=[("letter" if p.letter else "word", p.letter, p.n) for p in powers],
            directions=directions, taker=0, inside=[0, 1, 3], lexicon=CoinLexicon(50),
        )  # fmt: skip
        row = told(step)
        assert (row["words"], row["rejected"]) == expected[:2]
        assert row["gains"] == [expected[2].get(seat, 0) for seat in range(4)]
        words, rejected = words + len(row["words"]), rejected + len(row["rejected"])
    assert words > 10 and rejected > 10  # else the boards would not try what is hard


@pytest.mark.parametrize("seed", SEEDS)
def test_every_list_and_start_is_that_of_the_naive_deal(seed: int) -> None:
    """K2.2 to K3.9, K7.2."""
    chance = Random(seed)
    for _ in range(25):
        number = chance.randbytes(32)
        upgrades = [upgrade for upgrade in UPGRADES if chance.random() < 0.6]
        language, seats = chance.choice(("en", "sv")), chance.randint(2, 5)
        chosen = rules(upgrades=upgrades, language=language, one_each=chance.random() < 0.3,
                       max_rounds=chance.choice((1, 9)))  # fmt: skip
        dealt = setup.deal(chosen, seats, FairChance(number), NOW, None).step.state
        stream, values = naive.Stream(number, 1), dict(dealt.values)
        start = naive.start(stream, "supercells" in upgrades, values)
        assert write_start(dealt) == {"start": start, "options": _naive_list(stream, dealt)}
        assert stream.next == dealt.draws
        state = _in_the_midst(dealt, chance)
        draws = Draws(FairChance(number), 500)
        stream = naive.Stream(number, 500)
        options = [option.dump() for option in deal_options(table_of(state), draws)]
        assert options == _naive_list(stream, state)
        assert draws.number == stream.next


def _in_the_midst(state: MatchState, chance: Random) -> MatchState:
    """The same match with much or little on its board, with powers and backpacks."""
    powers = [
        Option("straight"),
        Option("connect"),
        Option("letter_change", letter="E", n=3),
        Option("word_change", n=2),
    ]
    players = [replace(p, backpack=("A",) * chance.randrange(2)) for p in state.players]
    return replace(
        state, board=board_by_lot(chance, chance.choice((0.02, 0.1, 0.5, 0.95))), last=chance.random() < 0.3,
        powers=tuple(chance.sample(powers, chance.randrange(4))), players=tuple(players),
    )  # fmt: skip


def _naive_list(stream: naive.Stream, state: MatchState) -> list[dict[str, Any]]:
    chosen, on = state.rules, state.board
    return naive.options(
        stream, length=list_length(len(state.inside)), upgrades=chosen.values["upgrades"],
        one_each=chosen.flag("one_each"), last=state.last, empty=sum(c.empty for c in on.cells),
        lettered=sum(bool(c.letter) for c in on.cells), types=sum(c.kind != "." for c in on.cells),
        edges=112 - len(on.walls), saved=sum(bool(p.backpack) for p in state.players),
        powers=[(p.kind, p.letter) for p in state.powers], values=dict(state.values),
    )  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_powers_are_lifted_where_no_choice_of_cells_at_all_could_meet_them(seed: int) -> None:
    """K4.11, on boards so full that every choice can be looked at."""
    chance = Random(seed)
    met = 0
    for _ in range(40):
        cells = [Cell(dead=True)] * (SIZE * SIZE)
        for index in chance.sample(range(SIZE * SIZE), 14):
            cells[index] = Cell() if chance.random() < 0.6 else Cell(letter="A", owner=chance.choice((0, 1)), score=1)
        for index in range(chance.randrange(8), 64, chance.randint(5, 9)):
            cells[index] = Cell()
        on = Board(tuple(cells)).wall_up(chance.sample(EDGES, chance.randrange(60)))
        own = [divmod(i, SIZE) for i in on.of_owner(0)]
        empty = [divmod(i, SIZE) for i in on.empty_cells]
        room = Room(min(chance.randrange(2), len(own)), min(chance.randint(0, 3), len(empty)))
        straight, connect = chance.choice(((True, False), (False, True), (True, True)))
        lettered = [divmod(i, SIZE) for i in on.lettered]
        expected = naive.possible(own, empty, lettered, on.walls, room.over, room.fresh, straight, connect)
        assert can_be_met(on, 0, room, straight, connect) == expected
        met += expected
    assert 0 < met < 40
