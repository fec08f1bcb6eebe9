"""Reads environment variables, and refuses invalid values with a sentence that names the variable.

The list of variables is docs/operating.md, and settings.py is where each one is read. An empty variable counts as
absent. URLs are parsed by django-environ.
"""

import os
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def words(name: str, default: list[str] | None = None) -> list[str]:
    """A list separated by commas, spaces around each part removed."""
    found = [part.strip() for part in text(name).split(",") if part.strip()]
    return found or list(default or [])


def flag(name: str, default: bool) -> bool:
    value = text(name).lower()
    if not value:
        return default
    if value not in YES | NO:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value in YES


def number(name: str, default: int, at_least: int = 0) -> int:
    value = text(name)
    if not value:
        return default
    if not (value.isascii() and value.isdigit() and int(value) >= at_least):
        raise ImproperlyConfigured(f"{name} must be a whole number of at least {at_least}, not {value!r}.")
    return int(value)


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """A list of networks or addresses separated by commas."""
    try:
        return [ip_network(part) for part in words(name)]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be networks like 127.0.0.1/32,2001:db8::/48: {error}.") from error


def postgres(name: str) -> dict[str, Any] | None:
    """Django's settings for the Postgres database at the address in `name`; None when there is none.

    The address may carry a password, so a refusal never repeats it."""
    config = _config(name, environ.Env.db_url_config)
    if config is not None and (config.get("ENGINE") != "django.db.backends.postgresql" or not config.get("NAME")):
        raise ImproperlyConfigured(f"{name} must look like postgres://user:password@host:5432/database.")
    return config


def redis(name: str) -> str | None:
    """The Redis address in `name`, or None. May carry a password: a refusal never repeats it."""
    address = text(name)
    if not address:
        return None
    if urlsplit(address).scheme not in ("redis", "rediss", "unix"):
        raise ImproperlyConfigured(f"{name} must look like redis://host:6379/0.")
    return address


def email(name: str) -> dict[str, Any] | None:
    """Django's settings for the mail server at the address in `name`, as EMAIL_…; None when there is none.

    The address may carry a password, so a refusal never repeats it."""
    config = _config(name, environ.Env.email_url_config)
    smtp = "django.core.mail.backends.smtp.EmailBackend"
    if config is not None and (config.get("EMAIL_BACKEND") != smtp or not config.get("EMAIL_HOST")):
        raise ImproperlyConfigured(f"{name} must look like smtp+tls://user:password@host:587.")
    return config


def _config(name: str, read: Callable[[str], Any]) -> dict[str, Any] | None:
    """What `read` finds in the address in `name`: nothing in one that it cannot read; None when there is none."""
    address = text(name)
    try:
        return dict(read(address)) if address else None
    except (KeyError, ValueError, ImproperlyConfigured):
        return {}


def web_address(name: str, default: str) -> str:
    """An address that begins with https:// or http://."""
    address = text(name, default)
    if urlsplit(address).scheme not in ("https", "http") or not urlsplit(address).hostname:
        raise ImproperlyConfigured(f"{name} must look like https://host/path.")
    return address


def origin(name: str, default: str = "") -> str:
    """Scheme and host, and a port where it is not the usual one: "https://play.example"."""
    address = text(name, default).rstrip("/").lower()
    try:
        parts = urlsplit(address)
        bare = address == f"{parts.scheme}://{parts.netloc}" and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        bare = False
    if address and not (bare and parts.scheme in ("https", "http") and parts.hostname):
        raise ImproperlyConfigured(f"{name} must look like https://play.example, without a path.")
    return address
