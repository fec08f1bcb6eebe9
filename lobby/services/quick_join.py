"""Quick Join: two live pages that want the same preset in the same language become one match (rules §2).

`queue` checks what was asked for, `seek` takes a place, the waiting page calls `poll` every second, `cancel`
gives the place up, `sweep` clears away what has lapsed. A poll renews the place, pairs it with the oldest
other one, and once both pages have been heard again after the pairing makes the match. How any of this looks
is not decided here.

What a preset says is copied into the place when Play is pressed. Whoever waits keeps those terms when an admin edits
the preset or switches it off, and only players of the same terms are paired: both get what their card showed.

Why two polls at once can neither deadlock nor pair anyone twice: a poll waits for the lock of its own row
only and merely *tries* for the other one (skip locked), so nobody waits while holding anything. What changes
both rows holds both locks; to leave, one's own row is enough: the partner sees that the pair is no longer
mutual. On SQLite a write transaction is alone from its first statement, which gives the same for nothing.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from django.db import transaction
from django.db.models import Count, QuerySet

from game import api as game
from lobby.models import MATCH_LANGUAGES, Preset, Seeker

FRESH_MS = 3_000  # a page heard within this time is there now
GONE_MS = 20_000  # rules §2: who does not come within this time loses the place
COUNT_IN_MS = 3_000  # from the making of the match to its first clock


class UnknownPreset(LookupError):
    """No active preset has that key."""


class UnknownLanguage(LookupError):
    """Matches are not played in that language."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Those who may be paired with each other; made by `queue`, so both halves are known to exist."""

    preset: Preset
    language: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a seeker stands. `found`: somebody, who may not be there; `matched`: `match` is the public id.

    `outdated`: the preset has been edited or switched off since, so nobody new will come by these terms.
    """

    stage: Literal["waiting", "found", "matched"]
    queue: Queue
    joined_at: int
    match: str
    starts_at: int | None
    outdated: bool


def queue(preset_key: str, language: str) -> Queue:
    """The queue a player named. Raises UnknownPreset, UnknownLanguage."""
    # Looked up among the few there are: a key from outside never reaches the database.
    presets = {preset.key: preset for preset in Preset.objects.filter(active=True)}
    if preset_key not in presets:
        raise UnknownPreset(preset_key)
    if language not in MATCH_LANGUAGES:
        raise UnknownLanguage(language)
    return Queue(presets[preset_key], language)


def terms_of(preset: Preset) -> str:
    """What a match by that preset would be, in one form for equal settings."""
    return json.dumps({"rated": preset.rated, "settings": game.changed_settings(preset.settings)}, sort_keys=True)


def seek(user_id: int, wanted: Queue, now_ms: int) -> None:
    """Take a place in the queue.

    A place already held there by the same terms is kept with its age; any other is given up for the new one. While a
    match is being counted in, it stands: pressing Play in another tab must not hide it from the first.
    """
    terms = terms_of(wanted.preset)
    with transaction.atomic():
        mine = _held(user_id, now_ms).select_for_update(of=("self",)).first()
        if mine and mine.starts_at is not None and now_ms < mine.starts_at:
            return
        if mine and not mine.match and (Queue(mine.preset, mine.language), mine.terms) == (wanted, terms):
            return
        Seeker.objects.update_or_create(
            user_id=user_id,
            defaults={
                "preset": wanted.preset,
                "terms": terms,
                "language": wanted.language,
                "joined_at": now_ms,
                "seen_at": None,
                "gone_at": now_ms + GONE_MS,
                "partner": None,
                "paired_at": None,
                "match": "",
                "starts_at": None,
            },
        )


def look(user_id: int, now_ms: int) -> Place | None:
    """The player's place as it stands, without renewing it; None without one."""
    mine = _held(user_id, now_ms).first()
    return None if mine is None else _place(mine)


def poll(user_id: int, now_ms: int) -> Place | None:
    """A word from the player's waiting page: renew the place, pair it, start the match. None: it is gone."""
    with transaction.atomic():
        mine = _held(user_id, now_ms).select_for_update(of=("self",)).first()
        if mine is None:
            return None
        if not mine.match:
            mine.seen_at, mine.gone_at = now_ms, now_ms + GONE_MS
            if mine.partner is not None:
                _confirm(mine, mine.partner, now_ms)
            if mine.partner is None and not mine.match:
                _pair(mine, now_ms)
            mine.save()
        return _place(mine)


def cancel(user_id: int) -> str:
    """Give the place up. Once there is a match nothing changes, and its public id is returned."""
    with transaction.atomic():
        mine = Seeker.objects.select_for_update().filter(user_id=user_id).first()
        if mine is None:
            return ""
        if not mine.match:
            mine.delete()
        return mine.match


