"""Whole matches of a game as its rules alone play them: step by step, and told again from record, log and seed."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from game.crossword.actions import Swap
from game.kernel import match_replay
from game.kernel import record as kernel_record
from game.kernel.actions import Action, Pass, Timeout
from game.kernel.chance import FairChance
from game.kernel.fair_numbers import FairNumbers
from game.kernel.match import Env, Step
from game.kernel.reducer import apply
from game.kernel.refusals import Refused

NOW = 1_000_000


class Taken(NamedTuple):
    """One action of a match: the state `before`, who did what, and the `step` it brought about."""

    before: Any
    seat: int
    action: Action
    step: Step


def play_on(variant, state, number: bytes, lexicon, act_by_lot: Callable[[Any, Random], tuple[int, Action]],
            chance: Random, most: int) -> list[Taken]:  # fmt: skip
    """Let actions be thought up until the match is over, or `most` are done."""
    taken: list[Taken] = []
    while not state.over and len(taken) < most:
        seat, action = act_by_lot(state, chance)
        step = apply(variant, state, seat, action, Env(NOW, lexicon, FairChance(number)))
        taken.append(Taken(state, seat, action, step))
        state = step.state
    return taken


def laid_or_swapped(
    state,
    chance: Random,
    proposed: Callable[[Any, Random], Action],
    examine: Callable[[Any, int, Any], object],
    tries: int,
    swaps: float,
) -> tuple[int, Action]:
    """The first of so many proposals that `examine` lets pass; else by lot a swap, with the chance `swaps`, or none."""
    for _ in range(tries):
        action = proposed(state, chance)
        try:
            examine(state, state.active, action)
        except Refused:
            continue
        return state.active, action
    hand = state.players[state.active].hand
    if state.bag and chance.random() < swaps:
        return state.active, Swap(tuple(hand[: min(3, len(state.bag))]))
    return state.active, chance.choice([Pass(), Timeout()])


def drawn_actions(taken: Sequence[Taken]) -> list[dict[str, Any]]:
    """The actions as a record has them, with the tiles that each drew."""
    owners = [{key: value for event in one.step.events for key, value in event.owner.items()} for one in taken]
    return [
        {"seat": one.seat, **one.action.dump(), "drawn": owner.get("tiles", owner.get("got", []))}
        for one, owner in zip(taken, owners, strict=True)
    ]


def told_again(variant, dealt, taken: Sequence[Taken], number: bytes, record: Mapping[str, Any], shown: str = "hands"):
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
            "totals": [seat.total for seat in variant.reckon(last)],
            "places": None if outcome.places is None else list(outcome.places),
        },
        **record,
    }
    replay = kernel_record.verify(whole, {variant.key: variant})
    assert replay.difference == "" and all(step["ok"] for step in replay.steps)
    entries = [match_replay.Entry(NOW, one.seat, one.action, one.step.events) for one in taken]
    story = match_replay.tell(variant, dealt.step, FairChance(number), entries)
    assert story.states[-1] == last
    assert getattr(variant.look_back(story.states[1], None, story.log[:2], story.receipts[:1]), shown)
    redrawn = variant.redraw(story.states, tuple(story.steps), number)
    assert (redrawn.astray, redrawn.sound, redrawn.order) == (0, True, dealt.order)
    assert variant.redraw(story.states, tuple(story.steps), bytes(32)).astray
    seats = len(began.players)
    assert variant.deal(began.rules, seats, FairChance(number), NOW, variant.start_of(last)) == dealt
    return replay, story, redrawn
