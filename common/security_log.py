"""The security log: which user did what to an account or as staff, and from which address. One event per line, in the
log of the process and in a file per day, kept for as long as the settings say.

Never a password, a code or a token; of a failed sign-in only an account that exists, for users type passwords there.
"""

import contextlib
import logging
import os
import re
import threading
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

NAME = "security"
_FILE = re.compile(r"security-(\d{4}-\d\d-\d\d)\.log")
log = logging.getLogger(NAME)


def note(event: str, *, warns: bool = False, **fields: Any) -> None:
    """Log an event, as in note("signed_in", who="Elsa", account=7, address="192.0.2.1"); empty fields are left out.
    `warns`: an event to investigate when it comes often."""
    kept = {key: value for key, value in fields.items() if value not in (None, "")}
    log.log(logging.WARNING if warns else logging.INFO, event, extra={NAME: kept})


class DailyFiles(logging.Handler):
    """Appends to security-YYYY-MM-DD.log in `folder`, by UTC, and removes files older than `days`.

    Any number of processes may write: a line is one write, and no file is ever renamed.
    """

    def __init__(self, folder: str, days: int) -> None:
        super().__init__()
        self.folder, self.days = Path(folder), days
        self.day: date | None = None
        self.stream: int | None = None
        self.opening = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """An unwritable folder fails no request: the line is in the log of the process as well."""
        try:
            day = datetime.fromtimestamp(record.created, UTC).date()
            os.write(self._file(day), f"{self.format(record)}\n".encode())
        except OSError:
            self.handleError(record)

    def close(self) -> None:
        """Close the file."""
        if self.stream is not None:
            os.close(self.stream)
        self.stream = self.day = None
        super().close()

    def _file(self, day: date) -> int:
        with self.opening:
            if self.stream is None or day != self.day:
                if self.stream is not None:
                    os.close(self.stream)
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
                self.stream = os.open(self.folder / f"security-{day.isoformat()}.log", flags, mode=0o600)
                self.day = day
                self._forget(day - timedelta(days=self.days))
            return self.stream

    def _forget(self, before: date) -> None:
        for path in self.folder.iterdir():
            named = _FILE.fullmatch(path.name)
            if named and date.fromisoformat(named[1]) < before:
                with contextlib.suppress(FileNotFoundError):  # another process was quicker
                    path.unlink()
