"""Where pushes go: the browsers that asked for them, and the key by which the site shows who it is."""

from django.conf import settings
from django.db import models


class PushSubscription(models.Model):
    """A browser that shows a player's news. It lives with the session in which it was asked for, and belongs to whoever
    subscribed last.

    `endpoint_digest` is by what an endpoint is found; endpoint and keys themselves are `sealed`, as JSON, for whoever
    has them can write to the browser; "" where the push service knows them no more, until the browser gives others.
    `device` is what its owner knows it by, `made_at` milliseconds.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    session_key = models.CharField(max_length=40, unique=True)
    endpoint_digest = models.CharField(max_length=64, unique=True)
    sealed = models.TextField()
    device = models.CharField(max_length=80)
    made_at = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.device} · {self.user_id}"


class ToldDevice(models.Model):
    """A browser that has got a piece of news which another one of the same player has not yet: it is not told twice.
    `happened_at` of the news, whose row is used again."""

    subscription = models.ForeignKey(PushSubscription, models.CASCADE, related_name="told")
    news = models.ForeignKey("news.News", models.CASCADE, related_name="+")
    happened_at = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint("subscription", "news", name="one_told_device_a_news")]

    def __str__(self) -> str:
        return f"{self.subscription_id}/{self.news_id}"


class PushKey(models.Model):
    """The site's key for pushes (VAPID), one row: the private half `sealed`, as PEM; the public one as browsers take
    it, in base64url."""

    sealed = models.TextField()
    public = models.CharField(max_length=100)
    made_at = models.BigIntegerField()

    def __str__(self) -> str:
        return self.public
