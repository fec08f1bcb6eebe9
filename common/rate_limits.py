"""Rate limits: the one list of them, and how requests are counted.

Counted by the library `limits` in Redis, for all processes together, or in the memory of the only one; while Redis is
away each process counts by itself. A limit by address counts an IPv4 address or an IPv6 network, and is wide enough for
sixty people behind a school's; a limit by user or browser is for one person. Refused requests are not counted.

RATE_LIMITS_TRUSTED names networks whose requests are not counted. The table in docs/operating.md has the same figures
(a test compares them).
"""

import hashlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from operator import methodcaller
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from common import client_address

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
Key = tuple[RateLimitItem, str]


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit on `name` per time, in the library's notation ("5 per 10 minutes; 20 per hour"), by each of three keys.

    `user`: a signed-in user, guests included. `browser`: the user, or for a visitor the browser's CSRF cookie. A
    visitor may delete that, so where it matters `address` is set too.
    """

    name: str
    user: str = ""
    browser: str = ""
    address: str = ""


# The game --------------------------------------------------------------------------------------------------
ACTIONS = Limit("actions", user="120 per 20 seconds")
READOUTS = Limit("readouts", user="240 per 20 seconds")
DRAFTS = Limit("drafts", user="120 per 20 seconds")
NUDGES = Limit("nudges", user="60 per 10 minutes")
MEANINGS = Limit("meanings", user="40 per minute")
MATCH_PAGES = Limit("match-pages", user="300 per minute", address="9000 per minute")
RECORDS = Limit("records", user="30 per minute", address="900 per minute")
POLLS = Limit("polls", user="900 per minute")
WATCH_PAGES = Limit("watch-pages", browser="120 per minute", address="3000 per minute")
WATCH_POLLS = Limit("watch-polls", browser="120 per minute", address="3000 per minute")
COUNTS = Limit("counts", address="6000 per minute")
SHARED_PAGES = Limit("shared-pages", browser="600 per minute", address="3600 per minute")
POLICY_REPORTS = Limit("policy-reports", address="120 per minute")
SOCKETS_OPENED = Limit("sockets-opened", address="1800 per minute")
PUBLIC_PAGES = Limit("public-pages", browser="240 per minute", address="1200 per minute")
# Words -----------------------------------------------------------------------------------------------------
LOOK_UPS = Limit("look-ups", user="150 per minute", address="1500 per minute")
DEFINITIONS = Limit("definitions", user="40 per minute", address="400 per minute")
DISPUTES = Limit("disputes", user="5 per 10 minutes")
# The lobby and users ---------------------------------------------------------------------------------------
GUESTS = Limit("guests", address="300 per minute; 2400 per hour")
ROOMS = Limit("rooms", user="30 per minute", address="120 per minute; 1200 per hour")
PRACTICE = Limit("practice", user="30 per minute", address="120 per minute; 1200 per hour")
PUZZLE = Limit("puzzle", user="90 per minute", address="4500 per minute")
ROOM_CODES = Limit("room-codes", address="1200 per minute")
ROOM_CODES_MISSED = Limit("room-codes-missed", browser="10 per minute")
ROOM_CODES_MISSED_BY_PROGRAMS = Limit("room-codes-missed-by-programs", user="10 per minute")
ROOM_CODES_MISSED_BY_STRANGERS = Limit("room-codes-missed-by-strangers", address="20 per minute")
OWN_BOARDS = Limit("own-boards", user="90 per minute", address="4500 per minute")
WORDS_CLOSED = Limit("words-closed", user="60 per 10 minutes")
BLOCKS = Limit("blocks", user="60 per 10 minutes; 200 per day")
DECISIONS = Limit("decisions", browser="60 per 10 minutes", address="1200 per 10 minutes")
SIGN_INS = Limit("sign-ins", address="240 per minute")
SIGN_UPS = Limit("sign-ups", address="120 per minute; 600 per hour")
PASSWORD_RESETS = Limit("password-resets", address="60 per minute")
# Friends ---------------------------------------------------------------------------------------------------
FRIEND_QUESTIONS = Limit("friend-questions", user="30 per hour")
FRIEND_ANSWERS = Limit("friend-answers", user="120 per 10 minutes")
FINDING = Limit("finding", user="10 per minute; 60 per hour", address="300 per minute")
PERSONAL_LINKS = Limit("personal-links", browser="30 per minute", address="600 per minute")
PERSONAL_LINKS_MADE = Limit("personal-links-made", user="20 per hour")
# Challenges ------------------------------------------------------------------------------------------------
CHALLENGES = Limit("challenges", user="60 per 10 minutes")
CHALLENGE_ANSWERS = Limit("challenge-answers", user="120 per 10 minutes")
# Reports ---------------------------------------------------------------------------------------------------
REPORTS = Limit("reports", user="30 per hour", address="600 per hour")
# Talk ------------------------------------------------------------------------------------------------------
TALK = Limit("talk", user="60 per minute")
TALK_READS = Limit("talk-reads", user="240 per minute")
MUTES = Limit("mutes", user="60 per 10 minutes")
# Watching --------------------------------------------------------------------------------------------------
WATCH_LISTS = Limit("watch-lists", browser="180 per minute", address="9000 per minute")
WATCHING_CHOSEN = Limit("watching-chosen", user="120 per 10 minutes")
# News ------------------------------------------------------------------------------------------------------
PUSHES = Limit("pushes", user="30 per 10 minutes")
MAILS_ASKED_FOR = Limit("mails-asked-for", user="3 per hour")
LEAVING_MAIL = Limit("leaving-mail", address="600 per minute")

# The bot API -----------------------------------------------------------------------------------------------
API_CALLS = Limit("api-calls", user="300 per minute")
API_STREAMS = Limit("api-streams", user="60 per minute")
API_TOKENS_WRONG = Limit("api-tokens-wrong", address="60 per minute")

PATIENCE_SECONDS = 0.3  # with Redis, while a move is waiting
LONGEST_IN_SECONDS = 90  # beyond that the message gives minutes
SOCKETS_HELD = 600
"""Open sockets of one address in one process: sixty people with six each, and again half as many."""


class TooMany(Exception):
    """Refused for now: `limit` is used up. `retry_after`: seconds until the next request may be accepted."""

    def __init__(self, limit: Limit, retry_after: int) -> None:
        super().__init__(limit.name)
        self.limit, self.retry_after = limit, retry_after

    def __str__(self) -> str:
        return wait_in_words(self.retry_after)


def take(limit: Limit, request: HttpRequest) -> None:
    """Count the request. Raises TooMany."""
    _require("hit", limit, _keys(limit, request))


def allows(limit: Limit, request: HttpRequest) -> bool:
    """Count the request; False if it is one too many, for callers who then do something less costly."""
    try:
        take(limit, request)
    except TooMany:
        return False
    return True


def told(request: HttpRequest, met: TooMany) -> str:
    """The sentence for a page that is rendered again with it, in place of the page of
    alfapower/web/too_many_requests.py; the response gets the status and the header all the same."""
    request.met_limit = met  # type: ignore[attr-defined]
    return str(met)


def wait_in_words(seconds: int) -> str:
    """The message for a user who has to wait so long."""
    if seconds < LONGEST_IN_SECONDS:
        said = ngettext(
            "Too many tries. Wait %(n)d second, then try again.",
            "Too many tries. Wait %(n)d seconds, then try again.",
            seconds,
        )
        return said % {"n": seconds}
    minutes = math.ceil(seconds / 60)
    said = ngettext(
        "Too many tries. Wait %(n)d minute, then try again.",
        "Too many tries. Wait %(n)d minutes, then try again.",
        minutes,
    )
    return said % {"n": minutes}


def check(limit: Limit, request: HttpRequest) -> None:
    """Count nothing. Raises TooMany if the limit is used up already."""
    _require("test", limit, _keys(limit, request))


def check_for_user(limit: Limit, user_id: int) -> None:
    """Count nothing. Raises TooMany if the user has used the limit up already."""
    _require("test", limit, [(rate, f"user {user_id}") for rate in _rates(limit.user)])


def take_for_user(limit: Limit, user_id: int, address: str) -> None:
    """Count an action of a user from an address, where there is no request at hand. Raises TooMany."""
    if not is_trusted(address):
        _require("hit", limit, [(rate, f"user {user_id}") for rate in _rates(limit.user)])


def take_for_address(limit: Limit, address: str) -> None:
    """Count an event from an address, where there is no request of Django's. Raises TooMany."""
    if not is_trusted(address):
        _require("hit", limit, [(rate, _place(address)) for rate in _rates(limit.address)])


