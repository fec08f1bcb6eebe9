"""Rematch: the players of a finished match agree to play again, each a seat further up, by the same settings (rules
§2). It begins when all who stay have agreed; players who have left or declined are left out, where enough stay.

The end page calls `look` every two seconds, which is also its sign of life; `propose`, `accept`, `withdraw` and
`decline` are the buttons on it. Every call locks the one row of the match, so simultaneous presses are handled one
after the other: proposing what another player has proposed already is accepting it, and a match is made once.

A player who has left the site (players_present.py: any open page counts) can neither be asked nor accepted; one who
comes back can. The same holds for a player in another match with a clock, if this one would have a clock, and for a
player at the limit of slow and untimed matches, if this one would be one more. Whom a block keeps apart is to the other
one as a player who has left (rematch_table.py), and so is one to whom moderators have closed rated play, where this one
would be rated. Presentation is not decided here.
"""

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction

from accounts.api import User, any_apart, apart_from, count_match, is_counted_match, kept_from_rated
from game import api as game
from lobby.models import Rematch, RematchAnswer
from lobby.rematch_shown import Stage, Standing
from lobby.services import engagements, players_present, rematch_news
from lobby.services.rematch_table import OFFER_MS, Table, table_of

LEAD_MS = 2_000  # at least so long from making the match to its first clock, where its deal waited for a number
PAST_MS = 10 * 60_000  # from the end of the match: from here on no page reports that the other player has left
COUNT_IN_MS = 3_000  # from the agreement to the first clock
LEADS_MS = 10_000  # after the first clock: how long the old page leads to the new match by itself


def look(public_id: str, user_id: int, now_ms: int, *, looks: bool = False) -> Standing | None:
    """Handle a poll of the player's end page; `looks`: it is in view. None: no finished match of theirs."""
    return _answer(public_id, user_id, now_ms, _see if looks else lambda table: None)


def _see(table: Table) -> None:
    """The page shows the proposal, so its notification is withdrawn."""
    if table.offer in table.others:
        rematch_news.take_back(table.finished, [table.me], table.now_ms)


def propose(public_id: str, user_id: int, now_ms: int) -> Standing | None:
    """Propose a rematch; if another player has proposed one already, accept it."""
    return _answer(public_id, user_id, now_ms, _propose)


def accept(public_id: str, user_id: int, now_ms: int) -> Standing | None:
    """Accept the other player's proposal; nothing happens if it was withdrawn in the meantime."""
    return _answer(public_id, user_id, now_ms, _accept)


def withdraw(public_id: str, user_id: int, now_ms: int) -> Standing | None:
    """Withdraw the player's own proposal; too late once it was accepted."""
    return _answer(public_id, user_id, now_ms, _withdraw)


def decline(public_id: str, user_id: int, now_ms: int) -> Standing | None:
    """Decline the other player's proposal. They may not ask again; the player who declined may still ask."""
    return _answer(public_id, user_id, now_ms, _decline)


def asking(user_id: int, now_ms: int) -> dict[str, str]:
    """The player's matches with an open proposal by another player who is present: their public ids, with the name."""
    offers = Rematch.objects.filter(starts_at=None, offered_at__gt=now_ms - OFFER_MS, previous__seats__user_id=user_id)
    offers = offers.exclude(offered_by=user_id).exclude(answers__player=user_id)
    rows = offers.values_list("previous__public_id", "offered_by")
    found = {public_id: other for public_id, other in rows if other is not None}
    apart = apart_from(user_id, found.values())
    found = {public_id: other for public_id, other in found.items() if other not in apart}
    names = {player.pk: player.display_name for player in User.objects.filter(pk__in=found.values())}
    heard = players_present.last_heard(list(found.values()))
    return {
        public_id: names[other]
        for public_id, other in found.items()
        if other in names and now_ms - heard.get(other, 0) <= players_present.GONE_MS
    }


