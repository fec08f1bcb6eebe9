"""The model on the boards and bags that players have."""

from tests.model.machine import model, run
from tests.model.setups import standard_setups

STEPS = 18_000


def test_every_invariant_holds_after_every_step():
    seen = run(model(standard_setups(), views_every=8), max_examples=105)
    assert seen["steps"] >= STEPS, f"only {seen['steps']} steps"
