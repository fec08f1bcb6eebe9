"""What is written to the log, and how: plain lines for a person at a terminal, JSON lines for a machine.

Nobody logs request bodies, hands, seeds or tokens; of a request its method and path are written, not its query.
Imported by the settings: nothing of Django's at the top. structlog is loaded for JSON only.
"""

import logging
from typing import Any

PACKAGES = ("alfapower", "accounts", "common", "dictionary", "game", "lobby", "django_structlog")


class Refusals(logging.Filter):
    """What Django refuses as suspicious (a body too large, a host that is not ours) is bad input and no fault of the
    site's: a line that says so, without a traceback. So is what had to be told to try again: the database was away.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Every record passes."""
        told_to_try_again = record.name == "django.request" and getattr(record, "status_code", 0) == 503
        if record.name.startswith("django.security.") or told_to_try_again:
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
        return True


def configuration(as_json: bool) -> dict[str, Any]:
    """Django's LOGGING."""
    line: dict[str, Any] = {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": _json() if as_json else line},
        "filters": {"refusals": {"()": Refusals}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["refusals"]}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            **{package: {"level": "INFO"} for package in PACKAGES},
        },
    }


def _json() -> dict[str, Any]:
    """A formatter that writes one JSON object a line, whoever logs; and structlog set to hand its own to it."""
    import structlog

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
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        "foreign_pre_chain": shared,
    }