def _answer(public_id: str, user_id: int, now_ms: int, act: Callable[[Table], None]) -> Standing | None:
    finished = game.finished_match(public_id, user_id)
    if finished is None:
        return None
    if len(finished.entrants) < 2 or finished.variant not in game.games():
        is_past = now_ms - finished.finished_at > PAST_MS
        return Standing("past" if is_past else "gone", opponent="", begins=False)
    # Before the transaction: a call that waits for the match's row must not hold the one that its holder writes next.
    players_present.expect([user_id], now_ms)
    with transaction.atomic():
        row, _ = Rematch.objects.get_or_create(previous_id=finished.match_id)
        table = table_of(Rematch.objects.select_for_update().get(pk=row.pk), finished, user_id, now_ms)
        was_asked = table.offer in table.others
        if table.row.starts_at is None:
            act(table)
            _begin_when_agreed(table)
        _make(table)
        table.row.save()
        return _standing(table, withdrawn=act is _accept and not was_asked)


def _propose(table: Table) -> None:
    if table.offer in table.others:
        _accept(table)
    elif table.offer is None and _may_ask(table):
        _forget_answers(table, agreed=True)
        table.row.offered_by, table.row.offered_at = table.me, table.now_ms
        _say(table, agreed=True)
        rematch_news.tell_asked(table.finished, table.me, table.willing, table.now_ms, table.now_ms + OFFER_MS)


def _accept(table: Table) -> None:
    if table.offer in table.others and _may_ask(table):
        _say(table, agreed=True)


def _may_ask(table: Table) -> bool:
    if table.me in table.kept or table.running(table.me) or table.enough(table.me):
        return False
    return len(table.willing) + 1 >= table.fewest


def _withdraw(table: Table) -> None:
    if table.offer == table.me:
        _drop_offer(table)


def _decline(table: Table) -> None:
    if table.offer in table.others:
        _say(table, agreed=False)
        rematch_news.take_back(table.finished, [table.me], table.now_ms)
        if len(table.staying) < table.fewest:
            _drop_offer(table)


def _say(table: Table, *, agreed: bool) -> None:
    RematchAnswer.objects.update_or_create(rematch=table.row, player=table.me, defaults={"agreed": agreed})
    table.answers[table.me] = agreed


def _drop_offer(table: Table) -> None:
    table.row.offered_by = table.row.offered_at = None
    rematch_news.take_back(table.finished, (), table.now_ms)
    _forget_answers(table, agreed=True)


def _forget_answers(table: Table, *, agreed: bool) -> None:
    """Players who agreed did so to a proposal that is no longer open. Those who declined may not be asked again, but a
    player who proposes takes the refusal back."""
    table.row.answers.filter(agreed=agreed).delete()
    table.answers = {player: said for player, said in table.answers.items() if said is not agreed}


def _begin_when_agreed(table: Table) -> None:
    """Begin if all who stay have agreed, and are enough."""
    if table.offer is None or not set(table.staying) <= set(table.agreed):
        return
    if table.is_enough(table.staying):
        rematch_news.take_back(table.finished, (), table.now_ms)
        table.row.answers.exclude(player__in=table.staying).delete()
        table.answers = dict.fromkeys(table.staying, True)
        _begin(table)


def part(one_id: int, other_id: int, now_ms: int) -> None:
    """The two are apart from now on: what is proposed or agreed on for a match that both played is off."""
    open_ones = Rematch.objects.filter(match="", offered_at__isnull=False, previous__seats__user_id=one_id)
    both = open_ones.filter(previous__seats__user_id=other_id).order_by("pk")
    for public_id in list(both.values_list("previous__public_id", flat=True)):
        finished = game.finished_match(public_id, one_id)
        if finished is None:
            continue
        with transaction.atomic():
            row = Rematch.objects.select_for_update().get(previous__public_id=public_id)
            table = table_of(row, finished, one_id, now_ms)
            if row.match:
                continue
            if row.starts_at is not None:
                engagements.release(table.agreed)
            _call_off(row)
            _drop_offer(table)
            row.save()


def sweep(now_ms: int) -> int:
    """Make the matches that were agreed on and whose pages have closed since; how many."""
    made = 0
    due = Rematch.objects.filter(match="", deal__gt="", starts_at__lte=now_ms)
    for public_id, player in due.values_list("previous__public_id", "offered_by"):
        finished = game.finished_match(public_id, player) if player is not None else None
        with transaction.atomic():
            row = Rematch.objects.select_for_update(skip_locked=True).filter(previous__public_id=public_id).first()
            if row is None:
                continue
            is_lost = finished is None or len(finished.entrants) < 2 or finished.variant not in game.games()
            if player is None or finished is None or is_lost:
                _call_off(row)  # an account is gone, or the game, and with it the rematch
            else:
                _make(table_of(row, finished, player, now_ms))
            row.save()
            made += bool(row.match)
    return made


