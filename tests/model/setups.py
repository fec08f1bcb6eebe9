"""Random beginnings for the model: settings over the whole range of each, boards large and tiny, bags full and scant.

The ranges are read from the variant's own list of settings, so a new setting is drawn here by itself.
"""

import random
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from game.crossword.layouts import standard_layout
from game.crossword.tiles import ALPHABETS, BLANK, TileSet, standard_tiles
from game.dispatch.new_match import read_rules
from game.kernel.pace_settings import HeadStart, Reserve
from game.kernel.setting_types import Flag, Number, NumberEach, OneOf, Ruleset, Setting, SomeOf
from game.variants import VARIANTS
from tests.support.word_lists import CoinLexicon

SEED_BYTES = 32


@dataclass(frozen=True)
class Setup:
    """All that a match begins with. `layout` and `tileset` None are the standard ones of the settings."""

    settings: dict[str, Any]
    layout: tuple[str, ...] | None
    tileset: TileSet | None
    seed: bytes
    lexicon: CoinLexicon

    def rules(self) -> Ruleset:
        return read_rules("alfapower", self.settings)

    def rows(self) -> tuple[str, ...]:
        """The board it begins with."""
        rules = self.rules()
        return self.layout or standard_layout(rules.number("board_size"), rules.flag("blank_board"))

    def tiles(self) -> TileSet:
        """The tiles of the match."""
        rules = self.rules()
        return self.tileset or standard_tiles(rules.text("language"), rules.number("board_size"))


def value_of(setting: Setting) -> st.SearchStrategy[Any]:
    """Any value that the setting allows; its ends and small numbers come more often."""
    match setting:
        case Flag():
            return st.booleans()
        case OneOf(choices=choices):
            return st.sampled_from([value for value, _ in choices])
        case SomeOf(members=members):
            some = st.lists(st.sampled_from(members), unique=True, min_size=1)
            return st.one_of(st.just(list(members)), some)
        case Reserve() | HeadStart():
            return st.just(setting.default)
        case Number(low=low, high=high, special=special):
            ends = st.sampled_from([*special, low, high])
            return st.one_of(ends, st.integers(low, min(high, low + 5)), st.integers(low, high))
        case NumberEach(low=low, high=high, default=default):
            cheap = st.fixed_dictionaries({key: st.integers(low, min(high, low + 3)) for key in default})
            return st.one_of(
                cheap, st.fixed_dictionaries({}, optional={key: st.integers(low, high) for key in default})
            )
    raise AssertionError(f"no way to draw {setting}")


ANY_SETTINGS = st.fixed_dictionaries(
    {}, optional={setting.key: value_of(setting) for setting in VARIANTS["alfapower"].settings}
)

LEXICONS = st.builds(CoinLexicon, st.sampled_from([100, 100, 90, 70, 40]), st.integers(0, 999))
SEEDS = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
NUMBERS = st.integers(0, 2**32 - 1)


def tiny_layout(rng: random.Random) -> tuple[str, ...]:
    """Three to nine rows of bonus marks, the star in the middle."""
    size = rng.choice([3, 5, 5, 5, 7, 7, 9])
    kinds = rng.choice([".", "....dtDT", "..dtDT"])
    marks = [rng.choice(kinds) for _ in range(size * size)]
    marks[size * size // 2] = "*"
    return tuple("".join(marks[row * size : (row + 1) * size]) for row in range(size))


def scant_tiles(rng: random.Random, language: str) -> TileSet:
    """A few letters and some blanks: from next to nothing to some eighty tiles."""
    letters = sorted(rng.sample(ALPHABETS[language], rng.randint(2, 6)))
    most = rng.choice([3, 8, 16, 16, 16])
    counts = {letter: rng.randint(0, most) for letter in letters} | {BLANK: rng.choice([0, 1, 2, 6])}
    return TileSet(counts, {letter: rng.choice([0, 1, 2, 4, 10]) for letter in letters} | {BLANK: 0})


@st.composite
def tiny_setups(draw: st.DrawFn) -> Setup:
    """A tiny board and a scant bag: matches that fill up, run out of tiles and end."""
    settings, rng = draw(ANY_SETTINGS), random.Random(draw(NUMBERS))
    tiles = scant_tiles(rng, settings.get("language", "en"))
    return Setup(settings, tiny_layout(rng), tiles, draw(SEEDS), draw(LEXICONS))


@st.composite
def standard_setups(draw: st.DrawFn) -> Setup:
    """A board and a bag as players have them."""
    return Setup(draw(ANY_SETTINGS), None, None, draw(SEEDS), draw(LEXICONS))
