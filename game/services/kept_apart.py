"""A hook for blocks (rules/people.md §3), which another app keeps: whether nothing may bring two users together."""

from collections.abc import Callable

Guard = Callable[[int, int], bool]


def _nobody(_user_id: int, _other_id: int) -> bool:
    return False


_guard: Guard = _nobody


def keep_apart_whom(guard: Guard) -> None:
    """Set `guard`, which says whether two users, by their ids, are to be kept apart."""
    global _guard
    _guard = guard


def are_apart(user_id: int, other_id: int) -> bool:
    """Whether neither of the two users may reach the other."""
    return _guard(user_id, other_id)
