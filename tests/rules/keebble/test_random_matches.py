"""Whole matches played by lot with two to five seats: what never changes does not, and record, story and fair deal tell
the same match."""

from random import Random

import pytest

from game.kernel.actions import Abandon, Resign, Timeout
from game.kernel.chance import FairChance
from game.kernel.codec import decode, encode
from game.kernel.match import Env
from game.kernel.reducer import apply
from game.kernel.refusals import Refused
from game.variants.keebble import option as kinds
from game.variants.keebble import setup
from game.variants.keebble.actions import Take
from game.variants.keebble.board import SIZE
from game.variants.keebble.dealing import list_length
from game.variants.keebble.letters import room_for
from game.variants.keebble.option import OVERWRITE
from game.variants.keebble.settings import UPGRADES
from tests.support.keebble import NOW, VARIANT, rules
from tests.support.whole_matches import play_on, told_again

MOST_STEPS = 400


class ShortWords:
    """All words of two letters, and those that end with E."""

    def __contains__(self, word):
        return len(word) == 2 or word.endswith("E")


def at(index):
    return divmod(index, SIZE)


def writing(state, given, chance):
    """Where the letters given might go: as many as are due, at random."""
    on, seat = state.board, state.active
    room = room_for(on, seat, given)
    said = [letter for letter in given if letter != OVERWRITE]
    said = [chance.choice("aest") + letter[1] if letter.startswith("?") else letter for letter in said]
    cells = chance.sample(on.of_owner(seat), room.over) + chance.sample(on.empty_cells, room.fresh)
    near = sorted(on.spread(frozenset(on.empty_cells)) & set(cells))
    if chance.random() < 0.5 and state.has_power(kinds.STRAIGHT):
        line = [i for i in on.empty_cells if i // SIZE == (near or [0])[0] // SIZE]
        cells = cells[: room.over] + (line[: room.fresh] if len(line) >= room.fresh else cells[room.over :])
    return {"tiles": tuple((*at(i), letter) for i, letter in zip(cells, said, strict=False))}


def take_by_lot(state, chance):
    """Some option, carried out at random and often against the rules."""
    on, index = state.board, chance.choice(state.open)
    option = state.options[index]
    living = [i for i, cell in enumerate(on.cells) if not cell.dead]
    if option.kind == kinds.LETTERS:
        if "backpacks" in state.rules.values["upgrades"] and chance.random() < 0.3:
            return Take(index, save=True)
        return Take(index, **writing(state, option.letters, chance))
    if option.kind == kinds.BACKPACK:
        return Take(index, **writing(state, state.players[state.active].backpack, chance))
    if option.kind == kinds.WALL:
        return Take(index, walls=tuple(chance.sample(on.open_edges, min(option.n, len(on.open_edges)))))
    if option.kind == kinds.SPECIAL:
        return Take(index, cells=tuple(at(i) for i in chance.sample(living, option.n)))
    if option.kind == kinds.SWAP:
        return Take(index, tiles=tuple((*at(i), chance.choice("AEST")) for i in chance.sample(on.lettered, option.n)))
    if option.kind == kinds.DESTROY:
        part = chance.choice(("owner", "type", "score", "content"))
        return Take(index, parts=tuple((*at(i), part) for i in chance.sample(living, min(option.n, len(living)))))
    return Take(index)


def act_by_lot(state, chance):
    """A legal action of some seat, with the seat."""
    if chance.random() < 0.01:
        return chance.choice(state.inside), chance.choice([Resign(), Abandon(everyone=False)])
    env = Env(NOW, ShortWords(), FairChance(bytes(32)))
    for _ in range(60):
        action = take_by_lot(state, chance)
        try:
            apply(VARIANT, state, state.active, action, env)
        except Refused:
            continue
        return state.active, action
    return state.active, Timeout()


def play(seed, **settings):
    """A match by lot: how it was dealt, its steps, and the seed of its chance."""
    chance, number = Random(seed), Random(seed).randbytes(32)
    dealt = setup.deal(rules(**settings), 2 + seed % 4, FairChance(number), NOW, None)
    return dealt, play_on(VARIANT, dealt.step.state, number, ShortWords(), act_by_lot, chance, MOST_STEPS), number


CASES = [
    {"seed": 2, "upgrades": list(UPGRADES)},
    {"seed": 3, "upgrades": list(UPGRADES), "directions": ["right", "left", "down", "up"], "language": "sv"},
    {"seed": 4, "upgrades": ["powerups", "ominous"], "powerup_limit": 1, "start_board": "empty"},
    {"seed": 5, "upgrades": ["supercells", "backpacks"], "one_each": True},
    {"seed": 6, "upgrades": []},
    {"seed": 7, "upgrades": list(UPGRADES), "max_rounds": 7, "timeouts_to_forfeit": 1},
    {"seed": 8, "upgrades": ["ominous"], "max_rounds": 40, "directions": ["up"]},
    {"seed": 9, "upgrades": list(UPGRADES), "powerup_points": 0},
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['seed']}")
def test_a_match_by_lot(case):
    """K3.1, K3.10, K3.11, K6.2, K7.1."""
    dealt, steps, number = play(**case)
    assert steps[-1][3].state.over
    for before, seat, action, step in steps:
        holds(before, seat, action, step.state)
    places_hold(steps[-1][3].state)
    tells_itself_again(dealt, steps, number)


def holds(before, seat, action, after):
    """What one action may change, whatever it was."""
    assert decode(VARIANT, encode(VARIANT, after)) == after
    assert set(before.gone) <= set(after.gone)
    assert before.board.walls <= after.board.walls
    assert all(one.score <= other.score for one, other in zip(before.players, after.players, strict=True))
    dead = [i for i, cell in enumerate(before.board.cells) if cell.dead]
    assert all(after.board.cells[i] == before.board.cells[i] for i in dead)
    assert len(after.powers) <= after.rules.number("powerup_limit")
    assert not any(player.passes for player in after.players)
    if after.over:
        assert (after.active, after.round, after.next_first) == (
            before.active,
            before.round,
            action_first(before, action),
        )
        return
    assert after.players[after.active].out is None and after.players[after.next_first].out is None
    assert 2 <= len(after.open) <= len(after.options)
    if isinstance(action, Resign | Abandon):
        assert (after.options, after.open, after.board) == (before.options, before.open, before.board)
        return
    assert seat == before.active
    assert [player.score for player in after.players if player.out is not None] == [
        player.score for player in before.players if player.out is not None
    ]
    if after.round > before.round:
        assert len(before.open) == 2 and after.round == before.round + 1
        assert len(after.options) == list_length(len(after.inside)) and after.active == after.next_first
        assert not (after.last and any(option.kind == kinds.START_PLAYER for option in after.options))
    elif after.gone == before.gone:
        assert len(after.open) == len(before.open) - 1 and after.active == before.next_seat


def action_first(before, action):
    """Who opens the next round once the action is done."""
    taken = before.options[action.option].kind if isinstance(action, Take) else ""
    return before.active if taken == kinds.START_PLAYER else before.next_first


def places_hold(state):
    """K6.3: the places at the end are those of the scores, those that left behind."""
    places, sums = state.outcome.places, [player.score for player in state.players]
    assert [places[seat] for seat in state.gone] == [len(places) - n for n in range(len(state.gone))]
    inside = sorted(state.inside, key=lambda seat: -sums[seat])
    assert [places[seat] for seat in inside] == sorted(places[seat] for seat in inside)
    assert [places[seat] == 1 for seat in inside] == [sums[seat] == sums[inside[0]] for seat in inside]
    assert (state.outcome.winner is None) == (sum(place == 1 for place in places) > 1)


def tells_itself_again(dealt, steps, number):
    """The record of the match holds, its story is the match, and all its chance follows from the seed."""
    last, actions, words = steps[-1].step.state, [], set()
    for before, seat, action, step in steps:
        actions.append({"seat": seat, **action.dump()})
        if step.state.round > before.round:
            actions[-1]["drawn"] = [option.dump() for option in step.state.options]
        words |= {word for word, _ in VARIANT.record.step(step)["words"]}
    record = {
        "lexicon": {"words": sorted(words)},
        "players": [f"P{seat}" for seat in range(len(last.players))],
        "actions": actions,
        **VARIANT.record.write_start(last),
    }
    assert [seat.total for seat in VARIANT.reckon(last)] == [player.score for player in last.players]
    replay, _, redrawn = told_again(VARIANT, dealt, steps, number, record, shown="options")
    assert replay.steps[-1] == {**replay.steps[-1], **VARIANT.record.step(steps[-1].step)}
    assert redrawn.drawn >= 5 * last.round
