"""What somebody is to know. Moments are milliseconds since the epoch, given by the caller."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from news.preference_models import MailCount as MailCount
from news.preference_models import NewsPreference as NewsPreference
from news.preference_models import RefusedAddress as RefusedAddress
from news.push_models import PushKey as PushKey
from news.push_models import PushSubscription as PushSubscription
from news.push_models import ToldDevice as ToldDevice


class News(models.Model):
    """One piece of news for one person, written in the transaction in which it happened, and sent from here.

    Of a kind about a topic ("match:AbC…") there is one row a person: what happens again replaces it. `shown_from` lies
    ahead where something is to be told later, if it is still true. `push_at` and `mail_at` are when the channel looks
    at it next; empty where it has nothing to do any more. Whoever sends it has it until `claimed_until`.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    kind = models.CharField(_("kind"), max_length=30)
    topic = models.CharField(_("topic"), max_length=64)
    values = models.JSONField(_("values"), default=dict)
    path = models.CharField(_("address"), max_length=200)
    happened_at = models.BigIntegerField(_("happened at"))
    shown_from = models.BigIntegerField(_("shown from"))
    true_until = models.BigIntegerField(_("true until"), null=True)
    read_at = models.BigIntegerField(_("read at"), null=True)
    withdrawn_at = models.BigIntegerField(_("withdrawn at"), null=True)
    push_at = models.BigIntegerField(_("next push at"), null=True)
    push_tries = models.PositiveSmallIntegerField(_("pushes tried"), default=0)
    mail_at = models.BigIntegerField(_("next mail at"), null=True)
    mail_tries = models.PositiveSmallIntegerField(_("mails tried"), default=0)
    claimed_until = models.BigIntegerField(_("being sent until"), null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["topic", "user", "kind"], name="one_news_a_topic")]
        indexes = [
            models.Index(fields=["user", "shown_from"], name="news_of_a_person"),
            models.Index(fields=["push_at"], condition=models.Q(push_at__isnull=False), name="news_to_push"),
            models.Index(fields=["mail_at"], condition=models.Q(mail_at__isnull=False), name="news_to_mail"),
            models.Index(fields=["shown_from"], name="news_by_age"),
        ]
        verbose_name = _("news")
        verbose_name_plural = _("news")

    def __str__(self) -> str:
        return f"{self.kind} · {self.topic} · {self.user_id}"


class ShelfLook(models.Model):
    """When a page with the person's shelf that somebody looks at has last said so: the shelf tells there, so nothing is
    sent meanwhile (services/looking.py)."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    looked_at = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.user_id)
