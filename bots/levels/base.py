"""The definition of a bot level."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

Choice = TypeVar("Choice")


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """What a bot says, English texts to be translated: when a match begins (`start`), of a great play of its `own` and
    of the `other`'s, and when it has `won`, `lost` or `drawn`. Short: a line of some 30 letters."""

    start: str
    own: str
    other: str
    won: str
    lost: str
    drawn: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A level. `order` places it among the others. `name` is the bot's name, the same in every language; `title` (the
    level in a word) and `line` (how it plays, a sentence) are English texts to be translated; a game may have lines of
    its own (bots/games/). `body` and `eyes` are the face, as insides of an SVG on a 48 px grid: the more corners, the
    sharper. `glad` and `sad` replace the eyes in those moods; `voice` is what it says.

    `everyday`: the lowest Zipf frequency of words it knows (3 everyday, 2 rare), None for the whole list. It takes a
    play among its `choices` best, each `steadiness` times as likely as the next. `items` are the powers it knows how to
    use. `looks_ahead`: how many hands of the other player it imagines for each choice; 0 for none. `specials`: whether
    it lays tiles that are no letters (Alfapet's arrows and black tiles).
    """

    key: str
    order: int
    name: str
    title: str
    line: str
    body: str
    eyes: str
    glad: str
    sad: str
    voice: Voice
    everyday: float | None
    choices: int
    steadiness: float
    items: tuple[str, ...]
    looks_ahead: int
    specials: bool

    def pick(self, choices: Sequence[Choice], rng: random.Random) -> Choice:
        """A random one of the level's number of `choices`, of which there is at least one, the best first."""
        shown = choices[: self.choices]
        return rng.choices(shown, [self.steadiness**-rank for rank in range(len(shown))])[0]
