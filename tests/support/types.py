"""Types that tests share, where the packages' own names are private, and how a test says that a thing is there."""

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    Response: TypeAlias = _MonkeyPatchedWSGIResponse
else:
    Response = Any  # a name for the type checker: the rules are tested without Django

__all__ = ["Response", "certain"]

T = TypeVar("T")


def certain(thing: T | None) -> T:
    """What a test knows to be there, such as the place of a player who seeks. AssertionError: it is None."""
    assert thing is not None
    return thing
