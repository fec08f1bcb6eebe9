"""A hook for sanctions (rules/people.md §7), which another app keeps: whether a match of these users may be rated."""

from collections.abc import Callable, Iterable

Guard = Callable[[Iterable[int]], bool]


def _all(_user_ids: Iterable[int]) -> bool:
    return True


_guard: Guard = _all


def rate_only_where(guard: Guard) -> None:
    """Set `guard`, which says whether a match of these users, by their ids, may count. It is asked within the
    transaction that makes the match, and its answer must hold until that is committed."""
    global _guard
    _guard = guard


def may_count(user_ids: Iterable[int]) -> bool:
    """Whether a match of these users may be rated."""
    return _guard(user_ids)
