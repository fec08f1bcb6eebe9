"""Small edits of a draft: words added and removed, with a reason and the user who wanted it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from common.typed_text import word_as_meant
from dictionary.models import Change, ListVersion
from dictionary.normalise import spelled
from dictionary.services import pending, store
from dictionary.services.refusal import Refused
from dictionary.upload_lines import LONGEST, SHORTEST


@dataclass(frozen=True, slots=True)
class Edited:
    """The changes made, and a sentence for each word without one."""

    changes: tuple[Change, ...]
    refused: tuple[str, ...]


def change(version_id: int, word: str, reason: str, user: Any = None, *, added: bool) -> Change:
    """Add a word to a draft or remove it; a compiled version becomes a draft again. Raises Refused."""
    edited = change_all(version_id, [word], reason, user, added=added)
    if edited.refused:
        raise Refused(edited.refused[0])
    return edited.changes[0]


def change_all(version_id: int, words: Iterable[str], reason: str, user: Any = None, *, added: bool) -> Edited:
    """Add words to a draft or remove them, all in one step: refused words are reported, the others are applied. A
    compiled version becomes a draft again. Raises Refused if no word of it can be changed.
    """
    source, language = ListVersion.objects.values_list("source_digest", "language").get(pk=version_id)
    if not reason.strip():
        raise Refused(_("Say why."))
    asked, refused = _spelled(words, language)
    listed = store.listed(source, asked) if source else set()  # before the lock: unpacking a list takes a moment
    with transaction.atomic():
        version = ListVersion.objects.select_for_update().get(pk=version_id)
        if version.published:
            raise Refused(_("%(list)s is published and stays as it is. Begin a new version of it.") % {"list": version})
        if not version.source_digest or version.source_digest != source:
            raise Refused(_("The words of %(list)s are not read yet.") % {"list": version})
        earlier = dict(Change.objects.filter(word_list=version, word__in=asked).values_list("word", "added"))
        said = _("%(word)s is in the list already.") if added else _("%(word)s is not in the list.")
        same = [word for word in asked if earlier.get(word, word in listed) == added]
        refused += [said % {"word": word} for word in same]
        terms = {"word_list": version, "added": added, "reason": reason.strip()[:300], "user": user}
        changes = [Change(word=word, **terms) for word in asked if word not in same]
        if changes:
            keep(changes)
            touched(version)
    return Edited(tuple(changes), tuple(refused))


def keep(changes: Iterable[Change]) -> None:
    """Store changes of a draft, each replacing an earlier one of its word."""
    Change.objects.bulk_create(
        changes, update_conflicts=True, unique_fields=["word_list", "word"],
        update_fields=["added", "reason", "user", "at"],
    )  # fmt: skip


def take_back(change_id: int) -> None:
    """Undo a change of a draft. Raises Refused, or Change.DoesNotExist."""
    with transaction.atomic():
        version_id = Change.objects.values_list("word_list_id", flat=True).get(pk=change_id)
        version = ListVersion.objects.select_for_update().get(pk=version_id)
        if version.published:
            raise Refused(_("%(list)s is published and stays as it is. Begin a new version of it.") % {"list": version})
        one = Change.objects.get(pk=change_id)
        if pending.pending(version.language).filter(word=one.word, added=one.added).exists():
            said = _("The word court has accepted %(change)s. Decline the dispute first: it would come again.")
            raise Refused(said % {"change": one})
        one.delete()
        touched(version)


def begun_from(active: ListVersion) -> ListVersion | None:
    """The draft that gets what the word court accepts: the newest one based on the active list. Never a compiled one,
    which staff are about to publish as it is.
    """
    begun = ListVersion.objects.filter(based_on=active, source_digest=active.digest, state=ListVersion.State.DRAFT)
    return begun.order_by("-created_at", "-pk").first()


def touched(version: ListVersion) -> None:
    """Record that a version's words may have changed: its compiled form is out of date."""
    unpublished = ListVersion.objects.filter(pk=version.pk).exclude(state=ListVersion.State.PUBLISHED)
    unpublished.update(state=ListVersion.State.DRAFT, digest="", edits=F("edits") + 1)


def _spelled(texts: Iterable[str], language: str) -> tuple[list[str], list[str]]:
    """The texts as words of the list, each once, and a sentence for each invalid one."""
    words, refused = [], []
    for text in texts:
        word = spelled(word_as_meant(text), language)
        if word and SHORTEST <= len(word) <= LONGEST:
            words.append(word)
        else:
            limits = {"word": text.strip()[:40], "short": SHORTEST, "long": LONGEST}
            said = _("“%(word)s” is no word of %(short)s to %(long)s letters of the list's alphabet.")
            refused.append(said % limits)
    return list(dict.fromkeys(words)), refused
