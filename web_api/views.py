"""The endpoints of the bot API. Each takes a token and answers in JSON, or streams; docs/bot-api.md describes them."""

from collections.abc import AsyncIterator
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from common import client_address, rate_limits
from game import api as game
from game.api import programs
from lobby import api as lobby
from web_api import streams
from web_api.endpoint import api_view, refusal
from web_api.models import Token
from web_api.services import tokens

_ROOM_STATUS = {"no_room": 404}
_NO_MESSAGE = 400
_TOO_LARGE = 413
_REFUSED = 422


@api_view("GET")
def account(request: HttpRequest, token: Token) -> HttpResponse:
    """The account of the token."""
    return JsonResponse({"id": token.user.public_id, "name": token.user.display_name, "bot": True})


@api_view("GET", rate_limits.API_STREAMS)
def events(request: HttpRequest, token: Token) -> HttpResponseBase:
    """The stream of events."""
    return _stream(token, streams.EventStream(token).lines())


@api_view("GET")
def match(request: HttpRequest, token: Token, public_id: str) -> HttpResponse:
    """The match as the bot's seat sees it now."""
    seat = programs.seat_of_program(public_id, token.user_id)
    return _not_yours() if seat is None else JsonResponse(programs.seat_state(seat, game.now_ms()))


@api_view("GET", rate_limits.API_STREAMS)
def match_stream(request: HttpRequest, token: Token, public_id: str) -> HttpResponseBase:
    """The stream of a match."""
    seat = programs.seat_of_program(public_id, token.user_id)
    if seat is None:
        return _not_yours()
    token_id = token.pk
    stream = programs.MatchStream(seat, token.user_id, lambda: tokens.is_good(token_id))
    return _stream(token, stream.lines())


@api_view("POST")
def act(request: HttpRequest, token: Token, public_id: str) -> HttpResponse:
    """An action, at most once per `nonce`: 200 when it is done, 422 with the rules' code when it is refused."""
    now = game.now_ms()
    seat = programs.seat_of_program(public_id, token.user_id)
    if seat is None:
        return _not_yours()
    body = _body(request)
    if body is None or len(body) > programs.LARGEST_MESSAGE:
        return refusal(_TOO_LARGE, "too_large", _("An action is at most 4 kB."))
    try:
        answer = programs.program_acts(seat, body, now)
    except programs.BadMessage as bad:
        return refusal(_NO_MESSAGE, "bad_message", _("This is no action."), why=str(bad))
    if answer.code:
        return refusal(_REFUSED, answer.code, answer.message, version=answer.version, data=answer.data)
    return JsonResponse({"ok": True, "version": answer.version})


@api_view("POST")
def join(request: HttpRequest, token: Token, code: str) -> HttpResponse:
    """Take a seat in the room of that code; returns the room."""
    missed = rate_limits.ROOM_CODES_MISSED_BY_PROGRAMS
    try:
        rate_limits.check_for_user(missed, token.user_id)
        joined = lobby.join_room(code, token.user_id, game.now_ms())
    except lobby.RoomRefused as refused:
        if refused.code == "no_room":
            rate_limits.take_for_user(missed, token.user_id, client_address.of(request))
        return _room_refused(refused)
    return _room(joined, token)


@api_view("POST")
def ready(request: HttpRequest, token: Token, code: str, version: int) -> HttpResponse:
    """Declare the bot ready for the settings of that version of the room."""
    try:
        lobby.set_ready_in_room(code, token.user_id, version, True, game.now_ms())
    except lobby.RoomRefused as refused:
        return _room_refused(refused)
    return _room(code, token)


@api_view("POST")
def leave(request: HttpRequest, token: Token, code: str) -> HttpResponse:
    """Give up the seat in a room; `match` is the one that had already begun, if any."""
    return JsonResponse({"ok": True, "match": lobby.leave_room(code, token.user_id, game.now_ms())})


def _room(code: str, token: Token) -> HttpResponse:
    room = lobby.look_at_room(code, token.user_id, game.now_ms())
    if room is None:
        return _room_refused(lobby.RoomRefused("no_room"))
    return JsonResponse({"ok": True, "room": streams.room_data(room)})


def _room_refused(refused: lobby.RoomRefused) -> HttpResponse:
    said = {
        "no_room": _("There is no such room."),
        "room_full": _("This room is full or closed."),
        "stale_settings": _("The rules of the room have changed since."),
        "alone": _("A seat of the room is still free."),
        "in_match": _("You are in a match with a clock."),
    }
    return refusal(_ROOM_STATUS.get(refused.code, 409), refused.code, said.get(refused.code, refused.code))


def _not_yours() -> HttpResponse:
    return refusal(404, "no_match", _("There is no such match of yours."))


def _stream(token: Token, lines: AsyncIterator[dict[str, Any]]) -> HttpResponseBase:
    try:
        return streams.CountedStream(token, lines)
    except streams.TooManyOfToken:
        answer = refusal(429, "too_many_streams", _("This token has as many streams open as it may."))
        answer["Retry-After"] = "5"
        return answer


def _body(request: HttpRequest) -> bytes | None:
    """The body; None if it is too large to be read, or was cut off."""
    try:
        return request.body
    except (RequestDataTooBig, UnreadablePostError):
        return None
