"""The logging configuration: plain lines for a person at a terminal, JSON lines for a machine.

Request bodies, hands, seeds and tokens are never logged; of a request only its method and route, not its path or query,
and addresses in libraries' messages are masked in every line (route_names.py). Imported by the settings: nothing of
Django's at the top. structlog is loaded for JSON only.
"""

import json
import logging
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from alfapower.web import route_names
from common import security_log

PACKAGES = (
    "alfapower",
    "accounts",
    "bots",
    "common",
    "dictionary",
    "game",
    "lobby",
    "puzzle",
    "ui",
    "django_structlog",
)


class Refusals(logging.Filter):
    """Requests that Django refuses (a body too large or unreadable, a foreign host, a page without permission) are bad
    input and no fault of the site's: one line, without a traceback. So are requests told to try again: the database was
    away.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass every record."""
        told_to_try_again = record.name == "django.request" and getattr(record, "status_code", 0) == 503
        if record.name.startswith("django.security.") or told_to_try_again:
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
        if 400 <= getattr(record, "status_code", 0) < 500:
            record.exc_info = record.exc_text = None
        return True


class Routes(logging.Filter):
    """Django logs the path of a request that it refuses or that failed: replace it by the route."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass every record."""
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path is not None and isinstance(record.args, tuple):
            written = (path, path.encode("unicode_escape").decode("ascii"))
            record.args = tuple(route_names.of(request) if arg in written else arg for arg in record.args)
        return True


class RedisOutages(logging.Filter):
    """channels_redis logs a traceback a second for as long as Redis is away: log one line per outage."""

    OVER_AFTER_SECONDS = 10.0  # without such a record the outage is over

    def __init__(self) -> None:
        super().__init__()
        self.last_at = float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass every record but those of an outage after the first."""
        error = record.exc_info[1] if record.exc_info else None
        if not record.name.startswith("channels_redis") or not _is_of_redis(error):
            return True
        is_first = record.created - self.last_at > self.OVER_AFTER_SECONDS
        self.last_at = record.created
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        record.msg, record.args = "Redis is away (%s): pages hear of changes late.", (type(error).__name__,)
        return is_first


def _is_of_redis(error: BaseException | None) -> bool:
    from redis.exceptions import RedisError  # here: only a site with Redis needs it

    return isinstance(error, RedisError | OSError)


class Lines(logging.Formatter):
    """Plain lines, without paths; the fields of a security event after its name."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, or several with a traceback."""
        fields = getattr(record, security_log.NAME, {})
        told = "".join(f" {key}={json.dumps(value, ensure_ascii=False)}" for key, value in fields.items())
        return route_names.scrub(super().format(record)) + told


def configuration(as_json: bool, folder: Path | None = None, days: int = 0) -> dict[str, Any]:
    """Django's LOGGING. `folder`: where the security log is kept for so many `days`; none without."""
    line: dict[str, Any] = {"()": Lines, "format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    handlers: dict[str, dict[str, Any]] = {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["refusals", "routes", "redis_outages"],
        }
    }
    if folder is not None:
        handlers[security_log.NAME] = {
            "()": security_log.DailyFiles, "folder": str(folder), "days": days, "formatter": "line",
        }  # fmt: skip
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": _json() if as_json else line},
        "filters": {
            "refusals": {"()": Refusals},
            "routes": {"()": Routes},
            "redis_outages": {"()": RedisOutages},
        },
        "handlers": handlers,
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            security_log.NAME: {"handlers": [name for name in handlers if name == security_log.NAME], "level": "INFO"},
            **{package: {"level": "INFO"} for package in PACKAGES},
            "twisted": {"level": "ERROR"},  # lower levels are clients' faults, with addresses, as often as they like
        },
    }


def _json() -> dict[str, Any]:
    """A formatter that writes one JSON object per line for every logger; and structlog configured to use it."""
    import structlog

    class JsonLines(structlog.stdlib.ProcessorFormatter):
        def format(self, record: logging.LogRecord) -> str:
            return route_names.scrub(super().format(record))

    def security_fields(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        return {**event, **getattr(event.get("_record"), security_log.NAME, {})}

    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,  # the request's id
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "()": JsonLines,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        "foreign_pre_chain": [*shared, security_fields],
    }
