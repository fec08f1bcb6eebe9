"""Whole matches played by lot: what never changes does not, and record, story and fair deal tell the same match."""

from collections import Counter
from random import Random

import pytest

from game.crossword.actions import Swap
from game.crossword.tiles import Placed
from game.kernel import match_replay
from game.kernel.actions import Abandon, Pass, Resign, Timeout
from game.kernel.chance import FairChance
from game.kernel.codec import decode, encode
from game.kernel.fair_numbers import FairNumbers
from game.kernel.match import Env
from game.kernel.reducer import apply
from game.kernel.refusals import Refused
from game.variants.alfapet import setup
from game.variants.alfapet.actions import Lay
from game.variants.alfapet.ending import totals
from game.variants.alfapet.placement import examine
from game.variants.alfapet.tiles import SPECIALS
from tests.support.alfapet import NOW, VARIANT, EveryWord, rules, verify

MOST_TURNS = 300


def lay_by_lot(state, chance):
    """Some lay, often against the rules: letters in line from somewhere near the middle of what lies, at times round a
    corner or behind a black tile."""
    size, cells = state.board.size, state.board.cells
    hand = list(state.players[state.active].hand)
    letters = [tile for tile in hand if tile not in SPECIALS]
    chance.shuffle(letters)
    letters = letters[: chance.choice((1, 2, 2, 3, 4, 7))]
    near = [i for i, cell in enumerate(cells) if cell.letter] or [state.board.center]
    row, col = divmod(chance.choice(near), size)
    row, col = row + chance.randint(-1, 1), col + chance.randint(-1, 1)
    way, turn = chance.choice([((0, 1), "down"), ((1, 0), "across")]), chance.random() < 0.4 and ">" in hand
    black = (row, col) if "#" in hand and chance.random() < 0.3 else None
    if black:
        row, col = row + way[0][0], col + way[0][1]
    step, tiles, arrow = way[0], [], None
    while letters and 0 <= row < size and 0 <= col < size:
        if not cells[row * size + col].taken:
            tile = letters.pop()
            tiles.append(Placed(row, col, tile, chance.choice("AEST") if tile == "?" else ""))
            if turn and tiles[1:] and arrow is None:
                arrow, step = (row, col, way[1]), step[::-1]
        row, col = row + step[0], col + step[1]
    return Lay(tuple(tiles), black, arrow)


def act_by_lot(state, chance):
    """A legal action of some seat."""
    if chance.random() < 0.01:
        return chance.choice(state.inside), chance.choice([Resign(), Abandon(everyone=False)])
    for _ in range(60):
        action = lay_by_lot(state, chance)
        try:
            examine(state, state.active, action)
        except Refused:
            continue
        return state.active, action
    hand = state.players[state.active].hand
    if state.bag and chance.random() < 0.6:
        return state.active, Swap(tuple(hand[: min(3, len(state.bag))]))
    return state.active, chance.choice([Pass(), Timeout()])


def tiles_of(state):
    """Every tile there is: in the bag, in the racks, on the board."""
    count = Counter(state.bag)
    for player in state.players:
        count.update(player.hand)
    for cell in state.board.cells:
        if cell.letter:
            count["?" if cell.blank else cell.letter] += 1
        count["#"] += cell.black
        count[">"] += bool(cell.arrow)
    return +count


def play(seed, **settings):
    """A match by lot: (its states, with the actions and the events between)."""
    chance, number = Random(seed), Random(seed).randbytes(32)
    seats = settings.pop("seats")
    dealt = setup.deal(rules(**settings), seats, FairChance(number), NOW, None)
    state, steps = dealt.step.state, []
    while not state.over and len(steps) < MOST_TURNS:
        seat, action = act_by_lot(state, chance)
        step = apply(VARIANT, state, seat, action, Env(NOW, EveryWord(), FairChance(number)))
        steps.append((state, seat, action, step))
        state = step.state
    return dealt, steps, number


