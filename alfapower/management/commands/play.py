"""`play`: runs everything a game between two browsers needs, in one process, from nothing.

Migrates, compiles the word lists, serves pages and sockets with Daphne and, without REDIS_URL, drives the clocks by the
embedded ticker. A public site is run by the Procfile instead.
"""

import asyncio
import contextlib
import errno
import signal
import socket
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from alfapower.bootstrap import STILL_SECONDS
from alfapower.processes import local_addresses
from alfapower.processes.bot_process import BotChild
from alfapower.processes.periodic_jobs import Ticker
from dictionary import api as dictionary

LARGEST_FRAME = 4096  # bytes a browser may send in one websocket frame
LARGEST_MESSAGE = 256 * 1024  # bytes of one whole message, which here bounds our own pushes too


class Command(BaseCommand):
    help = "Prepare everything and serve the site, with no other service needed."
    requires_system_checks: list[str] = []  # migrate runs them all

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
        parser.add_argument("--port", default=8000, type=int, help="0 for a free one (default %(default)s)")
        # Read by bootstrap.py before the settings; named here for --help and so that it is accepted.
        parser.add_argument("--data", metavar="DIR", help="folder for the database and compiled word lists")

    def handle(self, *args: Any, **options: Any) -> None:
        # Both signals stop it, also where a shell started it in the background and had it ignore SIGINT. The
        # reactor replaces these handlers with its own when it starts.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            self.play(options["host"], options["port"])
        except KeyboardInterrupt:
            return

    def play(self, host: str, port: int) -> None:
        with reserve(host, port) as reserved:
            with self.telling("Preparing the database"):
                call_command("migrate", interactive=False, verbosity=0)
            if settings.POSTGRES:
                with self.telling("Collecting static files"):
                    call_command("collectstatic", interactive=False, verbosity=0)
            with self.telling("Preparing the word lists"):
                dictionary.prepare()
            settings.ALLOWED_HOSTS += local_addresses.names_for(host)
            from alfapower.asgi import application  # heavy, and of no use to --help

            self.serve(application, host, reserved)

    @contextlib.contextmanager
    def telling(self, doing: str) -> Iterator[None]:
        """Print at once what the block does, and every few seconds that it is still running."""
        done, begun = threading.Event(), time.monotonic()

        def say(line: str) -> None:
            self.stderr.write(line, style_func=str)  # not an error, so not red

        def go_on() -> None:
            while not done.wait(STILL_SECONDS):
                say(f"  still at it, {time.monotonic() - begun:.0f} s")

        say(f"{doing} ...")
        threading.Thread(target=go_on, daemon=True).start()
        try:
            yield
        finally:
            done.set()

    def serve(self, application: Any, host: str, reserved: socket.socket) -> None:
        """Serve at the reserved address until a signal comes. `host` is the user's name for it."""
        from daphne.endpoints import build_endpoint_description_strings
        from twisted.internet import reactor

        from alfapower.web.answer_backpressure import WaitingServer

        address, port = reserved.getsockname()[:2]
        if sys.platform != "linux":
            reserved.close()  # elsewhere it would block the listener; kept, no other program takes the port meanwhile
        ticking: list[asyncio.Task[None]] = []
        bots = BotChild()

        async def begin() -> None:
            await application.start()
            if not settings.REDIS_URL:
                ticking.append(asyncio.create_task(Ticker().run()))
            self.announce(host, port)
            if settings.BOTS:
                bots.start()

        def started() -> None:
            ticking.append(asyncio.get_event_loop().create_task(begin()))

        def stopping() -> None:
            bots.stop()
            for task in ticking:
                task.cancel()

        server = WaitingServer(
            application,
            endpoints=build_endpoint_description_strings(host=address, port=port),
            websocket_connect_timeout=30,
            websocket_handshake_timeout=30,
            websocket_max_message_size=LARGEST_MESSAGE,
            websocket_max_frame_size=LARGEST_FRAME,
            application_close_timeout=2,
            verbosity=0,
            server_name="",
        )
        reactor.callWhenRunning(started)
        reactor.addSystemEventTrigger("before", "shutdown", stopping)  # type: ignore[arg-type]
        server.run()
        if not server.listening_addresses:
            raise CommandError(f"Port {port} on {host} was taken in the meantime.")

    def announce(self, host: str, port: int) -> None:
        self.stdout.write(f"AlfaPower is ready: {local_addresses.url(host, port)}")
        for address in local_addresses.others(host):
            self.stdout.write(f"From other machines on this network: {local_addresses.url(address, port)}")
        if settings.REDIS_URL:
            self.stdout.write("REDIS_URL is set: the Procfile's `worker` and `beat` must run too.")
        self.stdout.flush()


def reserve(host: str, port: int) -> socket.socket:
    """A socket bound to the address, so that a taken port is known before any work and port 0 gets its number.

    It does not listen: no client may connect to a server that is not ready.
    """
    if not 0 <= port <= 65535:
        raise CommandError(f"Cannot listen on {host}, port {port}: ports go from 0 to 65535.")
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        reserved = socket.socket(family, kind, protocol)
    except OSError as error:
        raise CommandError(f"Cannot listen on {host}, port {port}: {error.strerror}.") from error
    try:
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.bind(address)
    except OSError as error:
        reserved.close()
        other = " Try --port 0, which takes a free one." if error.errno == errno.EADDRINUSE else ""
        raise CommandError(f"Cannot listen on {host}, port {port}: {error.strerror}.{other}") from error
    return reserved
