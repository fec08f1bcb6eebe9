"""The second form of a stored match: as the third, but for a setting.

Format 3 knows `empty_bag_concedes`. Until then passes conceded a match whatever the bag held.
"""

from collections.abc import Mapping
from typing import Any

LATER_SETTINGS: Mapping[str, Any] = {"empty_bag_concedes": True}
"""Settings of format 3 that did not exist, with the values that mean "as before"."""


def upgrade(data: Mapping[str, Any]) -> dict[str, Any]:
    """The match in format 3."""
    return {**data, "format": 3, "settings": {**data["settings"], **LATER_SETTINGS}}


def downgrade(data: Mapping[str, Any]) -> dict[str, Any]:
    """The match in format 2, to the letter as it was written then."""
    settings = {key: value for key, value in data["settings"].items() if key not in LATER_SETTINGS}
    return {**data, "format": 2, "settings": settings}
