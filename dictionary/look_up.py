"""Look-up of a word or pattern that a user typed: parses the query and collects the answer."""

from dataclasses import dataclass

from common.refusals import CodedError
from common.typed_text import word_as_meant
from dictionary import definitions, hooks, search
from dictionary.definitions import Definition
from dictionary.lexicon import Lexicon
from dictionary.normalise import folded
from dictionary.search import WILD, Found
from dictionary.search_texts import words_of

SHORTEST, LONGEST = 2, 19
"""No word is shorter, and no board has room for a longer one."""
LONGEST_TYPED = 80
"""What is longer is not even read: composed letters may take several characters, but not that many."""


class BadQuestion(CodedError):
    """The input is not a valid query: `code` is "too_long", "too_short" or "letters"."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The answer to a query with open letters: words with the letters in their places, and in any order (None when that
    is not searched, because nearly everything would match)."""

    question: str
    fitting: Found
    anagrams: Found | None


@dataclass(frozen=True, slots=True)
class Word:
    """The answer about a word. `tiles`: its letters with their values, None for one that has no tile. `fetchable`:
    querying the online dictionary could give a definition, or a newer one."""

    word: str
    listed: bool
    tiles: tuple[tuple[str, int | None], ...]
    before: str
    behind: str
    beginning: Found
    ending: Found
    anagrams: Found
    definition: Definition | None
    fetchable: bool

    @property
    def value(self) -> int:
        """The sum of its tiles without any bonus."""
        return sum(value or 0 for _letter, value in self.tiles)


def read_question(text: str, language: str) -> str:
    """The input as the list spells it, `?` for open letters; "" when empty. Raises BadQuestion."""
    if len(text) > LONGEST_TYPED:
        raise BadQuestion("too_long")
    text = word_as_meant(text)
    parts = [folded(part, language) for part in text.split(WILD)]
    if None in parts:
        raise BadQuestion("letters")
    question = WILD.join(part or "" for part in parts)
    if len(question) > LONGEST:
        raise BadQuestion("too_long")
    if 0 < len(question) < SHORTEST:
        raise BadQuestion("too_short")
    return question


def is_pattern(question: str) -> bool:
    """Whether it has open letters."""
    return WILD in question


def find(question: str, lexicon: Lexicon) -> Pattern:
    """The matches of a query with open letters."""
    words = words_of(lexicon)
    wild = question.count(WILD)
    asks_anagrams = wild <= search.MOST_WILD_ANAGRAM and wild < len(question)
    return Pattern(
        question,
        search.fitting(words, question),
        search.anagrams(words, question) if asks_anagrams else None,
    )


def describe(word: str, lexicon: Lexicon) -> Word:
    """Everything about a word of the language's letters, whether the list has it or not."""
    words, values = words_of(lexicon), hooks.letter_values(lexicon.name)
    before, behind = search.hooks(lexicon, word, lexicon.name)
    listed = word in lexicon
    return Word(
        word=word,
        listed=listed,
        tiles=tuple((letter, values.get(letter)) for letter in word),
        before=before,
        behind=behind,
        beginning=search.beginning_with(words, word),
        ending=search.ending_with(words, word),
        anagrams=search.anagrams(words, word),
        definition=definitions.known(word, lexicon.name) if listed else None,
        fetchable=listed and definitions.may_fetch(word, lexicon.name),
    )
