"""Rematch: the players of a finished match agree to play again, each a seat further up, by the same settings (rules
§2). It begins when all who stay have agreed; players who have left or declined are left out, where enough stay.

The end page calls `look` every two seconds, which is also its sign of life; `propose`, `accept`, `withdraw` and
`decline` are the buttons on it. Every call locks the one row of the match, so simultaneous presses are handled one
after the other: proposing what another player has proposed already is accepting it, and a match is made once.

A player who has left the site (players_present.py: any open page counts) can neither be asked nor accepted; one who
comes back can. The same holds for a player in another match with a clock, if this one would have a clock, and for a
player at the limit of slow and untimed matches, if this one would be one more. Presentation is not decided here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction

from accounts.api import User
from game import api as game
from lobby.models import Preset, Rematch, RematchAnswer
from lobby.rematch_shown import Stage, Standing
from lobby.services import engagements, players_present, rematch_news

LEAD_MS = 2_000  # at least so long from making the match to its first clock, where its deal waited for a number
ARRIVAL_MS = 60_000  # from the end of the match: a player who has not viewed the result by then has left
PAST_MS = 10 * 60_000  # from the end of the match: from here on no page reports that the other player has left
OFFER_MS = 60_000  # an unanswered proposal expires
COUNT_IN_MS = 3_000  # from the agreement to the first clock
LEADS_MS = 10_000  # after the first clock: how long the old page leads to the new match by itself


@dataclass(slots=True)
class _Table:
    """One player's view of a locked row. `answers`: the answers to the proposal, by player."""

    row: Rematch
    finished: game.FinishedMatch
    players: dict[int, User]
    heard: dict[int, int]
    answers: dict[int, bool]
    seat: int
    now_ms: int

    @property
    def me(self) -> int:
        return self.finished.entrants[self.seat].user_id

    @property
    def others(self) -> list[int]:
        """The other players, in turn order."""
        players = [entrant.user_id for entrant in self.finished.entrants]
        return players[self.seat + 1 :] + players[: self.seat]

    def is_there(self, player: int) -> bool:
        """Whether a player has not left the site since."""
        heard_at = self.heard.get(player, 0)
        if heard_at < self.finished.finished_at:
            return self.now_ms - self.finished.finished_at <= ARRIVAL_MS
        return self.now_ms - heard_at <= players_present.GONE_MS

    @property
    def willing(self) -> list[int]:
        """The others who stay and are free for it: in no other match with a clock, or not in too many without."""
        return [p for p in self.others if p in self.staying and not self.running(p) and not self.enough(p)]

    @property
    def order(self) -> list[int]:
        """All in the order in which they would sit: each player one seat further up, the first one last. Where the deal
        decides who begins, they keep their seats."""
        players = [entrant.user_id for entrant in self.finished.entrants]
        return players if self.is_drawn else [*players[1:], *players[:1]]

    @property
    def is_drawn(self) -> bool:
        """Whether the deal decides who begins, so that it is not known before."""
        return game.games()[self.finished.variant].drawn

    @property
    def agreed(self) -> list[int]:
        """Those of them who have agreed to play."""
        return [player for player in self.order if self.answers.get(player)]

    @property
    def entrants(self) -> dict[int, game.Entrant]:
        """The players as they began that match; a head start goes with them."""
        return {entrant.user_id: entrant for entrant in self.finished.entrants}

    @property
    def names(self) -> dict[int, str]:
        """The names of that match."""
        return {entrant.user_id: entrant.name for entrant in self.finished.entrants}

    @property
    def staying(self) -> list[int]:
        """The players who have neither left nor declined, in that order."""
        here_or_me = [player for player in self.order if player == self.me or self.is_there(player)]
        return [player for player in here_or_me if self.answers.get(player) is not False]

    @property
    def fewest(self) -> int:
        """The least number of players that must stay."""
        return max(2, min(game.games()[self.finished.variant].seats))

    def is_enough(self, players: Sequence[int]) -> bool:
        """Whether the game can be played by these players."""
        return len(players) >= self.fewest and len(players) in game.games()[self.finished.variant].seats

    @property
    def rated(self) -> bool:
        """Whether it is ranked: between two accounts only (rules §5). A match of a ranked preset that was not ranked
        because a guest played has a rematch that is, once both have accounts."""
        if any(entrant.points or entrant.coins for entrant in self.finished.entrants):
            return False
        if len(self.players) != 2 or not all(player.can_be_ranked for player in self.players.values()):
            return False
        return self.finished.rated or _is_by_rated_preset(self.finished)

    def running(self, user_id: int) -> str:
        """The match with a clock that keeps the player from a rematch with one; "" without one."""
        match = engagements.in_the_way(user_id, engagements.Step.ASK, self.finished.settings, self.finished.variant)
        return match.public_id if match else ""

    def enough(self, user_id: int) -> int:
        """The player's limit of slow and untimed matches, where that keeps them from one more; else 0."""
        return engagements.enough(user_id, self.finished.settings, self.finished.variant) or 0

    @property
    def offer(self) -> int | None:
        """The player whose proposal is open; None without one."""
        if self.row.offered_at is None or self.now_ms - self.row.offered_at >= OFFER_MS:
            return None
        return self.row.offered_by


def look(public_id: str, user_id: int, now_ms: int, *, looks: bool = False) -> Standing | None:
    """Handle a poll of the player's end page; `looks`: it is in view. None: no finished match of theirs."""
    return _answer(public_id, user_id, now_ms, _see if looks else lambda table: None)


def _see(table: _Table) -> None:
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
    names = {player.pk: player.display_name for player in User.objects.filter(pk__in=found.values())}
    heard = players_present.last_heard(list(found.values()))
    return {
        public_id: names[other]
        for public_id, other in found.items()
        if other in names and now_ms - heard.get(other, 0) <= players_present.GONE_MS
    }


