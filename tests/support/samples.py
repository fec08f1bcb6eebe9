"""The illustrative match records of the games, each with what is expected of it (`tests/records`)."""

import copy
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "records"


def files(game: str = "") -> list[Path]:
    """The files of a game; without a name, those of AlfaPower."""
    return sorted((FOLDER / game).glob("*.json"))


def sample(game: str, name: str) -> dict[str, Any]:
    """The record of a game whose file begins so, to be changed."""
    (path,) = (path for path in files(game) if path.name.startswith(name))
    return copy.deepcopy(json.loads(path.read_text(encoding="utf-8"))["record"])
