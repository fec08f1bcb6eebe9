"""The life of a version: based on another, compiled, published permanently, made active or replaced."""

import datetime
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dictionary import bundled, compare, open_lists
from dictionary.lexicon import Lexicon, Pin
from dictionary.models import LANGUAGES, ActiveList, BlockedWord, Change, ListVersion
from dictionary.services import pending, store
from dictionary.services.refusal import Refused

TERMS = ("title", "attribution", "licence", "licence_texts", "notice")
"""What a version says of where its words come from; one made from it begins with the same."""

MOST_REMOVED_PERCENT = 2  # of the active list's words, before publishing requires the number
FEWEST_WORDS = 10_000


def note_bundled() -> None:
    """Create the rows of the bundled lists, so that they can be compared, based upon, gone back to."""
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
    """The name of the version that new matches take; None if none was ever chosen."""
    chosen = ActiveList.objects.filter(language=language).values_list("word_list__version", flat=True)
    return chosen.first()


def active(language: str) -> ListVersion:
    """The version that new matches take. Raises ListVersion.DoesNotExist for a language without lists."""
    chosen = ActiveList.objects.filter(language=language).select_related("word_list").first()
    return chosen.word_list if chosen else _first(language)


def _first(language: str) -> ListVersion:
    """The active list before any was chosen: the newest bundled one."""
    for entry in bundled.word_lists():
        if entry.name == language:
            return ListVersion.objects.get(language=language, version=entry.version)
    raise ListVersion.DoesNotExist(language)


def next_label(language: str, today: datetime.date) -> str:
    """A free name for the next version: year.month, with a number after it when the month has one already."""
    taken = set(ListVersion.objects.filter(language=language).values_list("version", flat=True))
    label, number = f"{today:%Y.%m}", 1
    while label in taken:
        number += 1
        label = f"{today:%Y.%m}.{number}"
    return label


def begin(base: ListVersion, user: Any = None, version: str = "") -> ListVersion:
    """A draft with the words and terms of a version whose words are known; one of the active list gets all that the
    word court has accepted for the next version. Raises Refused.
    """
    if not base.digest:
        raise Refused(_("%(list)s is not compiled yet.") % {"list": base})
    with transaction.atomic():
        draft = new_draft(
            base.language,
            version,
            user,
            based_on=base,
            source_digest=base.digest,
            words=base.words,
            without_blocked=base.without_blocked,
            **{term: getattr(base, term) for term in TERMS},
        )
        if base == active(base.language):
            Change.objects.bulk_create(pending.changes_for(draft, open_lists.lexicon(base.language, base.version)))
    return draft


def new_draft(language: str, version: str = "", user: Any = None, **values: Any) -> ListVersion:
    """A draft under a free name, by default the next one. Raises Refused."""
    label = version or next_label(language, timezone.now().date())
    try:
        with transaction.atomic():
            return ListVersion.objects.create(language=language, version=label, created_by=user, **values)
    except IntegrityError as error:
        name = {"version": label, "language": LANGUAGES[language]}
        raise Refused(_("%(language)s has a version %(version)s already.") % name) from error


