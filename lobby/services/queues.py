"""The queues of Quick Join: the presets that can be played, and the terms of a match by each, as they are now."""

import json
from collections.abc import Sequence

from django.db.models import Count, QuerySet

from common.one_second_cache import once_a_second
from game import api as game
from lobby.models import MATCH_LANGUAGES, Preset, Seeker, SlowSeek
from lobby.quick_join_shown import Queue
from lobby.services import engagements


class UnknownPreset(LookupError):
    """No active preset has that key."""


class NotOffered(UnknownPreset):
    """There is a preset of that key, but it cannot be played."""


class UnknownLanguage(LookupError):
    """Matches are not played in that language."""


def queue(preset_key: str, language: str) -> Queue:
    """The queue of that preset and language. Raises UnknownPreset (NotOffered for a known one), UnknownLanguage."""
    # Looked up among the few there are: a key from outside never reaches the database.
    presets = {one.key: one for one in _offered()}
    if preset_key not in presets:
        was_one = any(one.key == preset_key for one in Preset.objects.only("key"))
        raise NotOffered(preset_key) if was_one else UnknownPreset(preset_key)
    if language not in MATCH_LANGUAGES:
        raise UnknownLanguage(language)
    return Queue(presets[preset_key], language)


def terms_of(preset: Preset) -> str:
    """The terms of a match by that preset, the same text for equal settings."""
    changed = game.changed_settings(preset.settings, preset.variant)
    return json.dumps({"rated": preset.rated, "settings": changed}, sort_keys=True)


def counts_by_present_terms(waiting: QuerySet[Seeker] | QuerySet[SlowSeek]) -> dict[int, int]:
    """How many of these wait by the present terms of a preset, by its primary key."""
    rows = list(waiting.values_list("preset_id", "terms").annotate(Count("pk")))
    terms = {preset.pk: terms_of(preset) for preset in offered()} if rows else {}
    return {preset: count for preset, rows_terms, count in rows if terms.get(preset) == rows_terms}


def is_live(terms: str, variant: str) -> bool:
    """Whether matches by these terms have a clock at which both players sit."""
    return engagements.has_clock(json.loads(terms)["settings"], variant)


@once_a_second(by=0)
def presets() -> Sequence[Preset]:
    """All presets, for pages that show them; also those not offered, as matches refer to them."""
    return tuple(Preset.objects.all())


def offered() -> Sequence[Preset]:
    """The presets that can be played."""
    games = game.games()
    return [preset for preset in presets() if preset.active and preset.variant in games]


def _offered() -> QuerySet[Preset]:
    """The presets that can be played."""
    return Preset.objects.filter(active=True, variant__in=list(game.games()))
