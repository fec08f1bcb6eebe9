"""Whole matches played by lot: what never changes does not, and record, story and fair deal tell the same match."""

from collections import Counter
from random import Random

import pytest

from game.crossword.board import neighbours
from game.crossword.tiles import read_plain
from game.kernel.actions import Timeout
from game.kernel.chance import FairChance, seat_order
from game.kernel.codec import decode, encode
from game.kernel.options import changed_settings
from game.variants.flex import setup
from game.variants.flex.actions import Arrange
from game.variants.flex.ending import totals
from game.variants.flex.placement import examine
from game.variants.flex.settings import SETTINGS
from game.variants.flex.setup import Start
from tests.support.flex import NOW, VARIANT, AllBut, rules
from tests.support.whole_matches import drawn_actions, laid_or_swapped, play_on, told_again

MOST_TURNS = 200


def turn_by_lot(state, chance):
    """Some turn, often against the rules: letters in line from somewhere near what lies, and at times tiles that change
    places, go elsewhere or come back."""
    size, cells = state.board.size, state.board.cells
    lying = [i for i, cell in enumerate(cells) if cell.letter] or [state.board.center]
    row, col = divmod(chance.choice(lying), size)
    row, col = row + chance.randint(-1, 1), col + chance.randint(-1, 1)
    hand = list(state.players[state.active].hand)
    chance.shuffle(hand)
    hand = hand[: chance.choice((1, 2, 2, 3, 4, 7))]
    step, tiles = chance.choice([(0, 1), (1, 0)]), []
    while hand and 0 <= row < size and 0 <= col < size:
        if not cells[row * size + col].letter:
            tile = hand.pop()
            tiles.append(read_plain(row, col, chance.choice("aest") if tile == "?" else tile, "en"))
        row, col = row + step[0], col + step[1]
    squares = [divmod(i, size) for i in chance.sample(lying, min(4, len(lying)))]
    moves, takes = [], []
    if state.board.has_tiles():
        kind = chance.random()
        if kind < 0.3 and len(squares) > 1:
            moves = list(zip(squares[:3], [*squares[1:3], squares[0]], strict=True))
        elif kind < 0.4:
            moves = [(squares[0], (row, col))]
        elif kind < 0.5:
            takes = squares[: chance.choice((1, 2))]
    return Arrange(tuple(tiles), tuple(moves), tuple(takes))


def act_by_lot(state, chance):
    """A legal action of the seat on turn, with the seat."""
    return laid_or_swapped(state, chance, turn_by_lot, examine, tries=80, swaps=0.7)


def tiles_of(state):
    """Every tile there is: in the bag, in the hands, on the board."""
    count = Counter(state.bag)
    for player in state.players:
        count.update(player.hand)
    count.update("?" if cell.blank else cell.letter for cell in state.board.cells if cell.letter)
    return count


def groups_of(state):
    """How many groups of tiles lie on the board."""
    lying = {i for i, cell in enumerate(state.board.cells) if cell.letter}
    near, count = neighbours(state.board.size), 0
    while lying:
        ahead, count = [lying.pop()], count + 1
        while ahead:
            found = [other for other in near[ahead.pop()] if other in lying]
            lying.difference_update(found)
            ahead += found
    return count


def play(seed, creator, **settings):
    """A match by lot: its deal, its steps, and the number of its seed."""
    chance, number = Random(seed), Random(seed).randbytes(32)
    dealt = setup.deal(rules(**settings), 2, FairChance(number), NOW, Start(creator=creator))
    return dealt, play_on(VARIANT, dealt.step.state, number, AllBut(), act_by_lot, chance, MOST_TURNS), number


CASES = [
    {"seed": 1, "creator": None, "layout": "quick11"},
    {"seed": 2, "creator": 0, "layout": ["d" * 11] * 11, "flex_turns": 5},
    {"seed": 3, "creator": 1, "layout": "blank11", "language": "sv", "loosen_cost": False, "bingo": 0},
    {"seed": 4, "creator": None, "layout": "standard15", "take_cost": False},
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['seed']}")
def test_a_match_by_lot(case):
    dealt, steps, number = play(**case)
    assert steps[-1][3].state.over
    all_tiles = Counter(dealt.step.state.tileset.bag())
    for before, seat, action, step in steps:
        holds(before, seat, action, step)
        assert tiles_of(step.state) == all_tiles
    assert sum(isinstance(action, Arrange) and bool(action.moves) for _, _, action, _ in steps) >= 3
    assert sum(isinstance(action, Arrange) and bool(action.takes) for _, _, action, _ in steps) >= 1
    tells_itself_again(dealt, steps, number)


def holds(before, seat, action, step):
    """What is so after every step."""
    after = step.state
    mine, was = after.players[seat], before.players[seat]
    assert decode(VARIANT, encode(VARIANT, after)) == after
    assert groups_of(after) <= 1
    assert all(len(player.hand) == 7 for player in after.players) or not after.bag
    assert len(after.bag) <= len(before.bag)
    if isinstance(action, Arrange):
        assert len(mine.hand) + len(after.bag) < len(was.hand) + len(before.bag)
        assert mine.flexed == was.flexed + bool(action.moves or action.takes)
        assert (after.idle, mine.timeouts) == (0, 0)
    else:
        assert mine.score == was.score and after.board == before.board and after.idle == before.idle + 1
        assert mine.timeouts == (was.timeouts + 1 if isinstance(action, Timeout) else 0)
    assert after.flex_left(seat) is None or after.flex_left(seat) >= 0
    assert after.over or (after.active, after.turn) == (1 - seat, before.turn + 1)
    assert after.players[1 - seat] == before.players[1 - seat]


def tells_itself_again(dealt, steps, number):
    """The record of the match holds, its story is the match, and all its tiles follow from the seed."""
    began, last = dealt.step.state, steps[-1].step.state
    scored = [event for one in steps for event in one.step.events if event.kind == "words_scored"]
    record = {
        "settings": changed_settings(SETTINGS, began.rules),
        "lexicon": {"words": sorted({text for one in steps for text in texts_on(one.step.state.board)})},
        "players": list(seat_order(number, ("Ann", "Bo"))),
        "lobby_order": ["Ann", "Bo"],
        "hands": [list(player.hand) for player in began.players],
        "actions": drawn_actions(steps),
        **VARIANT.record.write_start(began),
    }
    assert record.get("creator") == began.creator and "bag" not in record and scored
    replay, story, _ = told_again(VARIANT, dealt, steps, number, record)
    assert sum(step["turn_score"] for step in replay.steps) == sum(player.score for player in last.players)
    ends = [total.total for total in totals(last)]
    facts = VARIANT.facts(story.steps, NOW)
    assert [(seat.points, seat.total) for seat in facts] == [
        (player.score, total) for player, total in zip(last.players, ends, strict=True)
    ]
    assert sum(seat.turns for seat in facts) == len(steps)
    assert [seat.total for seat in VARIANT.reckon(last)] == ends
    assert last.outcome.reason in VARIANT.played_out or last.outcome.reason == "forfeited"


def texts_on(board):
    """Every word that lies on the board."""
    runs = board.runs_through([i for i, cell in enumerate(board.cells) if cell.letter])
    return ["".join(board.cells[i].letter for i in run) for way in runs for run in way]
