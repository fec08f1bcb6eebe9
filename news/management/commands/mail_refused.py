"""`mail_refused`: addresses to which no mail is to go any more, for reports of mail that came back."""

import email
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from email.message import Message
from email.utils import parseaddr
from typing import Any

from django.core.management.base import BaseCommand

from news.clock import now_ms
from news.services import mail_addresses


class Command(BaseCommand):
    help = "No news goes to these addresses until they are verified anew. Without any, reads a delivery report (DSN)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", nargs="*")

    def handle(self, *args: Any, **options: Any) -> None:
        named: list[str] = options["address"] or list(refused_in(email.message_from_binary_file(sys.stdin.buffer)))
        known = [address for address in named if mail_addresses.refuse(address, now_ms())]
        self.stdout.write(f"{len(known)} of {len(named)} addresses get no mail any more.")


def refused_in(report: Message) -> Iterator[str]:
    """The addresses that a delivery report (RFC 3464) says have failed for good: by a status that begins with 5, unless
    that is about the sender (5.7)."""
    for part in report.walk():
        recipient, status = part.get("Final-Recipient", ""), part.get("Status", "").strip()
        is_failed = part.get("Action", "").strip().lower() == "failed"
        if recipient and is_failed and status.startswith("5.") and not status.startswith("5.7."):
            yield parseaddr(recipient.partition(";")[2].strip())[1]
