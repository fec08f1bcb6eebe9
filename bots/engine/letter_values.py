"""The values of letters' tiles, also of letters that a player does not hold: imagined hands need them."""

from collections.abc import Iterable, Mapping

from bots.engine.kept_tiles import Held


def letter_values(standard: Mapping[str, int], lying: Iterable[tuple[str, int]], hand: Iterable[Held]
                  ) -> dict[str, int]:  # fmt: skip
    """By letter: as in the standard bag, except for what the player sees on the board (letters that are no blanks, with
    their values) and in the hand, for a match may have a bag of its own."""
    return {**standard, **dict(lying), **{tile.letter: tile.value for tile in hand if tile.letter}}