CASES = [
    {"seed": 1, "seats": 2},
    {"seed": 2, "seats": 3, "rack": 6},
    {"seed": 3, "seats": 4, "rack": 8, "language": "en", "timeouts_to_forfeit": 2},
    {"seed": 4, "seats": 1, "passes_to_end": 3},
    {"seed": 5, "seats": 4, "board_size": 17},
    {"seed": 6, "seats": 2, "specials": False},
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['seed']}")
def test_a_match_by_lot(case):
    dealt, steps, number = play(**case)
    assert steps[-1][3].state.over
    all_tiles = Counter(dealt.step.state.tileset.bag())
    laid = 0
    for before, seat, action, step in steps:
        after = step.state
        assert tiles_of(after) == all_tiles
        assert set(before.gone) <= set(after.gone)
        assert decode(VARIANT, encode(VARIANT, after)) == after
        laid += isinstance(action, Lay)
        if after.over:
            assert after.active == before.active
            continue
        assert after.players[after.active].out is None
        if after.turn > before.turn:
            assert seat == before.active
            seats = len(after.players)
            rounds = [(before.active + 1 + n) % seats for n in range(seats)]
            assert after.active == next(seat for seat in rounds if after.players[seat].out is None)
        else:
            assert after.active == before.active and len(after.gone) == len(before.gone) + 1
    assert laid >= 3
    places_hold(steps[-1][3].state)
    told_again(dealt, steps, number)


def places_hold(state):
    """The places at the end are those of the totals, those that left behind."""
    outcome, seats = state.outcome, len(state.players)
    if seats == 1:
        assert (outcome.winner, outcome.places) == (None, None)
        return
    sums = [total.total for total in totals(state)]
    ranked = sorted(range(seats), key=lambda seat: (seat in state.gone, -sums[seat]))
    inside = [seat for seat in ranked if seat not in state.gone]
    assert [outcome.places[seat] for seat in state.gone] == [seats - n for n in range(len(state.gone))]
    assert outcome.places[inside[0]] == 1
    assert [outcome.places[seat] for seat in inside] == sorted(outcome.places[seat] for seat in inside)
    assert (outcome.winner is None) == (sum(place == 1 for place in outcome.places) > 1)


def told_again(dealt, steps, number):
    """The record of the match holds, its story is the match, and all its tiles follow from the seed."""
    began, last = dealt.step.state, steps[-1][3].state
    names = [f"P{seat}" for seat in range(len(began.players))]
    players = [names[place] for place in dealt.order]
    actions = []
    for _, seat, action, step in steps:
        owner = {key: value for event in step.events for key, value in event.owner.items()}
        actions.append({"seat": seat, **action.dump(), "drawn": owner.get("tiles", owner.get("got", []))})
    changed = {key: list(value) if isinstance(value, tuple) else value for key, value in began.rules.values.items()}
    scored = [event for _, _, _, step in steps for event in step.events if event.kind == "words_scored"]
    record = {
        "format": "alfapower-record/1",
        "variant": "alfapet",
        "settings": changed,
        "lexicon": {"words": sorted({word[0] for event in scored for word in event.public["words"]})},
        "players": players,
        "lobby_order": names,
        "hands": [list(player.hand) for player in began.players],
        "actions": actions,
        "fair": FairNumbers.of_seed(number).data(),
        "result": {
            "reason": last.outcome.reason,
            "winner": last.outcome.winner,
            "totals": [total.total for total in totals(last)],
            "places": None if last.outcome.places is None else list(last.outcome.places),
        },
        **VARIANT.record.write_start(began),
    }  # fmt: skip
    replay = verify(record)
    assert replay.difference == ""
    assert all(step["ok"] for step in replay.steps)
    entries = [match_replay.Entry(NOW, seat, action, step.events) for _, seat, action, step in steps]
    told = match_replay.tell(VARIANT, dealt.step, FairChance(number), entries)
    assert told.states[-1] == last
    assert VARIANT.look_back(told.states[1], None, told.log[:2], told.receipts[:1]).hands
    redrawn = VARIANT.redraw(told.states, tuple(told.steps), number)
    assert (redrawn.astray, redrawn.sound, redrawn.order) == (0, True, dealt.order)
    assert VARIANT.redraw(told.states, tuple(told.steps), bytes(32)).astray
    again = VARIANT.deal(began.rules, len(names), FairChance(number), NOW, VARIANT.start_of(last))
    assert again == dealt
