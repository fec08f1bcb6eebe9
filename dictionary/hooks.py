"""What the floors above tell the dictionary, which may not ask them; each at the start, through `dictionary.api`.

Until it is told, nobody plays and no letter has a value.
"""

from collections.abc import Callable, Mapping

Guard = Callable[[int], bool]
Values = Callable[[str], Mapping[str, int]]

_guard: Guard = lambda user_id: False  # noqa: E731 – the two are replaced as they stand
_values: Values = lambda language: {}  # noqa: E731


def close_look_up_while(guard: Guard) -> None:
    """Let `guard` say of a user's id whether the look-up page is closed to that user now."""
    global _guard
    _guard = guard


def take_letter_values_from(values: Values) -> None:
    """Let `values` say what each letter of a language is worth as a tile; letters without a tile are missing."""
    global _values
    _values = values


def is_closed_to(user_id: int | None) -> bool:
    """Whether this user, None for a visitor, may not look words up now."""
    return user_id is not None and _guard(user_id)


def letter_values(language: str) -> Mapping[str, int]:
    """What each letter of a language is worth as a tile."""
    return _values(language)
