"""What somebody chose to be told, and what is known of sending mail to them. Moments in milliseconds."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from news.kinds import NewsKind, Usual

PUSH, MAIL = "push", "mail"


class NewsPreference(models.Model):
    """What a player chose; who has no row has chosen nothing.

    `push` and `mail` hold the switches that were moved, by kind; `no_mail` is above those of mail. `time_zone` is "" as
    long as no browser has told it. `asked_push`: the question whether to push was answered, and is not put again.
    `left` is how mail was before it was left by a link, {"at", "mail", "no_mail"}, or empty.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    push = models.JSONField(default=dict)
    mail = models.JSONField(default=dict)
    no_mail = models.BooleanField(_("no mail at all"), default=False)
    quiet = models.BooleanField(_("quiet at night"), default=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="", blank=True)
    asked_push = models.BooleanField(default=False)
    left = models.JSONField(default=dict)

    def __str__(self) -> str:
        return str(self.user_id)

    def wants(self, kind: NewsKind, channel: str) -> bool:
        """Whether they are to be told of this kind by PUSH or MAIL."""
        usual = kind.push if channel == PUSH else kind.mail
        if usual is Usual.NEVER or (channel == MAIL and self.no_mail):
            return False
        moved = self.push if channel == PUSH else self.mail
        return bool(moved.get(kind.key, usual is Usual.ON))


class MailCount(models.Model):
    """The bundled mails of a player: when the latest went out (`sent_at`, a list), and what the last one held, by which
    one that was broken off is known again: `bundle` is {"id", "rows": [[news, happened_at], …]}."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    sent_at = models.JSONField(default=list)
    bundle = models.JSONField(default=dict)

    def __str__(self) -> str:
        return str(self.user_id)


class RefusedAddress(models.Model):
    """An address of mail that was refused for good; it gets none until it is verified anew. In small letters."""

    address = models.EmailField(unique=True)
    since = models.BigIntegerField()

    def __str__(self) -> str:
        return self.address
