"""Small edits of a draft: a word more, a word less, with a reason and who wanted it."""

from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from dictionary.models import ActiveList, Change, ListVersion
from dictionary.normalise import spelled
from dictionary.reading import LONGEST, SHORTEST
from dictionary.services import store, versions
from dictionary.services.refusal import Refused


def propose_addition(language: str, word: str, reason: str, user: Any = None) -> Change:
    """Put a word into the next version: the newest draft, or a new one of the active list. Raises Refused."""
    return _proposed(language, word, reason, user, added=True)


def propose_removal(language: str, word: str, reason: str, user: Any = None) -> Change:
    """Take a word out of the language's next version. Raises Refused."""
    return _proposed(language, word, reason, user, added=False)


def change(version_id: int, word: str, reason: str, user: Any = None, *, added: bool) -> Change:
    """Add a word to a draft or take it out; a compiled one is a draft again by that. Raises Refused."""
    with transaction.atomic():
        version = ListVersion.objects.select_for_update().get(pk=version_id)
        text = _word(word, version.language)
        if not reason.strip():
            raise Refused(_("Say why."))
        if version.published:
            raise Refused(_("%(list)s is published and stays as it is. Begin a new version of it.") % {"list": version})
        if not version.source_digest:
            raise Refused(_("The words of %(list)s are not read yet.") % {"list": version})
        earlier = Change.objects.filter(word_list=version, word=text).first()
        has = earlier.added if earlier else _listed(version, text)
        if has == added:
            said = _("%(word)s is in the list already.") if added else _("%(word)s is not in the list.")
            raise Refused(said % {"word": text})
        made, _new = Change.objects.update_or_create(
            word_list=version, word=text, defaults={"added": added, "reason": reason.strip()[:300], "user": user}
        )
        touched(version)
        return made


def take_back(change_id: int) -> None:
    """Undo a change of a draft. Raises Refused, or Change.DoesNotExist."""
    with transaction.atomic():
        version_id = Change.objects.values_list("word_list_id", flat=True).get(pk=change_id)
        version = ListVersion.objects.select_for_update().get(pk=version_id)
        if version.published:
            raise Refused(_("%(list)s is published and stays as it is. Begin a new version of it.") % {"list": version})
        Change.objects.get(pk=change_id).delete()
        touched(version)


def touched(version: ListVersion) -> None:
    """Note that a version's words may be others now: what was compiled of it counts no more."""
    unpublished = ListVersion.objects.filter(pk=version.pk).exclude(state=ListVersion.State.PUBLISHED)
    unpublished.update(state=ListVersion.State.DRAFT, digest="", edits=F("edits") + 1)


def _proposed(language: str, word: str, reason: str, user: Any, *, added: bool) -> Change:
    with transaction.atomic():
        # Whoever proposes waits here for the others, so that two first proposals begin one draft and not two.
        active = versions.active(language)
        ActiveList.objects.get_or_create(language=language, defaults={"word_list": active})
        ActiveList.objects.select_for_update().get(language=language)
        drafts = ListVersion.objects.filter(language=language).exclude(source_digest="")
        draft = drafts.exclude(state=ListVersion.State.PUBLISHED).order_by("-created_at", "-pk").first()
        draft = draft or versions.begin(active, user)
        return change(draft.pk, word, reason, user, added=added)


def _word(text: str, language: str) -> str:
    word = spelled(text.strip(), language)
    if not word or not SHORTEST <= len(word) <= LONGEST:
        limits = {"word": text.strip()[:40], "short": SHORTEST, "long": LONGEST}
        raise Refused(_("“%(word)s” is no word of %(short)s to %(long)s letters of the list's alphabet.") % limits)
    return word


def _listed(version: ListVersion, word: str) -> bool:
    return f"\n{word}\n" in f"\n{store.text_of(version.source_digest)}"
