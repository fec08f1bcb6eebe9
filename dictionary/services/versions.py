"""A version's way: begun from another, compiled, published for ever, made the active one or not any more."""

import datetime
from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dictionary import bundled
from dictionary.models import LANGUAGES, ActiveList, BlockedWord, Change, ListVersion
from dictionary.services import store
from dictionary.services.refusal import Refused

TERMS = ("title", "attribution", "licence", "licence_texts", "notice")
"""What a version says of where its words come from; one made from it begins with the same."""


def note_bundled() -> None:
    """Give the lists that come with the project their rows, so that they can be compared, based upon, gone back to."""
    for entry in bundled.word_lists():
        ListVersion.objects.get_or_create(
            language=entry.name,
            version=entry.version,
            defaults={
                "state": ListVersion.State.PUBLISHED,
                "source_digest": entry.digest,
                "digest": entry.digest,
                "words": entry.words,
                "published_at": timezone.now(),
                **{term: getattr(entry, term, "") for term in TERMS},
            },
        )


def active_version(language: str) -> str | None:
    """The name of the version that new matches take; None where nobody ever chose one."""
    chosen = ActiveList.objects.filter(language=language).values_list("word_list__version", flat=True)
    return chosen.first()


def active(language: str) -> ListVersion:
    """The version that new matches take. Raises ListVersion.DoesNotExist for a language without lists."""
    chosen = ActiveList.objects.filter(language=language).select_related("word_list").first()
    return chosen.word_list if chosen else _first(language)


def _first(language: str) -> ListVersion:
    """What is active before anybody chose: the newest bundled list."""
    for entry in bundled.word_lists():
        if entry.name == language:
            return ListVersion.objects.get(language=language, version=entry.version)
    raise ListVersion.DoesNotExist(language)


def next_label(language: str, today: datetime.date) -> str:
    """A name for the next version: year.month, with a number after it when the month has one already."""
    taken = set(ListVersion.objects.filter(language=language).values_list("version", flat=True))
    label, number = f"{today:%Y.%m}", 1
    while label in taken:
        number += 1
        label = f"{today:%Y.%m}.{number}"
    return label


def begin(base: ListVersion, user: Any = None, version: str = "") -> ListVersion:
    """A draft with the words and terms of a version whose words are known. Raises Refused."""
    if not base.digest:
        raise Refused(_("%(list)s is not compiled yet.") % {"list": base})
    return new_draft(
        base.language,
        version,
        user,
        based_on=base,
        source_digest=base.digest,
        words=base.words,
        without_blocked=base.without_blocked,
        **{term: getattr(base, term) for term in TERMS},
    )


def new_draft(language: str, version: str = "", user: Any = None, **values: Any) -> ListVersion:
    """A draft under a name that is free, by default the next one. Raises Refused."""
    label = version or next_label(language, timezone.now().date())
    try:
        with transaction.atomic():
            return ListVersion.objects.create(language=language, version=label, created_by=user, **values)
    except IntegrityError as error:
        name = {"version": label, "language": LANGUAGES[language]}
        raise Refused(_("%(language)s has a version %(version)s already.") % name) from error


def compile_version(version: ListVersion, sign: Callable[[], None] = lambda: None) -> bool:
    """Make all that is stored of a draft's words; False when it was edited meanwhile, and nothing is changed then.

    Not in one transaction, for it takes seconds: what is stored before the last step is reached by its digest only.
    `sign` is called now and then meanwhile.
    """
    words = effective_words(version)
    if not words:
        raise Refused(_("A list without words cannot be compiled."))
    sign()
    digest = store.keep(words)
    store.keep_graph(digest, words, sign)
    sign()
    store.keep_search_text(digest, words)
    seen = ListVersion.objects.filter(pk=version.pk, edits=version.edits).exclude(state=ListVersion.State.PUBLISHED)
    return bool(seen.update(state=ListVersion.State.COMPILED, digest=digest, words=len(words)))


def effective_words(version: ListVersion) -> list[str]:
    """The words of a version, sorted: those it starts from, with its changes and without what is blocked."""
    changes = dict(Change.objects.filter(word_list=version).values_list("word", "added"))
    blocked: set[str] = set()
    if version.without_blocked:
        blocked.update(BlockedWord.objects.filter(language=version.language).values_list("word", flat=True))
    words = store.text_of(version.source_digest).split("\n")[:-1]
    if changes or blocked:
        more = {word for word, added in changes.items() if added}
        less = {word for word, added in changes.items() if not added} | blocked
        words = sorted((set(words) | more) - less)
    return words


def words_text(version: ListVersion) -> str:
    """The words of a version as a text, each with a line end; of a draft as they would be if it were compiled now."""
    if version.digest:
        return store.text_of(version.digest)
    return "".join(f"{word}\n" for word in effective_words(version))


def publish(version_id: int, seen_active_id: int, user: Any = None) -> ListVersion:
    """Publish a compiled version for ever, and let new matches take it; matches under way keep theirs.

    `seen_active_id` is the version that was active when the publisher looked. Of two who publish at once the second is
    told, and nothing of theirs is done. Raises Refused.
    """
    with transaction.atomic():
        version = ListVersion.objects.get(pk=version_id)
        chosen = _locked(version.language, seen_active_id)
        ready = ListVersion.objects.filter(pk=version_id, state=ListVersion.State.COMPILED)
        if not ready.update(state=ListVersion.State.PUBLISHED, published_at=timezone.now(), published_by=user):
            raise Refused(_("%(list)s cannot be published: compile it first.") % {"list": version})
        return _choose(chosen, version_id, user)


def activate(version_id: int, seen_active_id: int, user: Any = None) -> ListVersion:
    """Let new matches take a published version, an earlier one too: that is how one goes back. Raises Refused."""
    with transaction.atomic():
        version = ListVersion.objects.get(pk=version_id)
        chosen = _locked(version.language, seen_active_id)
        if not version.published:
            raise Refused(_("%(list)s is not published.") % {"list": version})
        return _choose(chosen, version_id, user)


def _locked(language: str, seen_active_id: int) -> ActiveList:
    """The row that says which version is active, locked, and still what was seen."""
    ActiveList.objects.get_or_create(language=language, defaults={"word_list": _first(language)})
    chosen = ActiveList.objects.select_for_update().select_related("word_list").get(language=language)
    if chosen.word_list_id != seen_active_id:
        said = _("Somebody else made %(list)s the active list in the meantime. Look at it before you go on.")
        raise Refused(said % {"list": chosen.word_list})
    return chosen


def _choose(chosen: ActiveList, version_id: int, user: Any) -> ListVersion:
    chosen.word_list = ListVersion.objects.get(pk=version_id)
    chosen.chosen_by = user
    chosen.save()
    return chosen.word_list
