"""How far a test goes: shorter in the plain `manage.py test`, all the way in the long runs (`.ci/long`)."""

import os
from collections.abc import Sequence
from itertools import product
from typing import Any

from allpairspy import AllPairs

LONG = os.environ.get("LONG_TESTS") == "1"


def tries(plain: int, long: int, variable: str = "") -> int:
    """How often a test tries something; an environment variable, if named and set, says otherwise."""
    return int(os.environ.get(variable, "") or (long if LONG else plain))


def grid(*axes: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Rows for `parametrize` of values of several axes: in the plain run so many that each pair of values of any two
    axes stands in one of them, in the long runs every combination. Always the same rows in the same order."""
    if LONG or len(axes) < 3:
        return list(product(*axes))
    return [tuple(row) for row in AllPairs([list(axis) for axis in axes])]
