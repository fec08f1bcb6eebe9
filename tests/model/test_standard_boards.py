"""The model on the boards and bags that players have."""

from tests.model.machine import BATCH, model, run
from tests.model.setups import standard_setups
from tests.support.run_length import tries

STEPS, RUNS_AT_A_TIME = tries(700, 4_000), tries(3, BATCH)
"""A run of its own is long here: some three hundred steps."""


def test_every_invariant_holds_after_every_step() -> None:
    wanted = "ended bag_empty"
    assert run(model(standard_setups(), views_every=8), STEPS, RUNS_AT_A_TIME, [wanted])[wanted]
