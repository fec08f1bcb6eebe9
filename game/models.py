"""The models of a match: its row, its seats, and the append-only log.

`Match.state` is the truth and only `services/store.py` reads or writes it; the other columns exist for what lists and
sweeps ask for. The log holds every action with what it brought about and the digest of the state after it.
"""

import secrets

from django.conf import settings
from django.db import models

from game.deal_models import Deal as Deal
from game.deal_models import DealNumber as DealNumber
from game.kernel.deadlines import LEASE
from game.played_on_models import PlayedOn as PlayedOn
from game.share_models import ShareLink as ShareLink

PUBLIC_ID_BYTES = 9


def new_public_id() -> str:
    """A match's name in addresses: 12 characters that cannot be guessed."""
    return secrets.token_urlsafe(PUBLIC_ID_BYTES)


class Match(models.Model):
    """One match. Moments are whole milliseconds since the epoch (UTC).

    From `due_at` on, any look at the match would change it; `outages_seen` is the last outage it was credited for.
    `logged_at` is the moment of its last log entry: the next one is not earlier.
    From `tell_at` on, its end is announced again: a signal receiver failed the last time.
    `failed_at`: what is due cannot be applied, by a fault of the site's own, which was logged then (match_faults.py).
    `commitment` is published; the numbers behind it are `sealed` (encrypted) while the match runs and stand open in
    `fair` afterwards (services/deal_numbers.py). Matches from before have their `seed` instead.
    `chosen_deal`: the site chose the seed among many, so that a first match begins well.
    `practice`: some seat is a bot's, or all are played at `one_device`; nothing counts, and absence has no effect.
    `slow`: its turns take days, from the start or since it was adjourned; absence has no effect, and no outage makes it
    due. `on_turn`: the seat that is, as the state has it; empty when it is over, and of a match of before this column
    until the next action.
    `at_once`: its bot is asked not to take the time that a person would. At one device the user of the one seat that
    has any plays every seat on its turn; the others are names.
    """

    class Status(models.TextChoices):
        """Whether it still runs."""

        LIVE = "live"
        OVER = "over"

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    variant = models.CharField(max_length=20)
    language = models.CharField(max_length=8)
    preset = models.CharField(max_length=40, blank=True)
    rated = models.BooleanField(default=False)
    practice = models.BooleanField(default=False, db_default=False)
    at_once = models.BooleanField(default=False, db_default=False)
    one_device = models.BooleanField(default=False, db_default=False)
    slow = models.BooleanField(default=False, db_default=False)
    on_turn = models.PositiveSmallIntegerField(null=True)

    status = models.CharField(max_length=4, choices=Status.choices, default=Status.LIVE)
    version = models.PositiveIntegerField(default=0)
    due_at = models.BigIntegerField(null=True)
    outages_seen = models.BigIntegerField(default=0)
    logged_at = models.BigIntegerField(default=0, db_default=0)
    state = models.TextField()

    seed = models.BinaryField(max_length=32, null=True)
    commitment = models.CharField(max_length=64)
    sealed = models.TextField(blank=True, default="", db_default="")
    fair = models.JSONField(null=True)
    lobby_order = models.JSONField(null=True)
    chosen_deal = models.BooleanField(default=False, db_default=False)
    lexicon_name = models.CharField(max_length=40)
    lexicon_version = models.CharField(max_length=40)
    lexicon_digest = models.CharField(max_length=64)

    started_at = models.BigIntegerField()
    finished_at = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=20, blank=True)
    winner = models.PositiveSmallIntegerField(null=True)
    tell_at = models.BigIntegerField(null=True)
    failed_at = models.BigIntegerField(null=True)

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index("due_at", condition=models.Q(status="live"), name="match_due"),
            models.Index("id", condition=models.Q(status="live", slow=False), name="match_watched"),
            models.Index("tell_at", condition=models.Q(tell_at__isnull=False), name="match_to_tell"),
        ]

    def __str__(self) -> str:
        return self.public_id