def _answer(public_id: str, user_id: int, now_ms: int, act: Callable[[_Table], None]) -> Standing | None:
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
        table = _table(Rematch.objects.select_for_update().get(pk=row.pk), finished, user_id, now_ms)
        was_asked = table.offer in table.others
        if table.row.starts_at is None:
            act(table)
            _begin_when_agreed(table)
        _make(table)
        table.row.save()
        return _standing(table, withdrawn=act is _accept and not was_asked)


def _table(row: Rematch, finished: game.FinishedMatch, user_id: int, now_ms: int) -> _Table:
    """The locked row as that player sees it."""
    user_ids = [entrant.user_id for entrant in finished.entrants]
    answers = dict(row.answers.values_list("player", "agreed"))
    if row.offered_by is not None:
        answers.setdefault(row.offered_by, True)
    return _Table(
        row=row,
        finished=finished,
        players=User.objects.in_bulk(user_ids),
        heard=players_present.last_heard(user_ids),
        answers=answers,
        seat=user_ids.index(user_id),
        now_ms=now_ms,
    )


def _propose(table: _Table) -> None:
    if table.offer in table.others:
        _accept(table)
    elif table.offer is None and _may_ask(table):
        _forget_answers(table, agreed=True)
        table.row.offered_by, table.row.offered_at = table.me, table.now_ms
        _say(table, agreed=True)
        rematch_news.tell_asked(table.finished, table.me, table.willing, table.now_ms, table.now_ms + OFFER_MS)


def _accept(table: _Table) -> None:
    if table.offer in table.others and _may_ask(table):
        _say(table, agreed=True)


def _may_ask(table: _Table) -> bool:
    return not table.running(table.me) and not table.enough(table.me) and len(table.willing) + 1 >= table.fewest


def _withdraw(table: _Table) -> None:
    if table.offer == table.me:
        _drop_offer(table)


def _decline(table: _Table) -> None:
    if table.offer in table.others:
        _say(table, agreed=False)
        rematch_news.take_back(table.finished, [table.me], table.now_ms)
        if len(table.staying) < table.fewest:
            _drop_offer(table)


def _say(table: _Table, *, agreed: bool) -> None:
    RematchAnswer.objects.update_or_create(rematch=table.row, player=table.me, defaults={"agreed": agreed})
    table.answers[table.me] = agreed


def _drop_offer(table: _Table) -> None:
    table.row.offered_by = table.row.offered_at = None
    rematch_news.take_back(table.finished, (), table.now_ms)
    _forget_answers(table, agreed=True)


def _forget_answers(table: _Table, *, agreed: bool) -> None:
    """Players who agreed did so to a proposal that is no longer open. Those who declined may not be asked again, but a
    player who proposes takes the refusal back."""
    table.row.answers.filter(agreed=agreed).delete()
    table.answers = {player: said for player, said in table.answers.items() if said is not agreed}


def _begin_when_agreed(table: _Table) -> None:
    """Begin if all who stay have agreed, and are enough."""
    if table.offer is None or not set(table.staying) <= set(table.agreed):
        return
    if table.is_enough(table.staying):
        rematch_news.take_back(table.finished, (), table.now_ms)
        table.row.answers.exclude(player__in=table.staying).delete()
        table.answers = dict.fromkeys(table.staying, True)
        _begin(table)


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
                _make(_table(row, finished, player, now_ms))
            row.save()
            made += bool(row.match)
    return made


def _begin(table: _Table) -> None:
    """All agree: the deal takes their numbers, and their places in Quick Join are reserved for the match."""
    players = table.agreed
    if engagements.busy_among(players, table.finished.settings, table.finished.variant):
        return
    table.row.starts_at = table.now_ms + COUNT_IN_MS
    engagements.hold(players, table.row.starts_at)
    table.row.deal = game.open_deal(players, table.now_ms)


def _make(table: _Table) -> None:
    """Make the match that was agreed on, once its deal is ready: each player is one seat further up. If a player is in
    a match with a clock by now, it is called off."""
    row, finished, players = table.row, table.finished, table.agreed
    if row.match or row.starts_at is None or (wait := game.deal_readiness(row.deal, table.now_ms)) == "waiting":
        return
    if not table.is_enough(players) or engagements.busy_among(players, finished.settings, finished.variant):
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
    row.save()  # first, or `begun` would withdraw the proposal of this very match
    engagements.keep(players, finished.settings, finished.variant, table.now_ms)
    engagements.begun(players, row.match, row.starts_at)
    players_present.expect(players, table.now_ms)


def _call_off(row: Rematch) -> None:
    """Drop what was agreed on, and its deal."""
    game.drop_deal(row.deal)
    row.deal, row.starts_at, row.offered_by, row.offered_at = "", None, None, None


def _is_by_rated_preset(finished: game.FinishedMatch) -> bool:
    """Whether the match was played by the present settings of a ranked preset."""
    preset = Preset.objects.filter(key=finished.preset, rated=True).first() if finished.preset else None
    if preset is None or preset.variant != finished.variant:
        return False
    said = {**preset.settings, "language": game.full_settings(finished.settings, finished.variant)["language"]}
    return game.changed_settings(said, finished.variant) == game.changed_settings(finished.settings, finished.variant)


def _standing(table: _Table, *, withdrawn: bool) -> Standing:
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


def _stage(table: _Table, running: str, most: int) -> Stage:
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
    if running:
        return "busy"
    if most:
        return "enough"
    if len(table.willing) < least:
        return "away"
    if table.offer is None:
        return "open"
    return "waiting" if table.answers.get(table.me) else "asked"
