"""How the functions of this package become machine code: once a machine, kept on disk, without holding the lock that
Python's threads share.

With NUMBA_DISABLE_JIT=1 the same functions run as plain Python, which is the reference that tests compare with.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

from bots import compile_cache

Function = TypeVar("Function", bound=Callable[..., object])

numba.config.CACHE_DIR = compile_cache.chosen()  # type: ignore[attr-defined]  # numba makes it as it is imported


def compiled(function: Function) -> Function:
    """The function compiled at its first call, or read from the cache that an earlier process left."""
    return cast(Function, numba.njit(cache=True, nogil=True)(function))