def limited(limit: Limit) -> Callable[[View[P]], View[P]]:
    """Decorator of a view: each request is counted, and one too many is answered by 429
    (alfapower/web/too_many_requests.py)."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            take(limit, request)
            return view(request, *args, **kwargs)

        return counted

    return decorate


def is_stranger(request: HttpRequest) -> bool:
    """Whether nothing distinguishes this browser from another one at the same address."""
    return not _browser(request)


def is_trusted(address: str) -> bool:
    """Whether requests from there are not counted: the site's own load tests, by RATE_LIMITS_TRUSTED."""
    found = client_address.read(address) if settings.RATE_LIMITS_TRUSTED else None
    return found is not None and any(found in network for network in settings.RATE_LIMITS_TRUSTED)


def forget() -> None:
    """Reset, as after a start."""
    _ask(lambda limiter: limiter.storage.reset())
    _own().storage.reset()


def _keys(limit: Limit, request: HttpRequest) -> list[Key]:
    """The rates that a request counts towards, each with its key; none for trusted addresses."""
    address = client_address.of(request)
    if is_trusted(address):
        return []
    asked: list[tuple[str, Callable[[], str]]] = [
        (limit.user, lambda: _user(request)),
        (limit.browser, lambda: _browser(request)),
        (limit.address, lambda: _place(address)),
    ]
    # The user is looked up only where a rate needs it: not every page needs the session.
    return [(rate, key) for text, who in asked if text and (key := who()) for rate in _rates(text)]


