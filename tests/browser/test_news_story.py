"""A slow match told to players who are away, as they live it: a push that opens the match, a mail with the link by
which mails end, a quiet night, and what is shown on one device and played on another.

The site sends by itself, each second, to a push service and a mail server of the test. A browser without a window has
no push service, so what was pushed to its subscription is handed to its service worker.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.db.models import F
from playwright.sync_api import Page, Worker, expect

from game.models import SeatRow
from game.services import match_news
from news.clock import now_ms
from news.mail import AGE_MS
from news.models import MailCount, News, NewsPreference
from news.quiet_hours import BEGIN, zone_names
from tests.browser.conftest import DESKTOP, PHONE, SLOW, Site, running
from tests.browser.players import Opened, Player
from tests.browser.test_push_asked import ALLOWED
from tests.browser.test_service_worker import PRESS, SHOWN, STAND_IN, TOPICS, push_service
from tests.news.channels.push_service import Browser, PushService
from tests.support.mail_sink import MailSink
from tests.support.timeouts import wait_until
from tests.support.types import certain

pytestmark = pytest.mark.long

ORIGIN = "http://localhost"
OTHER_SERVERS = Path(__file__).parents[1] / "support" / "other_servers"
NOON = 12
WORKS: dict[str, Any] = {"service_workers": "allow"}


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    """The push service of both browsers."""
    with PushService() as started:
        yield started


@pytest.fixture(scope="module")
def mail_server() -> Iterator[MailSink]:
    """The mail server of both players."""
    with MailSink() as sink:
        yield sink


@pytest.fixture(scope="module")
def site(service: PushService, mail_server: MailSink) -> Iterator[Site]:
    """A site that pushes and mails, to the servers of this test."""
    with running(
        EMAIL_FROM="AlfaPower <play@example.org>",
        EMAIL_URL=mail_server.address,
        SITE_ORIGIN=ORIGIN,
        PUSH_SERVICE=service.address,
        PYTHONPATH=str(OTHER_SERVERS),
    ) as started:
        yield started


def zone_where_it_is(hour: int) -> str:
    """The name of a place where that hour of the day has begun."""
    now = datetime.now(UTC)
    return next(name for name in zone_names() if now.astimezone(ZoneInfo(name)).hour == hour)


class Story:
    """The match and its two players; what a test changes in its rows instead of waiting."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.match, *self.keys = site.deal(**SLOW)
        self.path = f"/match/{self.match}/"
        site.inside(self._begin)

    def _begin(self) -> None:
        for seat in SeatRow.objects.filter(match__public_id=self.match).select_related("user"):
            user = certain(seat.user)
            user.is_guest, user.email = False, f"{user.username}@example.org"
            user.save()
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
            NewsPreference.objects.update_or_create(user=user, defaults={"time_zone": zone_where_it_is(NOON)})

    def look_away(self) -> None:
        """Whoever has looked at a page of the match did so a quarter of a minute ago and more."""
        self.site.inside(lambda: SeatRow.objects.filter(match__public_id=self.match).update(looked_at=0))

    def later(self, milliseconds: int) -> None:
        """All news of the match is so much older, and mail is looked at anew."""

        def age() -> None:
            rows = News.objects.filter(topic=f"match:{self.match}")
            rows.update(happened_at=F("happened_at") - milliseconds, shown_from=F("shown_from") - milliseconds)
            rows.filter(mail_at__isnull=False, shown_from__lte=now_ms()).update(mail_at=now_ms())

        self.site.inside(age)

    def all_mail_is_decided(self) -> bool:
        """Whether nothing is due to be mailed any more."""
        due = News.objects.filter(topic=f"match:{self.match}", mail_at__lte=now_ms())
        return not self.site.inside(due.exists)

    def is_held_until_morning(self) -> bool:
        """Whether a push waits for hours."""
        held = News.objects.filter(topic=f"match:{self.match}", push_at__gt=now_ms() + 6 * 60 * 60 * 1000)
        return self.site.inside(held.filter(kind=match_news.TURN).exists)

    def of(self, seat: int, **chosen: Any) -> None:
        """What the player of that seat chose of news."""
        users = SeatRow.objects.filter(match__public_id=self.match, seat=seat).values("user_id")
        self.site.inside(lambda: NewsPreference.objects.filter(user_id__in=users).update(**chosen))


def stood_in(page: Page) -> Worker:
    """The worker of the page's browser, which shows notifications that a test can read."""
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    (worker,) = page.context.service_workers
    worker.evaluate(STAND_IN)
    return worker


