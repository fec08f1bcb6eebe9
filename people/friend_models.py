"""The models of friends, of questions to become one, of personal links, and of what a player allows others.

Times are milliseconds since the epoch. What is allowed is decided in services/friends.py and its neighbours.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from people.watching_models import MayWatch


class Friendship(models.Model):
    """`friend` is a friend of `user`. Friends are mutual: each pair has two rows, written and removed together."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    friend = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("friend"))
    since = models.BigIntegerField(_("friends since"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "friend"], name="friends_once"),
            models.CheckConstraint(condition=~models.Q(user=models.F("friend")), name="friend_of_another"),
        ]
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")

    def __str__(self) -> str:
        return str(self.user_id)


class FriendQuestion(models.Model):
    """`asker` wants to be friends with `asked`. Accepted or withdrawn, the row goes.

    "Not now" sets `put_off_at`: `asked` sees the question no more, and for `asker` it stays open.
    """

    asker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("asker"))
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("asked"))
    asked_at = models.BigIntegerField(_("asked at"))
    put_off_at = models.BigIntegerField(_("put off at"), null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["asker", "asked"], name="friend_asked_once"),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="friend_asks_another"),
        ]
        verbose_name = _("friend question")
        verbose_name_plural = _("friend questions")

    def __str__(self) -> str:
        return str(self.asker_id)


class PersonalLink(models.Model):
    """The link by which others become friends of `user`, until `lapses_at` and for so many `uses`. One a player: a new
    one ends the one before."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    token = models.CharField(_("token"), max_length=32, unique=True)
    lapses_at = models.BigIntegerField(_("lapses at"))
    uses = models.PositiveSmallIntegerField(_("times used"), default=0)

    class Meta:
        verbose_name = _("personal link")
        verbose_name_plural = _("personal links")

    def __str__(self) -> str:
        return str(self.user_id)


class MayChallenge(models.TextChoices):
    """Who may challenge a player. EXPERIENCED: accounts with ten matches against people that they have not left."""

    EVERYONE = "everyone", _("Everyone")
    EXPERIENCED = "experienced", _("Accounts with ten matches")
    FRIENDS = "friends", _("Friends")
    NOBODY = "nobody", _("Nobody")


class ContactSettings(models.Model):
    """What a player allows others; who has no row has the defaults.

    `shows_presence`: friends see whether the player is there, and in which match. `can_be_found`: others find the
    player by name. `may_watch`: who may watch the player's matches; `shows_onlookers`: the match page says how many do.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    may_challenge = models.CharField(
        _("may challenge me"), max_length=12, choices=MayChallenge.choices, default=MayChallenge.EVERYONE
    )
    shows_presence = models.BooleanField(_("friends see when I am here"), default=True)
    can_be_found = models.BooleanField(_("others find me by name"), default=True)
    may_watch = models.CharField(
        _("may watch my matches"), max_length=10, choices=MayWatch.choices, default=MayWatch.USUAL, db_default="usual"
    )
    shows_onlookers = models.BooleanField(_("I see how many watch"), default=True, db_default=True)

    class Meta:
        verbose_name = _("contact settings")
        verbose_name_plural = _("contact settings")

    def __str__(self) -> str:
        return str(self.user_id)
