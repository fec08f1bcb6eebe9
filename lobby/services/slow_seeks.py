"""Slow seeks: a player waits for a slow match with the page closed (docs/decisions/0039-slow-seeks.md).

`press` is Play: a player who finds another one waiting by the same terms is the comer, else waits for `LASTS_MS` with
the page closed. The waiter has seen the commitment of a deal and sent a number to it; the comer sees the same one and
has five seconds to send theirs. Then `finish` makes the match, called by the comer's page and by the sweep, whichever
comes first: neither player can cancel any more. Terms, language and strength are as of live seekers (quick_join.py).

All functions take locks in one order: the preset, the players by key, the seek, its deal. So presses for one preset are
handled one after the other, and of two at once the second finds the first. A block holds both players (accounts), so
two who are apart never meet here.
"""

import json
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from accounts.api import Pace, User, apart_from, are_apart, keep_guests, lock_players, rating_of
from common.durations import DAY_MS
from game import api as game
from lobby import pairing
from lobby.models import Preset, SlowSeek
from lobby.services import engagements, rated_play
from lobby.services.queues import NotOffered, counts_by_present_terms, terms_of
from lobby.services.quick_join import NotForBots, Queue
from news import api as news

LASTS_MS = 14 * DAY_MS
TOLD_MS = DAY_MS  # how long the waiter is shown that an opponent has come
ARRIVAL_MS = 15_000  # how long the comer has to open the match before a push or mail is sent
MET = "seek_met"
CHOICES = 5  # how many of the waiting seeks are tried
WAITER, COMER = 0, 1  # their places in the deal


def press(user_id: int, wanted: Queue, now_ms: int) -> SlowSeek:
    """Handle Play by a slow preset: the seek of the waiter, met now, or the player's own, which waits. A player who
    waits in that queue by these terms already goes on waiting. Raises NotOffered, NotForBots, engagements.Enough,
    rated_play.RatedPlayClosed."""
    with transaction.atomic():
        preset = Preset.objects.select_for_update(no_key=True).get(pk=wanted.preset.pk)
        if not preset.active:
            raise NotOffered(preset.key)
        terms = terms_of(preset)
        others = _choices(user_id, preset, wanted.language, terms)
        me = lock_players([user_id, *(other.user_id for other in others)])[user_id]
        if me.is_bot:
            raise NotForBots
        rated_play.ask(user_id, terms)
        mine = _own(user_id, preset, wanted.language)
        coming = SlowSeek.objects.filter(comer=me, preset=preset, language=wanted.language, match="").first()
        if coming is not None:
            return coming
        if mine is not None and (mine.comer_id is not None or (mine.terms == terms and not others)):
            return mine
        _remove([mine] if mine else [])
        engagements.ask(user_id, engagements.Step.SEEK, preset.settings, preset.variant)
        keep_guests([user_id], now_ms)
        return _come(me, others, now_ms) or _wait(me, preset, wanted.language, terms, now_ms)


def cancel(user_id: int, key: int) -> str:
    """Give up the player's seek of that key, or remove its notice of a match, whose public id is then returned. Nothing
    changes while a match is about to be made."""
    with transaction.atomic():
        mine = SlowSeek.objects.select_for_update().filter(pk=key, user_id=user_id).first()
        if mine is None:
            return ""
        if mine.match or mine.comer_id is None:
            _remove([mine])
        return mine.match


def of_player(user_id: int, now_ms: int) -> list[SlowSeek]:
    """The player's seeks, the oldest first, and those that the player has come to and whose match is about to begin."""
    mine = Q(user_id=user_id, lapses_at__gt=now_ms) | Q(comer_id=user_id, match="")
    return list(SlowSeek.objects.select_related("preset", "user", "comer").filter(mine).order_by("made_at", "pk"))


def waiting_counts(language: str) -> dict[int, int]:
    """How many players wait for a slow match in that language by the present terms, by the preset's primary key."""
    return counts_by_present_terms(_waiting().filter(language=language))


