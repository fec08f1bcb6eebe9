"""System checks of settings whose combination would silently lose games: each is refused at start, with an id.

Run by every management command, by Celery at start, and by asgi.py (a server alone runs no checks).
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.http.request import split_domain_port, validate_host

SHORTEST_SECRET = 50  # characters


@register(Tags.compatibility)
def services(**kwargs: Any) -> Iterator[CheckMessage]:
    """Several processes need one database and one message bus that all of them reach."""
    if settings.REDIS_URL and not settings.POSTGRES:
        yield Error(
            "REDIS_URL is set without DATABASE_URL.",
            hint="Workers elsewhere cannot share a SQLite file: set DATABASE_URL to a Postgres too.",
            id="alfapower.E001",
        )
    if settings.WEB_CONCURRENCY > 1 and not (settings.POSTGRES and settings.REDIS_URL):
        yield Error(
            f"WEB_CONCURRENCY is {settings.WEB_CONCURRENCY} without both DATABASE_URL and REDIS_URL.",
            hint="In-memory messages do not leave their process: run one web process or set both.",
            id="alfapower.E002",
        )


@register(Tags.security)
def public(**kwargs: Any) -> Iterator[CheckMessage]:
    """Refuse what a publicly reachable site must not be started with."""
    if settings.POSTGRES and len(_secret_key()) < SHORTEST_SECRET:
        yield Error(
            f"SECRET_KEY is missing or shorter than {SHORTEST_SECRET} characters.",
            hint="With DATABASE_URL set no key is generated: put a long random one in SECRET_KEY.",
            id="alfapower.E003",
        )
    if any(len(key) < SHORTEST_SECRET for key in settings.ENCRYPTION_KEYS):
        yield Error(
            f"A key of ENCRYPTION_KEYS is shorter than {SHORTEST_SECRET} characters.",
            hint="Give long random ones, separated by commas; the first one encrypts.",
            id="alfapower.E006",
        )
    if not settings.DEBUG and any(host == "*" or host.startswith(".") for host in settings.ALLOWED_HOSTS):
        yield Error(
            "ALLOWED_HOSTS has a wildcard.",
            hint="Name each host; links in mails and the origin of sockets are judged by it.",
            id="alfapower.E004",
        )
    if settings.DEBUG and settings.HTTPS:
        yield Error(
            "DEBUG is on together with HTTPS.",
            hint="Error pages of DEBUG show players the inside of the server: unset DEBUG.",
            id="alfapower.E005",
        )
    own = urlsplit(settings.SITE_ORIGIN)
    if own.hostname and not validate_host(split_domain_port(own.netloc)[0], settings.ALLOWED_HOSTS):
        yield Error(
            "The host of SITE_ORIGIN is not one of ALLOWED_HOSTS.",
            hint="Links in mails lead to SITE_ORIGIN, and there nobody would be answered.",
            id="alfapower.E008",
        )
    if own.hostname and (own.scheme == "https") != settings.HTTPS:
        yield Error(
            f"SITE_ORIGIN begins with {own.scheme} while HTTPS is {'on' if settings.HTTPS else 'off'}.",
            hint="Set HTTPS=1 with an address of https, and leave it out with one of http.",
            id="alfapower.E007",
        )


def _secret_key() -> str:
    try:
        return settings.SECRET_KEY
    except ImproperlyConfigured:  # Django's answer to an empty key
        return ""
