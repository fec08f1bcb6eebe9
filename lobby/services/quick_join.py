"""Quick Join: pairs two live pages that want the same preset in the same language, and makes their match (rules §2).

`queue` checks the request, `seek` takes a place, the waiting page calls `poll` every second, `cancel` gives the place
up, `sweep` removes expired places. A poll renews the place, pairs it with the best other one (lobby/pairing.py), starts
the count-in once both pages have polled again after the pairing, and in the end makes the match, to whose deal both
pages have been asked to add a number. Until then either player may cancel: the other one waits on, as old in the queue
as before. Presentation is not decided here.

The preset's terms are copied into the place when Play is pressed. A waiting player keeps those terms when an admin
edits the preset, and only players with the same terms are paired: both get what their card showed. When the preset is
switched off no opponent can come any more: a player who waits alone is notified and loses the place; a pair plays.

Why concurrent polls can neither deadlock nor pair a player twice: a poll waits for the lock of its own row only and
merely *tries* for the other one (skip locked), so it never waits while holding a lock. What changes both rows holds
both locks; to leave, the player's own row is enough: the partner sees that the pair is no longer mutual. On SQLite a
write transaction is alone from its first statement, which gives the same for nothing.

Two whom a block keeps apart are never paired. A block of this very moment may not be seen by the poll that pairs them:
so it is asked for again when the match is made, with both users locked, as a block locks them.

Who has walked away from too many matches has no place in the queue of a live preset while that pauses (accounts'
walk_aways.py). A pause may begin in any order with a place: `seek` refuses, a poll gives the place up, and the match is
made for nobody whose pause has begun by then. Live matches made here count for it.
"""

import json
from collections.abc import Mapping
from functools import partial

from django.db import transaction
from django.db.models import Case, QuerySet, When

from accounts.api import (
    User,
    any_apart,
    apart_from,
    count_match,
    paused_among,
    rating_of,
    walk_aways_at,
    walk_aways_of_user,
)
from common.one_second_cache import once_a_second
from game import api as game
from lobby import pairing
from lobby.models import LastMeeting, Seeker
from lobby.quick_join_shown import CLOSE_MS, Stage
from lobby.quick_join_shown import LEAVE_MS as LEAVE_MS
from lobby.quick_join_shown import Place as Place
from lobby.quick_join_shown import Queue as Queue
from lobby.services import engagements, players_present, rated_play
from lobby.services.queues import NotOffered as NotOffered
from lobby.services.queues import UnknownLanguage as UnknownLanguage
from lobby.services.queues import UnknownPreset as UnknownPreset
from lobby.services.queues import counts_by_present_terms, is_live
from lobby.services.queues import presets as presets
from lobby.services.queues import queue as queue
from lobby.services.queues import terms_of as terms_of

FRESH_MS = 3_000  # a page heard from within this time is present
CHOOSE_MS = 12_000  # how long a player who practises meanwhile may consider an opponent
GONE_MS = 20_000  # rules §2: a player not heard from within this time loses the place
COUNT_IN_MS = 4_000  # from when both are present to the first clock
CHOICES = 20  # how many of the others are tried, the best first, when some are locked


class NotForBots(Exception):
    """A bot account plays in rooms only."""


class Paused(Exception):
    """Live Quick Join pauses for the player, who has walked away from too many matches, until `until` (ms)."""

    def __init__(self, until: int) -> None:
        super().__init__(until)
        self.until = until


def seek(user_id: int, wanted: Queue, now_ms: int) -> None:
    """Take a place in the queue.

    A place already held there by the same terms is kept with its age; any other is replaced. A place whose match is
    being counted in stays: pressing Play in another tab must not hide it from the first. Raises engagements.Busy,
    NotForBots, rated_play.RatedPlayClosed, Paused.
    """
    terms = terms_of(wanted.preset)
    engagements.ask(user_id, engagements.Step.SEEK, wanted.preset.settings, wanted.preset.variant)
    with transaction.atomic():
        # Locked, so that the account cannot become a bot's before it has the place.
        if User.objects.select_for_update(no_key=True).filter(pk=user_id).values_list("is_bot", flat=True).first():
            raise NotForBots
        rated_play.ask(user_id, terms)
        mine = _held(user_id, now_ms).select_for_update(of=("self",)).first()
        if mine and mine.starts_at is not None and now_ms < mine.starts_at:
            return  # counted in, here or elsewhere
        until = walk_aways_at(user_id, now_ms).until if is_live(terms, wanted.preset.variant) else None
        if until is not None:
            raise Paused(until)
        if mine and not mine.match and (Queue(mine.preset, mine.language), mine.terms) == (wanted, terms):
            return
        Seeker.objects.update_or_create(
            user_id=user_id,
            defaults={
                "preset": wanted.preset,
                "terms": terms,
                "language": wanted.language,
                "joined_at": now_ms,
                "rating": rating_of(user_id, wanted.language, wanted.preset.variant),
                "seen_at": None,
                "gone_at": now_ms + GONE_MS,
                "partner": None,
                "paired_at": None,
                "practises": False,
                "deal": "",
                "match": "",
                "starts_at": None,
                "elsewhere": False,
            },
        )


