"""What the site asks of Postgres ends with the transaction: a pooler gives the next one another connection
(docs/operating.md, DATABASE_POOLER)."""

import re

import pytest

from tests.architecture.layers import LAYERS
from tests.architecture.source import assert_none
from tests.support.project_files import files, named, text

OUTLIVES = re.compile(
    r"pg_(?:try_)?advisory_(?!xact)\w+|\bLISTEN \w|\bCREATE TEMP|\bDECLARE \w+ CURSOR|[\"']+\s*SET (?!LOCAL)[A-Za-z_]+"
)


def test_no_statement_leaves_anything_in_its_connection() -> None:
    looked_at = [path for path in files() if path.suffix == ".py" and named(path).partition("/")[0] in LAYERS]
    assert len(looked_at) > 300
    assert_none(f"{named(path)}: {found[0]!r}" for path in looked_at if (found := OUTLIVES.search(text(path))))


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ("SELECT pg_advisory_lock(1)", True),
        ("SELECT pg_try_advisory_lock(1)", True),
        ("SELECT pg_advisory_xact_lock(1)", False),
        ("LISTEN turns", True),
        ("CREATE TEMP TABLE found (id int)", True),
        ("SET statement_timeout = 1", True),
        ("SET LOCAL statement_timeout = 1", False),
        ("UPDATE x SET y = 1", False),
    ],
)
def test_the_rule_itself_sees_what_it_should(statement: str, seen: bool) -> None:
    assert bool(OUTLIVES.search(f'execute("{statement}")')) is seen
