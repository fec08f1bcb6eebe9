"""The translation that is active, kept where it is found for less.

A page asks for it a hundred times, and the pushes of an act as often. Django keeps it in a `Local` of asgiref, which
goes through a lock and four functions each time to what is a context variable in the end. Here it is that variable: of
one thread or task, and carried along where asgiref hops between them.
"""

from contextvars import ContextVar
from typing import Any

from django.utils.translation import trans_real

_value: ContextVar[Any] = ContextVar("active translation")
_NONE = object()
"""After a translation was taken away: a context variable cannot be emptied."""


class ActiveTranslation:
    """In the place of Django's `Local`: its one attribute, `value`, is there while a translation is active."""

    __slots__ = ()

    @property
    def value(self) -> Any:
        """The translation; raises AttributeError where none is active."""
        found = _value.get(_NONE)
        if found is _NONE:
            raise AttributeError("value")
        return found

    @value.setter
    def value(self, translation: Any) -> None:
        _value.set(translation)

    @value.deleter
    def value(self) -> None:
        _value.set(_NONE)


def install() -> None:
    """Have Django keep it there, in this process."""
    trans_real._active = ActiveTranslation()  # type: ignore[attr-defined]
