"""The channel of mail: a player's news at their verified address (rules/people.md §2).

What may not wait goes out at once and alone. All else is bundled: the oldest must be 15 minutes old and still be to be
told; one mail an hour, twelve a day. A server that does not answer is asked again, later and later.
"""

import logging
import smtplib
from collections.abc import Sequence
from email.utils import parseaddr
from hashlib import sha256

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db.models import Q
from django.utils import translation

from common.durations import HOUR_MS
from news.channels import Outcome
from news.kinds import kinds
from news.leave_links import leave_address
from news.letters import Letter, letter
from news.models import News
from news.preference_models import MAIL
from news.services import mail_addresses, mail_bundles, preferences

log = logging.getLogger(__name__)

MINUTE = 60_000
AGE_MS = 15 * MINUTE
"""How old the oldest of a bundle is when it goes out."""
TIMEOUT_SECONDS = 5
PAUSES_MS = tuple(minutes * MINUTE for minutes in (2, 10, 30, 60, 180, 360))
"""Until it is tried again, after the first fault, the second and so on."""


class MailChannel:
    """Sends by Django's own mail."""

    def send(self, rows: Sequence[News], now_ms: int) -> dict[int, tuple[Outcome, int | None]]:
        """As any channel; of one person all that is due."""
        if not rows:
            return {}
        user_id = rows[0].user_id
        assert all(row.user_id == user_id for row in rows), "of one person"
        done: dict[int, tuple[Outcome, int | None]] = {row.pk: (Outcome.NOTHING_TO_DO, None) for row in rows}
        if not is_on():
            return done
        address = mail_addresses.deliverable(user_id)
        if address is None:
            rows = [row for row in rows if kinds()[row.kind].reaches_closed]
            address = mail_addresses.deliverable(user_id, closed_too=True) if rows else None
        if address is None:
            return done
        chosen = preferences.of(user_id)
        wanted = [row for row in rows if chosen.wants(kinds()[row.kind], MAIL)]
        for row in wanted:
            if kinds()[row.kind].mail_at_once:
                done[row.pk] = _post(address, [row], _name_of(row), now_ms)
        bundled = [row for row in wanted if not kinds()[row.kind].mail_at_once]
        if bundled:
            done |= _bundle(address, bundled, now_ms)
        return done


def is_on() -> bool:
    """Whether the site sends news by mail: it has a server for it, and an address that links can lead to."""
    return bool(settings.EMAIL_URL and settings.SITE_ORIGIN)


def _bundle(address: str, rows: list[News], now_ms: int) -> dict[int, tuple[Outcome, int | None]]:
    """One mail with all of them, if it is time."""
    user_id = rows[0].user_id
    due_at = _oldest(user_id, rows, now_ms) + AGE_MS
    if now_ms < due_at:
        return {row.pk: (Outcome.LATER, due_at) for row in rows}
    begun = mail_bundles.begin(user_id, rows, now_ms)
    if begun is None:
        return {row.pk: (Outcome.GIVEN_UP, None) for row in rows}
    if isinstance(begun, mail_bundles.Wait):
        return {row.pk: (Outcome.LATER, begun.until) for row in rows}
    became = _post(address, begun.rows, begun.name, now_ms)
    left_out: tuple[Outcome, int | None] = (Outcome.LATER, now_ms + HOUR_MS)
    return {row.pk: became if row in begun.rows else left_out for row in rows}


def _oldest(user_id: int, rows: list[News], now_ms: int) -> int:
    """Since when there is something to be mailed that is not taken out: of these rows, and of those that wait for their
    turn, so that all of them come together."""
    still = Q(withdrawn_at=None, mail_at__isnull=False, shown_from__lte=now_ms)
    is_true = Q(true_until=None) | Q(true_until__gt=now_ms)
    bundled = [kind.key for kind in kinds().values() if not kind.mail_at_once]
    wanted = preferences.of(user_id)
    waiting = News.objects.filter(still, is_true, user_id=user_id, kind__in=bundled).only("kind", "shown_from")
    since = [row.shown_from for row in waiting if wanted.wants(kinds()[row.kind], MAIL)]
    return min(since + [row.shown_from for row in rows])


def _post(address: str, rows: list[News], name: str, now_ms: int) -> tuple[Outcome, int | None]:
    """Send one mail; what became of it."""
    language = get_user_model().objects.values_list("language", flat=True).get(pk=rows[0].user_id)
    with translation.override(language or settings.LANGUAGE_CODE):
        written = letter(rows)
    try:
        _message(address, written, name).send()
    except smtplib.SMTPRecipientsRefused as error:
        if _for_good(error):
            mail_addresses.refuse(address, now_ms)
            log.warning("An address was refused for good; it gets no mail until it is verified anew.")
            return Outcome.GIVEN_UP, None
        return _again(rows, now_ms, "refused for now")
    except (smtplib.SMTPException, OSError) as error:
        return _again(rows, now_ms, type(error).__name__)
    return Outcome.SENT, None


def _again(rows: list[News], now_ms: int, why: str) -> tuple[Outcome, int | None]:
    """Later, if it is true then; of a bundle as long as anything of it is."""
    log.warning("News was not mailed (%s).", why)
    again = now_ms + PAUSES_MS[min(max(row.mail_tries for row in rows), len(PAUSES_MS) - 1)]
    if all(row.true_until is not None and row.true_until <= again for row in rows):
        return Outcome.GIVEN_UP, None
    return Outcome.LATER, again


def _message(address: str, written: Letter, name: str) -> EmailMultiAlternatives:
    """The mail itself. One that goes out a second time is known to be the same by its Message-ID."""
    leave = leave_address(written.user_id, written.kinds)
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    message = EmailMultiAlternatives(
        subject=written.subject,
        body=written.text,
        to=[address],
        connection=get_connection(timeout=TIMEOUT_SECONDS),
        headers={
            "Message-ID": f"<news-{name}@{domain}>",
            "List-Unsubscribe": f"<{leave}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(written.html, "text/html")
    return message


def _name_of(row: News) -> str:
    """What tells a mail about this piece of news, as it is, from all others."""
    return sha256(f"{row.pk} {row.happened_at} {settings.SECRET_KEY}".encode()).hexdigest()[:16]


def _for_good(refused: smtplib.SMTPRecipientsRefused) -> bool:
    """Whether it is the address that was refused: by a code of 500 and above, unless that is about the sender (5.7, as
    "relay access denied")."""
    return all(
        code >= 500 and not (said if isinstance(said, bytes) else str(said).encode()).startswith(b"5.7.")
        for code, said in refused.recipients.values()
    )


CHANNEL = MailChannel()
