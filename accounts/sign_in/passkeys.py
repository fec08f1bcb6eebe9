"""What a browser sends of a passkey, taken apart before anything believes in it.

Anybody may send anything here, at the sign-in too. The libraries that read it meet bytes that are none of theirs with
errors of every kind, and one of them would keep a key whatever stands in it: so nothing but an answer as WebAuthn has
it, made anew of its own fields, goes on to them.
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
_BYTES = re.compile(r"[A-Za-z0-9_-]+={0,2}")  # in Base64, as addresses may hold it


class CredentialField(forms.JSONField):
    """An answer of WebAuthn: what a new key says of itself (`is_new`), or how a known one signs in. Refused, it is not
    put into the page again."""

    def __init__(self, *, is_new: bool = False) -> None:
        super().__init__(required=True, widget=forms.HiddenInput)
        self.is_new = is_new

    def to_python(self, value: Any) -> Any:
        """The answer, made of its own fields alone (dict); None for nothing. Raises ValidationError."""
        if value in self.empty_values:
            return None
        try:
            if len(value) > LARGEST:
                raise ValueError("too long")
            return _new_key(json.loads(value)) if self.is_new else _signed(json.loads(value))
        except Exception as error:  # nothing is asked here but what was sent, and whatever ails it, it is no answer
            raise get_adapter().validation_error("incorrect_code") from error

    def bound_data(self, data: Any, initial: Any) -> Any:
        """What is shown again of what was sent: nothing."""
        return initial


class AuthenticateForm(AuthenticateWebAuthnForm):
    """A passkey as the second factor."""

    credential = CredentialField()


class LoginForm(LoginWebAuthnForm):
    """A passkey in the place of a password."""

    credential = CredentialField()


class ReauthenticateForm(ReauthenticateWebAuthnForm):
    """A passkey that shows who one is once more."""

    credential = CredentialField()


def _new_key(sent: Any) -> dict[str, Any]:
    """A key that could sign in later: one that nobody's signature fits, not even its owner's, would stop every sign-in
    of theirs with an error."""
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
