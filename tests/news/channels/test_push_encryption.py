"""A push is encrypted as RFC 8291 says, by its own example, and signed as RFC 8292 does."""

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from news.push_encryption import CURVE, MOST, authorization, base64url, encrypted, point_of
from tests.news.channels.push_service import Browser, claims, from_base64url, opened

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
READER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private(number: str) -> ec.EllipticCurvePrivateKey:
    """A private key as the example writes it."""
    return ec.derive_private_key(int.from_bytes(from_base64url(number), "big"), CURVE)


def test_the_example_of_the_rfc_comes_out_byte_by_byte() -> None:
    given = {"own": private(SENDER), "salt": from_base64url(SALT)}
    body = encrypted(TEXT, from_base64url(POINT), from_base64url(SECRET), **given)  # type: ignore[arg-type]
    assert base64url(body) == BODY


def test_the_browser_of_these_tests_reads_the_example() -> None:
    assert opened(from_base64url(BODY), private(READER), from_base64url(SECRET)) == TEXT


@given(data=st.binary(max_size=MOST))
def test_what_is_encrypted_for_a_browser_it_reads_and_no_other(data: bytes) -> None:
    reader, other = Browser(), Browser()
    body = encrypted(data, reader.point, reader.secret)
    assert opened(body, reader.key, reader.secret) == data and len(body) <= 4096
    for key, secret in ((other.key, reader.secret), (reader.key, other.secret)):
        with pytest.raises(InvalidTag):
            opened(body, key, secret)
    assert body != encrypted(data, reader.point, reader.secret), "each with a key and salt of its own"


def test_what_is_too_long_for_a_push_service_is_not_sent() -> None:
    with pytest.raises(ValueError, match="a push of"):
        encrypted(b"x" * (MOST + 1), Browser().point, Browser().secret)


def test_a_signature_is_of_the_key_that_is_named() -> None:
    key = ec.generate_private_key(CURVE)
    header = authorization(key, "https://push.example", "play@example.org", 1_800_000_000)
    said = {"aud": "https://push.example", "exp": 1_800_000_000, "sub": "mailto:play@example.org"}
    assert claims({"authorization": header}) == said
    other = base64url(point_of(ec.generate_private_key(CURVE).public_key()))
    with pytest.raises(InvalidSignature):
        claims({"authorization": f"{header.rpartition(',k=')[0]},k={other}"})