class SeatRow(models.Model):
    """A player's seat, under the name of that time. A user has one seat a match. `bot` is the level of a bot, "" for a
    person.

    `seen_at` is the last sign of life; from there the seat's `lease` runs out by itself, in ms, sooner after a goodbye.
    `looked_at` is the last one of a page that is not only open, but visible.
    `away` mirrors the state, for the sweep.
    `fines` and `scored_turns` are those of the end: what failed attempts cost in points, the turns that laid words.
    `place` is that of the end, from 1, where the game says one, and `out` whether the others played on without it;
    results.py reads both, and those that ended before there were places.
    `draft` is the seat's own secret: tiles laid and not yet played, as `services/drafts.py` writes them.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats")
    name = models.CharField(max_length=40)
    bot = models.CharField(max_length=12, blank=True, default="", db_default="")
    seen_at = models.BigIntegerField(default=0)
    lease = models.PositiveIntegerField(default=LEASE, db_default=LEASE)
    looked_at = models.BigIntegerField(default=0, db_default=0)
    away = models.BooleanField(default=False)
    score = models.TextField(default="0")
    total = models.TextField(blank=True)
    fines = models.PositiveIntegerField(default=0, db_default=0)
    scored_turns = models.PositiveIntegerField(default=0, db_default=0)
    place = models.PositiveSmallIntegerField(null=True)
    out = models.BooleanField(default=False, db_default=False)
    draft = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint("match", "seat", name="one_player_a_seat"),
            models.UniqueConstraint("match", "user", name="one_seat_a_player"),
        ]
        indexes = [
            models.Index(models.F("seen_at") + models.F("lease"), condition=models.Q(away=False), name="seat_lapse")
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat} {self.name}"


class BotDue(models.Model):
    """A running match in which a bot is to act, and since when.

    A process of bots that plays it has `claimed_by` until `claimed_until`; `ended`: how many have ended while they did,
    `failed_at`: when it could not be played (services/bot_turns.py).
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="bot_due")
    since = models.BigIntegerField(db_index=True)
    claimed_by = models.CharField(max_length=80, blank=True, default="", db_default="")
    claimed_until = models.BigIntegerField(default=0, db_default=0)
    ended = models.PositiveSmallIntegerField(default=0, db_default=0)
    failed_at = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return str(self.match_id)


class LogEntry(models.Model):
    """One applied action: `seq` is the match's version after it. `action` and `events` are canonical JSON.

    `digest` is that of the state after it, as written in the form `state_format` (`game/dispatch/stored_forms.py`).
    `at` is when it took effect, in the order in which they were decided: no entry is earlier than the one before it.
    `arrived_at` is when a player's action reached the site, by which it was judged, and `nonce` the id that the
    client gave it, so that a repeat finds its answer; the system's have neither.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="log")
    seq = models.PositiveIntegerField()
    at = models.BigIntegerField()
    arrived_at = models.BigIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    action = models.TextField()
    events = models.TextField()
    digest = models.CharField(max_length=64)
    state_format = models.PositiveSmallIntegerField(default=1, db_default=1)
    nonce = models.CharField(max_length=64, null=True)  # noqa: DJ001 – many empty ones must not collide

    class Meta:
        ordering = ["seq"]
        verbose_name_plural = "log entries"
        constraints = [
            models.UniqueConstraint("match", "seq", name="one_entry_a_version"),
            models.UniqueConstraint("match", "nonce", name="one_entry_a_nonce"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.seq}"


class Pulse(models.Model):
    """One row: when a web process was last ready to take an action. Its age is how long none was."""

    stamped_at = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.stamped_at)


class Outage(models.Model):
    """A time during which no web process was ready. Every match that was live then is credited for it, once."""

    from_at = models.BigIntegerField()
    to_at = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.from_at}–{self.to_at}"
