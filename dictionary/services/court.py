"""The word court: a player disputes a word, a moderator decides, and the next version's draft has what is accepted."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from dictionary import api, definitions
from dictionary.models import Change, Dispute, ListVersion
from dictionary.services import drafts
from dictionary.services.refusal import Refused

MOST_TOLD = 50


def dispute(user_id: int, lexicon: api.Lexicon, word: str, *, match: str = "") -> Dispute:
    """The player's dispute of what the list says of a word; the one they have already, when they have."""
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


def decide(dispute_id: int, *, accept: bool, reason: str, moderator: Any) -> int:
    """Decide a dispute, and with it every open one for the same; how many. Raises Refused, Dispute.DoesNotExist."""
    with transaction.atomic():
        one = Dispute.objects.select_for_update().get(pk=dispute_id)
        reason = reason.strip()[:300]
        if one.state != Dispute.State.OPEN:
            raise Refused(_("That dispute is decided already."))
        if not reason:
            raise Refused(_("Say why."))
        if accept:
            _propose(one, reason, moderator)
        same = Dispute.objects.filter(language=one.language, word=one.word, added=one.added, state=Dispute.State.OPEN)
        return same.update(
            state=Dispute.State.ACCEPTED if accept else Dispute.State.DECLINED,
            reason=reason,
            decided_at=timezone.now(),
            decided_by=moderator,
            seen=False,
        )


def disputes_of(user_id: int) -> Sequence[Dispute]:
    """A player's latest disputes, the newest first."""
    return list(Dispute.objects.filter(user_id=user_id)[:MOST_TOLD])


def dispute_of(user_id: int, language: str, word: str) -> Dispute | None:
    """The player's dispute of that word."""
    return Dispute.objects.filter(user_id=user_id, language=language, word=word).first()


def disputes_among(user_id: int, language: str, words: Iterable[str]) -> dict[str, Dispute]:
    """The player's disputes of those of the words that they have disputed."""
    found = Dispute.objects.filter(user_id=user_id, language=language, word__in=words)
    return {one.word: one for one in found}


def takeout(user_id: int) -> list[dict[str, Any]]:
    """Every dispute of a player as plain values, the oldest first."""
    told = ("language", "version", "word", "added", "match", "state", "reason", "created_at", "decided_at")
    return list(Dispute.objects.filter(user_id=user_id).order_by("pk").values(*told))


def move(from_id: int, to_id: int) -> None:
    """Give one player's disputes to another, but for words that the other disputes already."""
    theirs = Dispute.objects.filter(user_id=to_id, language=OuterRef("language"), word=OuterRef("word"))
    Dispute.objects.filter(~Exists(theirs), user_id=from_id).update(user_id=to_id)


def news_for(user_id: int) -> int:
    """How many of the player's disputes have been decided since they last looked."""
    return Dispute.objects.filter(user_id=user_id, seen=False).exclude(state=Dispute.State.OPEN).count()


def note_seen(user_id: int) -> None:
    """The player has been shown what was decided."""
    Dispute.objects.filter(user_id=user_id, seen=False).exclude(state=Dispute.State.OPEN).update(seen=True)


def _propose(one: Dispute, reason: str, moderator: Any) -> None:
    """Put the change into the next version's draft; nothing to do where it is there already."""
    propose = drafts.propose_addition if one.added else drafts.propose_removal
    try:
        with transaction.atomic():
            propose(one.language, one.word, reason, moderator)
    except Refused:
        if not _is_done(one):
            raise


def _is_done(one: Dispute) -> bool:
    """Whether the next version, or the one in force, has it as the player wants."""
    waiting = Change.objects.filter(word_list__language=one.language, word=one.word)
    newest = waiting.exclude(word_list__state=ListVersion.State.PUBLISHED).order_by("-word_list__created_at").first()
    if newest is not None:
        return newest.added == one.added
    return (one.word in api.current(one.language)) == one.added
