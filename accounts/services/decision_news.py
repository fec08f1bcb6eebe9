"""News to the one concerned: a moderator has decided, and an appeal has been answered."""

from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts.models import Appeal, Sanction
from news import api as news

DECISION = "decision"


def topic_of(sanction_id: int) -> str:
    """The topic of all news about that sanction: the latest takes the place of the one before."""
    return f"sanction:{sanction_id}"


def tell_decided(made: Sanction, now: datetime) -> None:
    """The player is told of a decision. Joins the caller's transaction."""
    _tell(made, {"kind": made.kind}, now)


def tell_answered(appeal: Appeal, now: datetime) -> None:
    """The player is told how the appeal was answered. Joins the caller's transaction."""
    _tell(appeal.sanction, {"kind": appeal.sanction.kind, "outcome": appeal.outcome}, now)


def _tell(about: Sanction, values: dict[str, Any], now: datetime) -> None:
    path = reverse("accounts:decision", args=[about.pk])
    at = round(now.timestamp() * 1000)
    news.tell([about.user_id], DECISION, topic_of(about.pk), path=path, at=at, values=values)
