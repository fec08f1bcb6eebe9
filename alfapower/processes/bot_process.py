"""The bot process that `play` runs beside itself: started behind the first page, and restarted when it ends."""

import logging
import os
import subprocess
import sys
import threading

from django.conf import settings

log = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 60.0
STOP_SECONDS = 3.0


class BotChild:
    """One child process, kept alive by a thread until `stop`."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and restart it whenever it ends."""
        threading.Thread(target=self._keep, name="bots", daemon=True).start()

    def stop(self) -> None:
        """Stop it for good."""
        self.ended.set()
        if self.running is None or self.running.poll() is not None:
            return
        self.running.terminate()
        try:
            self.running.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.running.kill()

    def _keep(self) -> None:
        pause = FIRST_PAUSE_SECONDS
        manage = str(settings.BASE_DIR / "manage.py")
        environment = os.environ | {"ALFAPOWER_NO_BOOTSTRAP": "1"}  # it is made, and this is its Python
        while not self.ended.is_set():
            self.running = subprocess.Popen(  # nosec B603  # no shell; our own command
                [sys.executable, manage, "bots", "--parent", str(os.getpid())], env=environment
            )
            code = self.running.wait()
            if not self.ended.is_set():
                log.warning("The process of bots has ended (%s) and is begun again.", code)
            self.ended.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
