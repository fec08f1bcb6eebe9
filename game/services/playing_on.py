"""Playing on against a bot from a turn of a finished match: practice that counts nowhere and has no record."""

import secrets
from typing import Any

from common.refusals import CodedError
from dictionary import api as dictionary
from game.dispatch.new_match import can_be_played_on, from_position, played_on
from game.dispatch.stored_forms import canonical, encode
from game.kernel.base_types import Millis
from game.kernel.chance import FairChance
from game.kernel.fair_numbers import NUMBER_BYTES, FairNumbers
from game.models import Match, PlayedOn, ShareLink
from game.services import deal_numbers, matches, replays
from game.services.matches import AnyEntrant, BotEntrant, Entrant


class CannotPlayOn(CodedError):
    """The match cannot be played on from there; `code` says why."""


def position(source: Match, turn: int) -> Any:
    """The finished match at the beginning of a turn, counted from 1. Raises CannotPlayOn."""
    if source.status != Match.Status.OVER:
        raise CannotPlayOn("not_over")
    if not can_be_played_on(source.variant):
        raise CannotPlayOn("cannot_play_on")
    replay = replays.replay_of(source)
    if replay is None:
        raise CannotPlayOn("disagrees")
    if not 1 <= turn <= replay.last:
        raise CannotPlayOn("no_such_turn")
    return replay.states[turn - 1]


def untouched(source: Match, turn: int, user_id: int, level: str) -> Match | None:
    """The user's match from there against that bot in which nothing was done yet."""
    there = PlayedOn.objects.filter(source=source, turn=turn, match__status=Match.Status.LIVE, match__version=1)
    mine = there.filter(match__seats__user_id=user_id).filter(match__seats__bot=level).select_related("match")
    found = mine.order_by("-pk").first()
    return found.match if found else None


def begin(source: Match, turn: int, person: Entrant, bot: BotEntrant, now: Millis, *, at_once: bool = False,
          link: ShareLink | None = None, seed: bytes | None = None) -> Match:  # fmt: skip
    """A new match from there: the person on turn, with the hand of that moment, the bot at the other seat. It keeps to
    the word list of the old one. Joins the caller's transaction. Raises CannotPlayOn. Only tests bring a `seed`."""
    was = position(source, turn)
    try:
        dictionary.lexicon(source.lexicon_name, source.lexicon_version)
    except LookupError as gone:
        raise CannotPlayOn("no_list") from gone
    fair = (
        FairNumbers.of_seed(seed) if seed else FairNumbers.of_numbers(secrets.token_bytes(NUMBER_BYTES), (None, None))
    )
    step = from_position(played_on(was, FairChance(fair.seed)))
    row = Match(
        variant=source.variant,
        language=source.language,
        practice=True,
        at_once=at_once,
        seed=seed,
        sealed="" if seed else deal_numbers.sealed(fair),
        commitment=fair.commitment,
        lexicon_name=source.lexicon_name,
        lexicon_version=source.lexicon_version,
        lexicon_digest=source.lexicon_digest,
        started_at=now,
    )
    seated: list[AnyEntrant] = [person, bot] if was.active == 0 else [bot, person]
    row = matches.begin(row, seated, step)
    PlayedOn.objects.create(match=row, position=canonical(encode(step.state)), source=source, turn=turn, link=link)
    return row
