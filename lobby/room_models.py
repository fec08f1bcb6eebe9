"""Models of private rooms: the room with its rules, and its taken seats.

Times are milliseconds since the epoch, given by the caller. What a room allows is decided in services/rooms.py, not
here.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from game import api as game

CODE_LENGTH = 8
HOST = 0  # the number of the host's seat


class Room(models.Model):
    """A private room under a code. `settings`: what differs from the game's defaults, checked before it is stored.

    Open: `ended` and `match` are empty. Ended or in a match, the row only lets the pages show so, until it expires.
    """

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True)
    # Null once the account is gone: the room is over then, and the guests' pages are still to show it.
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("host")
    )
    variant = models.CharField(_("game"), max_length=20, default=game.DEFAULT_VARIANT, db_default=game.DEFAULT_VARIANT)
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    # How many play, as the game allows; each taken seat is a row.
    seats = models.PositiveSmallIntegerField(_("seats"), default=2, db_default=2)
    # Counts the changes of the settings: a page that shows older ones can neither change them nor be ready.
    version = models.PositiveIntegerField(_("settings version"), default=1)
    # What happened last, for all pages: {"code": …, "name": …} or {"code": "changed", "keys": […]}.
    news = models.JSONField(_("news"), default=dict, blank=True)
    expires_at = models.BigIntegerField(_("expires at"), db_index=True)
    counting_until = models.BigIntegerField(_("count-in ends at"), null=True)
    # The commitment of the deal, during the count-in.
    deal = models.CharField(_("deal"), max_length=64, blank=True, default="", db_default="")
    ended = models.CharField(_("ended"), max_length=10, blank=True, default="")
    match = models.CharField(_("match"), max_length=40, blank=True, default="")

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")

    def __str__(self) -> str:
        return self.code


class RoomSeat(models.Model):
    """A taken seat of a room. A free seat has no row."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="players", verbose_name=_("room"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    number = models.PositiveSmallIntegerField(_("seat"))
    joined_at = models.BigIntegerField(_("joined at"))
    seen_at = models.BigIntegerField(_("seen at"))
    is_ready = models.BooleanField(_("ready"), default=False)
    # The head start that the host has given to the player; at most one in the room has any.
    points = models.SmallIntegerField(_("head start, points"), default=0, db_default=0)
    coins = models.PositiveSmallIntegerField(_("head start, coins"), default=0, db_default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["room", "number"], name="room_seat_once"),
            models.UniqueConstraint(fields=["room", "user"], name="room_user_once"),
        )
        verbose_name = _("seat in a room")
        verbose_name_plural = _("seats in rooms")

    def __str__(self) -> str:
        return f"{self.room} · {self.user}"
