"""The first form of a stored match of Classic: as the second, but for a setting.

Form 2 knows `empty_bag_concedes`. Until then passes lost a match whatever the bag held.
"""

from collections.abc import Mapping
from typing import Any

LATER_SETTINGS: Mapping[str, Any] = {"empty_bag_concedes": True}
"""Settings of form 2 that did not exist, with the values that mean "as before"."""


def upgrade(data: Mapping[str, Any]) -> dict[str, Any]:
    """The match in form 2."""
    return {**data, "format": 2, "settings": {**data["settings"], **LATER_SETTINGS}}


def downgrade(data: Mapping[str, Any]) -> dict[str, Any]:
    """The match in form 1, to the letter as it was written then."""
    settings = {key: value for key, value in data["settings"].items() if key not in LATER_SETTINGS}
    return {**data, "format": 1, "settings": settings}
