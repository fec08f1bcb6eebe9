"""The blocklist: words left out by the versions that use it."""

from typing import Any

from django.db import transaction

from dictionary import bundled
from dictionary.models import BlockedWord


def take_in_bundled(language: str, user: Any = None) -> int:
    """Block the words of the bundled list; returns how many were not blocked before."""
    with transaction.atomic():
        before = set(BlockedWord.objects.filter(language=language).values_list("word", flat=True))
        fresh = [word for word in bundled.blocked_words(language) if word not in before]
        rows = [BlockedWord(language=language, word=word, reason="naughty-words", user=user) for word in fresh]
        BlockedWord.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)
