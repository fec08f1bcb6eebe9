"""One match under test: it is played as the door plays it, and every step of it is checked.

Beside the match run three others that must agree: one with the seats' labels exchanged (I31), one that is stored and
read back before every step, and moved on by the log's own words (I11, I12), and the second engine's.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from game.crossword.actions import Place
from game.crossword.board import Board
from game.dispatch.log_entries import action_data, action_of
from game.dispatch.new_match import new_match
from game.dispatch.record_check import final_of, step_row
from game.dispatch.record_reading import read_action
from game.dispatch.steps import apply, settle
from game.dispatch.stored_forms import canonical, decode, encode
from game.kernel import actions as kernel
from game.kernel.actions import Action
from game.kernel.chance import FairChance
from game.kernel.deadlines import GRACE, LEASE, SLACK, absence_window
from game.kernel.events import LoggedStep
from game.kernel.match import Env, Offers, Step
from game.kernel.refusals import Refused
from game.variants.alfapower.rules import actions as acts
from game.variants.alfapower.rules.ending import totals
from game.variants.alfapower.rules.state import MatchState, Phase
from tests.model import invariants, squares
from tests.model.invariants import GATE_CODES, Reckoning, Transition, gate
from tests.model.other_world import check_secrets, check_told
from tests.model.setups import Setup
from tests.support import naive

LOG_TAIL = 3
"""How many of the last log entries a view is drawn from in most checks; the whole log costs time."""

START = 4_000_000_000_000
CHECKS: tuple[Callable[[Transition, Reckoning], None], ...] = (
    squares.squares_change_as_they_may,
    invariants.tiles_are_kept,
    invariants.upgrades_change_kind_only,
    invariants.coins_and_score_add_up,
    invariants.items_are_bought_once_and_used_once,
    invariants.hands_are_full,
    invariants.counters_follow_the_table,
    invariants.the_clock_is_set_at_a_beginning_only,
    invariants.absences_follow_the_signs_of_life,
    invariants.turns_alternate,
    invariants.one_ending,
    invariants.the_frame_stands,
)


class World:
    """A match, its clock, and all that is checked. `seen` counts what happened, over many matches."""

    def __init__(self, setup: Setup, seen: Counter[str]) -> None:
        self.setup, self.seen = setup, seen
        self.rules = setup.rules()
        self.chance = FairChance(setup.seed)
        self.now = START
        start = self._start()
        self.state = start.state
        self.text = stored(self.state)
        self.copy = decode(json.loads(self.text))
        self.log = [LoggedStep(start.events)]
        self.sums = Reckoning(self.state)
        self.mirror = mirrored(self.state)
        self.naive = naive.Match(
            {
                "settings": {**naive.DEFAULTS, **setup.settings},  # what a room leaves out, not a record
                "board": list(setup.rows()),
                "bag": {tile: [count, setup.tiles().value(tile)] for tile, count in setup.tiles().counts.items()},
                "hands": [list(player.hand) for player in self.state.players],
            },
            setup.lexicon,
        )
        seen["matches"] += 1

    @property
    def over(self) -> bool:
        return self.state.phase is Phase.OVER

    # -- steps

    def act(self, data: dict[str, Any]) -> None:
        """An action that arrives now, through the door: what the clock did comes first, and who acts is back."""
        self.settle(acting=True)
        action = read_action(data, "alfapower", self.rules.text("language"))
        seat = data["seat"] if data["seat"] is not None else self.state.active
        if not isinstance(action, kernel.Abandon) and not self.over:
            self.come_back(seat)
        self._attempt(seat, action, data)

    def settle(self, *, acting: bool) -> None:
        """What time alone has brought about by now."""
        for settled in settle(self.state, self.now, acting=acting):
            seat = self.state.active if settled.seat is None else settled.seat
            again = apply(self.state, seat, settled.action, self._env(settled.moment))
            assert again == settled.step, "I12: settle is no more than its actions applied"
            if isinstance(settled.action, kernel.Abandon):
                invariants.who_stayed_away(self.state, settled.seat, settled.moment)
                both_gone = all(player.away_since is not None for player in self.state.players)
                together = "together" if settled.seat is None else "in turn" if both_gone else "by one"
                self.seen[f"left {together}"] += 1
            self.seen["steps"] += 1
            data = {"seat": settled.seat, "do": type(settled.action).__name__.lower()}
            self._follow(seat, settled.action, data, settled.moment, again)

    def go_away(self, seat: int, since: int) -> None:
        """The seat's last sign of life was `since`, and its lease has run out."""
        self._attempt(seat, kernel.Leave(since), {"seat": seat, "do": "leave"})

    def come_back(self, seat: int) -> None:
        if self.state.players[seat].away_since is not None:
            self._attempt(seat, kernel.Return(), {"seat": seat, "do": "return"})

    def credit(self, length: int) -> None:
        """The site was away for so long."""
        self._attempt(self.state.active, kernel.Credit(length), {"seat": None, "do": "credit"})

    def _attempt(self, seat: int, action: Action, data: dict[str, Any]) -> None:
        self.seen["steps"] += 1
        shut = gate(self.state, seat, action)
        try:
            step = apply(self.state, seat, action, self._env(self.now))
        except Refused as refused:
            assert refused.code is shut or (shut is None and refused.code not in GATE_CODES), f"I7, I8: not {shut}"
            self._was_refused(seat, action, data, refused.code.value)
        else:
            assert shut is None, f"I7, I8: {action} should be {shut}"
            self._follow(seat, action, data, self.now, step)

    # -- checks

    def _follow(self, seat: int, action: Action, data: dict[str, Any], at: int, step: Step[Any]) -> None:
        before, after = self.state, step.state
        move = Transition.of(before, seat, action, at, after, step.events)
        for check in CHECKS:
            check(move, self.sums)
        squares.words_are_words(move, self.sums, self.setup.lexicon)
        check_told(random.Random(len(self.log)), before, seat, action, self._env(at), step.events)
        self._replay(seat, action, data["seat"], at, step)
        self.state = after
        self.log.append(LoggedStep(step.events))
        self._mirror(seat, action, at, None)
        self._compare(data, step, None)
        self._count(move)

    def _replay(self, seat: int, action: Action, logged_seat: int | None, at: int, step: Step[Any]) -> None:
        """I11, I12: the action as the log writes it, applied to the match as the row has it, does the same."""
        written = json.loads(canonical(action_data(action)))
        read = action_of(written, logged_seat, "alfapower", self.rules.text("language"))
        text, replayed = stored(step.state), apply(self.copy, seat, read, self._env(at))
        assert replayed == step, "I11: not so from the stored match"
        self.copy, self.text = decode(json.loads(text)), text
        assert self.copy == step.state, "I11: the stored match is not the match"

    def _was_refused(self, seat: int, action: Action, data: dict[str, Any], code: str) -> None:
        """I9: nothing has changed, not even inside."""
        assert stored(self.state) == self.text, "I9: a refused action changed the match"
        self.seen["refused"] += 1
        self.seen[f"refused {code}"] += 1
        self._mirror(seat, action, self.now, code)
        self._compare(data, Step(self.state, ()), code)

    def _mirror(self, seat: int, action: Action, at: int, code: str | None) -> None:
        """I31: with the seats' labels exchanged the same happens, but that a tie goes to the first seat in both."""
        try:
            self.mirror = apply(self.mirror, 1 - seat, action, self._env(at)).state
        except Refused as refused:
            assert refused.code.value == code, "I31: refused for one seat, not for the other"
            return
        assert code is None, "I31: refused for one seat, not for the other"
        expected, outcome = mirrored(self.state), self.state.outcome
        if outcome is not None and outcome.reason in ("bag_empty", "stalled"):
            sums = [total.total for total in totals(self.state)]
            if sums[0] == sums[1]:
                self.seen["ended with equal totals"] += 1
                expected = replace(expected, outcome=outcome)
        assert self.mirror == expected, "I31: the seats are not treated alike"

    def _compare(self, data: dict[str, Any], step: Step[Any], code: str | None) -> None:
        """The second engine, which knows of no absence, says the same."""
        if data["do"] in ("leave", "return", "credit"):
            return
        drawn = [
            tile
            for event in step.events
            if event.kind in ("tiles_drawn", "item_used")
            for tile in event.owner["tiles" if event.kind == "tiles_drawn" else "got"]
        ]
        theirs = self.naive.apply({**data, "drawn": drawn})
        ours = step_row(theirs["index"], step, code)
        assert ours == theirs, "the two engines differ"
        if code is None:
            hands = [Counter(player.hand) for player in self.state.players]
            assert hands == [Counter(hand) for hand in self.naive.hands], "the two engines differ in the hands"
        if self.over and code is None:
            assert final_of(self.state) == self.naive.final(), "the two engines differ in the end"

    def check_hidden(self, number: int, log: Sequence[LoggedStep] | None = None) -> None:
        """I13, I14 at this moment, for one viewer and the latest part of the log (or what is given)."""
        self.seen["worlds"] += 1
        told = self.log[-LOG_TAIL:] if log is None else log
        check_secrets(random.Random(number), self.state, (0, 1, None)[number % 3], told, self.now)

    def check_clock(self, number: int) -> None:
        """How often and how late anybody looks changes nothing; and time alone ends every timed match (I24)."""
        rng, bound = random.Random(number), self._latest_end()
        if bound is None:
            assert settle(self.state, self.now + 10**10, acting=True) == [], "I24: time passed where no clock runs"
            return
        first = self.now + rng.randrange(bound - self.now if rng.random() < 0.3 else 100_000)
        early, wait = rng.random() < 0.5, rng.choice([0, SLACK, 60_000])
        # A look for an action may come before the slack is over: another door must have waited so long to agree.
        acting = True if early and wait < SLACK else rng.random() < 0.5
        begun = [*settle(self.state, first, acting=early)]
        middle = begun[-1].step.state if begun else self.state
        ended = [*settle(middle, first + wait, acting=acting)]
        assert begun + ended == [*settle(self.state, first + wait, acting=acting)], (
            "a look in between changed something"
        )
        if number % 3 == 0:
            steps = settle(self.state, bound, acting=False)
            assert steps and steps[-1].step.state.phase is Phase.OVER, "I24: a match that time does not end"
            assert not settle(steps[-1].step.state, bound * 2, acting=True), "I25: something happened after the end"

    def _latest_end(self) -> int | None:
        """I24: when the match is over at the latest if nobody does anything any more; None when it need not end.

        Either a window of absence closes, or both seats are silent until one reaches the limit of timeouts or passes,
        which takes two turns for each and one Alfa choice before them; where passes concede nothing any more, both are
        stalled before that.
        """
        bounds = [p.away_since + absence_window(self.rules) for p in self.state.players if p.away_since is not None]
        if self.state.deadline is not None:
            limit = min(self.rules.number("timeouts_to_forfeit"), self.rules.number("passes_to_concede"))
            a_turn = self.rules.number("turn_seconds") * 1000 + GRACE + SLACK
            bounds.append(self.state.deadline + (2 * limit + 1) * a_turn)
        return max(self.now + LEASE, min(bounds) + GRACE + SLACK) if bounds and not self.over else None

    def close(self) -> None:
        """The match is left as it is: its whole log may be seen."""
        self.check_hidden(len(self.log), self.log)

    # -- parts

    def _start(self) -> Step[Any]:
        setup = self.setup
        return new_match(setup.rules(), self.chance, START, tileset=setup.tileset, layout=setup.layout)

    def _env(self, now: int) -> Env:
        return Env(now, self.setup.lexicon, self.chance)

    def _count(self, move: Transition) -> None:
        seen = self.seen
        seen["accepted"] += 1
        for event in move.events:
            seen[event.kind] += 1
        match move.action:
            case acts.Use(item=item):
                seen[f"used {item}"] += 1
            case acts.Choose(tile=tile):
                seen["chosen" if tile else "declined"] += 1
            case Place() if any(new.alfa for _, _, new in move.cells):
                seen["Alfa laid"] += 1
                seen["Alfa over a tile"] += any(new.alfa and old.letter != "" for _, old, new in move.cells)
        if move.after.outcome is not None:
            seen[f"ended {move.after.outcome.reason}"] += 1


def stored(state: MatchState) -> str:
    """The one text of a match."""
    return canonical(encode(state))


def mirrored(state: MatchState) -> MatchState:
    """The same match with the seats' labels exchanged."""

    def swap(seat: int | None) -> int | None:
        return None if seat is None else 1 - seat

    cells = tuple(
        cell if cell.by is None and cell.claim is None else cell._replace(by=swap(cell.by), claim=swap(cell.claim))
        for cell in state.board.cells
    )
    outcome = state.outcome and replace(
        state.outcome,
        winner=swap(state.outcome.winner),
        places=state.outcome.places and state.outcome.places[::-1],
    )
    board = Board(state.board.size, state.board.layout, cells)
    pace = replace(
        state.pace, reserves=state.pace.reserves[::-1],
        call_off=_offers_mirrored(state.pace.call_off), adjourn=_offers_mirrored(state.pace.adjourn),
    )  # fmt: skip
    return replace(state, pace=pace, board=board, players=state.players[::-1], active=1 - state.active, outcome=outcome)


def _offers_mirrored(offers: Offers) -> Offers:
    return Offers(tuple(1 - seat for seat in offers.said), tuple(1 - seat for seat in offers.made))
