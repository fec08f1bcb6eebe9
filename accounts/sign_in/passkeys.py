"""Validates what a browser sends of a passkey, before any library reads it.

Anyone may send anything here, at the sign-in too. The libraries raise errors of every kind on malformed input, and one
of them would store a key whatever its content: so only an answer in WebAuthn's format, rebuilt from its own fields, is
passed on to them.
"""

import json
import re
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.forms import AuthenticateWebAuthnForm, LoginWebAuthnForm, ReauthenticateWebAuthnForm
from cryptography.exceptions import InvalidSignature
from django import forms
from fido2.webauthn import AuthenticationResponse, CollectedClientData, RegistrationResponse

LARGEST = 32 * 1024
"""Characters of an answer. The longest are those of keys that send the certificates of their maker along."""
_BYTES = re.compile(r"[A-Za-z0-9_-]+={0,2}")  # URL-safe Base64


class CredentialField(forms.JSONField):
    """A WebAuthn response: the registration of a new key (`is_new`), or the assertion of a known one. If refused, it is
    not put into the page again."""

    def __init__(self, *, is_new: bool = False) -> None:
        super().__init__(required=True, widget=forms.HiddenInput)
        self.is_new = is_new

    def to_python(self, value: Any) -> Any:
        """The response, rebuilt from its own fields only (dict); None for an empty one. Raises ValidationError."""
        if value in self.empty_values:
            return None
        try:
            if len(value) > LARGEST:
                raise ValueError("too long")
            return _new_key(json.loads(value)) if self.is_new else _signed(json.loads(value))
        except Exception as error:  # only the input is parsed here, so any error means that it is invalid
            raise get_adapter().validation_error("incorrect_code") from error

    def bound_data(self, data: Any, initial: Any) -> Any:
        """The value shown again after a refusal: none."""
        return initial


class AuthenticateForm(AuthenticateWebAuthnForm):
    """A passkey as the second factor."""

    credential = CredentialField()


class LoginForm(LoginWebAuthnForm):
    """A passkey instead of a password."""

    credential = CredentialField()


class ReauthenticateForm(ReauthenticateWebAuthnForm):
    """A passkey for reauthentication."""

    credential = CredentialField()


def _new_key(sent: Any) -> dict[str, Any]:
    """A key that can sign in later: one that no signature matches, not even its owner's, would make each of their
    sign-ins fail with an error."""
    answer = _answer(sent, ("clientDataJSON", "attestationObject"))
    rk = ((sent.get("clientExtensionResults") or {}).get("credProps") or {}).get("rk")
    answer["clientExtensionResults"] = {"credProps": {"rk": rk}} if type(rk) is bool else {}
    read = RegistrationResponse.from_dict(answer).response
    _read(read.client_data)
    found = read.attestation_object.auth_data.credential_data
    if found is None or found.credential_id != RegistrationResponse.from_dict(answer).raw_id:
        raise ValueError("no key of that name")
    try:
        found.public_key.verify(b"", b"")
    except InvalidSignature:
        return answer
    raise ValueError("signs anything")


def _signed(sent: Any) -> dict[str, Any]:
    answer = _answer(sent, ("clientDataJSON", "authenticatorData", "signature"))
    if sent["response"].get("userHandle"):
        answer["response"]["userHandle"] = _bytes(sent["response"]["userHandle"])
    _read(AuthenticationResponse.from_dict(answer).response.client_data)
    return answer


def _answer(sent: Any, parts: tuple[str, ...]) -> dict[str, Any]:
    return {
        "type": "public-key",
        "id": _bytes(sent["rawId"]),
        "rawId": _bytes(sent["rawId"]),
        "response": {part: _bytes(sent["response"][part]) for part in parts},
    }


def _bytes(text: Any) -> str:
    if type(text) is not str or not _BYTES.fullmatch(text):
        raise ValueError("no bytes")
    return text


def _read(client: CollectedClientData) -> None:
    if type(client.type) is not str or type(client.origin) is not str:
        raise ValueError("no client data")
