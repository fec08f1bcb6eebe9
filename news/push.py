"""The channel of pushes: a player's news on the browsers that asked for it (rules/people.md §2).

Held at night until eight, except what may not wait; one push a topic, the newest; to each browser once. A service that
is not reached is left alone for the rest of the run.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import httpx
from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import translation
from django.utils.functional import cached_property

from common.durations import HOUR_MS, MINUTE_MS
from news.channels import Outcome
from news.kinds import kinds
from news.models import News
from news.preference_models import PUSH, NewsPreference
from news.push_sending import LONGEST_WAIT_MS, Answer, Arrival, Push, is_on, new_client, post
from news.quiet_hours import quiet_until
from news.services import preferences, push_keys, subscriptions
from news.services.subscriptions import Device

PAUSES_MS = (MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, LONGEST_WAIT_MS)
"""Until it is tried again, after the first fault, the second and so on."""
LONGEST_SECONDS = 28 * 24 * 60 * 60  # that push services keep what they cannot deliver
SECONDS_WITHOUT_END = 3 * 24 * 60 * 60  # of what is true until it is taken back
MOST_WITHDRAWN = 20


class PushChannel:
    """Sends by the client given, or by one of its own."""

    def __init__(self, client: httpx.Client | None = None) -> None:
        self._client = client

    @cached_property
    def client(self) -> httpx.Client:
        """What asks push services."""
        return self._client or new_client()

    def send(self, rows: Sequence[News], now_ms: int) -> dict[int, tuple[Outcome, int | None]]:
        """As any channel."""
        if not rows:
            return {}
        user_id = rows[0].user_id
        assert all(row.user_id == user_id for row in rows), "of one person"
        done: dict[int, tuple[Outcome, int | None]] = {row.pk: (Outcome.NOTHING_TO_DO, None) for row in rows}
        chosen = preferences.of(user_id)
        wanted = [row for row in rows if is_on() and chosen.wants(kinds()[row.kind], PUSH)]
        held, due = _parted(wanted, chosen, now_ms)
        done |= {row.pk: (Outcome.LATER, until) for row, until in held}
        devices = subscriptions.devices(user_id) if due else []
        if devices:
            newest = {row.topic: row for row in sorted(due, key=lambda row: (row.shown_from, row.pk))}
            language = get_user_model().objects.values_list("language", flat=True).get(pk=user_id)
            run = _Run(self.client, push_keys.key(now_ms), devices, language, now_ms)
            done |= {row.pk: run.tell(row) for row in newest.values()}
        return done


class _Run:
    """The pushes of one run to one player's browsers."""

    def __init__(
        self, client: httpx.Client, key: push_keys.Key, devices: list[Device], language: str, now_ms: int
    ) -> None:
        self.client, self.key, self.language, self.now_ms = client, key, language, now_ms
        self.devices = devices
        self.unreached: set[str] = set()

    def tell(self, row: News) -> tuple[Outcome, int | None]:
        """One piece of news to all browsers that have not got it."""
        told = subscriptions.told(row) if row.push_tries else set()
        open_ones = [device for device in self.devices if device.pk not in told]
        push = push_of(row, self.language, self.now_ms)
        answers = {device: self._post(device, push) for device in open_ones}
        ended = [device.pk for device, answer in answers.items() if answer.arrival is Arrival.ENDED]
        if ended:
            subscriptions.lose_address(ended)
            self.devices = [device for device in self.devices if device.pk not in ended]
        missed = [answer for answer in answers.values() if answer.arrival in (Arrival.REFUSED, Arrival.UNREACHED)]
        taken = [device.pk for device, answer in answers.items() if answer.arrival is Arrival.TAKEN]
        if missed:
            subscriptions.note_told(row, taken)
            pause = PAUSES_MS[min(row.push_tries, len(PAUSES_MS) - 1)]
            again = self.now_ms + max(pause, *(answer.wait_ms for answer in missed))
            is_true_then = row.true_until is None or again < row.true_until
            return (Outcome.LATER, again) if is_true_then else (Outcome.GIVEN_UP, None)
        return (Outcome.SENT, None) if taken or told else (Outcome.NOTHING_TO_DO, None)

    def _post(self, device: Device, push: Push) -> Answer:
        if device.address.host in self.unreached:
            return Answer(Arrival.UNREACHED)
        sent = replace(push, topic=_topic_for(device, push.topic))
        answer = post(self.client, self.key, device.address, sent, self.now_ms)
        if answer.arrival is Arrival.UNREACHED:
            self.unreached.add(device.address.host)
        return answer


def push_of(row: News, language: str, now_ms: int) -> Push:
    """What is pushed of a piece of news, in that language, and for as long as it is true."""
    kind = kinds()[row.kind]
    with translation.override(language or settings.LANGUAGE_CODE):
        words = kind.words(row.values)
    payload: dict[str, Any] = {
        "topic": row.topic,
        "title": words.title,
        "line": words.line,
        "path": row.path,
        "withdrawn": _withdrawn(row),
    }
    seconds = SECONDS_WITHOUT_END if row.true_until is None else max(0, (row.true_until - now_ms) // 1000)
    data = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    return Push(data, row.topic, min(seconds, LONGEST_SECONDS), kind.through_the_night)


def _parted(rows: list[News], chosen: NewsPreference, now_ms: int) -> tuple[list[tuple[News, int]], list[News]]:
    """Those that wait for the morning, with when that is, and those that are due."""
    until = quiet_until(now_ms, chosen.time_zone) if chosen.quiet else None
    held = [(row, until) for row in rows if until is not None and not kinds()[row.kind].through_the_night]
    waiting = {row.pk for row, _ in held}
    return held, [row for row in rows if row.pk not in waiting]


def _withdrawn(row: News) -> list[str]:
    """Topics of which nothing is true any more: what a browser still shows of them it takes away."""
    of_player = News.objects.filter(user_id=row.user_id).exclude(topic=row.topic)
    still = of_player.filter(withdrawn_at=None)
    taken_back = of_player.filter(withdrawn_at__isnull=False).exclude(topic__in=still.values("topic"))
    latest = taken_back.order_by("-withdrawn_at").values_list("topic", flat=True)[:MOST_WITHDRAWN]
    return list(dict.fromkeys(latest))


def _topic_for(device: Device, topic: str) -> str:
    """A topic as push services take it, 32 signs that tell them nothing of the match."""
    digest = sha256(f"{device.address.auth} {topic}".encode()).digest()
    return urlsafe_b64encode(digest[:24]).decode()


CHANNEL = PushChannel()
