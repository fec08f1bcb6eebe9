"""Fetches definitions from a free online dictionary, if the operator has switched that on. Never used for validity.

Two public services and compatible ones are supported: freedictionaryapi.com (`entries` with `senses`) and
dictionaryapi.dev (a list with `meanings`). The response is foreign text: it is cut to size, kept as plain text, and
anything unexpected is no definition. A failing service is left alone for a while, longer each time, and few requests
wait at once.
"""

import json
import logging
import re
import ssl
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
from django.conf import settings

from dictionary.wordnet import MOST_SENSES, Sense

log = logging.getLogger(__name__)

SILENCE_SECONDS = 2.0
"""So long may the service say nothing; twice that may an answer take in all."""
MOST_BYTES = 512 * 1024
MOST_AT_ONCE = 2
MOST_CHARACTERS = 240
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, PAUSE_WHEN_TOLD_SECONDS = 30, 30 * 60, 5 * 60

_PARTS = {"noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}
_slots = threading.BoundedSemaphore(MOST_AT_ONCE)


class Unavailable(Exception):
    """No answer now; do not retry for at least `pause` seconds."""

    def __init__(self, why: str, pause: float = 0.0) -> None:
        super().__init__(why)
        self.pause = pause


@dataclass(frozen=True, slots=True)
class Answer:
    """The service's answer: no senses when it knows none. `odd`: it could not be parsed."""

    senses: tuple[Sense, ...] = ()
    source: str = ""
    licence: str = ""
    licence_url: str = ""
    odd: bool = False


class _CircuitBreaker:
    """When the service may be queried again: a pause after each failure, twice as long each time."""

    def __init__(self) -> None:
        self.failures = 0
        self.until = 0.0
        self.lock = threading.Lock()

    def is_closed(self) -> bool:
        return time.monotonic() >= self.until

    def failed(self, pause: float) -> None:
        with self.lock:
            pause = max(pause, min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2**self.failures))
            self.failures = min(self.failures + 1, 20)
            self.until = time.monotonic() + pause

    def succeeded(self) -> None:
        with self.lock:
            self.failures, self.until = 0, 0.0


circuit_breaker = _CircuitBreaker()


def ask(word: str, language: str) -> Answer | None:
    """The service's answer for a word; None when it is not queried now or does not answer. Takes seconds at most."""
    if not circuit_breaker.is_closed() or not _slots.acquire(blocking=False):
        return None
    try:
        answer = _read(_fetched(word, language), word, language)
    except Unavailable as unavailable:
        log.warning("Definitions: %s.", unavailable)
        circuit_breaker.failed(unavailable.pause)
        return None
    finally:
        _slots.release()
    circuit_breaker.succeeded()
    return answer


def _fetched(word: str, language: str) -> bytes | None:
    """The body of the response; None for a word unknown to the service. Raises Unavailable."""
    address = f"{settings.DEFINITIONS_URL.rstrip('/')}/{language}/{quote(word.lower())}"
    headers = {"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "AlfaPower"}
    try:
        # A redirect is not followed: it would lead to an address that the operator has not chosen.
        with httpx.stream("GET", address, headers=headers, timeout=SILENCE_SECONDS, verify=_trusted()) as response:
            if response.status_code == httpx.codes.NOT_FOUND:
                return None
            if response.status_code != httpx.codes.OK:
                pause = PAUSE_WHEN_TOLD_SECONDS if response.status_code == httpx.codes.TOO_MANY_REQUESTS else 0.0
                raise Unavailable(f"the service answered {response.status_code}", pause)
            return _whole(response)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise Unavailable(f"no answer ({type(error).__name__})") from error


@cache
def _trusted() -> ssl.SSLContext:
    """The trusted certificates, read once: per request this would take longer than everything else it does."""
    return httpx.create_ssl_context()


def _whole(response: httpx.Response) -> bytes:
    begun, body = time.monotonic(), b""
    for piece in response.iter_bytes():
        body += piece
        if len(body) > MOST_BYTES:
            raise Unavailable("the answer is too large")
        if time.monotonic() - begun > 2 * SILENCE_SECONDS:
            raise Unavailable("the answer takes too long")
    return body


def _read(body: bytes | None, word: str, language: str) -> Answer:
    """The definitions in a response. Raises Unavailable for a body that is not JSON: it is not from the service."""
    if body is None:
        return Answer()
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Unavailable("the answer is no JSON") from error
    try:
        return _read_entries(data, word, language) if isinstance(data, dict) else _read_meanings(data, word)
    except (AttributeError, KeyError, TypeError, ValueError):
        return Answer(odd=True)


def _read_entries(data: dict[str, Any], word: str, language: str) -> Answer:
    texts = [
        (entry.get("partOfSpeech"), text)
        for entry in data["entries"]
        if (entry.get("language") or {}).get("code", language) == language
        for text in _texts_of(entry.get("senses"))
    ]
    source = data.get("source") or {}
    licence = source.get("license") or {}
    return _answer(texts, word, source.get("url"), licence)


def _texts_of(senses: Any) -> Iterator[Any]:
    """The definitions of senses; one without a text has it in its subsenses."""
    for sense in senses or ():
        if sense.get("definition"):
            yield sense["definition"]
        else:
            yield from (part.get("definition") for part in sense.get("subsenses") or ())


def _read_meanings(data: Any, word: str) -> Answer:
    if not isinstance(data, list):
        raise TypeError("neither an object nor a list")
    texts = [
        (meaning.get("partOfSpeech"), said.get("definition"))
        for entry in data
        for meaning in entry["meanings"]
        for said in meaning.get("definitions") or ()
    ]
    first = data[0] if data else {}
    return _answer(texts, word, (first.get("sourceUrls") or [None])[0], first.get("license") or {})


def _answer(texts: list[tuple[Any, Any]], word: str, source: Any, licence: dict[str, Any]) -> Answer:
    senses = [Sense(_part(part), word, _line(text, MOST_CHARACTERS)) for part, text in texts]
    return Answer(
        senses=tuple(dict.fromkeys(sense for sense in senses if sense.text))[:MOST_SENSES],
        source=_address(source),
        licence=_line(licence.get("name"), 60),
        licence_url=_address(licence.get("url")),
    )


def _part(text: Any) -> str:
    part = _line(text, 20).lower()
    return _PARTS.get(part, part)


def _line(text: Any, most: int) -> str:
    """Plain text of one line: no markup, no invisible characters, limited length."""
    if not isinstance(text, str):
        return ""
    plain = re.sub(r"<[^<>]{0,200}>", "", text[: 20 * most])
    plain = " ".join("".join(c if c.isprintable() else " " for c in plain).split())
    return plain if len(plain) <= most else plain[: most - 1].rsplit(" ", 1)[0] + "…"


def _address(text: Any) -> str:
    """A web URL to link to; "" for any other text."""
    try:
        is_web = isinstance(text, str) and len(text) <= 500 and urlsplit(text).scheme in ("http", "https")
    except ValueError:
        return ""
    return text if is_web and text.isprintable() and not re.search(r"\s", text) else ""
