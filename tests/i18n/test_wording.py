"""The site's voice (docs/writing.md): what allauth says in Swedish is said in the site's own words, and what sounded
translated to a native ear has gone for good."""

import re
from pathlib import Path

import allauth
import pytest
from django.utils import translation

from accounts.sign_in.allauth_texts import WORDS
from tests.i18n.catalogue import read_mo, read_po

SWEDISH = Path(allauth.__file__).parent / "locale/sv/LC_MESSAGES/django.mo"
FOREIGN = re.compile(r"\bepost|\bmail|-mail|mailet\b|vänligen", re.IGNORECASE)
ELSEWHERE = re.compile(r"third.party|OpenID|provider|%s account|\(ENTER\)")  # of parts of allauth that are not here


def effective(english: str) -> str:
    with translation.override("sv"):
        return translation.gettext(english)


def test_nothing_of_allauths_is_left_in_a_swedish_that_is_not_the_sites() -> None:
    theirs = {english: text for english, text in read_mo(SWEDISH).items() if not ELSEWHERE.search(english)}
    assert len(theirs) > 100
    left = {english for english in theirs if english and FOREIGN.search(effective(english).replace("mailto:", ""))}
    assert not left, left


@pytest.mark.parametrize("english", WORDS)
def test_every_text_that_is_marked_is_one_of_allauths(english: str) -> None:
    assert english in read_mo(SWEDISH)


TRANSLATED = re.compile(
    r"\blaying would|(?<!player )who loses the connection|matches are played by|passes running|nobody else in\b"
    r"|alone opens nothing"
    r"|take it along|show it around|followed from a sealed|shows it to you|come with the first of them"
    r"|the true one lies|was not heard from|^you have an account\?|\bcoins a (turn|point)\b|^may lie\b"
    r"|\blay a word|\blaid a word|\banew\b",
    re.IGNORECASE,
)
SWEDISH_AMISS = re.compile(
    r"\bvasst\b|stava ihop|bryter mot reglerna|passning|\bförseglat frö|betänketid|verifiera", re.IGNORECASE
)


def test_what_sounded_translated_is_not_back() -> None:
    entries = read_po()
    english = [text for entry in entries for text in entry.sources]
    swedish = [text for entry in entries for text in entry.translations]
    assert len(english) > 1000
    assert [text for text in english if TRANSLATED.search(text)] == []
    assert [text for text in swedish if SWEDISH_AMISS.search(text)] == []
