"""Which games the other apps see."""

from dataclasses import replace

import pytest

from game import games
from game.variants import VARIANTS


def test_every_game_that_is_offered_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    known = set(games.games())
    assert games.DEFAULT_VARIANT in known
    built = replace(VARIANTS[games.DEFAULT_VARIANT], key="built", offered=True)
    hidden = replace(built, key="hidden", offered=False)
    monkeypatch.setattr(games, "VARIANTS", {**VARIANTS, "built": built, "hidden": hidden})
    assert set(games.games()) == known | {"built"}
