"""A mail server of a test: it takes every mail and keeps it."""

import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from socketserver import StreamRequestHandler, ThreadingTCPServer
from types import TracebackType

ANSWERS = {b"EHLO": b"250 here", b"MAIL": b"250 ok", b"RCPT": b"250 ok", b"RSET": b"250 ok", b"DATA": b"354 go on"}


class MailSink:
    """`mails` are those that came, the oldest first; `address` is what EMAIL_URL says of it."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    def __enter__(self) -> "MailSink":
        sink = self

        class Handler(StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 here\r\n")
                while line := self.rfile.readline():
                    command = line[:4].upper()
                    self.wfile.write(ANSWERS.get(command, b"221 bye" if command == b"QUIT" else b"500 no") + b"\r\n")
                    if command == b"QUIT":
                        return
                    if command == b"DATA":
                        sink.mails.append(message_from_bytes(_text(self), policy=policy.default))
                        self.wfile.write(b"250 taken\r\n")

        self._server = ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"smtp://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


def _text(handler: StreamRequestHandler) -> bytes:
    """What follows DATA, up to the line of one dot; a dot that was doubled for that is one again."""
    lines = []
    while (line := handler.rfile.readline()) and line != b".\r\n":
        lines.append(line[1:] if line.startswith(b"..") else line)
    return b"".join(lines)
