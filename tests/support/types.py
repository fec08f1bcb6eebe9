"""Names for types that tests share, where the packages' own names are private or say too little."""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    Response: TypeAlias = _MonkeyPatchedWSGIResponse
else:
    from django.http import HttpResponse as Response

__all__ = ["Response"]
