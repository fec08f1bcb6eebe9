"""Pending changes: accepted by the word court and in no published list yet. Stored with the disputes, not the drafts.

Every draft based on the active list gets them, and a dispute is answered when a list with its change is published.
"""

from collections.abc import Container, Iterable

from django.db.models import QuerySet

from dictionary.models import Change, Dispute, ListVersion


def pending(language: str) -> QuerySet[Dispute]:
    """Accepted disputes that no published list has answered, the last decided last."""
    accepted = Dispute.objects.filter(language=language, state=Dispute.State.ACCEPTED, in_version="")
    return accepted.order_by("decided_at", "pk")


def missing_in(language: str, words: Container[str]) -> list[str]:
    """The words for which a list of these words lacks the pending change."""
    wanted = {one.word: one.added for one in pending(language)}
    return sorted(word for word, added in wanted.items() if (word in words) != added)


def changes_for(draft: ListVersion, words: Container[str], decided_now: Iterable[int] = ()) -> list[Change]:
    """The pending changes that a draft, which starts from `words`, lacks.

    A word that staff have changed in the draft stays as they left it, unless its dispute was decided just now.
    """
    held = dict(Change.objects.filter(word_list=draft).values_list("word", "added"))
    fresh: dict[str, Change] = {}
    for one in pending(draft.language):
        if held.get(one.word, one.word in words) == one.added or (one.word in held and one.pk not in decided_now):
            fresh.pop(one.word, None)
        else:
            terms = {"added": one.added, "reason": one.reason, "user_id": one.decided_by_id}
            fresh[one.word] = Change(word_list=draft, word=one.word, **terms)
    return list(fresh.values())


def answer(version: ListVersion, words: Container[str]) -> None:
    """Record which pending changes a newly published list has, so that the players are notified."""
    done = [one.pk for one in pending(version.language) if (one.word in words) == one.added]
    Dispute.objects.filter(pk__in=done).update(in_version=version.version, seen=False)