def come(user_id: int, key: int, now_ms: int) -> str:
    """Handle a poll of the comer's page for that seek: as `finish`; "" for a seek of other players."""
    return finish(key, now_ms) if SlowSeek.objects.filter(pk=key, comer_id=user_id).exists() else ""


def finish(key: int, now_ms: int) -> str:
    """Make the match of a seek that was met, once its deal has the numbers or they were waited for long enough; its
    public id, "" without one. If the comer cannot play any more, the seek waits on."""
    with transaction.atomic():
        met = SlowSeek.objects.filter(pk=key).first()
        if met is None or met.comer_id is None or met.match:
            return met.match if met else ""
        players = lock_players([met.user_id, met.comer_id])
        seek = _locked().filter(pk=key).first()
        if seek is None or seek.match or (seek.user_id, seek.comer_id) != (met.user_id, met.comer_id):
            return seek.match if seek else ""
        if seek.preset.variant not in game.games() or game.deal_readiness(seek.deal, now_ms) == "waiting":
            return ""
        waiter, comer = players.get(met.user_id), players.get(met.comer_id)
        kept = rated_play.kept_from([met.user_id, met.comer_id], seek.terms)
        if not game.deal_stands(seek.deal) or waiter is None or not _can_play(waiter):
            _remove([seek])  # a commitment is used only once, and without one there is no match
        elif waiter.pk in kept:
            _give_up([seek], now_ms)
        elif comer is None or not _can_play(comer) or comer.pk in kept:
            _leave([seek])
        elif are_apart(waiter.pk, comer.pk):  # by the blocks of a guest who has signed in since
            _part(seek, comer, now_ms)
        else:
            _begin(seek, waiter, comer, now_ms)
        return seek.match


def part(one_id: int, other_id: int, now_ms: int) -> None:
    """The two are apart from now on: where one has come to the other's seek, each waits on. Joins the caller's
    transaction, which holds both players."""
    both = Q(user_id=one_id, comer_id=other_id) | Q(user_id=other_id, comer_id=one_id)
    for seek in _locked().filter(both, match="").order_by("pk"):
        if seek.comer is not None:
            _part(seek, seek.comer, now_ms)


def give_up(user_id: int, now_ms: int) -> None:
    """Remove the seeks of a player who is gone for good. A comer to one of them waits in their place, and a waiter whom
    they had come to waits on."""
    with transaction.atomic():
        _lock_with_comers(user_id)
        _give_up(list(_locked().filter(user_id=user_id).order_by("pk")), now_ms)
        _leave(SlowSeek.objects.select_for_update().filter(comer_id=user_id, match="").order_by("pk"))


def leave_rated(user_id: int, now_ms: int) -> None:
    """Rated play is closed to the player: the same with their seeks of rated matches, and where they have come."""
    with transaction.atomic():
        _lock_with_comers(user_id)
        both = _locked().filter(Q(user_id=user_id) | Q(comer_id=user_id), match="").order_by("pk")
        rated = [seek for seek in both if rated_play.are_rated(seek.terms)]
        _give_up([seek for seek in rated if seek.user_id == user_id], now_ms)
        _leave(seek for seek in rated if seek.comer_id == user_id)


def hand_over(from_id: int, to_id: int) -> None:
    """Transfer a guest's seeks to the account, where it does not wait for the same. Joins the caller's transaction."""
    _leave(SlowSeek.objects.select_for_update().filter(user_id=from_id, comer_id=to_id, match=""))
    _leave(SlowSeek.objects.select_for_update().filter(user_id=to_id, comer_id=from_id, match=""))
    SlowSeek.objects.filter(comer_id=from_id).update(comer_id=to_id)
    for seek in SlowSeek.objects.select_for_update().filter(user_id=from_id).order_by("pk"):
        if not seek.match and _own(to_id, seek.preset, seek.language):
            _remove([seek])
        else:
            seek.user_id = to_id
            seek.save(update_fields=["user"])