def shows(worker: Worker, story: Story) -> None:
    """A notification of the match stands on the worker's device."""
    wait_until(lambda: worker.evaluate(TOPICS) == [f"match:{story.match}"], "a notification")


def closed(page: Page, story: Story) -> Page:
    """The page is closed, and was looked at long ago; another one of its browser, with nothing in it."""
    context = page.context
    page.close()
    story.look_away()
    return context.new_page()


def played(page: Page) -> None:
    """A word is played: passes in a row would end the match."""
    player = Player(page)
    player.play(player.find_move())


def got(browser: Browser, number: int) -> dict[str, Any]:
    """The last of so many pushes, once they have come."""
    wait_until(lambda: len(browser.got) >= number, f"{number} pushes")
    assert len(browser.got) == number
    return browser.got[-1]


def test_a_slow_match_is_told_to_players_who_are_away(
    site: Site, open_page: Opened, service: PushService, mail_server: MailSink
) -> None:
    mails = mail_server.mails
    story, subscription = Story(site), service.browser()
    allowed = ALLOWED % json.dumps(subscription.subscription())
    phone = open_page(PHONE | WORKS, "en-GB", story.keys[0], [allowed], at=story.path)
    Player(phone).pass_turn()
    phone.get_by_role("button", name="Tell me").click()
    worker = stood_in(phone)
    phone = closed(phone, story)

    # Told by push, and opened from it.
    desk = open_page(DESKTOP, "sv-SE", story.keys[1], at=story.path)
    Player(desk).pass_turn()
    pushed = got(subscription, 1)
    assert pushed["path"] == story.path and pushed["title"].startswith("Your turn against ")
    phone.goto("/puzzle/")
    push_service(phone, site)(pushed)
    shows(worker, story)
    ((_tag, title, _body),) = worker.evaluate(SHOWN)
    assert title == pushed["title"]
    calls = worker.evaluate(PRESS, {"path": pushed["path"]})
    assert ["open", f"{site.url}{story.path}"] in calls

    # A second device shows the same; played on the phone, it is taken away there when a page opens.
    second = open_page(DESKTOP | WORKS, "en-GB", story.keys[0])
    other_worker = stood_in(second)
    push_service(second, site)(pushed)
    shows(other_worker, story)
    desk = closed(desk, story)
    phone.goto(story.path)
    played(phone)
    second.goto("/puzzle/")
    wait_until(lambda: other_worker.evaluate(TOPICS) == [], "withdrawn on the other device")

    # By mail after the wait of a bundle.
    phone = closed(phone, story)
    assert not mails
    story.later(AGE_MS)
    wait_until(lambda: mails, "a mail")
    assert re.fullmatch(r"Your turn against .+|Din tur mot .+", certain(mails[0]["Subject"]))

    # Not when the turn was played before.
    desk.goto(story.path)
    played(desk)
    desk = closed(desk, story)
    got(subscription, 2)
    phone.goto(story.path)
    played(phone)
    phone = closed(phone, story)
    story.later(AGE_MS)
    wait_until(story.all_mail_is_decided, "what is to be mailed has been looked at")
    assert len(mails) == 1

    # Left by one press, without signing in.
    (leave,) = set(re.findall(r"<http://localhost(/[^>]+)>", certain(mails[0]["List-Unsubscribe"])))
    stranger = open_page(PHONE, "en-GB", at=leave)
    expect(stranger.get_by_role("button", name="Stop all mail")).to_be_visible()
    stranger.get_by_role("button", name="Stop this mail").click()
    expect(stranger.get_by_role("button", name="Undo")).to_be_visible()
    story.site.inside(MailCount.objects.all().delete)  # an hour later
    story.later(AGE_MS)
    wait_until(story.all_mail_is_decided, "what is to be mailed has been looked at")
    assert len(mails) == 1, "none after it was left"

    # A quiet night: the bell has it, and no push goes out before the morning.
    story.of(0, time_zone=zone_where_it_is(BEGIN + 1))
    desk.goto(story.path)
    played(desk)
    phone.goto("/news/")
    expect(phone.locator("main")).to_contain_text("Your turn against")
    phone = closed(phone, story)
    wait_until(story.is_held_until_morning, "the push is held")
    assert len(subscription.got) == 2
    story.of(0, time_zone=zone_where_it_is(NOON))
    story.site.inside(lambda: News.objects.filter(push_at__isnull=False).update(push_at=now_ms()))
    got(subscription, 3)

    # No network.
    phone.goto("/")
    phone.context.set_offline(True)
    phone.goto("/puzzle/", wait_until="commit")
    expect(phone.get_by_role("heading", name="No network")).to_be_visible()
