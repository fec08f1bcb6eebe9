"""Passkeys, with a device made of software: what it may do, and what becomes of answers that no device would send."""

import base64
import copy
import hashlib
import json
import os
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.urls import reverse
from fido2 import cbor
from fido2.cose import ES256
from pytest_django import Settings

from accounts.models import User
from tests.accounts.conftest import prove, who
from tests.support.types import Response

ADD, SIGN_IN = reverse("mfa_add_webauthn"), reverse("mfa_login_webauthn")
PRESENT, VERIFIED, HAS_KEY = 1, 4, 64


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Device:
    """Holds one key, and says of itself what it is told to."""

    def __init__(self) -> None:
        self.key, self.id = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    def new_key(self, challenge: str, *, cose: dict[str, Any] | None = None) -> dict[str, Any]:
        if cose is None:
            cose = dict(ES256.from_cryptography_key(self.key.public_key()))  # type: ignore[no-untyped-call]  # fido2's
        key = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor.encode(cose)
        data = {"fmt": "none", "attStmt": {}, "authData": self._data(PRESENT | VERIFIED | HAS_KEY) + key}
        client = self._client("webauthn.create", challenge)
        return self._answer(clientDataJSON=text(client), attestationObject=text(cbor.encode(data)))

    def signs(
        self,
        challenge: str,
        user: str,
        *,
        key: ec.EllipticCurvePrivateKey | None = None,
        origin: str = "https://testserver",
        flags: int = PRESENT | VERIFIED,
    ) -> dict[str, Any]:
        client, data = self._client("webauthn.get", challenge, origin), self._data(flags)
        signature = (key or self.key).sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            clientDataJSON=text(client), authenticatorData=text(data), signature=text(signature), userHandle=user
        )

    def _answer(self, **parts: str) -> dict[str, Any]:
        name = text(self.id)
        return {"type": "public-key", "id": name, "rawId": name, "response": parts, "clientExtensionResults": {}}

    def _client(self, kind: str, challenge: str, origin: str = "https://testserver") -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(b"testserver").digest() + bytes([flags]) + struct.pack(">I", 1)


@pytest.fixture(autouse=True)
def _https(settings: Settings) -> None:
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = False


@pytest.fixture
def elsa(client: Client, elsa: User) -> User:
    client.force_login(elsa)
    prove(client)
    return elsa


def options(client: Client) -> dict[str, Any]:
    return client.get(ADD).context["js_data"]["creation_options"]["publicKey"]


def add(client: Client, sent: dict[str, dict[str, str] | str], **more: str) -> Response:
    return client.post(ADD, {"name": "Mine", "passwordless": "on", "credential": json.dumps(sent), **more})


def asked(client: Client) -> str:
    """The challenge of a sign-in."""
    answer = client.get(SIGN_IN, headers={"x-requested-with": "XMLHttpRequest"})
    return answer.json()["request_options"]["publicKey"]["challenge"]


def with_key(client: Client) -> tuple[Device, str]:
    """A device that has a key of the signed-in user's, and the name the device knows the user by."""
    device, found = Device(), options(client)
    assert add(client, device.new_key(found["challenge"])).status_code == 302
    return device, found["user"]["id"]


def signed_in_by_key(client: Client, **said: Any) -> User | None:
    """Whom a visitor is taken for whose device, which has a key of the client's user, says so of itself."""
    device, user = with_key(client)
    visitor = Client()
    visitor.post(SIGN_IN, {"credential": json.dumps(device.signs(asked(visitor), user, **said))})
    return who(visitor)


