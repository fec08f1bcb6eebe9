"""Streams of the bot API: one JSON object per line, for as long as the program listens.

A stream runs on the event loop. It queries the database in the threads that all sockets share, for a moment at a time,
and keeps neither a thread nor a connection in between.
"""

import asyncio
import json
import logging
import weakref
from collections import Counter
from collections.abc import AsyncIterator
from threading import RLock
from typing import Any

from django.http import StreamingHttpResponse

from common.postgres.answer_deadline import LOST
from game import api as game
from game.api import programs
from lobby import api as lobby
from web_api.models import Token
from web_api.services import tokens

log = logging.getLogger(__name__)

MOST_A_TOKEN = 5
"""Streams of one token at once in a process: that of events, and those of four matches."""
LOOK_SECONDS = 1.0
"""How often an event stream looks for news; it is also the bot's heartbeat in its rooms, as a page's is."""
HEARTBEAT_SECONDS = 5.0

_open: Counter[int] = Counter()
_counting = RLock()  # the garbage collector may count one out in the midst of counting in


class TooManyOfToken(Exception):
    """The token has reached its limit of open streams."""


class CountedStream(StreamingHttpResponse):
    """A streaming response, counted from its creation until it is closed, whether or not a line of it was read."""

    def __init__(self, token: Token, lines: AsyncIterator[dict[str, Any]]) -> None:
        """Raises TooManyOfToken."""
        _count_in(token.pk)
        self.count_out = weakref.finalize(self, _count_out, token.pk)  # one that is never closed is counted out, too
        super().__init__(_written(lines), content_type="application/x-ndjson")
        self["X-Accel-Buffering"] = "no"  # makes a proxy pass each line on
        self["Content-Encoding"] = "identity"  # keeps middleware from gathering lines to compress them

    def close(self) -> None:
        """The stream has ended."""
        self.count_out()
        super().close()


def _count_in(token_id: int) -> None:
    with _counting:
        if _open[token_id] >= MOST_A_TOKEN:
            raise TooManyOfToken
        _open[token_id] += 1


def _count_out(token_id: int) -> None:
    with _counting:
        _open[token_id] -= 1
        if not _open[token_id]:
            del _open[token_id]


async def _written(lines: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    try:
        async for line in lines:
            yield json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except programs.TooManyStreams:
        yield b'{"type":"error","code":"too_many_streams"}\n'
    except game.MatchFailed:
        yield b'{"type":"error","code":"match_failed"}\n'
    except LOST as error:
        log.warning("A stream is told to try again (%s).", type(error).__name__)
        yield b'{"type":"error","code":"trying_again"}\n'
    finally:
        await lines.aclose()  # type: ignore[attr-defined]  # a generator: it closes its subscription


class EventStream:
    """The events of a bot outside its matches: rooms in which it sits, matches that begin and end."""

    def __init__(self, token: Token) -> None:
        self.token_id, self.user_id = token.pk, token.user_id
        self.told: dict[str, Any] = {}
        self.is_ended = False

    async def lines(self) -> AsyncIterator[dict[str, Any]]:
        """The current state, then new events; {"type": "heartbeat"} in between. Raises TooManyStreams."""
        if not programs.admit(self, self.user_id):
            raise programs.TooManyStreams
        try:
            silent = HEARTBEAT_SECONDS
            while not self.is_ended:
                news = await programs.in_thread(self._news)()
                if news is None:
                    return
                for event in news:
                    yield event
                silent = 0.0 if news else silent + LOOK_SECONDS
                if silent >= HEARTBEAT_SECONDS:
                    silent = 0.0
                    yield {"type": "heartbeat"}
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            programs.leave(self)

    async def close(self, code: int = 0) -> None:
        """End it: the process is stopping."""
        self.is_ended = True

    def _news(self) -> list[dict[str, Any]] | None:
        """The events not yet sent; None once its token is invalid."""
        if not tokens.is_good(self.token_id):
            return None
        now = game.now_ms()
        found: dict[str, dict[str, Any]] = {}
        for code in lobby.rooms_of(self.user_id, now):
            room = lobby.poll_room(code, self.user_id, now)
            if room is not None:
                found[f"room {code}"] = {"type": "room", "room": room_data(room)}
        for public_id, variant, is_over in programs.matches_of_program(self.user_id, now):
            kind = "match_ended" if is_over else "match_began"
            found[f"match {public_id}"] = {"type": kind, "match": public_id, "game": variant}
        gone = [name for name in self.told if name.startswith("room ") and name not in found]
        news = [event for name, event in found.items() if self.told.get(name) != event]
        news += [{"type": "room_left", "code": name.removeprefix("room ")} for name in gone]
        self.told = found
        return news


def room_data(room: lobby.RoomView) -> dict[str, Any]:
    """A room as one of its players may see it. `version` is what `ready` has to name."""
    return {
        "code": room.code,
        "game": room.variant,
        "settings": room.settings,
        "version": room.version,
        "seats": [None if seat is None else {"name": seat.name, "ready": seat.is_ready} for seat in room.seats],
        "ready": room.mine.is_ready,
        "match": room.match,
        "ended": room.ended,
    }