def compile_version(version: ListVersion, sign: Callable[[], None] = lambda: None) -> bool:
    """Compile all that is stored of a draft's words; False, with nothing changed, when it was edited meanwhile.

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
    """The words of a version as a text, each with a line end; of a draft as if it were compiled now."""
    if version.digest:
        return store.text_of(version.digest)
    return "".join(f"{word}\n" for word in effective_words(version))


@dataclass(frozen=True, slots=True)
class VersionChange:
    """What a version would change for new matches: words added to and removed from the active list, and how many it
    has.

    `number` is what the publisher has to type, None for an ordinary change: how many words are removed, if many, or how
    many there are, if few. `missing`: words that are not as the word court decided.
    """

    added: int
    removed: int
    words: int
    number: int | None
    missing: tuple[str, ...] = ()


def change_from(version: ListVersion, against: ListVersion) -> VersionChange:
    """The change for new matches if a compiled or published version replaces another. Takes a second."""
    before, after = store.text_of(against.digest), store.text_of(version.digest)
    counts = Counter(kind for kind, _word in compare.differences(before, after))
    added, removed = counts[compare.ADDED], counts[compare.REMOVED]
    number = None
    if removed * 100 > against.words * MOST_REMOVED_PERCENT:
        number = removed
    elif version.words < FEWEST_WORDS:
        number = version.words
    missing = pending.missing_in(version.language, words_of(version))
    return VersionChange(added, removed, version.words, number, tuple(missing))


def words_of(version: ListVersion) -> Lexicon:
    """The words of a compiled or published version, for looking some up."""
    if version.published:
        return open_lists.lexicon(version.language, version.version)
    return Lexicon(Pin(version.language, version.version, version.digest), store.graph_of(version.digest))


def publish(version_id: int, seen_active_id: int, user: Any = None, number: int | None = None) -> ListVersion:
    """Publish a compiled version permanently, and let new matches take it; matches under way keep theirs.

    `seen_active_id` is the version that was active when the publisher looked. Of two who publish at once the second is
    refused, with nothing done. `number` is what the publisher typed, for a version that `change_from` requires one of.
    Players whose accepted disputes it answers are notified. Raises Refused.
    """
    version = ListVersion.objects.get(pk=version_id)
    if version.state != ListVersion.State.COMPILED:
        raise Refused(_("%(list)s cannot be published: compile it first.") % {"list": version})
    words = _checked_change(version, seen_active_id, number)
    with transaction.atomic():
        chosen = _seen(version.language, seen_active_id)
        ready = ListVersion.objects.filter(pk=version_id, state=ListVersion.State.COMPILED, digest=version.digest)
        if not ready.update(state=ListVersion.State.PUBLISHED, published_at=timezone.now(), published_by=user):
            raise Refused(_("%(list)s cannot be published: compile it first.") % {"list": version})
        return _choose(chosen, version_id, user, words)


def activate(version_id: int, seen_active_id: int, user: Any = None, number: int | None = None) -> ListVersion:
    """Let new matches take a published version, also an earlier one, which is how to go back. Checked like publishing.
    Raises Refused.
    """
    version = ListVersion.objects.get(pk=version_id)
    if not version.published:
        raise Refused(_("%(list)s is not published.") % {"list": version})
    words = _checked_change(version, seen_active_id, number)
    with transaction.atomic():
        return _choose(_seen(version.language, seen_active_id), version_id, user, words)


def _checked_change(version: ListVersion, seen_active_id: int, number: int | None) -> Lexicon:
    """The words of a version whose number, if it needs one, was typed."""
    against = active(version.language)
    _refuse_another(against, seen_active_id)
    asked = change_from(version, against).number
    if asked not in (None, number):
        raise Refused(_("Look at what this changes, and type the number that is asked for. Nothing was changed."))
    return words_of(version)


def locked(language: str) -> ListVersion:
    """The active list, locked until the transaction ends: others who propose for it, publish or go back wait here."""
    return _chosen(language).word_list


def _chosen(language: str) -> ActiveList:
    ActiveList.objects.get_or_create(language=language, defaults={"word_list": _first(language)})
    # The row alone: joined with its list, a waiter for the lock would find none, as the two no longer match.
    return ActiveList.objects.select_for_update().get(language=language)


def _seen(language: str, seen_active_id: int) -> ActiveList:
    """The row of the active version, locked; refused if it is not the version seen."""
    chosen = _chosen(language)
    _refuse_another(chosen.word_list, seen_active_id)
    return chosen


def _refuse_another(found: ListVersion, seen_active_id: int) -> None:
    if found.pk != seen_active_id:
        said = _("Somebody else made %(list)s the active list in the meantime. Look at it before you go on.")
        raise Refused(said % {"list": found})


def _choose(chosen: ActiveList, version_id: int, user: Any, words: Lexicon) -> ListVersion:
    chosen.word_list = ListVersion.objects.get(pk=version_id)
    chosen.chosen_by = user
    chosen.save()
    pending.answer(chosen.word_list, words)
    return chosen.word_list
