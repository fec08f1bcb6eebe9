"""One running site for all tests of a worker that only talk to it; and its database, for what they need in it.

A start takes seconds of processor. A test that ends its site, or needs other settings, starts one of its own.
"""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections

from game.api import now_ms
from tests.support import data_folder, made_database
from tests.support.browsers import signed_in
from tests.support.live_server import Guest, Site
from tests.support.matches import make_match

_RUNNING = pytest.StashKey[Site]()


def of_this_worker(config: pytest.Config) -> Site:
    """The site, started for who asks first, and stopped when the worker ends. Its keys are those of the tests."""
    site = config.stash.get(_RUNNING, None)
    if site is None or site.process.poll() is not None:
        with contextlib.ExitStack() as made:
            folder = Path(made.enter_context(tempfile.TemporaryDirectory(prefix="alfapower-site-")))
            data_folder.lend(folder)
            site = config.stash[_RUNNING] = Site(folder, SECRET_KEY=settings.SECRET_KEY)
            made.callback(site.stop)
            config.add_cleanup(made.pop_all().close)
    return site


@contextlib.contextmanager
def database_of(site: Site) -> Iterator[None]:
    """Within, the models of this process are those of the site's own database, and what is saved is committed."""
    ours = connections[DEFAULT_DB_ALIAS]
    theirs = type(ours)({**ours.settings_dict, "NAME": str(site.data / made_database.FILE)}, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = theirs
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = ours
        theirs.close()


def guests_of_a_match(site: Site) -> list[Guest]:
    """Two guests in a match of theirs that has no clock, by their seats."""
    with database_of(site):
        match = make_match(starts_at=now_ms(), turn_seconds=None)
        keys = [signed_in(seat.user).cookies["sessionid"].value for seat in match.seats.order_by("seat")]
    return [Guest(site, match.public_id, key) for key in keys]
