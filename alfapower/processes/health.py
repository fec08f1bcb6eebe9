"""Health checks and metrics for load balancers, supervisors and monitoring. `live` and `ready` answer one word to any
client; `deep` and `metrics` report internals, to this machine and to clients with the token.
"""

import hmac
import platform
import queue
import threading
import time
from collections.abc import Callable
from functools import wraps
from importlib.metadata import version
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port, validate_host
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from alfapower import __version__
from alfapower.processes import periodic_jobs, pulse
from common.postgres.answer_deadline import answer_within
from game import api as game

OLDEST_SECONDS = 10
"""A pulse or a periodic job that is older is a fault."""
OLDEST_PROCESS_SECONDS = 20
"""A worker or beat without a heartbeat for so long is dead; both send one every five seconds."""
DATABASE_SECONDS, REDIS_SECONDS = 1.0, 0.3
"""How long the database may take, and Redis longer than it: an answer comes within two seconds, whatever is away."""
LIMITS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
"""What Postgres ends by itself; behind a pooler the role alone can say after how long."""
DURABILITY = ("fsync", "full_page_writes", "synchronous_commit")
VERSIONS = ("django", "channels", "channels-redis", "daphne", "redis", "celery", "psycopg")
LOOPBACK = ("127.0.0.1", "::1")
OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")

View = Callable[[HttpRequest], HttpResponse]


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """Whether this process answers. Touches no service, so a dead database does not get web processes killed."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Whether this process can serve players. 503 while its database does not answer or takes no stamp of its pulse, as
    with a full disk, and once it has been told to stop."""
    if getattr(request, "scope", {}).get("draining"):
        return JsonResponse({"status": "stopping"}, status=503)
    try:
        with answer_within(DATABASE_SECONDS), connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"status": "no database"}, status=503)
    if pulse.age() > OLDEST_SECONDS:
        return JsonResponse({"status": "no pulse"}, status=503)
    return JsonResponse({"status": "ok"})


def _for_us(view: View) -> View:
    """Only for a request from this machine that no proxy passed on, or with HEALTH_TOKEN; others get no internals."""

    @wraps(view)
    @never_cache
    @require_safe
    def guarded(request: HttpRequest) -> HttpResponse:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not _is_local(request) and not (settings.HEALTH_TOKEN and hmac.compare_digest(given.encode(), _token())):
            raise Http404("not for everybody")
        return view(request)

    return guarded


def _is_local(request: HttpRequest) -> bool:
    """Whether the request comes from this machine. A page of another site whose name resolves to this machine (DNS
    rebinding) has the browser here send that name as Host: it is refused."""
    if request.META.get("REMOTE_ADDR") not in LOOPBACK or "HTTP_X_FORWARDED_FOR" in request.META:
        return False
    host, _port = split_domain_port(request.META.get("HTTP_HOST", "localhost"))
    return validate_host(host, [*OWN_NAMES, *settings.ALLOWED_HOSTS])


def _token() -> bytes:
    token: str = settings.HEALTH_TOKEN
    return token.encode()


@_for_us
def deep(request: HttpRequest) -> JsonResponse:
    """All internals; 503 when something that the site needs fails."""
    redis = _ask_redis()
    found: dict[str, Any] = {
        "sockets": game.how_many_sockets(),
        "pulse_age_seconds": _rounded(pulse.age()),
        "redis": None,
        "database": None,
        "ticks_seconds_ago": {},
        "warnings": [],
        "versions": {"alfapower": __version__, "python": platform.python_version()}
        | {name: version(name) for name in VERSIONS},
    }
    faults = [] if pulse.age() < OLDEST_SECONDS else ["pulse"]
    try:
        with answer_within(DATABASE_SECONDS):
            found["database"] = _database(found["warnings"])
            ages, processes = periodic_jobs.ages(), periodic_jobs.process_ages()
        found["ticks_seconds_ago"] = {name: _rounded(age) for name, age in ages.items()}
        if settings.REDIS_URL:
            found["processes_seconds_ago"] = {kind: _rounded(age) for kind, age in processes.items()}
            late = [kind for kind, age in processes.items() if age is None or age > OLDEST_PROCESS_SECONDS]
            faults += [f"process {kind}" for kind in late]
        faults += [f"job {name}" for name, age in ages.items() if age is None or age > OLDEST_SECONDS]
    except DatabaseError:
        faults.append("database")
    found["redis"] = redis()
    if found["redis"] == "away":
        faults.append("redis")
    if _deaf_seconds() > OLDEST_SECONDS:
        faults.append("messages")
    return JsonResponse(
        {"status": "fault" if faults else "ok", "faults": faults, **found}, status=503 if faults else 200
    )


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None or seconds == pulse.NEVER else round(seconds, 1)


def _database(warnings: list[str]) -> dict[str, Any]:
    """Version and delay; warns when acknowledged writes might not survive a power cut."""
    begun = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        delay = time.monotonic() - begun
        if connection.vendor == "postgresql":
            cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(DURABILITY)])
            warnings += [
                f"{name} is off: a crash may lose moves" for name, value in cursor.fetchall() if value == "off"
            ]
        if connection.vendor == "postgresql" and settings.DATABASE_POOLER:
            cursor.execute("SELECT name FROM pg_settings WHERE setting = '0' AND name = ANY(%s)", [list(LIMITS)])
            warnings += [f"{name} is 0: ALTER ROLE … SET it (docs/operating.md)" for (name,) in cursor.fetchall()]
    numbers = ".".join(str(number) for number in connection.get_database_version())
    return {"kind": connection.vendor, "version": numbers, "milliseconds": round(delay * 1000, 1)}


def _ask_redis() -> Callable[[], str]:
    """Query Redis while the database is queried; the function returns the answer, or "away" REDIS_SECONDS later. In a
    thread: nothing else ends a name look-up, and each step of a connection has its own limit."""
    address = settings.REDIS_URL
    if not address:
        return lambda: "none"
    answer: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=lambda: answer.put(_redis(address)), name="redis-health", daemon=True).start()

    def hear() -> str:
        try:
            return answer.get(timeout=REDIS_SECONDS)
        except queue.Empty:
            return "away"

    return hear


def _redis(address: str) -> str:
    """ "ok", or "away" where it does not answer."""
    from redis import Redis, RedisError
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    client = Redis.from_url(
        address,
        socket_timeout=REDIS_SECONDS,
        socket_connect_timeout=REDIS_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        client.ping()
    except (RedisError, OSError):
        return "away"
    finally:
        client.close()
    return "ok"


def _deaf_seconds() -> float:
    """How long this process has waited for its own message on the channel layer."""
    ask = getattr(get_channel_layer(), "deaf_seconds", None)  # the layer in memory cannot be deaf
    return ask() if ask else 0.0


@_for_us
def metrics(request: HttpRequest) -> HttpResponse:
    """This process's metrics in Prometheus's format: requests, and our own gauges."""
    from django_prometheus.exports import ExportToDjangoView

    from alfapower.processes.metrics import read

    with answer_within(DATABASE_SECONDS):
        read()
    answer: HttpResponse = ExportToDjangoView(request)
    return answer
