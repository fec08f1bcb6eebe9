"""Its place: shown to whoever asks for it."""

from collections.abc import Mapping

from django.http import HttpRequest

from common.home_page import HomePlace


def _asked(request: HttpRequest) -> Mapping[str, object] | None:
    return {"said": "brought by an app"} if "asked" in request.GET else None


HOME_PLACES = (HomePlace("brought", "lobby/home/join.html", _asked),)