def look(user_id: int, now_ms: int) -> Place | None:
    """The player's place as it stands, without renewing it; None without one."""
    mine = _held(user_id, now_ms).first()
    return None if mine is None else _place(mine, now_ms)


def poll(user_id: int, now_ms: int, *, practises: bool = False) -> Place | None:
    """Handle a poll of the player's waiting page: renew the place, pair it, start the match. None: it is gone.

    `practises`: the page is that of a match against a bot. Then an opponent waits until the player agrees; without an
    answer the player's place is gone.
    """
    with transaction.atomic():
        mine = _held(user_id, now_ms).select_for_update(of=("self",)).first()
        if mine is None:
            return None
        if _is_paused(mine, now_ms):
            mine.delete()
            return None
        if _is_closed(mine):
            return _place(mine, now_ms)  # not renewed: every page shows it until the place lapses
        if mine.elsewhere and not mine.match and now_ms > (mine.starts_at or 0) + GONE_MS:
            mine.elsewhere, mine.starts_at = False, None  # the match that it waited for has never begun
        if not mine.match:
            heard_at, mine.seen_at, mine.gone_at = mine.seen_at, now_ms, now_ms + GONE_MS
            if mine.partner is None:
                mine.practises = practises
            if mine.partner is not None:
                _confirm(mine, mine.partner, heard_at, now_ms)
            if mine.partner is None and not mine.match and not mine.elsewhere and mine.gone_at > now_ms:
                _pair(mine, now_ms)
            mine.save()
        return _place(mine, now_ms) if mine.gone_at > now_ms else None


def part(one_id: int, other_id: int) -> None:
    """The two are apart from now on: if they are paired, each waits on as when the other one leaves."""
    with transaction.atomic():
        pair = Seeker.objects.select_for_update().filter(user_id__in=[one_id, other_id], match="").order_by("pk")
        places = {place.pk: place for place in pair}
        for place in places.values():
            if place.partner in places:
                _free(place)
                place.save()


def leave_rated(user_id: int) -> None:
    """Rated play is closed to the player: a place where it is waited for is given up."""
    with transaction.atomic():
        mine = Seeker.objects.select_for_update().filter(user_id=user_id, match="").first()
        if mine is not None and rated_play.are_rated(mine.terms):
            mine.delete()


def agree(user_id: int) -> None:
    """The player, who practises meanwhile, agrees to play the opponent who was found."""
    Seeker.objects.filter(user_id=user_id, match="").update(practises=False)


def cancel(user_id: int) -> str:
    """Give the place up. Once there is a match nothing changes, and its public id is returned: a page that polled in
    the last moments of the count-in no longer offers to cancel."""
    with transaction.atomic():
        mine = Seeker.objects.select_for_update().filter(user_id=user_id).first()
        if mine is None:
            return ""
        if not mine.match:
            mine.delete()
        return mine.match


def waiting_counts(language: str, now_ms: int) -> dict[int, int]:
    """How many live pages wait for an opponent in that language by the present terms, by the preset's primary key."""
    return counts_by_present_terms(_waiting(now_ms).filter(language=language))


def sweep(now_ms: int) -> int:
    """Remove the expired places, return how many. Locked rows are left to the next round."""
    with transaction.atomic():
        lapsed = Seeker.objects.select_for_update(skip_locked=True).filter(gone_at__lte=now_ms)
        return Seeker.objects.filter(pk__in=list(lapsed.values_list("pk", flat=True))).delete()[0]


