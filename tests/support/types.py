"""Types that tests share, where the packages' own names are private, and how a test says that a thing is there."""

from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    Response: TypeAlias = _MonkeyPatchedWSGIResponse
else:
    from django.http import HttpResponse as Response

__all__ = ["Response", "certain"]

T = TypeVar("T")


def certain(thing: T | None) -> T:
    """What a test knows to be there, such as the place of a player who seeks. AssertionError: it is None."""
    assert thing is not None
    return thing
