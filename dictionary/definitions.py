"""Definitions of words: from local sources (WordNet for English, earlier fetches), or fetched if that is switched on.

`known` never waits. `looked_up` may, some seconds: only for a page's request for the definition alone.
"""

from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django.utils import timezone

from dictionary import online_definitions, wordnet
from dictionary.models import FetchedDefinition
from dictionary.wordnet import Sense

KEPT = {"found": timedelta(days=30), "none": timedelta(days=7), "odd": timedelta(days=1)}
"""How long an answer is told before the service is asked again."""


@dataclass(frozen=True, slots=True)
class Definition:
    """The meanings of a word, at least one, and their source. `base`: the base form, "" when not another."""

    word: str
    senses: tuple[Sense, ...]
    source: str
    source_url: str = ""
    licence: str = ""
    licence_url: str = ""

    @property
    def base(self) -> str:
        """The base form of the word; "" when it is its own, or unknown."""
        bases = dict.fromkeys(sense.base for sense in self.senses)
        return "" if self.word in bases else next(iter(bases), "")


def known(word: str, language: str) -> Definition | None:
    """The local definition of an upper-case word; None when there is none."""
    senses = wordnet.senses(word) if language == "en" else ()
    if senses:
        return Definition(word, senses, "WordNet 3.0")
    return _told(FetchedDefinition.objects.filter(language=language, word=word).first())


def may_fetch(word: str, language: str) -> bool:
    """Whether querying the service could add to the local definition."""
    if not settings.DEFINITIONS_ONLINE or (language == "en" and wordnet.senses(word)):
        return False
    fresh = FetchedDefinition.objects.filter(language=language, word=word, stale_at__gt=timezone.now())
    return not fresh.exists()


def looked_up(word: str, language: str) -> Definition | None:
    """`known`, after querying the service if that may add something. The word must be in a list."""
    if may_fetch(word, language):
        if not connection.in_atomic_block:
            connection.close()  # no other request should wait for it while this one waits for the network
        answer = online_definitions.ask(word, language)
        if answer is not None:
            _keep(word, language, answer)
    return known(word, language)


def _keep(word: str, language: str, answer: online_definitions.Answer) -> None:
    kept = KEPT["odd" if answer.odd else "found" if answer.senses else "none"]
    row = FetchedDefinition(
        language=language,
        word=word,
        senses=[[sense.part, sense.text] for sense in answer.senses],
        source=answer.source,
        licence=answer.licence,
        licence_url=answer.licence_url,
        stale_at=timezone.now() + kept,
    )
    changing = ["senses", "source", "licence", "licence_url", "stale_at"]
    FetchedDefinition.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["language", "word"], update_fields=changing
    )


def _told(row: FetchedDefinition | None) -> Definition | None:
    if row is None or not row.senses:
        return None
    senses = tuple(Sense(part, row.word, text) for part, text in row.senses)
    source = urlsplit(row.source or settings.DEFINITIONS_URL).hostname or ""
    return Definition(row.word, senses, source, row.source, row.licence, row.licence_url)
