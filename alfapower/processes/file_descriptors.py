"""Raises the limit of open files: each socket is one, and most systems allow 1,024 per process unless it asks."""

import logging

WANTED = 8_192
"""3,000 sockets (game/live/open_sockets.py), as many requests, and the rest."""

log = logging.getLogger(__name__)


def allow_many_files() -> None:
    """Raise the process's limit as far as the system allows; log once if that is too little."""
    try:
        import resource
    except ImportError:  # no such limit on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed < WANTED:
        log.warning("The system lets this process open %d files: fewer players than it could serve.", allowed)