def _require(what: str, limit: Limit, keys: list[Key]) -> None:
    """Ask for each key whether its rate is not used up: "hit" counts one more where it is not, "test" counts nothing.
    Raises TooMany."""
    for rate, who in keys:
        if not _ask(methodcaller(what, rate, limit.name, who)):
            raise TooMany(limit, _wait(limit, rate, who))


def _wait(limit: Limit, rate: RateLimitItem, who: str) -> int:
    """Whole seconds until one more may be counted, as well as the library can tell."""
    reset_at = _ask(lambda limiter: limiter.get_window_stats(rate, limit.name, who).reset_time)
    left = math.ceil(reset_at - time.time())
    return left if 0 < left < rate.get_expiry() else rate.get_expiry()


@cache
def _rates(text: str) -> list[RateLimitItem]:
    return parse_many(text)


def _user(request: HttpRequest) -> str:
    return f"user {request.user.pk}" if request.user.is_authenticated else ""


def _browser(request: HttpRequest) -> str:
    cookie = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    visitor = f"browser {hashlib.sha256(cookie.encode()).hexdigest()[:32]}" if cookie else ""
    return _user(request) or visitor


def _place(address: str) -> str:
    return f"address {client_address.network(address)}"


def _ask(question: Callable[[SlidingWindowCounterRateLimiter], Any]) -> Any:
    if not settings.REDIS_URL:
        return question(_own())
    from common import redis_fallback  # loads the Redis client, which an embedded site does not need

    return redis_fallback.asked(lambda: question(_shared()), lambda: question(_own()))


@cache
def _own() -> SlidingWindowCounterRateLimiter:
    return SlidingWindowCounterRateLimiter(MemoryStorage())


@cache
def _shared() -> SlidingWindowCounterRateLimiter:
    place = settings.CACHES["default"]
    patience = {"socket_timeout": PATIENCE_SECONDS, "socket_connect_timeout": PATIENCE_SECONDS}
    options = {**place["OPTIONS"], **patience, "key_prefix": f"{place['KEY_PREFIX']}:limits"}
    return SlidingWindowCounterRateLimiter(RedisStorage(place["LOCATION"], **options))
