"""The state machine that Hypothesis drives, and how far it is driven.

The default is the same run as long as the sources are the same. ALFAPOWER_MODEL=long goes a hundred times as far, from
a seed that is printed; ALFAPOWER_MODEL_SEED repeats one.
"""

import os
import random
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Sequence

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from game.kernel.deadlines import GRACE, LEASE, SLACK, abandon_moment
from tests.model.setups import NUMBERS, Setup
from tests.model.world import World
from tests.support.players.alfapower import Data, Player

LONG = os.environ.get("ALFAPOWER_MODEL", "") == "long"
LONG_FACTOR = 100
MOST_TIMES = 4
"""So many times as far the model goes where by chance it has not come to all that it should."""
FIRST_SEED = int(os.environ.get("ALFAPOWER_MODEL_SEED", "0")) or (secrets.randbits(32) if LONG else 1)
BATCH = 10
"""How many runs Hypothesis makes at a time; it remembers all of them until it is done."""

STEPS_A_RUN = 100
TOTAL: Counter[str] = Counter()
"""What happened in all machines of this process, for the summary."""

EDGES = [-1, 0, 1, GRACE - 1, GRACE, GRACE + 1, GRACE + SLACK - 1, GRACE + SLACK, GRACE + SLACK + 1]


def _few(number: int, count: int) -> list[int]:
    rng = random.Random(number)
    return [rng.getrandbits(32) for _ in range(count)]


FEW = st.builds(_few, NUMBERS, st.integers(1, 8))
"""Some numbers out of one: Hypothesis takes as long to draw a list as the model to play it."""

HOURS = [60_000, 700_000, 10**8]


running = precondition(lambda self: not self.world.over)


class Model(RuleBasedStateMachine):
    """Two players, everything they may do and much that they may not, and time. Numbers decide; `Player` reads them."""

    seen: Counter[str]
    views_every = 1
    world: World

    def begin(self, setup: Setup) -> None:
        self.world = World(setup, self.seen)

    @running
    @rule(numbers=FEW)
    def play(self, numbers: list[int]) -> None:
        """A few turns with nothing odd in them."""
        for number in numbers:
            self._act(number, lambda player: player.play())

    @running
    @rule(numbers=FEW)
    def trade(self, numbers: list[int]) -> None:
        """Use items and buy them."""
        for number in numbers:
            self._act(number, lambda player: player.buy() if player.rng.random() < 0.2 else player.use())

    @running
    @rule(numbers=FEW)
    def make_mischief(self, numbers: list[int]) -> None:
        for number in numbers:
            self._act(number, lambda player: player.mischief())

    @running
    @rule(number=NUMBERS)
    def tire(self, number: int) -> None:
        """Play on, or pass, or seldom leave for good."""

        def think(player: Player) -> Data:
            if number % 128 == 127:
                return player.leave()
            return player.pass_turn() if number % 4 == 3 else player.play()

        self._act(number, think)

    @running
    @rule(number=NUMBERS)
    def agree(self, number: int) -> None:
        """Offer to adjourn the match, or to call it off, seldom both so that it goes on. None is adjourned here: what
        becomes of its clock is for tests/rules/test_agreements.py."""
        seat, both = number % 2, number % 64 == 7
        if not self.world.state.pace.adjourn.said and not both:
            self.world.act({"seat": seat, "do": "adjourn"})
        for other in (seat, 1 - seat) if both else (seat,):
            if not self.world.over and not (self.world.state.pace.call_off.said and not both):
                self.world.act({"seat": other, "do": "call_off"})
                self._after(number)

    @running
    @rule(number=NUMBERS)
    def wait(self, number: int) -> None:
        """Look at the clock at some moment, seldom one that matters, very seldom hours later."""
        world, rng = self.world, random.Random(number)
        world.check_clock(number)
        moments = [moment for moment in (world.state.deadline, abandon_moment(world.state)) if moment is not None]
        if moments and number % 4 == 3:
            edge = rng.choice(EDGES if rng.random() < 0.97 else HOURS)
            world.now = max(world.now, rng.choice(moments[: 1 + (rng.random() < 0.1)]) + edge)
        world.settle(acting=rng.random() < 0.5)
        self._act(number, lambda player: player.play())

    @running
    @rule(number=NUMBERS)
    def come_and_go(self, number: int) -> None:
        """Somebody is gone, or back, or the site itself was away for a while."""
        world, rng = self.world, random.Random(number)
        seat = rng.randrange(2)
        world.settle(acting=False)
        if number % 64 in (3, 5) and not world.over:
            self._stay_away(rng, (0, 1) if number % 64 == 3 else (seat,))
        elif number % 8 == 7:
            world.credit(rng.randrange(1, 100_000))
        elif world.over or world.state.players[seat].away_since is None:
            world.go_away(seat, world.now - LEASE - rng.choice([0, 1, 5_000, 20_000]))
        else:
            world.come_back(seat)
        self._act(number, lambda player: player.play())

    def _stay_away(self, rng: random.Random, seats: Sequence[int]) -> None:
        """None of them comes back before a window closes, unless the clock of the turn ends the match sooner."""
        world = self.world
        for seat in seats:
            if world.state.players[seat].away_since is None:
                world.go_away(seat, world.now - LEASE - rng.choice([0, 1, 9_999, 10_000, 10_001, 60_000]))
        world.now = max(world.now, abandon_moment(world.state) or world.now)
        world.settle(acting=False)

    def _act(self, number: int, think: Callable[[Player], Data]) -> None:
        world, rng = self.world, random.Random(number)
        if not world.over:
            world.now += rng.choice([0, 1, 500, 1500])
            world.act(think(Player(rng, world.naive, times_out=False)))
            self._after(number)

    def _after(self, number: int) -> None:
        if self.seen["steps"] % self.views_every == 0:
            self.world.check_hidden(number)

    def teardown(self) -> None:
        if hasattr(self, "world"):
            self.world.close()


