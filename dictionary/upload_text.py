"""Reads the text of an uploaded file in chunks: plain or gzip, with any line ends; or names the other kind of file.

Pure: bytes in, bytes out, never more of them in memory than a block.
"""

import gzip
import io
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from common.refusals import CodedError

MOST_BYTES = 64 * 1024 * 1024  # unpacked
BLOCK = 256 * 1024

_GZIP = b"\x1f\x8b"
_BEGINNINGS = {
    b"\xff\xfe": "utf16",
    b"\xfe\xff": "utf16",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"\xfd7zXZ": "packed",
    b"7z\xbc\xaf": "packed",
    b"Rar!\x1a": "packed",
    b"\x28\xb5\x2f\xfd": "packed",  # Zstandard
    b"\x89PNG": "image",
    b"\xff\xd8\xff": "image",
    b"GIF8": "image",
    b"%PDF": "document",
    b"{\\rtf": "document",
    b"\xd0\xcf\x11\xe0": "document",  # Word and Excel before they were ZIP archives
}
"""What a file that begins so is, as a code of Unreadable."""


class Unreadable(CodedError):
    """The file as a whole is refused. `code`: "gzip", "after", "bytes", "lines", "empty", "tar", "binary", or what
    `_BEGINNINGS` names.
    """


class _Pieces(io.RawIOBase):
    """A file object over chunks of any size."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces, self._rest = iter(pieces), b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer; less of it only at the end."""
        done = 0
        while done < len(buffer) and (self._rest or self._next()):
            part = self._rest[: len(buffer) - done]
            buffer[done : done + len(part)] = part
            self._rest = self._rest[len(part) :]
            done += len(part)
        return done

    def _next(self) -> bytes:
        self._rest = next((piece for piece in self._pieces if piece), b"")
        return self._rest


def unpacked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The file's text in blocks, with `\\n` for every line end. Raises Unreadable."""
    file = io.BufferedReader(_Pieces(pieces), BLOCK)
    beginning = file.peek(1)
    if beginning.startswith(_GZIP):
        return _with_one_line_end(_blocks_of_gzip(file))
    _refuse_other_files(beginning)
    return _with_one_line_end(_bounded(file))


def _blocks_of_gzip(file: io.BufferedIOBase) -> Iterator[bytes]:
    """The contents of all members of a gzip file, one after the other."""
    first = True
    try:
        with gzip.GzipFile(fileobj=file) as inflated:
            for block in _bounded(inflated):
                if first:
                    _refuse_other_files(block)
                first = False
                yield block
    except gzip.BadGzipFile as error:
        # The first member has a valid header, or this would not be read as gzip: a later one is invalid.
        raise Unreadable("after" if str(error).startswith("Not a gzipped file") else "gzip") from error
    except (EOFError, zlib.error) as error:
        raise Unreadable("gzip") from error


def _bounded(file: io.BufferedIOBase) -> Iterator[bytes]:
    total = 0
    while block := file.read(BLOCK):
        total += len(block)
        if total > MOST_BYTES:
            raise Unreadable("bytes")
        yield block


def _with_one_line_end(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Normalise line ends of Windows and old Macs."""
    held = b""
    for block in blocks:
        whole = held + block
        held = b"\r" if whole.endswith(b"\r") else b""  # its line feed may be in the next block
        yield whole.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if held:
        yield b"\n"


def _refuse_other_files(beginning: bytes) -> None:
    """Raise Unreadable for a file that is not plain text, by its first bytes."""
    for mark, code in _BEGINNINGS.items():
        if beginning.startswith(mark):
            raise Unreadable(code)
    if beginning[4:10] == b"1AY&SY":  # bzip2
        raise Unreadable("packed")
    if beginning[257:262] == b"ustar":
        raise Unreadable("tar")
    zeros = sorted(half.count(0) for half in (beginning[0:1024:2], beginning[1:1024:2]))
    letters = min(len(beginning), 1024) // 2
    if letters > 1 and zeros[0] * 10 <= letters and zeros[1] * 10 >= letters * 9:
        raise Unreadable("utf16")  # without its mark: every other byte is zero
    if beginning.count(0) > max(10, len(beginning) // 20):
        raise Unreadable("binary")
