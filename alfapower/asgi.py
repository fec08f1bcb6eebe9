"""What an ASGI server runs: pages by Django, websockets by Channels.

From the outside in, a socket meets: origin, limits, session, user, route. A server that imports this module gets the
system checks and the compiled word lists first, so it starts ready or not at all.
"""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.core.management.base import BaseCommand

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alfapower.settings")
django.setup()

from alfapower.closing import allow_every_code  # noqa: E402  (needs the settings)
from alfapower.connections import guard_every_connection  # noqa: E402
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

application = Heart(
    ClientAddress(
        ProtocolTypeRouter(
            {
                "http": get_asgi_application(),
                "websocket": SameOrigin(
                    TryAgain(SocketLimits(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))))
                ),
            }
        )
    )
)
