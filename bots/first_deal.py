"""The deal of a first match: an ordinary one, searched so that the newcomer begins, with a good word in hand."""

import secrets
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

from bots.rules import FairChance, fair_number, new_match, read_custom
from bots.vocabulary import everyday_words
from dictionary import api as dictionary

LETTERS = 6
"""The length of the word: one tile is left over, which the choice of the Alfa tile that it earns is shown beside."""
EVERYDAY = 4.0
"""The word's lowest frequency (Zipf): one that the player finds quickly."""
MOST_TRIES = 2_000
"""About one deal in a dozen does; a bag in which none of so many does is left to chance."""
PLAYERS = 2


def first_deal(variant: str, settings: Mapping[str, object]) -> bytes | None:
    """A seed whose deal lets the first player of the lobby begin with such a word in hand; None if none was found."""
    rules, _board = read_custom(variant, settings)
    wanted = _letters(rules.text("language"), dictionary.current(rules.text("language")).digest)
    for _ in range(MOST_TRIES):
        seed = secrets.token_bytes(32)
        if fair_number(seed, 0) % PLAYERS:
            continue
        hand = new_match(rules, FairChance(seed), 0).state.players[0].hand
        if any("".join(sorted(some)) in wanted for some in combinations(hand, LETTERS)):
            return seed
    return None


@lru_cache(maxsize=4)
def _letters(language: str, digest: str) -> frozenset[str]:
    """The letters, sorted, of each suitable word; `digest` is that of the active list."""
    words = (word for word in everyday_words(language, EVERYDAY) if len(word) == LETTERS)
    lexicon = dictionary.current(language)
    return frozenset("".join(sorted(word)) for word in words if word in lexicon)