def changed(sent: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The answer with one part of it gone or something else, each in its turn."""
    values: list[Any] = [None, 5, "", [], {}, True]  # no text, or none in it
    values += ["A", "\0", "å%", "____", "e30", "W10", "bnVsbA", text(cbor.encode([1]))]  # badly coded, or of nothing
    values += [text(b'{"type":5,"challenge":5,"origin":5}'), text(cbor.encode({"fmt": 5, "attStmt": 5, "authData": 5}))]
    for path in [(name,) for name in sent] + [("response", name) for name in sent["response"]]:
        for value in (*values, KeyError):
            other = copy.deepcopy(sent)
            part = other["response"] if len(path) == 2 else other
            if value is KeyError:
                del part[path[-1]]
            else:
                part[path[-1]] = value
            yield other


NO_ANSWERS = ("", "null", "5", "[]", '"x"', "{}", '{"response": 5}', '"\\ud800"', "[" * 9_999, "NaN", "x" * 40_000)


def test_a_key_signs_its_owner_in(client: Client, elsa: User) -> None:
    assert signed_in_by_key(client) == elsa


@pytest.mark.parametrize(
    "wrong",
    [{"key": Device().key}, {"origin": "https://evil.example"}, {"origin": "http://testserver"}, {"flags": PRESENT},
     {"flags": VERIFIED}],
    ids=lambda wrong: str(*wrong),
)  # fmt: skip
def test_another_one_does_not(client: Client, elsa: User, wrong: dict[str, Any]) -> None:
    assert signed_in_by_key(client, **wrong) is None


def test_an_answer_is_good_once_and_in_the_browser_that_was_asked(client: Client, elsa: User) -> None:
    device, user = with_key(client)
    first, other = Client(), Client()
    sent = json.dumps(device.signs(asked(first), user))
    asked(other)
    other.post(SIGN_IN, {"credential": sent})
    assert who(other) is None
    first.post(SIGN_IN, {"credential": sent})
    assert who(first) == elsa
    first.post(reverse("account_logout"))
    first.post(SIGN_IN, {"credential": sent})
    assert who(first) is None


@pytest.mark.long
def test_what_is_no_answer_is_refused_as_one(client: Client, elsa: User, settings: Settings) -> None:
    """At the sign-in, where nobody is known, and where a key is added: never by an error, and none is kept."""
    settings.MFA_RATE_LIMITS = {"webauthn_login": ""}
    device, user = with_key(client)
    visitor = Client()
    challenge = asked(visitor)
    sent = [json.dumps(other) for other in changed(device.signs(challenge, user))]
    for credential in (*sent, *NO_ANSWERS):
        assert visitor.post(SIGN_IN, {"credential": credential}).status_code == 302, credential
    for credential in NO_ANSWERS:
        assert client.post(ADD, {"name": "Mine", "credential": credential}).status_code == 200, credential
    new, challenge = Device(), ""
    for number in range(len(list(changed(new.new_key(""))))):
        challenge = challenge or options(client)["challenge"]
        credential = json.dumps(list(changed(new.new_key(challenge)))[number])
        answer = client.post(ADD, {"name": "Mine", "credential": credential})
        assert answer.status_code in (200, 302), credential
        refused = answer.status_code == 200
        challenge = answer.context["js_data"]["creation_options"]["publicKey"]["challenge"] if refused else ""
    for key in Authenticator.objects.filter(user=elsa, type=Authenticator.Type.WEBAUTHN):
        assert key.wrap().authenticator_data.credential_data and not key.wrap().is_passwordless
        assert key.data["credential"].keys() == {"type", "id", "rawId", "response", "clientExtensionResults"}
    assert client.get(reverse("mfa_list_webauthn")).status_code == 200


@pytest.mark.parametrize("cose", [{}, {1: 2, 3: -7}, {1: 2, 3: -7, -1: 1, -2: b"", -3: b""}, {1: 2, 3: -65_000}])
def test_a_key_that_could_never_sign_is_not_kept(client: Client, elsa: User, cose: dict[str, Any]) -> None:
    """It would end every sign-in of its owner's in an error."""
    assert add(client, Device().new_key(options(client)["challenge"], cose=cose)).status_code == 200
    assert not Authenticator.objects.filter(user=elsa).exists()


def test_a_new_key_is_not_named_at_any_length(client: Client, elsa: User) -> None:
    assert add(client, Device().new_key(options(client)["challenge"]), name="x" * 101).status_code == 200
    assert not Authenticator.objects.filter(user=elsa).exists()


def test_sixty_people_behind_one_address_sign_in_by_passkey_within_a_minute() -> None:
    answers = [Client().post(SIGN_IN, {"credential": "{}"}).status_code for _ in range(60)]
    assert 429 not in answers
