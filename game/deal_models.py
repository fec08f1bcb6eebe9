"""Deals that are being prepared: the server has committed to its number, the players' browsers may add theirs."""

from django.conf import settings
from django.db import models


class Deal(models.Model):
    """The deal of a match to come, gone when the match is made. `sealed` is the server's number, encrypted;
    `committed_at` the moment (ms) from which players' numbers are taken."""

    commitment = models.CharField(max_length=64, unique=True)
    sealed = models.TextField()
    committed_at = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return self.commitment


class DealNumber(models.Model):
    """A player's place in a deal, counted in lobby order, and the number they sent, encrypted; "" before that."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="numbers")
    place = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    sealed = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["place"]
        constraints = [models.UniqueConstraint("deal", "user", name="one_number_a_player")]

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.place}"
