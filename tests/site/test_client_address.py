"""Whose address a request has: the one that the trusted proxies vouch for, never one that a client writes itself."""

import asyncio
from collections.abc import Sequence
from typing import Any
from unittest.mock import AsyncMock

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from alfapower.processes.procfile import commands
from common import client_address
from common.client_address import ClientAddress
from tests.support.types import certain

PROXY = ["127.0.0.1", 40_000]
PEER = "127.0.0.1"


def seen(headers: Sequence[str], kind: str = "http") -> Any:
    """The address that the site sees of a connection from the proxy with these X-Forwarded-For lines."""
    site, lines = AsyncMock(), [(b"x-forwarded-for", line.encode()) for line in headers]
    scope = {"type": kind, "client": PROXY, "headers": [(b"host", b"play.example"), *lines]}
    asyncio.run(ClientAddress(site)(scope, None, None))
    assert scope["client"] == PROXY  # what the server keeps for itself is left alone
    return certain(site.await_args).args[0]["client"][0]


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("proxies", "headers", "address"),
    [
        (0, ["198.51.100.7"], PEER),
        (1, [], PEER),
        (1, ["198.51.100.7"], "198.51.100.7"),
        (1, ["10.9.8.7, 198.51.100.7"], "198.51.100.7"),
        (1, ["10.9.8.7", "198.51.100.7"], "198.51.100.7"),
        (2, ["10.9.8.7, 198.51.100.7, 203.0.113.1"], "198.51.100.7"),
        (2, ["198.51.100.7"], "198.51.100.7"),
        (1, ["198.51.100.7:51234"], "198.51.100.7"),
        (1, ["2001:DB8::1"], "2001:db8::1"),
        (1, ["[2001:db8::1]:51234"], "2001:db8::1"),
        (1, ["::ffff:198.51.100.7"], "198.51.100.7"),
        (1, ["198.51.100.7, unknown"], PEER),
        (1, ["198.51.100.7, x' OR 1"], PEER),
        (1, [" , "], PEER),
    ],
)
def test_the_trusted_hop_is_counted_from_the_right(
    settings: Settings, kind: str, proxies: Any, headers: Sequence[str], address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert seen(headers, kind) == address


def test_no_server_of_ours_believes_the_header_by_itself() -> None:
    """Daphne would take the leftmost entry, which is the client's own."""
    assert "daphne" in commands()["web"] and "proxy-headers" not in commands()["web"]


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("", "nowhere"),
        ("a name", "nowhere"),
    ],
)
def test_an_ipv6_neighbourhood_is_one_place(address: str, place: str) -> None:
    assert client_address.network(address) == place
    assert client_address.network(client_address.of(RequestFactory().get("/", REMOTE_ADDR=address))) == place


def test_signing_in_is_noted_under_the_same_address(db: None, client: Client) -> None:
    form = {"username": "Elsa", "email": "elsa@example.org", "password1": "correct horse 12"}
    forged: dict[str, Any] = {"headers": {"x-forwarded-for": "10.9.8.7"}, "REMOTE_ADDR": "::ffff:198.51.100.7"}
    client.post(reverse("account_signup"), form | {"password2": form["password1"]}, **forged)
    client.get(reverse("lobby:home"), **forged)
    assert {session.ip for session in UserSession.objects.all()} <= {"198.51.100.7"}
    assert UserSession.objects.exists()
