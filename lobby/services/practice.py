"""Practice against a bot: the choices, and the match made of them. Never rated, without a clock unless one is chosen.

The player's browser adds a number to the deal as for any match; the bot adds none, so the deal does not wait for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from accounts.api import User, beaten_bots
from bots import api as bots
from game import api as game
from lobby.models import MATCH_LANGUAGES, Preset
from lobby.services import engagements, practice_limit

LEAD_MS = 1_000
"""From the making of the match to its first clock, so that the page is there in time."""
TAUGHT: Mapping[str, object] = {"alfa_trigger": 4}
"""Settings of a first match that teaches, unless others were chosen: four tiles laid in a turn earn an Alfa tile."""
OWN = "own"
"""The preset's key for custom rules."""


class NotOffered(ValueError):
    """There is no such game, level, preset or language; the text says which."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A practice match to be made: the bot's `level`, the settings that differ from the defaults, the preset's key (""
    for custom rules), whether the bot answers `at_once`, and the game."""

    level: str
    settings: dict[str, Any]
    preset: str
    at_once: bool
    variant: str = game.DEFAULT_VARIANT


def offered() -> list[game.Game]:
    """The games that bots play here."""
    return [one for key, one in game.games().items() if key in bots.PLAYED]


def wanted(
    *, level: str, preset: str, language: str, clock: bool, at_once: bool, own: Mapping[str, object] | None,
    variant: str = game.DEFAULT_VARIANT,
) -> Wanted:  # fmt: skip
    """Check the choices and return the match to be made. `own`: custom rules with their clock; `clock` keeps a
    preset's.

    Raises NotOffered, BadSettings.
    """
    if variant not in [one.key for one in offered()]:
        raise NotOffered("game")
    if level not in bots.LEVELS:
        raise NotOffered("level")
    if language not in MATCH_LANGUAGES:
        raise NotOffered("lg")
    if own is not None:
        settings = {**own, "language": language}
        game.check_days(settings, people=1)
        game.check_new(settings, variant)
        return Wanted(level, game.changed_settings(settings, variant), "", at_once, variant)
    found = {one.key: one for one in Preset.objects.filter(active=True, variant=variant)}.get(preset)
    if found is None:
        raise NotOffered("preset")
    settings = {**found.settings, "language": language}
    if not clock:
        settings = game.without_idle_reserve({**settings, "turn_seconds": None})
    game.check_days(settings, people=1)
    return Wanted(level, game.changed_settings(settings, variant), found.key, at_once, variant)


def again(public_id: str, user_id: int) -> Wanted | None:
    """The choices of a finished practice match of the player; None for any other match."""
    seat = game.practice_seat(public_id, user_id)
    finished = game.finished_match(public_id, user_id)
    if seat is None or finished is None or finished.variant not in bots.PLAYED or seat.level not in bots.LEVELS:
        return None
    settings = finished.settings
    if seat.taught and finished.preset:  # settings for teaching alone, which no preset has
        settings = {key: value for key, value in settings.items() if TAUGHT.get(key) != value}
    return Wanted(seat.level, settings, finished.preset, seat.at_once, finished.variant)


def taught(what: Wanted) -> Wanted:
    """The same match by the settings of a first match that teaches. Custom rules are left as they are."""
    return replace(what, settings={**TAUGHT, **what.settings}) if what.preset else what


@dataclass(frozen=True, slots=True)
class NextStep:
    """After a practice match: the levels that the player has `beaten` in that game, the `level` that was played, and
    the `next` one to try if the match was won: the calmest above it that is not beaten yet; None where there is none.
    """

    variant: str
    level: str
    beaten: frozenset[str]
    next: bots.Level | None


def next_step(public_id: str, user_id: int, what: Wanted) -> NextStep:
    """The next step after that finished match of the player, whose choices were `what` (`again`)."""
    seat = game.practice_seat(public_id, user_id)
    win = game.win_over_bots(seat.match_id) if seat else None
    beaten = beaten_bots(user_id, what.variant)
    above = [level for level in bots.LEVELS.values() if level.order > bots.LEVELS[what.level].order]
    untried = (level for level in above if level.key not in beaten)
    is_won = win is not None and win.user_id == user_id
    return NextStep(what.variant, what.level, beaten, next(untried, None) if is_won else None)


def first_deal(user_id: int, what: Wanted) -> bytes | None:
    """The seed of a player's very first practice match, with a good word in hand; None for every other match, and for
    every game but the default one, whose hints teach. Raises engagements.Busy."""
    if what.variant != game.DEFAULT_VARIANT or game.has_practised(user_id):
        return None
    engagements.ask(user_id, engagements.Step.ALONE, what.settings, what.variant)
    return bots.first_deal(what.variant, what.settings)


def open_deal(user_id: int, what: Wanted, now_ms: int) -> str:
    """Open the deal of the match to be made and return its commitment. Raises engagements.Busy."""
    engagements.ask(user_id, engagements.Step.ALONE, what.settings, what.variant)
    return game.open_deal([user_id, None], now_ms)


def make(user_id: int, what: Wanted, deal: str, now_ms: int, chosen: bytes | None = None) -> str:
    """Make the match once its deal is ready and return its public id, "" before that; a repeated call returns the same.
    `chosen`: a seed used in place of the deal. Raises engagements.Busy, TooManyPractice."""
    if game.deal_readiness(deal, now_ms) == "waiting":
        return ""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        made = game.match_of_deal(deal, user_id)
        if made:
            return made
        engagements.ask(user_id, engagements.Step.ALONE, what.settings, what.variant)
        practice_limit.refuse_more(user)
        level = bots.LEVELS[what.level]
        return game.create_match(
            variant=what.variant,
            settings=what.settings,
            entrants=[
                game.Entrant(user.pk, user.display_name),
                game.BotEntrant(level.key, bots.shown_name(level)),
            ],
            starts_at=now_ms + (LEAD_MS if engagements.has_clock(what.settings, what.variant) else 0),
            preset=what.preset,
            deal="" if chosen else deal,
            at_once=what.at_once,
            chosen=chosen,
        )
