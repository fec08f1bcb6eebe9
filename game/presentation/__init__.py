"""The presentation of each game on its pages, loaded from its `screens/presentation.py`."""

from collections.abc import Mapping
from typing import Any

from game.presentation.base import Presentation
from game.variants import brought

PRESENTATIONS: Mapping[str, Presentation[Any, Any]] = brought("screens.presentation", "PRESENTATION", Presentation)
"""How a game is shown, by its key. Asked for one that there is not, it raises UnknownGame."""


def is_on_paper(variant: str) -> bool:
    """Whether a game that is offered has a page for those who play it on paper."""
    return PRESENTATIONS[variant].paper is not None


__all__ = ["PRESENTATIONS", "Presentation", "is_on_paper"]
