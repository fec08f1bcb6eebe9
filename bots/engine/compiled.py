"""Compiles the functions of this package to machine code: once per machine, cached on disk, releasing the GIL.

Compiling takes most of a minute of processor, so nothing is compiled twice. A literal constant has a type of its own:
to numba `keep(0)` and `keep(used)` are calls of two functions, each with all that it calls. And of processes that need
the same code at once one compiles it, while the others wait.

With NUMBA_DISABLE_JIT=1 the same functions run as plain Python, which is the reference that tests compare with.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.types import unliteral

from bots import compile_cache
from common.one_maker import one_maker

Function = TypeVar("Function", bound=Callable[..., object])

CACHE = compile_cache.chosen()
numba.config.CACHE_DIR = CACHE  # type: ignore[attr-defined]  # numba makes it as it is imported


def compiled(function: Function) -> Function:
    """The function compiled at its first call, or read from the cache of an earlier process."""
    made: Any = numba.njit(cache=True, nogil=True)(function)
    if made is not function:
        made.get_call_template = partial(_template, made.get_call_template)
        made.compile = partial(_compile, made.compile)
    return cast(Function, made)


def _template(of_types: Callable[..., Any], types: Any, named: dict[str, Any]) -> Any:
    """The argument type when another compiled function calls this one: an integer, whether a literal 0 or computed."""
    return of_types(tuple(map(unliteral, types)), dict(zip(named, map(unliteral, named.values()), strict=True)))


def _compile(compile_or_load: Callable[..., Any], types: Any) -> Any:
    """The machine code for these types. numba checks the cache first, so finds what another process has compiled."""
    with one_maker(Path(CACHE) / "making"):
        return compile_or_load(types)