def _begin(table: Table) -> None:
    """All agree: the deal takes their numbers, and their places in Quick Join are reserved for the match."""
    players = table.agreed
    if engagements.busy_among(players, table.finished.settings, table.finished.variant) or any_apart(players):
        return
    if not table.kept.isdisjoint(players):
        return
    table.row.starts_at = table.now_ms + COUNT_IN_MS
    engagements.hold(players, table.row.starts_at)
    table.row.deal = game.open_deal(players, table.now_ms)


def _make(table: Table) -> None:
    """Make the match that was agreed on, once its deal is ready: each player is one seat further up. If a player is in
    a match with a clock by now, it is called off."""
    row, finished, players = table.row, table.finished, table.agreed
    if row.match or row.starts_at is None or (wait := game.deal_readiness(row.deal, table.now_ms)) == "waiting":
        return
    busy = engagements.busy_among(players, finished.settings, finished.variant)
    kept = kept_from_rated(players) if table.rated else ()
    if busy or kept or not table.is_enough(players) or any_apart(players):
        _call_off(row)
        engagements.release(players)
        return
    if wait == "late":
        row.starts_at = max(row.starts_at, table.now_ms + LEAD_MS)
    deal, row.deal = row.deal, ""
    row.match = game.create_match(
        settings=finished.settings,
        entrants=[replace(table.entrants[player], name=table.players[player].display_name) for player in players],
        starts_at=row.starts_at,
        variant=finished.variant,
        preset=finished.preset,
        rated=table.rated,
        by_lot=False,
        deal=deal,
    )
    if is_counted_match(finished.public_id):  # by Quick Join, or after one that was
        count_match(row.match, players)
    row.save()  # first, or `begun` would withdraw the proposal of this very match
    engagements.keep(players, finished.settings, finished.variant, table.now_ms)
    engagements.begun(players, row.match, row.starts_at)
    players_present.expect(players, table.now_ms)


def _call_off(row: Rematch) -> None:
    """Drop what was agreed on, and its deal."""
    game.drop_deal(row.deal)
    row.deal, row.starts_at, row.offered_by, row.offered_at = "", None, None, None


def _standing(table: Table, *, withdrawn: bool) -> Standing:
    row, left = table.row, 0.0
    starter = (table.staying if len(table.staying) >= table.fewest else table.order)[0]
    running = "" if row.match else table.running(table.me)
    most = 0 if row.match else table.enough(table.me)
    stage = _stage(table, running, most)
    if stage == "waiting" and row.offered_at is not None:
        left = (row.offered_at + OFFER_MS - table.now_ms) / OFFER_MS
    return Standing(
        stage=stage,
        opponent=", ".join(table.names[player] for player in table.others),
        begins=starter == table.me and not table.is_drawn,
        left=left,
        match=row.match,
        starts_at=row.starts_at,
        deal=row.deal,
        withdrawn=withdrawn and stage == "open",
        rated=table.rated,
        running=running,
        most=most,
        starter="" if table.is_drawn else table.names[starter],
        pair=len(table.others) == 1,
        asker=table.names.get(table.offer, "") if table.offer is not None else "",
    )


def _stage(table: Table, running: str, most: int) -> Stage:
    row = table.row
    if row.starts_at is not None and table.me not in table.agreed:
        return "without"
    if row.starts_at is not None:
        return "agreed" if not row.match or table.now_ms < row.starts_at + LEADS_MS else "begun"
    least = table.fewest - 1  # of the others
    if sum(table.answers.get(player) is not False for player in table.others) < least:
        return "declined"
    if sum(player in table.staying for player in table.others) < least:
        return "past" if table.now_ms - table.finished.finished_at > PAST_MS else "gone"
    if table.me in table.kept:
        return "unrated"
    if running:
        return "busy"
    if most:
        return "enough"
    if len(table.willing) < least:
        return "away"
    if table.offer is None:
        return "open"
    return "waiting" if table.answers.get(table.me) else "asked"
