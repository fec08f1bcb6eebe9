"""`manage.py verify_record FILE…`: replay match records and say whether their chance was possible and their result
right.
"""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from dictionary import api as dictionary
from game.dispatch.record_check import verify
from game.dispatch.record_reading import BadRecord
from game.kernel.chance import ImpossibleChance
from game.kernel.match import Lexicon

HOLDS, DIFFERS, NO_RECORD = 0, 1, 2


class Command(BaseCommand):
    """Exit 0 when every record holds, 1 with the first difference, 2 for a file that is no record; the highest of
    all.
    """

    help = "Replay match records; say whether the chance was possible and the result right."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Files, and whether to print JSON."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a match record (JSON)")
        parser.add_argument("--json", action="store_true", help="print one JSON object a line and file")

    def handle(self, *args: Any, files: list[str], json: bool, **options: Any) -> None:
        """Verify each file in the order given."""
        codes = [self._verify(name, json) for name in files]
        if max(codes) != HOLDS:
            raise SystemExit(max(codes))

    def _verify(self, name: str, as_json: bool) -> int:
        try:
            replay = verify(_read(name), _lexicon)
        except BadRecord as bad:
            return self._tell_error(name, str(bad), NO_RECORD, as_json)
        except (ImpossibleChance, LookupError) as wrong:
            return self._tell_error(name, str(wrong), DIFFERS, as_json)
        if as_json:
            self.stdout.write(json.dumps(replay.data(), ensure_ascii=False))
        elif replay.difference:
            self.stdout.write(f"{name}: {replay.difference}")
        else:
            self.stdout.write(f"{name}: holds ({len(replay.steps)} actions, {replay.final['phase']}); {replay.proof}")
        return DIFFERS if replay.difference else HOLDS

    def _tell_error(self, name: str, error: str, code: int, as_json: bool) -> int:
        self.stdout.write(json.dumps({"error": error}, ensure_ascii=False) if as_json else f"{name}: {error}")
        return code


def _read(name: str) -> object:
    """The JSON of a file, strictly: no repeated keys, no NaN. Raises BadRecord."""
    try:
        return json.loads(
            Path(name).read_bytes().decode("utf-8"), object_pairs_hook=_distinct, parse_constant=_no_constant
        )
    except OSError as error:
        raise BadRecord("file", error.strerror or "cannot be read") from error
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord("file", "is not JSON in UTF-8") from error


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadRecord(key, "stands twice")
        found[key] = value
    return found


def _no_constant(text: str) -> object:
    raise BadRecord("file", f"{text} is no number")


def _lexicon(name: str, version: str) -> Lexicon:
    try:
        return dictionary.lexicon(name, version)
    except (dictionary.UnknownLexicon, DatabaseError) as unknown:  # a record is judged without a database too
        raise LookupError(f"lexicon: this site has no list {name} {version}") from unknown
