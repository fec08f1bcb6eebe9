"""The illustrative match records of the games, each with what is expected of it (`tests/records`)."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "records"


def files(game: str = "") -> list[Path]:
    """The files of a game; without a name, those of AlfaPower."""
    return sorted((FOLDER / game).glob("*.json"))


def story(game: str, name: str) -> dict[str, Any]:
    """What the file of a game whose name begins so holds: a `record`, and what is `expected` of it."""
    (path,) = (path for path in files(game) if path.name.startswith(name))
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def sample(game: str, name: str) -> dict[str, Any]:
    """The record in that file, to be changed."""
    record: dict[str, Any] = story(game, name)["record"]
    return record
