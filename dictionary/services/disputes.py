"""The word court: a player disputes a word, a moderator decides, the next version's draft gets accepted changes, and
the player is notified when a published list has them.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from common.reader_questions import ReaderQuestion
from dictionary import definitions
from dictionary.lexicon import Lexicon
from dictionary.models import Change, Dispute, ListVersion
from dictionary.services import drafts, pending, versions
from dictionary.services.refusal import Refused

MOST_TOLD = 50


def dispute(user_id: int, lexicon: Lexicon, word: str, *, match: str = "") -> Dispute:
    """File the player's dispute of a list's verdict on a word; returns the existing one if there is one."""
    found = definitions.known(word, lexicon.name)
    made, _new = Dispute.objects.get_or_create(
        user_id=user_id,
        language=lexicon.name,
        word=word,
        defaults={
            "version": lexicon.version,
            "added": word not in lexicon,
            "base": found.base if found else "",
            "match": match,
        },
    )
    return made


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many disputes were decided. For an acceptance the draft that has the change, or the published version that
    had it before; `still_in` are unpublished versions with a change that contradicts the verdict.
    """

    decided: int
    draft: ListVersion | None = None
    version: str = ""
    still_in: tuple[ListVersion, ...] = ()


def decide(dispute_id: int, *, accept: bool, reason: str, moderator: Any, seen: str = Dispute.State.OPEN) -> Verdict:
    """Decide a dispute, and with it every one for the same change in the same state. An accepted one can still be
    declined until a published list has it: `seen` is the state in which the moderator found it. Raises Refused,
    Dispute.DoesNotExist.
    """
    reason = reason.strip()[:300]
    if not reason:
        raise Refused(_("Say why."))
    language = Dispute.objects.values_list("language", flat=True).get(pk=dispute_id)
    with transaction.atomic():
        active = versions.locked(language)
        one = Dispute.objects.select_for_update(of=("self",)).select_related("decided_by").get(pk=dispute_id)
        if one.state != seen or not may_be_decided(one) or (accept and one.state == Dispute.State.ACCEPTED):
            raise Refused(decided_already(one))
        alike = {"language": language, "word": one.word, "added": one.added, "state": one.state, "in_version": ""}
        decided = list(Dispute.objects.filter(**alike).values_list("pk", flat=True))
        words = versions.words_of(active)
        has_it = accept and (one.word in words) == one.added
        given = {"reason": reason, "decided_at": timezone.now(), "decided_by": moderator, "seen": False}
        if accept:  # an acceptance of the opposite, in no list yet, is overturned by it
            against = pending.pending(language).filter(word=one.word, added=not one.added)
            against.update(state=Dispute.State.DECLINED, **given)
        Dispute.objects.filter(pk__in=decided).update(
            state=Dispute.State.ACCEPTED if accept else Dispute.State.DECLINED,
            in_version=active.version if has_it else "",
            **given,
        )
        if accept and not has_it:
            return Verdict(len(decided), draft=_proposed(active, words, decided, moderator))
        wanted = not one.added if accept else one.added
        return Verdict(
            len(decided), version=active.version if accept else "", still_in=_unpublished_with(one, added=wanted)
        )


def may_be_decided(one: Dispute) -> bool:
    """Open, or accepted and in no published list yet: then it may still be declined."""
    return one.state == Dispute.State.OPEN or (one.state == Dispute.State.ACCEPTED and not one.in_version)


def draft_for(language: str) -> tuple[ListVersion | None, ListVersion]:
    """Where an acceptance would go now: the draft, None for a new one, and the active list that it starts from."""
    active = versions.active(language)
    return drafts.begun_from(active), active


def disputes_of(user_id: int) -> Sequence[Dispute]:
    """A player's latest disputes, the newest first."""
    return list(Dispute.objects.filter(user_id=user_id)[:MOST_TOLD])


def dispute_of(user_id: int, language: str, word: str) -> Dispute | None:
    """The player's dispute of that word."""
    return Dispute.objects.filter(user_id=user_id, language=language, word=word).first()


def disputes_among(user_id: int, language: str, words: Iterable[str]) -> dict[str, Dispute]:
    """The player's disputes of any of these words."""
    found = Dispute.objects.filter(user_id=user_id, language=language, word__in=words)
    return {one.word: one for one in found}


def exported_disputes(user_id: int) -> list[dict[str, Any]]:
    """Every dispute of a player as plain values, the oldest first."""
    told = (
        "language", "version", "word", "added", "match", "state", "reason", "in_version", "created_at", "decided_at",
    )  # fmt: skip
    return list(Dispute.objects.filter(user_id=user_id).order_by("pk").values(*told))


def move(from_id: int, to_id: int) -> None:
    """Move one player's disputes to another, but for words that the other disputes already."""
    theirs = Dispute.objects.filter(user_id=to_id, language=OuterRef("language"), word=OuterRef("word"))
    Dispute.objects.filter(~Exists(theirs), user_id=from_id).update(user_id=to_id)


def note_seen(user_id: int) -> None:
    """Record that the player has seen the outcome of their disputes."""
    _news(user_id).update(seen=True)


def _news(user_id: int) -> QuerySet[Dispute]:
    told = Q(state=Dispute.State.DECLINED) | (Q(state=Dispute.State.ACCEPTED) & ~Q(in_version=""))
    return Dispute.objects.filter(told, user_id=user_id, seen=False)


HOW_MANY_SETTLED = ReaderQuestion(
    (
        """(SELECT count(*) FROM "dictionary_dispute" WHERE "user_id" = %s AND NOT "seen"
            AND ("state" = 'declined' OR "state" = 'accepted' AND "in_version" <> ''))""",
    ),
    lambda request: (request.user.pk or 0,),
    int,
    of_nobody=0,
    pages=("lobby:home",),
)
"""How many of the player's disputes were settled since they last looked: declined, or in a published list as they
wanted. As many as `_news` has."""


def _proposed(active: ListVersion, words: Container[str], decided: Sequence[int], moderator: Any) -> ListVersion:
    """Put accepted changes into the draft for them, also those lost with another draft that was deleted."""
    draft = drafts.begun_from(active) or versions.begin(active, moderator)
    changes = pending.changes_for(draft, words, decided)
    if changes:
        drafts.keep(changes)
        drafts.touched(draft)
    return draft


def _unpublished_with(one: Dispute, *, added: bool) -> tuple[ListVersion, ...]:
    changed = Change.objects.filter(word=one.word, added=added, word_list__language=one.language)
    unpublished = ListVersion.objects.exclude(state=ListVersion.State.PUBLISHED)
    return tuple(unpublished.filter(pk__in=changed.values("word_list")))


def decided_already(one: Dispute) -> str:
    """Which moderator decided a dispute and how, for one who comes too late."""
    said = _("%(who)s has decided this already: %(state)s. Your verdict was not stored.")
    return said % {"who": one.decided_by or _("Somebody"), "state": one.get_state_display()}
