"""From the start of a process to its first answer, beside a bare Django that answers one page."""

import statistics
import subprocess
import sys
import time
from functools import partial

from benchmarks.measure import Row, seconds_of

ROUNDS = 7
OURS = """
import os
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alfapower.settings")
import alfapower.asgi
from django.test import Client
assert Client(SERVER_NAME="localhost").get("/health/live").status_code == 200
"""
BARE = """
from django.conf import settings
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["localhost"], SECRET_KEY="x")
import daphne.server, channels.routing, channels.generic.websocket, django
django.setup()
from django.http import HttpResponse
from django.urls import path
urlpatterns = [path("", lambda request: HttpResponse("ok"))]
from django.core.asgi import get_asgi_application
get_asgi_application()
from django.test import Client
assert Client(SERVER_NAME="localhost").get("/").status_code == 200
"""


def rows() -> list[Row]:
    """Wall times of whole processes, taken in turn."""
    taken: dict[str, list[float]] = {"bare": [], "ours": []}
    for _ in range(ROUNDS):
        for name, text in (("bare", BARE), ("ours", OURS)):
            run = partial(subprocess.run, [sys.executable, "-c", text], check=True, capture_output=True)
            taken[name].append(seconds_of(run, time.perf_counter))
    bare, ours = (statistics.median(taken[name]) for name in ("bare", "ours"))
    return [
        Row("a process of bare Django, Channels and Daphne, to its first answer", f"{bare:.2f} s", "1"),
        Row("a process of ours, to its first answer", f"{ours:.2f} s", f"{ours / bare:.2f} ×"),
    ]
