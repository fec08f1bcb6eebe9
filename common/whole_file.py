"""Files that are there whole or not at all, also when two processes write the same one at once."""

import os
import secrets
from pathlib import Path


def write_whole(path: Path, *parts: bytes) -> None:
    """Write the parts one after the other beside the file, to the disk, and put that in its place; its folder is made
    where there is none."""
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