def sweep(now_ms: int) -> int:
    """Make the matches whose second number was waited for, let seeks that wait side by side meet, and remove expired
    ones; how many rows changed. Locked rows are left to the next round."""
    met = list(SlowSeek.objects.filter(match="", comer__isnull=False).values_list("pk", flat=True))
    made = sum(bool(finish(key, now_ms)) for key in met)
    with transaction.atomic():
        over = SlowSeek.objects.select_for_update(skip_locked=True).filter(lapses_at__lte=now_ms)
        lapsed = list(over.filter(~Q(match="") | Q(comer=None)))
        _remove(lapsed)
    return made + len(lapsed) + _bring_together(now_ms)


def _waiting() -> QuerySet[SlowSeek]:
    return SlowSeek.objects.filter(match="", comer=None)


def _locked() -> QuerySet[SlowSeek]:
    """The seeks that are asked for, locked, each with its preset and its comer."""
    return SlowSeek.objects.select_for_update(of=("self",)).select_related("preset", "comer")


def _lock_with_comers(user_id: int) -> None:
    """Lock the player and all who have come to a seek of theirs."""
    lock_players([user_id, *SlowSeek.objects.filter(user_id=user_id).values_list("comer_id", flat=True)])


def _own(user_id: int, preset: Preset, language: str) -> SlowSeek | None:
    """The player's seek there that has no match yet, locked."""
    mine = SlowSeek.objects.filter(user_id=user_id, preset=preset, language=language, match="")
    return mine.select_for_update().first()


def _choices(user_id: int, preset: Preset, language: str, terms: str) -> list[SlowSeek]:
    """The seeks that the player may meet there, the first choice first; not locked."""
    rows = list(_waiting().filter(preset=preset, language=language, terms=terms).exclude(user_id=user_id))
    apart = apart_from(user_id) if rows else ()
    found = {row.pk: row for row in rows if row.user_id not in apart}
    rating = rating_of(user_id, language, preset.variant, Pace.SLOW)
    others = (pairing.Waiting(row.pk, row.made_at, row.rating) for row in found.values())
    best = pairing.nearest(pairing.Waiting(0, 0, rating), others)
    return [found[other.key] for other in best[:CHOICES]]


def _can_play(user: User) -> bool:
    return user.is_active and not user.is_bot


def _come(me: User, others: Sequence[SlowSeek], now_ms: int) -> SlowSeek | None:
    """Meet the first of them that still waits and whose deal stands; None without one. The players are locked, so that
    no block of theirs is overlooked."""
    apart = apart_from(me.pk, [other.user_id for other in others])
    for other in others:
        if other.user_id in apart:
            continue
        seek = SlowSeek.objects.select_for_update(of=("self",)).select_related("user").filter(pk=other.pk).first()
        if seek is None or seek.match or seek.comer_id is not None or seek.lapses_at <= now_ms:
            continue
        if (
            seek.user_id != other.user_id
            or not _can_play(seek.user)
            or rated_play.kept_from([seek.user_id], seek.terms)
        ):
            continue
        if not game.join_deal(seek.deal, COMER, me.pk, now_ms):
            _remove([seek])
            continue
        seek.comer = me
        seek.save(update_fields=["comer"])
        return seek
    return None


def _wait(me: User, preset: Preset, language: str, terms: str, now_ms: int) -> SlowSeek:
    """A seek of the player's, with a deal in which the other place is free."""
    return SlowSeek.objects.create(
        user=me,
        preset=preset,
        terms=terms,
        language=language,
        rating=rating_of(me.pk, language, preset.variant, Pace.SLOW),
        made_at=now_ms,
        lapses_at=now_ms + LASTS_MS,
        deal=game.open_deal([me.pk, None], now_ms),
    )


def _wait_instead(comer: User, seek: SlowSeek, now_ms: int) -> None:
    """The comer waits in a seek of their own, unless they have one there."""
    if not _own(comer.pk, seek.preset, seek.language):
        _wait(comer, seek.preset, seek.language, seek.terms, now_ms)


def _part(seek: SlowSeek, comer: User, now_ms: int) -> None:
    """Both wait on, as though they had not met."""
    _leave([seek])
    _wait_instead(comer, seek, now_ms)


