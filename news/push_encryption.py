"""What of Web Push is cryptography: a payload encrypted for one browser (RFC 8291, by the coding of RFC 8188), and the
sender's signed word on who it is (VAPID, RFC 8292).

By hand, of the pieces of `cryptography`: the library for it hangs on one that has no wheel, and nothing is installed
here that would have to be built. Tests hold it to the example of RFC 8291.
"""

import base64
import json
import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes: a payload is one record, and push services take no more
MOST = RECORD - 103  # bytes of a payload: less header, end and mark of what was changed
_LAST = b"\x02"  # ends the last record
_SALT, _NONCE, _KEY, _NUMBER = 16, 12, 16, 32  # bytes


def base64url(data: bytes) -> str:
    """As keys and signatures are written."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as browsers write it: 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypted(
    data: bytes,
    point: bytes,
    secret: bytes,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push that the browser with this public key and secret can open, and nobody else. `own` and `salt`
    are drawn anew for each. Raises ValueError for more than MOST bytes, or a point that is none."""
    if len(data) > MOST:
        raise ValueError(f"a push of {len(data)} bytes")
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(_SALT)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    here = point_of(own.public_key())
    shared = _derived(own.exchange(ec.ECDH(), theirs), secret, b"WebPush: info\0" + point + here, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", _KEY)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", _NONCE)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(here)]) + here
    return header + AESGCM(key).encrypt(nonce, data + _LAST, None)


def authorization(key: ec.EllipticCurvePrivateKey, audience: str, sender: str, until_seconds: int) -> str:
    """The header by which a push service knows the site: for that service alone, and until then."""
    said = {"aud": audience, "exp": until_seconds, "sub": f"mailto:{sender}"}
    token = ".".join(base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, said))
    first, second = decode_dss_signature(key.sign(token.encode(), ec.ECDSA(SHA256())))
    signature = base64url(first.to_bytes(_NUMBER, "big") + second.to_bytes(_NUMBER, "big"))
    return f"vapid t={token}.{signature},k={base64url(point_of(key.public_key()))}"


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
