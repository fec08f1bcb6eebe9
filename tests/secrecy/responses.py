"""Every way out of the site, taken by the other player, by a stranger, by nobody and by a member of the staff.

`drive` runs one world and gives what came out of each exit, as text: status, headers and body, frames, channel
messages and log lines. The world is entered in a transaction and left without a trace.
"""

import contextlib
import json
import logging
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser
from django.test import Client, TestCase

from accounts import api as accounts
from common import rate_limits
from game import unchanged_page
from game.live import socket_keeper
from game.live.routing import websocket_urlpatterns
from game.models import LogEntry, Match, ShareLink
from game.variants.alfapower.rules.state import Phase
from tests.secrecy.plan import Plan
from tests.support.matches import state_of, submit
from tests.support.onlookers import forget_onlookers
from tests.support.players.alfapower import tokens
from tests.support.sockets import Socket
from tests.support.word_lists import Moody

PASSING = [  # what differs between any two requests, and says nothing
    (re.compile(r'(csrf-token" content=")[^"]{64}'), r"\1-"),
    (re.compile(r'(csrfmiddlewaretoken" value=")[^"]{64}'), r"\1-"),
    (re.compile(r"(csrftoken=)[^;]+; expires=[^;]+"), r"\1-"),
    (re.compile(r"(Expires: )[^\n]+ GMT"), r"\1-"),
    (re.compile(r"('(?:request_id|timestamp)': ')[0-9a-fTZ:.-]+"), r"\1-"),
    (re.compile(r"(sessionid=)[^;]+; expires=[^;]+"), r"\1-"),
]
PARTS = ("pages", "staff", "refusals")
AFTERWARDS = ("replay/", "replay/?turn=1", "gcg", "fair/", "analysis/", "analysis/card")
"""The doors of a finished match: while it runs nobody finds anything behind them."""


@dataclass
class Moment:
    """The clock of a test."""

    now: int = 0


@dataclass
class Cast:
    """Who looks: browsers of the other player, a stranger, nobody, the staff; and the first two as users."""

    seat: Client
    stranger: Client
    nobody: Client
    staff: Client
    careless: Client  # the player's, without the CSRF token
    users: tuple[Any, Any]