def _begin(seek: SlowSeek, waiter: User, comer: User, now_ms: int) -> None:
    terms = json.loads(seek.terms)
    players = (waiter, comer)
    seek.match = game.create_match(
        settings={**terms["settings"], "language": seek.language},
        entrants=[game.Entrant(player.pk, player.display_name) for player in players],
        starts_at=now_ms,
        variant=seek.preset.variant,
        preset=seek.preset.key,
        # Rules §5: rated between two accounts only.
        rated=terms["rated"] and all(player.can_be_ranked for player in players),
        deal=seek.deal,
    )
    seek.deal, seek.lapses_at = "", now_ms + TOLD_MS
    seek.save(update_fields=["match", "deal", "lapses_at"])
    _tell(seek, players, now_ms)
    keep_guests([player.pk for player in players], now_ms)


def _tell(seek: SlowSeek, players: Iterable[User], now_ms: int) -> None:
    """Notify both players; the comer is on the way to the match, so nothing is sent to them at once."""
    names = {player.pk: player.display_name for player in players}
    titles = {"en": seek.preset.title_en, "sv": seek.preset.title_sv}
    pieces = [
        news.Piece(
            user_id,
            MET,
            {"name": next(other for key, other in names.items() if key != user_id), "titles": titles},
            sent_from=now_ms + ARRIVAL_MS if user_id == seek.comer_id else None,
        )
        for user_id in names
    ]
    path = reverse("game:match", args=[seek.match])
    news.tell_pieces(game.news_topic(seek.match), pieces, path=path, at=now_ms)


def _leave(seeks: Iterable[SlowSeek]) -> None:
    """The comer is gone: the seeks wait on, by the same commitment, of which no player has learnt anything."""
    for seek in seeks:
        seek.comer = None
        seek.save(update_fields=["comer"])


def _give_up(seeks: Iterable[SlowSeek], now_ms: int) -> None:
    """The waiters of locked seeks do not wait on: who has come to one of them waits in their place."""
    for seek in seeks:
        _remove([seek])
        if seek.comer is not None and not seek.match:
            _wait_instead(seek.comer, seek, now_ms)


def _remove(seeks: Iterable[SlowSeek]) -> None:
    """Delete locked seeks, each with its commitment, which is not used again."""
    for seek in seeks:
        if seek.deal:
            game.drop_deal(seek.deal)
        SlowSeek.objects.filter(pk=seek.pk).delete()


def _bring_together(now_ms: int) -> int:
    """Where seeks wait side by side by the same terms, as a comer has just left one of them, or a block keeps some
    apart, a later player comes to another one's; how many did."""
    queues = (
        _waiting()
        .filter(preset__active=True)
        .values("preset", "language", "terms")
        .annotate(waiting=Count("pk"))
        .filter(waiting__gt=1)
    )
    came = 0
    for preset, language, terms in queues.values_list("preset", "language", "terms"):
        there = _waiting().filter(preset=preset, language=language, terms=terms)
        latest = there.order_by("-made_at", "-pk").values_list("pk", flat=True)[:CHOICES]
        came += any(_comes_to_another(key, now_ms) for key in list(latest))
    return came


def _comes_to_another(key: int, now_ms: int) -> bool:
    """The player of a seek that still waits comes to another one, if there is any for them."""
    with transaction.atomic():
        last = SlowSeek.objects.filter(pk=key, match="", comer=None).first()
        if last is None:
            return False
        locked = Preset.objects.select_for_update(no_key=True).get(pk=last.preset_id)
        others = _choices(last.user_id, locked, last.language, last.terms)
        me = lock_players([last.user_id, *(other.user_id for other in others)]).get(last.user_id)
        mine = _own(last.user_id, locked, last.language)
        if me is None or not _can_play(me) or mine is None or mine.pk != key or mine.comer_id is not None:
            return False
        if rated_play.kept_from([me.pk], mine.terms):
            return False
        if not _come(me, others, now_ms):
            return False
        _remove([mine])
    return True
