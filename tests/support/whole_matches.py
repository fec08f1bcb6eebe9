"""Whole matches of a game as its rules alone play them: step by step, stored and read, told again from record, log and
seed."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from game.kernel import match_replay
from game.kernel import record as kernel_record
from game.kernel.actions import Action
from game.kernel.chance import FairChance
from game.kernel.codec import decode, encode
from game.kernel.fair_numbers import FairNumbers
from game.kernel.match import Env, Lexicon, Step
from game.kernel.reducer import apply
from game.kernel.setting_types import Ruleset
from game.kernel.variant import Dealt, Redrawn, Variant

NOW = 1_000_000


class Taken(NamedTuple):
    """One action of a match: the state `before`, who did what, and the `step` it brought about."""

    before: Any
    seat: int
    action: Action
    step: Step[Any]


def play_on(
    variant: Variant[Any, Any],
    state: Any,
    number: bytes,
    lexicon: Lexicon,
    act_by_lot: Callable[[Any, Random], tuple[int, Action]],
    chance: Random,
    most: int,
) -> list[Taken]:
    """Let actions be thought up until the match is over, or `most` are done."""
    taken: list[Taken] = []
    while not state.over and len(taken) < most:
        seat, action = act_by_lot(state, chance)
        step = apply(variant, state, seat, action, Env(NOW, lexicon, FairChance(number)))
        taken.append(Taken(state, seat, action, step))
        state = step.state
    return taken


def play(
    variant: Variant[Any, Any],
    words: Lexicon,
    act_by_lot: Callable[[Any, Random], tuple[int, Action]],
    most: int,
    rules: Callable[..., Ruleset],
    *,
    seed: int,
    seats: int = 2,
    begun: Any = None,
    **settings: Any,
) -> tuple[Dealt, list[Taken], bytes]:
    """A match by lot with these settings: its deal, its steps, and the number of its seed. Every state of it has been
    stored and read again."""
    number = Random(seed).randbytes(32)
    dealt = variant.deal(rules(**settings), seats, FairChance(number), NOW, begun)
    taken = play_on(variant, dealt.step.state, number, words, act_by_lot, Random(seed), most)
    for state in (dealt.step.state, *(one.step.state for one in taken)):
        assert decode(variant, json.loads(json.dumps(encode(variant, state)))) == state
    return dealt, taken, number


def tiles_of(state: Any) -> Counter[str]:
    """Every tile there is: in the bag, in the hands, on the board."""
    count = Counter([*state.bag, *(tile for player in state.players for tile in player.hand)])
    count.update("?" if cell.blank else cell.letter for cell in state.board.cells if cell.letter)
    return count


def places_hold(state: Any, sums: Sequence[int]) -> None:
    """The places at the end are those of the sums, those that left behind, the first of them last."""
    outcome = state.outcome
    if len(state.players) == 1:
        assert (outcome.winner, outcome.places) == (None, None)
        return
    assert [outcome.places[seat] for seat in state.gone] == [len(sums) - n for n in range(len(state.gone))]
    inside = sorted((seat for seat in range(len(sums)) if seat not in state.gone), key=lambda seat: -sums[seat])
    places = [outcome.places[seat] for seat in inside]
    assert places == sorted(places)
    assert [place == 1 for place in places] == [sums[seat] == sums[inside[0]] for seat in inside]
    assert (outcome.winner is None) == (places.count(1) > 1)


def drawn_actions(taken: Sequence[Taken]) -> list[dict[str, Any]]:
    """The actions as a record has them, with the tiles that each drew."""
    owners = [{key: value for event in one.step.events for key, value in event.owner.items()} for one in taken]
    return [
        {"seat": one.seat, **one.action.dump(), "drawn": owner.get("tiles", owner.get("got", []))}
        for one, owner in zip(taken, owners, strict=True)
    ]


def told_again(
    variant: Variant[Any, Any],
    dealt: Dealt,
    taken: Sequence[Taken],
    number: bytes,
    record: Mapping[str, Any],
    shown: str = "hands",
) -> tuple[kernel_record.Replay, match_replay.MatchReplay, Redrawn]:
    """The record of the match holds, its story is the match, and all its chance follows from the seed. `record` is what
    this game's has besides, `shown` what a look back on a turn shows. Gives the replay, the story and the redrawing."""
    began, last = dealt.step.state, taken[-1].step.state
    settings = {key: list(value) if isinstance(value, tuple) else value for key, value in began.rules.values.items()}
    outcome = last.outcome
    whole = {
        "format": "alfapower-record/1",
        "variant": variant.key,
        "settings": settings,
        "fair": FairNumbers.of_seed(number).data(),
        "result": {
            "reason": outcome.reason,
            "winner": outcome.winner,
            "totals": [seat.total for seat in variant.seat_totals(last)],
            "places": None if outcome.places is None else list(outcome.places),
        },
        **record,
    }
    replay = kernel_record.verify(whole, {variant.key: variant})
    assert replay.difference == "" and all(step["ok"] for step in replay.steps)
    entries = [match_replay.Entry(NOW, one.seat, one.action, one.step.events) for one in taken]
    story = match_replay.replay_log(variant, dealt.step, FairChance(number), entries)
    assert story.states[-1] == last
    assert getattr(variant.look_back(story.states[1], None, story.log[:2], story.receipts[:1]), shown)
    redrawn = variant.redraw(story.states, tuple(story.steps), number)
    assert (redrawn.astray, redrawn.sound, redrawn.order) == (0, True, dealt.order)
    assert variant.redraw(story.states, tuple(story.steps), bytes(32)).astray
    seats = len(began.players)
    assert variant.deal(began.rules, seats, FairChance(number), NOW, variant.start_of(last)) == dealt
    return replay, story, redrawn
