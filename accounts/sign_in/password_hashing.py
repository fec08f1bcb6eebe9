"""The password hasher: slow for attackers, and of bounded cost for the site.

A hash takes 19 MiB and two passes (Argon2id, one lane: OWASP's figures). At most two are computed at once in a process,
so that a flood of sign-ins costs a known share of memory and processors. Hashes of other parameters are renewed when
their owner signs in.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection

MOST_AT_ONCE = 2
LONGEST_WAIT_SECONDS = 4.0

_places = threading.BoundedSemaphore(MOST_AT_ONCE)
# Dedicated threads: the allocator keeps what a thread has once used, and requests run in dozens of threads.
_threads = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="hashing")


class HashingBusy(Exception):
    """Too many other sign-ins at the moment. Nothing was checked or changed; try again."""


class BoundedArgon2PasswordHasher(Argon2PasswordHasher):
    """Django's hasher, with those parameters. Raises HashingBusy."""

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with _a_place():
            return _threads.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        with _a_place():
            return _threads.submit(super().verify, password, encoded).result()


@contextmanager
def _a_place() -> Iterator[None]:
    if not _places.acquire(blocking=False):
        # A request that waits here must not hold one of the few database connections that players need.
        if not connection.in_atomic_block:
            connection.close()
        if not _places.acquire(timeout=LONGEST_WAIT_SECONDS):
            raise HashingBusy
    try:
        yield
    finally:
        _places.release()
