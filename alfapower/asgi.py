"""What an ASGI server runs: pages by Django, websockets by Channels.

From the outside in, a socket meets: origin, the line of newcomers, limits, session, user, route. A server that imports
this module gets the system checks and the compiled word lists first, so it starts ready or not at all.
"""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.management.base import BaseCommand

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alfapower.settings")
django.setup()

from alfapower.admission import Admission, Line  # noqa: E402  (needs the settings)
from alfapower.closing import allow_every_code  # noqa: E402
from alfapower.connections import guard_every_connection  # noqa: E402
from alfapower.descriptors import allow_many_files  # noqa: E402
from alfapower.handler import OneHopHandler  # noqa: E402
from alfapower.heart import Heart  # noqa: E402
from alfapower.origin import SameOrigin  # noqa: E402
from alfapower.routing import websocket_urlpatterns  # noqa: E402
from alfapower.socket_limits import SocketLimits  # noqa: E402
from alfapower.trying_again import TryAgain  # noqa: E402
from common.client_address import ClientAddress  # noqa: E402
from dictionary import api as dictionary  # noqa: E402

BaseCommand().check()
dictionary.prepare()
allow_every_code()
guard_every_connection()
allow_many_files()

line = Line()
application = Heart(
    ClientAddress(
        ProtocolTypeRouter(
            {
                "http": Admission(line, OneHopHandler()),
                "websocket": SameOrigin(
                    Admission(line, TryAgain(SocketLimits(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))))
                ),
            }
        )
    )
)
