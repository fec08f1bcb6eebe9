"""What the look-up page asks of the lists: hooks, longer words, anagrams, patterns, all of it at once, definitions."""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

from benchmarks.measure import Row, seconds_of
from dictionary import api as dictionary
from dictionary import search, search_texts, wordnet
from dictionary.bundled import word_lists
from dictionary.word_text_file import WordText

QUESTIONS, AIM_MS = 300, "50 ms"


def rows() -> list[Row]:
    """Both languages, words drawn from the list itself."""
    lines = []
    for entry in word_lists():
        lexicon = dictionary.lexicon(entry.name, entry.version)
        begun = time.thread_time()
        words = search_texts.words_of(lexicon)
        made = time.thread_time() - begun
        lines.append(Row(f"{entry.name}: text made, once", f"{made:.1f} s, {len(words.text) / 1e6:.1f} MB mapped"))
        lines += _asked(entry.name, lexicon, words)
    return lines


def _asked(language: str, lexicon: dictionary.Lexicon, words: WordText) -> list[Row]:
    chance = random.Random(8)
    listed = dictionary.words_text(lexicon.name, lexicon.version).split()
    asked = chance.sample(listed, QUESTIONS)
    # Common letters pass the first sieve most often, long words have the most company: the worst there is.
    hard = sorted(asked, key=lambda word: (len(set(word) & set("ESAIRNTLOD")), len(word)))[-QUESTIONS // 10 :]
    ways: dict[str, tuple[Callable[[str], object], Sequence[str]]] = {
        "hooks": (lambda word: search.hooks(lexicon, word, language), asked),
        "words that begin with it": (lambda word: search.beginning_with(words, word), asked),
        "words that end with it": (lambda word: search.ending_with(words, word), asked),
        "anagrams": (lambda word: search.anagrams(words, word), asked),
        "anagrams with two open letters": (lambda word: search.anagrams(words, word), [_open(w, 2) for w in asked]),
        "the same, of common letters": (lambda word: search.anagrams(words, word), [_open(w, 2) for w in hard]),
        "pattern, half of it open": (lambda word: search.fitting(words, word), [_open(w, len(w) // 2) for w in asked]),
        "pattern, last letter known": (lambda word: search.fitting(words, word), [_open(w, len(w) - 1) for w in asked]),
    }
    if language == "en":
        ways["definition from WordNet"] = (wordnet.senses, asked)
    return [_timed(f"{language}: {name}", look, questions) for name, (look, questions) in ways.items()]


def _open(word: str, count: int) -> str:
    return search.WILD * min(count, len(word) - 1) + word[min(count, len(word) - 1) :]


def _timed(name: str, look: Callable[[str], object], questions: Sequence[str]) -> Row:
    taken = []
    for question in questions:
        taken.append(seconds_of(partial(look, question)) * 1000)
    taken.sort()
    figure = f"{statistics.median(taken):.2f} ms, 19 of 20 within {taken[len(taken) * 19 // 20]:.1f} ms"
    return Row(name, figure, aim=AIM_MS)