def _held(user_id: int, now_ms: int) -> QuerySet[Seeker]:
    """The player's place as a query; none in a game that is not offered any more."""
    held = Seeker.objects.select_related("preset", "user__staying").filter(user_id=user_id, gone_at__gt=now_ms)
    return held.filter(preset__variant__in=list(game.games()))


def _waiting(now_ms: int) -> QuerySet[Seeker]:
    return Seeker.objects.filter(partner=None, match="", elsewhere=False, seen_at__gte=now_ms - FRESH_MS)


def _pair(mine: Seeker, now_ms: int) -> None:
    """Pair with the best other live page of the same queue that is not locked, if there is one."""
    others = _queued(mine.preset_id, mine.terms, mine.language, now_ms).exclude(pk=mine.pk)
    known = {
        one: user_id
        for one, user_id in _known(mine.preset_id, mine.terms, mine.language, now_ms).items()
        if one.key != mine.pk
    }
    if known:
        apart = apart_from(mine.user_id)
        known = {one: user_id for one, user_id in known.items() if user_id not in apart}
        others = others.exclude(user_id__in=apart)  # a guest's place may have become an account's since
    fit = pairing.in_order(pairing.Waiting(mine.pk, mine.joined_at, mine.rating), known, now_ms)[:CHOICES]
    if not fit:
        return
    best_first = Case(*(When(pk=one.key, then=place) for place, one in enumerate(fit)))
    chosen = others.filter(pk__in=[one.key for one in fit]).order_by(best_first)
    other = chosen.select_for_update(skip_locked=True).first()
    if other is None:
        return
    deal = game.open_deal([seeker.user_id for seeker in _in_order(mine, other)], now_ms)
    for one, partner in ((mine, other), (other, mine)):
        one.partner = partner.pk
        one.paired_at = now_ms
        one.deal = deal
        one.gone_at = now_ms + GONE_MS
    other.save()


def _queued(preset_id: int, terms: str, language: str, now_ms: int) -> QuerySet[Seeker]:
    return _waiting(now_ms).filter(preset_id=preset_id, terms=terms, language=language)


@once_a_second(by=3)
def _known(preset_id: int, terms: str, language: str, now_ms: int) -> Mapping[pairing.Waiting, int]:
    """The places that pages of the same queue choose from, each with its user, cached for a second. A new page finds
    them, or is found, a second later at most; one that was paired since is left out when its row is locked."""
    rows = _queued(preset_id, terms, language, now_ms).values_list("pk", "joined_at", "rating", "user_id")
    return {pairing.Waiting(key, joined_at, rating): user_id for key, joined_at, rating, user_id in rows}


def _confirm(mine: Seeker, partner: int, heard_at: int | None, now_ms: int) -> None:
    """Start the count-in when both players are present, and then the match; free `mine` of a partner who has left.

    `heard_at`: when `mine` was heard from before this poll.
    """
    other = Seeker.objects.select_for_update(skip_locked=True).filter(pk=partner).first()
    if other is None and Seeker.objects.filter(pk=partner).exists():
        return  # locked by a poll of its own: try again in a second
    if other is None or other.partner != mine.pk or not _is_fresh(other, now_ms):
        _free(mine)
    elif mine.practises and mine.paired_at is not None and now_ms >= mine.paired_at + CHOOSE_MS:
        game.drop_deal(mine.deal)
        mine.gone_at = now_ms
    elif mine.practises or other.practises:
        return
    elif mine.starts_at is None:
        if _was_heard_since_pairing(mine) and _was_heard_since_pairing(other):
            mine.starts_at = other.starts_at = now_ms + COUNT_IN_MS
            other.save()
    elif now_ms >= mine.starts_at - LEAVE_MS and game.deal_readiness(mine.deal, now_ms) != "waiting":
        told_from = mine.starts_at - CLOSE_MS
        if all(heard is not None and heard >= told_from for heard in (heard_at, other.seen_at)):
            _start(mine, other, now_ms)


def _free(seeker: Seeker) -> None:
    """The player waits on; what the pair was to be dealt is used by nobody."""
    game.drop_deal(seeker.deal)
    seeker.partner = seeker.paired_at = seeker.starts_at = None
    seeker.deal = ""


def _is_fresh(seeker: Seeker, now_ms: int) -> bool:
    return seeker.seen_at is not None and seeker.seen_at >= now_ms - FRESH_MS


