"""Models of the lobby: the presets of Quick Join, the players looking for an opponent, and rematches.

Times are milliseconds since the epoch, given by the caller. Which players are paired, when a place expires and when a
rematch begins is decided in services/, not here.
"""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.api import START_RATING
from game import api as game
from lobby.room_models import Room as Room
from lobby.room_models import RoomSeat as RoomSeat
from lobby.slow_models import SlowSeek as SlowSeek
from lobby.theme_models import ThemeList as ThemeList

# The languages matches are played in, each by its own name. Not the languages of the interface.
MATCH_LANGUAGES = game.LANGUAGES


def interface_language() -> str:
    """The reader's language, as a key of `MATCH_LANGUAGES`."""
    language = (get_language() or "")[:2]
    return language if language in MATCH_LANGUAGES else "en"


class Preset(models.Model):
    """One card of Quick Join: a game with fixed settings (rules §1) under a name in both languages.

    The key is unique among the presets of all games: matches refer to their preset by it.
    """

    key = models.SlugField(_("key"), max_length=20, unique=True)
    variant = models.CharField(
        _("game"), max_length=20, default=game.DEFAULT_VARIANT, db_default=game.DEFAULT_VARIANT, editable=False
    )
    title_en = models.CharField(_("title in English"), max_length=30)
    title_sv = models.CharField(_("title in Swedish"), max_length=30)
    blurb_en = models.CharField(_("description in English"), max_length=120, blank=True)
    blurb_sv = models.CharField(_("description in Swedish"), max_length=120, blank=True)
    settings = models.JSONField(
        _("settings"),
        default=dict,
        blank=True,
        help_text=_("What differs from the default settings, without the language: that is the players' choice."),
    )
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    active = models.BooleanField(_("active"), default=True)
    rated = models.BooleanField(_("rated"), default=True)

    class Meta:
        ordering = ["order", "key"]
        verbose_name = _("preset")
        verbose_name_plural = _("presets")

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """The title in the language of the interface."""
        return self.title_sv if interface_language() == "sv" else self.title_en

    @property
    def blurb(self) -> str:
        """The description in the language of the interface."""
        return self.blurb_sv if interface_language() == "sv" else self.blurb_en

    @cached_property
    def summary(self) -> game.Summary:
        """The settings in short, as they were read. Raises BadSettings for settings that no match could be made
        with."""
        return game.describe(self.settings, self.variant)

    def clean(self) -> None:
        """Refuse settings that no match could be made with; the error is at the field and names the key."""
        super().clean()
        if not isinstance(self.settings, dict):
            raise _bad_settings(gettext("Write the settings as an object."), "not_object")
        if "language" in self.settings:
            raise _bad_settings(gettext("The language is the players' choice: leave it out."), "language")
        try:
            game.check_preset(self.settings, self.variant)
        except game.BadSettings as refusal:
            said = gettext("The setting %(key)s is refused: %(code)s.")
            raise _bad_settings(said, refusal.code, key=refusal.key, code=refusal.code) from refusal
        except game.UnknownGame:
            return  # the settings of a game that no longer exists cannot be checked, nor can it be played


class InstalledPreset(models.Model):
    """A declared preset that has been installed: once, even if an admin has changed or deleted it since."""

    key = models.SlugField(_("key"), max_length=20, primary_key=True)

    class Meta:
        verbose_name = _("installed preset")
        verbose_name_plural = _("installed presets")

    def __str__(self) -> str:
        return self.key