def model(setups: st.SearchStrategy[Setup], views_every: int) -> type[Model]:
    """The machine over matches that begin with one of `setups`; a match that is over is soon followed by the next."""

    class Machine(Model):
        @initialize(setup=setups)
        def first_match(self, setup: Setup) -> None:
            self.begin(setup)

        @precondition(lambda self: self.world.over)
        @rule(setup=setups, number=NUMBERS)
        def next_match(self, setup: Setup, number: int) -> None:
            """Nothing happens any more in a match that is over; then another begins."""
            player = Player(random.Random(number), self.world.naive, times_out=False)
            self.world.act(player.leave() if number % 2 else player.mischief())
            self.world.close()
            self.begin(setup)

    Machine.seen = Counter()
    Machine.views_every = views_every
    return Machine


def run(machine: type[Model], steps: int, batch: int = BATCH, wanted: Collection[str] = ()) -> Counter[str]:
    """Drive the machine through at least so many steps, in batches, each from a seed of its own; gives what was seen.

    Goes on, up to MOST_TIMES as far, while it has not come to all that is wanted. Fails with the shrunken run that
    broke an invariant.
    """
    number, least = FIRST_SEED, steps * (LONG_FACTOR if LONG else 1)
    while (done := machine.seen["steps"]) < least or (
        done < MOST_TIMES * least and not all(machine.seen[name] for name in wanted)
    ):
        seed(number)(machine)
        try:
            run_state_machine_as_test(machine, settings=_profile(batch))
        except BaseException as error:
            error.add_note(f"ALFAPOWER_MODEL_SEED={number}")
            raise
        number += 1
    TOTAL.update(machine.seen)
    return machine.seen


def _profile(batch: int) -> settings:
    return settings(
        max_examples=batch,
        stateful_step_count=STEPS_A_RUN,
        derandomize=not LONG,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
