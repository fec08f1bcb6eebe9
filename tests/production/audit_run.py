"""Run as a program, on the database of DATABASE_URL, with the bots' journal on its input: what is wrong, line by line.

1. Every match is what its log says, digest by digest, and so is its snapshot.
2. Every answer that acknowledged an action is in the log exactly once, under the version that was answered.
3. Nothing that was refused is in the log, nor, in the matches that the journal knows, an action that nobody sent.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import django

APPLIED = "invalid_words"  # a failed attempt is a refusal to the player and an entry in the log


def faults(answers: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    from game.models import LogEntry
    from game.services import audit

    for row, difference in audit.every_match():
        if difference is not None:
            yield f"match {row.pk}: {difference}"
    logged: dict[tuple[str, str | None], list[int]] = {}
    for entry in LogEntry.objects.exclude(nonce=None).select_related("match"):
        logged.setdefault((entry.match.public_id, entry.nonce), []).append(entry.seq)
    for answer in answers:
        found = logged.pop((answer["match"], answer["nonce"]), [])
        done = answer["ok"] or answer["code"] == APPLIED
        if found != ([answer["version"]] if done else []):
            yield f"{answer} is in the log as {found}"
    known = {answer["match"] for answer in answers}
    for match, nonce in (entry for entry in logged if entry[0] in known):
        yield f"match {match}: {nonce} is in the log, and nobody was told"


if __name__ == "__main__":
    django.setup()
    sys.stdout.writelines(f"{fault}\n" for fault in faults(json.load(sys.stdin)))