@dataclass
class Drive:
    """One run through all exits of one world (0 or 1) of a plan."""

    row: Match
    plan: Plan
    world: int
    cast: Cast
    clock: Moment
    words: Moody
    found: dict[str, str] = field(default_factory=dict)
    nonces: int = 0

    def keep(self, name: str, text: str) -> None:
        """Keep what an exit said, without what differs for nothing; a repeated exit is numbered."""
        for pattern, instead in PASSING:
            text = pattern.sub(instead, text)
        number = sum(key.split(" #")[0] == name for key in self.found)
        self.found[f"{name} #{number + 1}"] = text

    def get(self, who: str, address: str, name: str = "", **headers: str) -> None:
        """A GET of one of the cast."""
        self.keep(f"{who} GET {name or address}", _whole(getattr(self.cast, who).get(address, headers=headers)))

    def post(self, who: str, address: str, body: Any, name: str) -> None:
        """A POST of JSON by one of the cast."""
        text = body if isinstance(body, str) else json.dumps(body)
        answer = getattr(self.cast, who).post(address, text, content_type="application/json")
        self.keep(f"{who} POST {name}", _whole(answer))

    @property
    def at(self) -> str:
        """Where the match is."""
        return f"/match/{self.row.public_id}/"

    def pages(self) -> None:
        """Every page and fragment there is to get."""
        for who in ("seat", "stranger", "nobody"):
            for address in ("", "panels", "record", "draft", *AFTERWARDS):
                self.get(who, self.at + address, address or "match")
            for address in ("", "panels"):
                self.get(who, f"/watch/{self.row.public_id}/{address}", f"watch {address}")
            self.get(who, "/")
            self.statistics(who)
            self.early_link(who)
        self.get("seat", self.at, "match in Swedish", **{"accept-language": "sv"})
        for address in ("/match/AAAAAAAAAAAA/", f"{self.at}nothing", f"{self.at}act", f"{self.at}readout"):
            self.get("seat", address, address.replace(self.row.public_id, "…"))
        for address in ("/quick/", "/quick/counts?lg=en", "/quick/counts?lg=xx", "/accounts/name/", "/health/ready"):
            self.get("seat", address)

    def statistics(self, who: str) -> None:
        """Figures of the player and of the site, after the jobs that write them have looked at the match."""
        accounts.write_facts(self.clock.now)
        accounts.compute_balance(self.clock.now)
        player = self.cast.users[0].public_id
        for address in (f"/players/{player}/", f"/players/{player}/matches.csv", "/balance/"):
            self.get(who, address, address.replace(player, "…"))

    def early_link(self, who: str) -> None:
        """The door that makes a link to look back by, and one made too early, which no door gives."""
        self.post(who, f"{self.at}share", {}, "share")
        link, _ = ShareLink.objects.get_or_create(match=self.row, user=self.cast.users[0], token="early")
        for address in ("", "replay/", "replay/?turn=1"):
            self.get(who, f"/shared/{link.token}/{address}", f"early link {address}")

    def own_pages(self) -> None:
        """What the player's browser gets again after some turns."""
        for address in (self.at, *(self.at + door for door in ("panels", "record", *AFTERWARDS)), "/"):
            self.get("seat", address, address.replace(self.row.public_id, "…"))

    def staff(self) -> None:
        """What the admin shows."""
        admin = "/admin/game/match/"
        for address in (
            admin,
            f"{admin}{self.row.pk}/change/",
            f"{admin}{self.row.pk}/history/",
            f"{admin}?q={self.row.public_id}",
            f"{admin}?log__events__contains=tiles",
            "/admin/accounts/user/",
            f"/admin/accounts/user/{self.cast.users[0].pk}/change/",
            "/admin/lobby/seeker/",
            "/admin/",
        ):
            self.get("staff", address)

    def refusals(self) -> None:
        """Readouts, and every kind of answer that changes nothing."""
        for number, body in enumerate(self.plan.readouts):
            self.post("seat", self.at + "readout", body, f"readout {number}")
        for number, body in enumerate(self.plan.refused):
            self.post("seat", self.at + "act", body, f"refused {number}")
        for name, wrong in (("no JSON", "{"), ("no action", {"do": "fly"}), ("too large", "x" * 5000)):
            self.post("seat", self.at + "act", wrong, name)
            self.post("seat", self.at + "readout", wrong, f"readout {name}")
        for body in self.plan.readouts[:2]:
            draft = {"version": self.version(), **body}
            self.post("seat", self.at + "draft", draft, "draft")
            self.get("seat", self.at + "draft", "the draft again")
        for who in ("stranger", "nobody", "careless"):
            for door in ("act", "readout", "draft"):
                self.post(who, self.at + door, {"tiles": []}, door)
        self.post("seat", self.at, {}, "the page")
        theirs = LogEntry.objects.filter(match=self.row, seat=1 - self.plan.viewer).exclude(nonce=None)
        for nonce in list(theirs.values_list("nonce", flat=True))[-4:]:
            self.post("seat", self.at + "act", {"do": "pass", "turn": 1, "nonce": nonce}, "their nonce")
        for body in self.plan.readouts[2:4]:
            move = {"do": "place", "turn": state_of(self.row).turn, "nonce": "nonce-probe", "tiles": body["tiles"]}
            self.post("stranger", self.at + "act", move, "probe")

    def turns(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """What happens next, by name: first the viewer comes to the end of a turn, then the opponent plays one."""
        plan, viewer, other = self.plan, self.plan.viewer, 1 - self.plan.viewer
        yield "chooses", lambda: self.choose(other)
        if state_of(self.row).active == viewer:
            if state_of(self.row).phase is Phase.ALFA:
                yield "I decline", lambda: self.act({"do": "choose", "tile": None})
            else:
                yield "I buy", lambda: self.act({"do": "buy", "item": "claim"})
                if plan.vain:
                    yield "I try in vain", lambda: self.act({"do": "place", "tiles": plan.vain}, "none")
                yield "I pass", lambda: self.act({"do": "pass"})
        yield "buys", lambda: self.theirs(do="buy", item="swap")
        if plan.vain_tries[0]:
            yield "tries in vain", lambda: self.theirs("none", do="place", tiles=plan.vain_tries[self.world])
        yield "swaps", self.swap
        if plan.word:
            yield "lays a word", lambda: self.theirs("all", do="place", tiles=tokens(plan.word))
        yield "chooses", lambda: self.choose(other)

    def act(self, body: dict[str, Any], mood: str = "usual") -> None:
        """An action of the viewer by the page's door."""
        self.words.mood = mood
        self.nonces += 1
        whole = {"nonce": f"nonce-mine-{self.nonces}", **body}
        if body["do"] != "buy":
            whole["turn"] = state_of(self.row).turn
        self.post("seat", self.at + "act", whole, "accepted")

    def theirs(self, mood: str = "usual", **data: Any) -> None:
        """An action of the opponent; what it is answered is not the viewer's."""
        self.words.mood = mood
        self.nonces += 1
        submit(self.row, 1 - self.plan.viewer, self.clock.now, nonce=f"nonce-theirs-{self.nonces}", **data)

    def swap(self) -> None:
        """The opponent swaps tiles that are not to be laid; the same number in both worlds."""
        free = list(state_of(self.row).players[1 - self.plan.viewer].hand)
        for placed in self.plan.word:
            free.remove(placed.tile)
        self.theirs(do="use", item="swap", tiles=free[: self.plan.swapped])

    def choose(self, seat: int) -> None:
        """The opponent answers the Alfa choice, if there is one."""
        state = state_of(self.row)
        if state.phase is Phase.ALFA and state.active == seat:
            self.theirs(do="choose", tile=state.choice[-1] if self.plan.takes else None)

    async def sockets(self) -> None:
        """Frames: the first one, signs of life, every turn's; and how others are turned away."""
        for who, user in (("stranger", self.cast.users[1]), ("nobody", AnonymousUser())):
            one = await self.socket(user)
            self.keep(f"{who} socket", repr(await one.receive_output()))
        mine = await self.socket(self.cast.users[0])
        await self.frame(mine, "the first")
        onlookers = {
            name: await self.socket(user, door="watch")
            for name, user in (("friend", self.cast.users[1]), ("visitor", AnonymousUser()))
        }
        for name, one in onlookers.items():
            await self.seen_by_onlooker(one, f"{name} frame, the first")
        again = await self.socket(self.cast.users[0], await sync_to_async(self.shown)())
        self.keep("seat frame, of a page that shows it", await again.receive_from())
        await mine.send_to('{"kind":"nudge"}')
        self.keep("seat frame, nudged", await mine.receive_from())
        version = await sync_to_async(self.version)()
        turns = self.turns()
        while step := await sync_to_async(lambda: next(turns, None))():
            name, happen = step
            await sync_to_async(self.committed)(happen)
            reached = await sync_to_async(self.version)()
            if reached > version:
                version = reached
                await self.frame(mine, name)
                for who, one in onlookers.items():
                    await self.seen_by_onlooker(one, f"{who} frame, {name}")
        await mine.send_to("[]")
        self.keep("seat socket, a bad frame", repr(await mine.receive_output()))

    def shown(self) -> str:
        """What a page says in its address that shows the match as it is."""
        mark = unchanged_page.mark(self.row.public_id, self.plan.viewer, "en")
        return f"&shows={self.version()}&screen={mark}"

    async def seen_by_onlooker(self, one: Socket, name: str) -> None:
        """The next push to an onlooker, answered as a page does that shows it."""
        frame = await one.receive_from()
        self.keep(name, frame)
        version = await sync_to_async(self.version)()
        await one.send_to(f'{{"kind":"seen","version":{version}}}')
        await one.is_read()

    async def socket(self, user: Any, said: str = "", door: str = "match") -> Socket:
        """A socket to the match, opened."""
        address = f"/ws/{door}/{self.row.public_id}/?lang=en{said}"
        one = Socket(URLRouter(websocket_urlpatterns), address)
        one.scope["user"] = user
        await one.connect()
        return one

    async def frame(self, mine: Socket, name: str) -> None:
        """The next push, answered; and a beat of its keeper."""
        self.keep(f"seat frame, {name}", await mine.receive_from())
        await mine.send_to('{"kind":"seen","version":1000000}')  # it lacks nothing: only what changes is pushed
        assert await mine.receive_nothing(timeout=0.01)  # the answer is read, and answered by nothing
        await socket_keeper.of_this_loop()._beats(0)
        self.keep("seat frame, a beat", await mine.receive_from())

    def committed(self, happen: Callable[[], None]) -> None:
        """Do it, then what waits for the commit."""
        with TestCase.captureOnCommitCallbacks(execute=True):
            happen()

    def version(self) -> int:
        """The version the match has now."""
        return Match.objects.values_list("version", flat=True).get(pk=self.row.pk)

    def faults(self, monkeypatch: Any) -> None:
        """A fault of our own on the way, with the state in a variable, in a page and in a door."""
        state = state_of(self.row)

        def broken(*given: Any, state: Any = state) -> None:
            raise RuntimeError("broken on purpose")

        with monkeypatch.context() as patch:
            patch.setattr("game.live.screens.view_of", broken)
            self.get("seat", self.at, "a fault of ours")
            patch.setattr("game.services.store.load", broken)
            self.post("seat", self.at + "act", {"do": "resign", "nonce": "nonce-fault"}, "a fault of ours")

    def ending(self) -> None:
        """The clock runs out once; then the opponent gives up, and all is open, but to the players alone."""
        state = state_of(self.row)
        if state.deadline is not None:
            self.clock.now = state.deadline + 3_001
            self.get("seat", self.at, "after the clock")
        self.theirs(do="resign")
        for who in ("stranger", "nobody"):
            for address in ("", "panels", "draft", "record", *AFTERWARDS):
                self.get(who, self.at + address, f"{address or 'match'} after the end")


def drive(run: Drive, monkeypatch: Any, parts: Collection[str] = PARTS) -> dict[str, str]:
    """Everything that comes out of one world: `parts` of what can be asked while nothing moves, then the rest."""
    rate_limits.forget()
    forget_onlookers()
    run.words.mood = "usual"
    with _log_lines() as lines, _channel_messages(monkeypatch) as messages:
        for part in parts:
            getattr(run, part)()
        async_to_sync(run.sockets)()
        run.own_pages()
        run.faults(monkeypatch)
        run.ending()
    run.keep("log lines", "\n".join(lines))
    run.keep("channel messages", "\n".join(messages))
    return run.found


def _whole(response: Any) -> str:
    """Status, headers and body of an answer, byte by byte."""
    headers = "".join(f"{name}: {value}\n" for name, value in sorted(response.items()))
    cookies = response.cookies.output()
    return f"{response.status_code}\n{headers}{cookies}\n{response.content.decode('latin-1')}"


@contextlib.contextmanager
def _log_lines() -> Iterator[list[str]]:
    """Every line that the logging of the site writes meanwhile, at the levels it is set to."""
    lines: list[str] = []
    catcher = logging.Handler()
    catcher.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
    catcher.emit = lambda record: lines.append(catcher.format(record))  # type: ignore[method-assign]
    known = [logging.getLogger(name) for name in list(logging.root.manager.loggerDict)]
    roots = [logging.root, *(logger for logger in known if not logger.propagate)]
    for logger in roots:
        logger.addHandler(catcher)
    try:
        yield lines
    finally:
        for logger in roots:
            logger.removeHandler(catcher)


@contextlib.contextmanager
def _channel_messages(monkeypatch: Any) -> Iterator[list[str]]:
    """What is put on the channel layer meanwhile; it still arrives."""
    sent: list[str] = []
    layer = get_channel_layer()
    deliver = layer.group_send

    async def noted(group: str, message: dict[str, Any]) -> None:
        sent.append(f"{group} {json.dumps(message, sort_keys=True, ensure_ascii=False)}")
        await deliver(group, message)

    with monkeypatch.context() as patch:
        patch.setattr(layer, "group_send", noted)
        yield sent
