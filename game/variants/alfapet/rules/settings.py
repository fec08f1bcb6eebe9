"""The settings of Alfapet that a host may change (rule 1)."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.crossword.settings import PASSES_TO_END, TIMEOUTS_TO_FORFEIT
from game.crossword.tiles import ALPHABETS
from game.kernel.base_types import gettext_noop
from game.kernel.pace_settings import HEAD_START, RESERVE_HOURS, TURN_SECONDS
from game.kernel.setting_types import BadSetting, Flag, Number, OneOf, Ruleset, Setting, Words

_ = gettext_noop

RACK_BONUS: Mapping[int, int] = {6: 40, 7: 50, 8: 60}
"""What a full rack laid at once is worth, by its size."""

MOST_THEME_WORDS = 50
SHORTEST_THEME_WORD, LONGEST_THEME_WORD = 2, 17

_UPPER = {
    language: dict(zip(letters + letters.lower(), letters + letters, strict=True))
    for language, letters in ALPHABETS.items()
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WordList(Words):
    """A list of words, kept as composed capitals."""

    def check(self, value: object) -> tuple[str, ...]:
        """So many texts; of which letters, `agree` looks at."""
        if not isinstance(value, (list, tuple)) or any(not isinstance(word, str) for word in value):
            raise BadSetting(self.key, "wrong_type")
        if len(value) > self.most:
            raise BadSetting(self.key, "out_of_range")
        return tuple(value)

    def agree(self, values: Mapping[str, Any]) -> tuple[str, ...]:
        """So many letters of the language each, no two alike, by a table of letters and never a case mapping."""
        upper = _UPPER[values[self.language]]
        words = []
        for given in values[self.key]:
            letters = [upper.get(letter) for letter in unicodedata.normalize("NFC", given)]
            if not self.shortest <= len(letters) <= self.longest or None in letters:
                raise BadSetting(self.key, "out_of_range")
            words.append("".join(letter for letter in letters if letter is not None))
        if len(set(words)) != len(words):
            raise BadSetting(self.key, "duplicate")
        return tuple(words)


SETTINGS: Sequence[Setting] = (
    OneOf(key="board_size", default=17, group="map", label=_("Board size"),
          choices=((15, _("Standard")), (17, _("Large")))),
    OneOf(key="language", default="sv", group="language", label=_("Language"),
          choices=(("en", _("English")), ("sv", _("Swedish")))),
    TURN_SECONDS,
    RESERVE_HOURS,
    OneOf(key="rack", default=7, group="rules", label=_("Tiles in a rack"),
          hint=_("A full rack played in one turn earns 40, 50 or 60 points."),
          choices=((6, _("Six")), (7, _("Seven")), (8, _("Eight")))),
    Flag(key="specials", default=True, group="rules", label=_("Black tiles, arrows and minus squares"),
         hint=_("Off: the simplest game, with letters and blanks only.")),
    PASSES_TO_END,
    TIMEOUTS_TO_FORFEIT,
    WordList(key="theme_words", default=(), group="theme", label=_("Theme words"), language="language",
             most=MOST_THEME_WORDS, shortest=SHORTEST_THEME_WORD, longest=LONGEST_THEME_WORD,
             hint=_("The first player to make one of these words earns the theme bonus for it.")),
    Number(key="theme_bonus", default=20, low=0, high=100, group="theme", label=_("Points for a theme word")),
    HEAD_START,
)  # fmt: skip


def theme_words(rules: Ruleset) -> tuple[str, ...]:
    """The words of the theme, in the order of the setting."""
    words: tuple[str, ...] = rules.values["theme_words"]
    return words
