"""Stores the words of a digest once, packed, with their graph and their search text; every host fetches them from here.

Words read are verified against their digest: a damaged list is refused.
"""

import datetime
import gzip
import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import dawg
from django.db import connection, transaction
from django.utils import timezone

from common.postgres.answer_deadline import answer_within
from dictionary import bundled, word_text_file
from dictionary.bundled import DamagedList, digest_of
from dictionary.models import ListVersion, WordFile

_LONGEST_SECONDS = 60  # a statement that stores megabytes; a job that is silent for longer is restarted
_SIGN_EVERY = 100_000  # words; well under a second's work
_QUICK = 3  # of gzip's nine: a third of the time for a sixth more bytes

IN_THE_MAKING = datetime.timedelta(days=1)  # much longer than any compilation takes from `keep` to its version's row


def keep(words: Sequence[str]) -> str:
    """Store words, sorted and upper case, under their digest, which is returned. Idempotent."""
    digest = digest_of(words)
    if not WordFile.objects.filter(digest=digest).update(kept_at=timezone.now()):
        packed = gzip.compress("".join(f"{word}\n" for word in words).encode(), _QUICK, mtime=0)
        with patiently():
            WordFile.objects.get_or_create(digest=digest, defaults={"packed": packed})
    return digest


def keep_graph(digest: str, words: Sequence[str], sign: Callable[[], None] = lambda: None) -> None:
    """Compile stored sorted words, if not done yet; `sign` is called now and then meanwhile."""
    if WordFile.objects.filter(digest=digest, graph__isnull=False).exists():
        return
    body: bytes = dawg.DAWG(_signing(words, sign), input_is_sorted=True).tobytes()
    with patiently():
        WordFile.objects.filter(digest=digest).update(graph=body, graph_sha256=hashlib.sha256(body).hexdigest())


def keep_search_text(digest: str, words: Sequence[str]) -> None:
    """Make the search text of stored words, if not done yet."""
    if not WordFile.objects.filter(digest=digest, search_text__isnull=False).exists():
        packed = zlib.compress(word_text_file.made(digest, words), _QUICK)
        with patiently():
            WordFile.objects.filter(digest=digest).update(search_text=packed)


def search_text_of(digest: str) -> bytes | None:
    """The search text of stored words, as wordtext.open_words takes it; None when there is none, or none that can be
    unpacked.
    """
    packed = WordFile.objects.filter(digest=digest).values_list("search_text", flat=True).first()
    try:
        return zlib.decompress(bytes(packed)) if packed else None
    except zlib.error:
        return None


def graph_of(digest: str) -> bytes:
    """The compiled graph of stored words; raises DamagedList when there is none, or it is damaged."""
    found = WordFile.objects.filter(digest=digest, graph__isnull=False).values_list("graph", "graph_sha256").first()
    if found is None:
        raise DamagedList(f"no graph is stored for {digest}")
    body = bytes(found[0] or b"")
    if hashlib.sha256(body).hexdigest() != found[1]:
        raise DamagedList(f"the stored graph of {digest} is not the one that was made")
    return body


def text_of(digest: str) -> str:
    """The words of a digest, upper case and sorted, each with a line end; raises DamagedList."""
    for entry in bundled.word_lists():
        if entry.digest == digest:
            return bundled.words_text(entry)
    packed = WordFile.objects.filter(digest=digest).values_list("packed", flat=True).first()
    if packed is None:
        raise DamagedList(f"no words are stored for {digest}")
    try:
        raw = gzip.decompress(bytes(packed))
    except (OSError, EOFError, zlib.error) as error:
        raise DamagedList(f"the stored words of {digest}: {error}") from error
    if hashlib.sha256(raw).hexdigest() != digest:
        raise DamagedList(f"the stored words of {digest} are others")
    return raw.decode()


def listed(digest: str, words: Iterable[str]) -> set[str]:
    """Those of some words that are in the list of a digest. The list is unpacked once for all of them."""
    return set(words).intersection(text_of(digest).split("\n"))


def forget_unnamed() -> None:
    """Delete the words that no version names any more: those of deleted drafts, and of drafts that were changed.

    One statement: words that another process has just asked to keep are newer by the time it deletes.
    """
    long_ago = WordFile.objects.filter(kept_at__lt=timezone.now() - IN_THE_MAKING)
    unnamed = long_ago.exclude(digest__in=ListVersion.objects.values("source_digest")).exclude(
        digest__in=ListVersion.objects.values("digest")
    )
    if unnamed.exists():  # on SQLite even a statement that deletes nothing blocks all writers
        unnamed.delete()


@contextmanager
def patiently() -> Iterator[None]:
    """A transaction whose statements may take as long as many megabytes do on a busy database. Not for requests."""
    with answer_within(2 * _LONGEST_SECONDS), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL statement_timeout = '{_LONGEST_SECONDS}s'")
        yield


def _signing(words: Sequence[str], sign: Callable[[], None]) -> Iterator[str]:
    for number, word in enumerate(words):
        if number % _SIGN_EVERY == 0:
            sign()
        yield word
