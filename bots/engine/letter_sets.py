"""Sets of letters as the bits of an integer: letter n of the alphabet is bit n, bit 0 is the turn of the graph."""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import intrinsic, overload

TURN = 0
"""The number that stands for "from here on to the right" in the graph; letters begin at 1."""

MOST_LETTERS = 30
"""Bits of a set in use: the turn and at most 29 letters."""

EVERY_LETTER = (1 << MOST_LETTERS) - 2

LETTER_BITS = 5
"""What a letter takes in a packed word."""


def bits_in(value: int) -> int:
    """How many bits are set; one instruction where it is compiled into another function."""
    return int(value).bit_count()


def lowest(value: int) -> int:
    """The number of the lowest bit that is set; the value is not 0. One instruction, too."""
    return int(value & -value).bit_length() - 1


def _emit_population(typing_context: Any, value: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, given: builder.ctpop(given[0])


def _emit_trailing_zeros(typing_context: Any, value: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, given: builder.cttz(
        given[0], context.get_constant(types.boolean, True)
    )


_population: Any = intrinsic(_emit_population)
_trailing_zeros: Any = intrinsic(_emit_trailing_zeros)


@overload(bits_in, strict=False)
def _bits_in(value: Any) -> Callable[[int], int]:
    return lambda value: _population(value)


@overload(lowest, strict=False)
def _lowest(value: Any) -> Callable[[int], int]:
    return lambda value: _trailing_zeros(value)
