"""How far a test goes: shorter in the plain `manage.py test`, all the way where nothing may be left out."""

import os

THOROUGH = os.environ.get("REQUIRE_SERVICES") == "1"


def tries(plain: int, thorough: int, variable: str = "") -> int:
    """How often a test tries something; an environment variable, if named and set, says otherwise."""
    return int(os.environ.get(variable, "") or (thorough if THOROUGH else plain))