def give_up(user_ids: Iterable[int]) -> None:
    """Cancel for players who have found an opponent elsewhere. Joins the caller's transaction."""
    places = Seeker.objects.select_for_update().filter(user_id__in=list(user_ids), match="").order_by("pk")
    Seeker.objects.filter(pk__in=[place.pk for place in places]).delete()


def waiting_counts(language: str, now_ms: int) -> dict[int, int]:
    """How many live pages wait for an opponent in that language by the present terms, by the preset's primary key."""
    terms = {preset.pk: terms_of(preset) for preset in Preset.objects.filter(active=True)}
    rows = _waiting(now_ms).filter(language=language).values_list("preset_id", "terms").annotate(Count("pk"))
    return {preset: count for preset, rows_terms, count in rows if terms.get(preset) == rows_terms}


def sweep(now_ms: int) -> int:
    """Remove the places that have lapsed, return how many. Rows in use are left to the next round."""
    with transaction.atomic():
        lapsed = Seeker.objects.select_for_update(skip_locked=True).filter(gone_at__lte=now_ms)
        return Seeker.objects.filter(pk__in=list(lapsed.values_list("pk", flat=True))).delete()[0]


def _held(user_id: int, now_ms: int) -> QuerySet[Seeker]:
    return Seeker.objects.select_related("preset").filter(user_id=user_id, gone_at__gt=now_ms)


def _waiting(now_ms: int) -> QuerySet[Seeker]:
    return Seeker.objects.filter(partner=None, match="", seen_at__gte=now_ms - FRESH_MS)


def _pair(mine: Seeker, now_ms: int) -> None:
    """Pair with the oldest other live page of the same queue, if there is one nobody else is busy with."""
    others = _waiting(now_ms).filter(preset_id=mine.preset_id, terms=mine.terms, language=mine.language)
    others = others.exclude(pk=mine.pk)
    other = others.select_for_update(skip_locked=True).order_by("joined_at", "pk").first()
    if other is None:
        return
    for one, partner in ((mine, other), (other, mine)):
        one.partner = partner.pk
        one.paired_at = now_ms
        one.gone_at = now_ms + GONE_MS
    other.save()


def _confirm(mine: Seeker, partner: int, now_ms: int) -> None:
    """Start the match when both are there; free `mine` of a partner who has left."""
    other = Seeker.objects.select_for_update(skip_locked=True).filter(pk=partner).first()
    if other is None and Seeker.objects.filter(pk=partner).exists():
        return  # busy with a poll of its own: ask again in a second
    if other is None or other.partner != mine.pk or other.gone_at <= now_ms:
        mine.partner = mine.paired_at = None
    elif _is_there(mine, now_ms) and _is_there(other, now_ms):
        _start(mine, other, now_ms)


def _is_there(seeker: Seeker, now_ms: int) -> bool:
    """Heard since the pairing and just now: a page that answered once and closed must not start a match."""
    if seeker.seen_at is None or seeker.paired_at is None:
        return False
    return seeker.seen_at > seeker.paired_at and seeker.seen_at >= now_ms - FRESH_MS


def _start(mine: Seeker, other: Seeker, now_ms: int) -> None:
    """Make the match of the pair and let both places lead there. Saves `other`; the caller saves `mine`."""
    pair = sorted((mine, other), key=lambda seeker: (seeker.joined_at, seeker.pk))
    starts_at = now_ms + COUNT_IN_MS
    terms = json.loads(mine.terms)
    public_id = game.create_match(
        settings={**terms["settings"], "language": mine.language},
        entrants=[game.Entrant(seeker.user_id, seeker.user.display_name) for seeker in pair],
        starts_at=starts_at,
        preset=mine.preset.key,
        # Rules §5: ranked between two accounts only.
        rated=terms["rated"] and not any(seeker.user.is_guest for seeker in pair),
    )
    for seeker in pair:
        seeker.match = public_id
        seeker.starts_at = starts_at
        seeker.gone_at = starts_at + GONE_MS
        seeker.partner = seeker.paired_at = None
    other.save()


def _place(seeker: Seeker) -> Place:
    stage: Literal["waiting", "found", "matched"] = "waiting"
    if seeker.match:
        stage = "matched"
    elif seeker.partner is not None:
        stage = "found"
    queued = Queue(seeker.preset, seeker.language)
    outdated = not seeker.preset.active or seeker.terms != terms_of(seeker.preset)
    return Place(stage, queued, seeker.joined_at, seeker.match, seeker.starts_at, outdated)