def _was_heard_since_pairing(seeker: Seeker) -> bool:
    """Pressing Play is no live page yet, and a page that polled once and closed must not start a match."""
    return seeker.seen_at is not None and seeker.paired_at is not None and seeker.seen_at > seeker.paired_at


def _in_order(mine: Seeker, other: Seeker) -> list[Seeker]:
    """The pair in lobby order."""
    return sorted((mine, other), key=lambda seeker: (seeker.joined_at, seeker.pk))


def _start(mine: Seeker, other: Seeker, now_ms: int) -> None:
    """Make the match of the pair and let both places lead there. Saves `other`; the caller saves `mine`.

    A player who has entered another match with a clock meanwhile, to whom rated play was closed, or for whom Quick
    Join pauses by now, loses the place, and the other one waits on. Both wait on if they are apart by now.
    """
    pair = _in_order(mine, other)
    terms = json.loads(mine.terms)
    settings = {**terms["settings"], "language": mine.language}
    players = [seeker.user_id for seeker in pair]
    has_clock = engagements.has_clock(settings, mine.preset.variant)
    out = {*engagements.busy_among(players, settings, mine.preset.variant)}
    out |= {*rated_play.kept_from(players, mine.terms)}
    out |= paused_among(players, now_ms) if has_clock else set()
    if any_apart(players):
        _free(mine)
        _free(other)
        other.save()
        return
    starts_at = max(mine.starts_at or 0, now_ms + LEAVE_MS)
    public_id = (
        ""
        if out
        else game.create_match(
            settings=settings,
            entrants=[game.Entrant(seeker.user_id, seeker.user.display_name) for seeker in pair],
            starts_at=starts_at,
            variant=mine.preset.variant,
            preset=mine.preset.key,
            # Rules §5: ranked between two accounts only.
            rated=terms["rated"] and all(seeker.user.can_be_ranked for seeker in pair),
            deal=mine.deal,
        )
    )
    if public_id and has_clock:
        count_match(public_id, players)
    if public_id:
        # After the commit: all pairs of a game share this row, and none may wait for it while holding a lock.
        met = partial(LastMeeting.objects.update_or_create, variant=mine.preset.variant, defaults={"met_at": now_ms})
        transaction.on_commit(met, robust=True)
    for seeker in pair:
        seeker.match = public_id
        seeker.starts_at = starts_at if public_id else None
        seeker.gone_at = starts_at + GONE_MS
        seeker.partner, seeker.paired_at, seeker.deal = None, None, ""
        if seeker.user_id in out:
            seeker.seen_at, seeker.gone_at = None, now_ms
    if public_id:
        engagements.take_back_proposals(players)
        players_present.expect(players, now_ms)
    other.save()


def _is_paused(seeker: Seeker, now_ms: int) -> bool:
    """Whether a pause has begun for the player meanwhile; it takes nobody out of a match agreed on elsewhere, nor out
    of one that is made."""
    if seeker.match or seeker.elsewhere or walk_aways_of_user(seeker.user, now_ms).until is None:
        return False
    return is_live(seeker.terms, seeker.preset.variant)


def _is_closed(seeker: Seeker) -> bool:
    """Whether no opponent can come any more: the preset is switched off, and none has been found."""
    return not (seeker.preset.active or seeker.partner or seeker.match or seeker.elsewhere)


def _place(seeker: Seeker, now_ms: int) -> Place:
    stage: Stage = "waiting"
    if _is_closed(seeker):
        stage = "closed"
    elif seeker.starts_at is not None:
        stage = "matched"
    elif seeker.partner is not None:
        stage = "found"
    queued = Queue(seeker.preset, seeker.language)
    outdated = seeker.terms != terms_of(seeker.preset)
    found = Seeker.objects.select_related("user").filter(pk=seeker.partner).first() if seeker.partner else None
    opponent = found.user if found else None
    players = [seeker.user, opponent] if opponent else [seeker.user]
    choose_ms = None
    if seeker.practises and seeker.paired_at is not None and seeker.starts_at is None:
        choose_ms = max(0, seeker.paired_at + CHOOSE_MS - now_ms)
    return Place(
        stage, queued, seeker.joined_at, seeker.match, seeker.starts_at, seeker.deal, outdated, opponent,
        rated=json.loads(seeker.terms)["rated"] and all(player.can_be_ranked for player in players),
        choose_ms=choose_ms,
        elsewhere=seeker.elsewhere,
    )  # fmt: skip
