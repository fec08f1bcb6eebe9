"""Atomic file writes: a file is complete or absent, also when two processes write it at once."""

import os
import secrets
from pathlib import Path


def write_whole(path: Path, *parts: bytes) -> None:
    """Write the parts in sequence beside the file, sync them to disk, and move the result into place; creates the
    folder if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    try:
        with fresh.open("xb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
