"""Searching a list: every answer is what a look at all words finds, and a file is trusted only whole."""

import random
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from common.whole_file import write_whole
from dictionary import api, look_up, open_lists, search, search_texts, word_text_file
from dictionary.look_up import BadQuestion, read_question
from dictionary.models import WordFile
from tests.dictionary.conftest import Maker
from tests.support.types import certain

WORDS = [
    "AB", "BA", "AT", "TA", "CAT", "ACT", "CATS", "CAST", "SCAT", "ACTS", "SCATS", "CATSUP", "BOBCAT", "WILDCAT",
    "CATTLE", "CATALOG", "CUT", "COT", "ÅTA", "TÅA", "ÄTA", "CATCAT",
]  # fmt: skip

DIGEST = "d" * 64


@pytest.fixture
def text(tmp_path: Path) -> word_text_file.WordText:
    return text_of(tmp_path / "own.words", sorted(WORDS))


def text_of(path: Path, words: list[str]) -> word_text_file.WordText:
    """The text of these words, by way of a file there."""
    write_whole(path, word_text_file.made(DIGEST, words))
    return certain(word_text_file.open_words(path, DIGEST))


def naive_anagrams(words: Sequence[str], letters: str) -> list[str]:
    fixed, wild = Counter(letters.replace("?", "")), letters.count("?")
    same = [word for word in words if len(word) == len(letters) and word != letters]
    return [word for word in sorted(same) if (fixed - Counter(word)).total() == 0 and wild <= 2]


def fit(word: str, pattern: str) -> bool:
    return all(asked in ("?", letter) for asked, letter in zip(pattern, word, strict=True))


def test_the_answers_are_those_of_a_search_by_hand(text: word_text_file.WordText) -> None:
    assert search.beginning_with(text, "CAT").words == ("CATCAT", "CATSUP", "CATTLE", "CATALOG")
    assert search.ending_with(text, "CAT").words == ("BOBCAT", "CATCAT", "WILDCAT")
    assert search.anagrams(text, "CAT").words == ("ACT",)
    assert search.anagrams(text, "?TÅ").words == ("TÅA", "ÅTA")
    assert search.fitting(text, "C?T").words == ("CAT", "COT", "CUT")
    assert search.fitting(text, "??").words == ("AB", "AT", "BA", "TA")
    assert search.hooks(set(WORDS), "CAT", "en") == ("S", "S")
    for pattern in ("Q?", "C" * 19, "?" * 12):
        assert search.fitting(text, pattern).words == ()


def test_random_questions_to_random_lists(tmp_path: Path) -> None:
    dice = random.Random(8)
    path = tmp_path / "random.words"
    for _round in range(30):
        words = sorted({"".join(dice.choices("ABCÄ", k=dice.randint(2, 6))) for _ in range(120)})
        text = text_of(path, words)
        for _question in range(20):
            asked = "".join(dice.choices("ABCÄ", k=dice.randint(2, 5)))
            open_ = "".join(letter if dice.random() < 0.7 else "?" for letter in asked)
            by_length = sorted(words, key=lambda word: (len(word), word))
            longer = [word for word in by_length if len(word) >= len(asked) + 2]
            begins, ends = ([w for w in longer if part(w, asked)] for part in (str.startswith, str.endswith))
            assert search.beginning_with(text, asked).words == tuple(begins[: search.LIMIT])
            assert search.ending_with(text, asked).words == tuple(ends[: search.LIMIT])
            fits = [w for w in words if len(w) == len(open_) and fit(w, open_)]
            assert search.fitting(text, open_).words == tuple(fits[: search.LIMIT])
            if set(open_) != {"?"}:
                assert list(search.anagrams(text, open_).words) == naive_anagrams(words, open_)


def test_a_long_answer_is_cut_and_says_so(tmp_path: Path) -> None:
    words = sorted(f"{a}{b}A" for a in "ABCDEFGHIJ" for b in "ABCDEFGHIJ")
    found = search.fitting(text_of(tmp_path / "many.words", words), "??A")
    assert found == search.Found(tuple(words[:60]), more=True)


