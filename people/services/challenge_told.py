"""What players are told of challenges, in the transaction in which it happened. The words are in news_kinds.py."""

from django.db.models import Q
from django.urls import reverse

from accounts.api import met
from lobby import api as lobby
from news import api as news
from people.challenge_models import Stage
from people.models import Challenge
from people.services.friends import are_friends

CHALLENGED, ANSWERED = "challenge", "challenge-answer"
"""The kinds of news of challenges."""
ON_THE_PAGE_MS = 15_000  # how long the asker has to see an answer on the page before it is sent


def topic_of(row: Challenge) -> str:
    """The topic of all news of a challenge."""
    return f"challenge:{row.public_id}"


def call_in_news(user_id: int, former: str, name: str) -> None:
    """Where news of this player's challenges say the former name, they say the other one. Joins the caller's
    transaction."""
    for row in Challenge.objects.filter(Q(asker=user_id) | Q(asked=user_id)).only("public_id"):
        news.replace_name(topic_of(row), former, name)


def tell_asked(row: Challenge, now_ms: int) -> None:
    """The asked are told of a new challenge; by mail of one that is not live, from friends and those they have played
    with."""
    known = not row.is_live and (are_friends(row.asked_id, row.asker_id) or bool(met(row.asked_id, [row.asker_id])))
    values = {"name": row.asker.display_name, **_what(row), "counters": row.answers_id is not None}
    piece = news.Piece(row.asked_id, CHALLENGED, values, true_until=row.lapses_at, is_mailed=known)
    news.tell_pieces(topic_of(row), [piece], path=path_of(row), at=now_ms)


def tell_answer(row: Challenge, now_ms: int) -> None:
    """The asker is told what has become of the challenge: begun, declined, or lapsed."""
    path = reverse("game:match", args=[row.match]) if row.stage == Stage.BEGUN else path_of(row)
    values = {"name": row.asked.display_name, "stage": row.stage, "reason": row.reason, **_what(row)}
    piece = news.Piece(row.asker_id, ANSWERED, values, sent_from=now_ms + ON_THE_PAGE_MS, is_mailed=not row.is_live)
    news.tell_pieces(topic_of(row), [piece], path=path, at=now_ms)


def take_back(row: Challenge, now_ms: int) -> None:
    """The asked are not told any more of a challenge that is over or answered."""
    news.withdraw(topic_of(row), at=now_ms, kinds_of_it=[CHALLENGED], user_ids=[row.asked_id])


def path_of(row: Challenge) -> str:
    """The address of the challenge's page."""
    return reverse("people:challenge-page", args=[row.public_id])


def _what(row: Challenge) -> dict[str, str]:
    return {"game": row.variant, "pace": lobby.pace_of(row.settings, row.variant).value}
