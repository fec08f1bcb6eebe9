"""The model on the boards and bags that players have."""

from tests.model.machine import model, run
from tests.model.setups import standard_setups
from tests.support.run_length import tries

STEPS = tries(2_000, 4_000)


def test_every_invariant_holds_after_every_step() -> None:
    assert run(model(standard_setups(), views_every=8), STEPS)["ended bag_empty"]