class Seeker(models.Model):
    """One player's place in Quick Join; one row a player, so every tab of theirs shows the same place.

    Waiting: `partner` and `match` are empty. Paired: `partner` is set, and the pair counts only while the partner's row
    says the same in return. Counted in: `starts_at` is set too. Matched: `match` is set, and the row only leads the
    player's pages there. The game is that of the preset: no player is paired with one of another.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("player"))
    # Protected: a preset by which a player waits may be switched off, but not deleted.
    preset = models.ForeignKey(Preset, models.PROTECT, verbose_name=_("preset"))
    # What the preset was when Play was pressed, as `queues.terms_of` writes it: an edit changes nothing here.
    terms = models.TextField(_("terms"))
    language = models.CharField(_("language"), max_length=2, choices=list(MATCH_LANGUAGES.items()))
    joined_at = models.BigIntegerField(_("joined at"))
    # The player's when Play was pressed, in the language of the match.
    rating = models.FloatField(_("rating"), default=START_RATING, db_default=START_RATING)
    # When a waiting page last polled; null before its first poll, as pressing Play is no live page yet.
    seen_at = models.BigIntegerField(_("seen at"), null=True)
    gone_at = models.BigIntegerField(_("lapses at"), db_index=True)
    # The other seeker's key, but no foreign key: leaving must touch the player's own row only (see quick_join.py).
    partner = models.BigIntegerField(_("paired with"), null=True)
    paired_at = models.BigIntegerField(_("paired at"), null=True)
    # The player practises against a bot while waiting, and must first agree to play an opponent.
    practises = models.BooleanField(_("practises"), default=False, db_default=False)
    # The commitment of the pair's deal, the same in both rows, while it waits for their numbers.
    deal = models.CharField(_("deal"), max_length=64, blank=True, default="", db_default="")
    match = models.CharField(_("match"), max_length=40, blank=True, default="")
    starts_at = models.BigIntegerField(_("match starts at"), null=True)
    # A match that was agreed on elsewhere has taken the place over: it waits for that one, or leads there.
    elsewhere = models.BooleanField(_("elsewhere"), default=False, db_default=False)

    class Meta:
        indexes = [models.Index(fields=["preset", "language", "joined_at"], name="seeker_queue")]
        verbose_name = _("seeker")
        verbose_name_plural = _("seekers")

    def __str__(self) -> str:
        return f"{self.user} · {self.preset} · {self.language}"


class LastMeeting(models.Model):
    """When two players last met in Quick Join; one row a game, so that a page that shows it counts no matches."""

    variant = models.CharField(_("game"), max_length=20, primary_key=True)
    met_at = models.BigIntegerField(_("met at"))

    class Meta:
        verbose_name = _("last meeting")
        verbose_name_plural = _("last meetings")

    def __str__(self) -> str:
        return self.variant


class Rematch(models.Model):
    """The state of a rematch of a finished match; one row a match, so it has one rematch or none.

    Proposed: `offered_by` is set, and each player who has answered has a row. Agreed: `starts_at` is set, and `deal`
    while it waits for their numbers; then `match` is the public id of the new match. Players are named by their keys.
    """

    previous = models.OneToOneField("game.Match", models.CASCADE, related_name="+", verbose_name=_("previous match"))
    offered_by = models.BigIntegerField(_("proposed by"), null=True)
    offered_at = models.BigIntegerField(_("proposed at"), null=True)
    deal = models.CharField(_("deal"), max_length=64, blank=True, default="", db_default="")
    match = models.CharField(_("match"), max_length=40, blank=True, default="")
    starts_at = models.BigIntegerField(_("match starts at"), null=True)

    class Meta:
        indexes = [models.Index("starts_at", condition=models.Q(match="", deal__gt=""), name="rematch_to_make")]
        verbose_name = _("rematch")
        verbose_name_plural = _("rematches")

    def __str__(self) -> str:
        return f"{self.previous_id} → {self.match}"


class RematchAnswer(models.Model):
    """A player's answer to a proposal: to play again, or not now. One row a player; proposing counts as an answer."""

    rematch = models.ForeignKey(Rematch, models.CASCADE, related_name="answers", verbose_name=_("rematch"))
    player = models.BigIntegerField(_("player"))
    agreed = models.BooleanField(_("agreed"))

    class Meta:
        constraints = (models.UniqueConstraint(fields=["rematch", "player"], name="one_answer_a_player"),)
        verbose_name = _("answer to a rematch")
        verbose_name_plural = _("answers to rematches")

    def __str__(self) -> str:
        return f"{self.rematch_id}: {self.player}"


class Presence(models.Model):
    """When any page of a player was last heard from, and until when the pages send signs of life
    (services/players_present.py)."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, verbose_name=_("player"))
    seen_at = models.BigIntegerField(_("seen at"))
    listen_until = models.BigIntegerField(_("listened to until"))

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")

    def __str__(self) -> str:
        return str(self.user_id)


def _bad_settings(said: str, error_code: str, **params: str) -> ValidationError:
    return ValidationError({"settings": ValidationError(said, code=error_code, params=params)})
