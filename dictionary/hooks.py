"""Hooks that higher layers set, since the dictionary may not import them; each at the start, through `dictionary.api`.

Until they are set, the look-up page is open to all users and no letter has a value.
"""

from collections.abc import Callable, Mapping

Guard = Callable[[int], bool]
Values = Callable[[str], Mapping[str, int]]

_guard: Guard = lambda user_id: False  # noqa: E731 – the two are replaced as they stand
_values: Values = lambda language: {}  # noqa: E731


def close_look_up_while(guard: Guard) -> None:
    """Set `guard`, which says whether the look-up page is closed to a user's id now."""
    global _guard
    _guard = guard


def take_letter_values_from(values: Values) -> None:
    """Set `values`, which gives each letter's value as a tile in a language; letters without a tile are missing."""
    global _values
    _values = values


def is_closed_to(user_id: int | None) -> bool:
    """Whether this user, None for a visitor, may not look words up now."""
    return user_id is not None and _guard(user_id)


def letter_values(language: str) -> Mapping[str, int]:
    """Each letter's value as a tile in a language."""
    return _values(language)