@pytest.mark.parametrize(
    "damage", [lambda b: b[:-1], lambda b: b"", lambda b: b[:90], lambda b: b.replace(b"CAT", b"DOG")]
)
def test_a_damaged_file_is_not_trusted(tmp_path: Path, damage: Callable[..., Any]) -> None:
    path = tmp_path / "own.words"
    whole = word_text_file.made(DIGEST, sorted(WORDS))
    path.write_bytes(whole)
    assert word_text_file.open_words(path, "e" * 64) is None, "another list's"
    path.write_bytes(damage(whole))
    assert word_text_file.open_words(path, DIGEST) is None


ASKED = [
    # typed, in English, in Swedish; a code is the refusal
    ("idé", "IDE", "IDE"),
    ("ide\u0301", "IDE", "IDE"),
    ("Müsli", "MUSLI", "MUSLI"),
    ("garçon", "GARCON", "GARCON"),
    ("piñata", "PINATA", "PINATA"),
    (" c?t ", "C?T", "C?T"),
    ("å?ä", "A?A", "Å?Ä"),
    ("a\u030ata", "ATA", "ÅTA"),
    ("l\u212bta", "LATA", "LÅTA"),
    ("", "", ""),
    ("   ", "", ""),
    ("A", "too_short", "too_short"),
    ("?", "too_short", "too_short"),
    ("A" * 19, "A" * 19, "A" * 19),
    ("A" * 20, "too_long", "too_long"),
    ("A" * 100_000, "too_long", "too_long"),
    ("e\u0301" * 19, "E" * 19, "E" * 19),
    ("two words", "letters", "letters"),
    ("d\u0131n", "letters", "letters"),
    ("\u0130DE", "letters", "letters"),
    ("\u017fort", "letters", "letters"),
    ("straße", "letters", "letters"),
    ("\ufb01n", "letters", "letters"),
    ("\u01fa", "letters", "letters"),
    ("a\u0338b", "letters", "letters"),
    ("CA\0T", "letters", "letters"),
    ("CAT😀", "letters", "letters"),
    ("\ud800", "letters", "letters"),
    ("C*T", "letters", "letters"),
    ("<b>CAT", "letters", "letters"),
    ("СAT", "letters", "letters"),  # the first letter is Cyrillic
    ("ＣAT", "CAT", "CAT"),
    ("\u0301CAT", "letters", "letters"),
]


@pytest.mark.parametrize(("typed", "english", "swedish"), ASKED, ids=[ascii(row[0])[:30] for row in ASKED])
def test_what_is_typed_is_read_or_refused_by_name(typed: str, english: str, swedish: str) -> None:
    for language, expected in (("en", english), ("sv", swedish)):
        try:
            assert read_question(typed, language) == expected
        except BadQuestion as bad:
            assert bad.code == expected


def test_all_open_letters_ask_for_no_anagrams(text: word_text_file.WordText, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_up, "words_of", lambda lexicon: text)
    unread: Any = None
    assert look_up.find("???", unread).anagrams is None
    assert look_up.find("??A?B", unread).anagrams is None
    assert certain(look_up.find("C??", unread).anagrams).words == ("ACT", "CAT", "COT", "CUT")


@pytest.fixture
def no_reader_makes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for a list's words to make a text of them fails."""
    monkeypatch.setattr(search_texts, "_open", {})
    made = Mock(side_effect=AssertionError("a reader makes the text that is searched"))
    monkeypatch.setattr(open_lists, "words_text", made)


def test_the_text_of_a_version_is_there_when_it_is_published(published: Maker, no_reader_makes_it: None) -> None:
    published("AA BAA CAB")
    assert search.fitting(search_texts.words_of(api.current("en")), "?A?").words == ("BAA", "CAB")


def test_the_text_of_a_bundled_list_is_there_when_the_site_has_begun(host: None, no_reader_makes_it: None) -> None:
    assert search_texts.words_of(api.lexicon("sv", "2026.11")).spans


@pytest.mark.parametrize(
    "kept",
    [None, b"", b"no zlib", zlib.compress(word_text_file.made("0" * 64, ["AA"]))],
    ids=["none", "empty", "not packed", "of another list"],
)
def test_a_text_that_is_damaged_in_the_database_is_made_anew(
    published: Maker, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    published("AA BAA CAB")
    monkeypatch.setattr(search_texts, "_open", {})
    WordFile.objects.update(search_text=kept)
    assert search.fitting(search_texts.words_of(api.current("en")), "?A?").words == ("BAA", "CAB")
