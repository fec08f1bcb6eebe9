"""Kinds of news that tests tell, people to tell, a push service that is a browser too, and a moment by day."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.services import decision_news
from news import kinds as kinds_of_news
from news import push
from news.kinds import NewsKind, NewsWords, Usual
from news.models import News
from tests.news.channels.push_service import Browser, PushService
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory

KINDS = (
    NewsKind(
        "turn",
        "Your turn",
        lambda values: NewsWords(f"Your turn against {values['name']}", "2 d left"),
        Usual.ON,
        Usual.ON,
        many=lambda number: f"Your turn in {number} matches",
    ),
    NewsKind("low", "A quarter left", lambda _: NewsWords("18 h left"), Usual.ON, Usual.ON, True, True),
    NewsKind("over", "Match over", lambda _: NewsWords("You won", "303–289"), Usual.ON, Usual.ON),
    NewsKind("talk", "Talk", lambda _: NewsWords("Elsa wrote"), Usual.OFF, Usual.NEVER),
    NewsKind("verdict", "A decision", lambda _: NewsWords("Decided"), Usual.NEVER, Usual.ON, True, reaches_closed=True),
)


def moment(text: str) -> int:
    """A moment in UTC, in milliseconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


NOON = moment("2026-11-28T12:00")
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@pytest.fixture(autouse=True)
def _channels_are_on(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds_of_news, "_of_apps", lambda _: {kind.key: kind for kind in KINDS})
    monkeypatch.setattr(decision_news, "tell_decided", lambda made, now: None)  # of a kind that is not among them
    settings.PUSH_SENDER = "play@example.org"
    settings.EMAIL_URL = {"EMAIL_HOST": "mail.example"}
    settings.SITE_ORIGIN = "https://play.example"
    settings.DEFAULT_FROM_EMAIL = "AlfaPower <play@example.org>"


@pytest.fixture
def elsa(db: None) -> Any:
    """An account with a verified address."""
    return account("elsa")


def account(name: str) -> Any:
    """An account with a verified address at example.org."""
    user = UserFactory.create(username=name, display_name=name.title(), is_guest=False, language="en")
    EmailAddress.objects.create(user=user, email=f"{name}@example.org", verified=True, primary=True)
    return user


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service on this machine, in the place of all others."""
    with PushService() as running:
        yield running


@pytest.fixture
def channel(service: PushService) -> push.PushChannel:
    """The channel of pushes, which reaches that service alone."""
    return push.PushChannel(service.client())


def tell(user: Any, kind: str = "turn", topic: str = "match:A", at: int = NOON, **more: Any) -> News:
    """A row as the outbox has it when the channels are to look."""
    values = {"name": "Ravi"}
    columns: dict[str, Any] = {
        "values": values, "path": "/match/A/", "happened_at": at, "shown_from": at, "push_at": at, "mail_at": at,
    }  # fmt: skip
    return News.objects.create(user=user, kind=kind, topic=topic, **(columns | more))


def subscribed(client: Client, browser: Browser, **more: Any) -> int:
    """Have the site push to this browser; the status of its answer."""
    given = browser.subscription() | more
    answer = client.post(reverse("news:push-subscribe"), json.dumps(given), content_type="application/json")
    return answer.status_code


def with_browser(user: Any, service: PushService) -> tuple[Client, Browser]:
    """Somebody signed in whose browser is pushed to."""
    client, browser = signed_in(user), service.browser()
    assert subscribed(client, browser) == 204
    return client, browser


@pytest.fixture
def pushed_to(elsa: Any, service: PushService) -> tuple[Client, Browser]:
    """Elsa, whose browser is pushed to."""
    return with_browser(elsa, service)


@pytest.fixture
def page(pushed_to: tuple[Client, Browser]) -> Client:
    """Her side of the site there."""
    return pushed_to[0]


@pytest.fixture
def browser(pushed_to: tuple[Client, Browser]) -> Browser:
    """Her browser."""
    return pushed_to[1]
