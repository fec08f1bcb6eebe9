"""What operators do: bring a key of their own, and tell the site of mail that came back."""

import io
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat
from django.core.management import CommandError, call_command

from news.models import PushKey, PushSubscription, RefusedAddress
from news.push import PushChannel
from news.services import push_keys
from tests.news.channels.conftest import NOON, account, tell, with_browser
from tests.news.channels.push_service import Browser, PushService, claims


def said(name: str, *given: str) -> str:
    """What a command writes."""
    out = io.StringIO()
    call_command(name, *given, stdout=out)
    return out.getvalue().strip()


def pem(key: Any, password: bytes | None = None) -> bytes:
    """A private key as a file has it."""
    sealing = BestAvailableEncryption(password) if password else NoEncryption()
    made: bytes = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, sealing)
    return made


def test_the_key_is_made_once(db: None) -> None:
    first = said("push_key")
    assert len(first) == 87 and said("push_key") == first == push_keys.key(NOON).public
    assert PushKey.objects.count() == 1


def test_an_operator_brings_a_key_and_what_was_subscribed_to_another_is_gone(
    elsa: Any, service: PushService, browser: Browser, channel: PushChannel, tmp_path: Path
) -> None:
    before, file = said("push_key"), tmp_path / "key.pem"
    file.write_bytes(pem(ec.generate_private_key(ec.SECP256R1())))
    brought = said("push_key", "--bring", str(file))
    assert brought != before and said("push_key") == brought and not PushSubscription.objects.exists()
    _, browser = with_browser(elsa, service)
    assert said("push_key", "--bring", str(file)) == brought and PushSubscription.objects.exists(), "the same one"
    channel.send([tell(elsa)], NOON)
    assert claims(browser.headers[0]) and browser.headers[0]["authorization"].endswith(f"k={brought}")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no key",
        pem(ec.generate_private_key(ec.SECP384R1())),
        pem(ed25519.Ed25519PrivateKey.generate()),
        pem(ec.generate_private_key(ec.SECP256R1()), b"word"),
    ],
    ids=["empty", "nonsense", "another curve", "another kind", "with a password"],
)
def test_what_is_no_such_key_is_refused_and_the_site_keeps_its_own(db: None, tmp_path: Path, content: bytes) -> None:
    before, file = said("push_key"), tmp_path / "key.pem"
    file.write_bytes(content)
    with pytest.raises(CommandError, match="no private key on the curve P-256"):
        said("push_key", "--bring", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        said("push_key", "--bring", str(tmp_path / "nothing"))
    assert said("push_key") == before


REPORT = b"""\
From: MAILER-DAEMON@mail.example
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

It could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example

Final-Recipient: rfc822; Elsa@example.org
Action: failed
Status: 5.1.1

Final-Recipient: rfc822; ravi@example.org
Action: delayed
Status: 4.2.2

Final-Recipient: rfc822; kim@example.org
Action: failed
Status: 5.7.1
--b--
"""


def test_a_delivery_report_ends_mail_to_what_has_failed_for_good(elsa: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not to what is late, nor to what was refused because of the sender."""
    account("ravi"), account("kim")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(REPORT)))
    assert said("mail_refused") == "1 of 1 addresses get no mail any more."
    assert RefusedAddress.objects.get().address == "elsa@example.org"


def test_addresses_may_be_named_and_those_of_nobody_are_not_kept(elsa: Any) -> None:
    named = ("elsa@example.org", "ELSA@example.org", "nobody@example.org")
    assert said("mail_refused", *named) == "2 of 3 addresses get no mail any more."
    assert RefusedAddress.objects.count() == 1
