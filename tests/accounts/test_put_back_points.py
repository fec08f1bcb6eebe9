"""The command that puts back points won by cheating: once for each match, in entries of their own."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import PointsPutBack, RankChange, Rating, Standing, User
from accounts.services import leaving, ranking
from common.models import AuditEntry
from tests.accounts.ranking import DAY, ended, points
from tests.support.matches import START


def run(*given: str) -> str:
    said = StringIO()
    call_command("put_back_points", *given, stdout=said)
    return said.getvalue()


# R11.8
def test_it_says_first_and_puts_back_once(astrid: User, bjorn: User) -> None:
    won, lost = ended(astrid, bjorn, (300, 250)), ended(astrid, bjorn, (250, 280), at=START + DAY)
    before = list(RankChange.objects.order_by("pk").values())
    ratings = list(Rating.objects.order_by("pk").values_list("rating", flat=True))
    assert points(astrid, bjorn) == [1020, 980]
    assert "50 points" in run("Astrid") and not PointsPutBack.objects.exists(), "nothing without --yes"
    said = run(astrid.public_id, "--yes")
    assert won.public_id in said and lost.public_id not in said
    assert points(astrid, bjorn) == [970, 1030]
    assert dict(PointsPutBack.objects.values_list("user", "points")) == {astrid.pk: -50, bjorn.pk: 50}
    assert "0 points" in run("Astrid", "--yes") and points(astrid, bjorn) == [970, 1030]
    assert list(RankChange.objects.order_by("pk").values()) == before, "what the matches said stays"
    assert list(Rating.objects.order_by("pk").values_list("rating", flat=True)) == ratings
    entry = AuditEntry.objects.get()
    assert (entry.who, entry.object_name) == ("manage.py put_back_points", "Astrid") and won.public_id in entry.note
    assert sum(Standing.objects.filter(language="", span="all").values_list("points", flat=True)) == 0


def test_only_these_matches_and_only_since(astrid: User, bjorn: User) -> None:
    rows = [ended(astrid, bjorn, (300, 250), at=START + number * DAY) for number in range(3)]
    run("Astrid", f"--match={rows[0].public_id}", "--yes")
    assert points(astrid, bjorn) == [1100, 900]
    day = RankChange.objects.filter(rated_match=rows[2].pk)[0].ended_at
    assert rows[1].public_id not in run("Astrid", "--since", f"{datetime.fromtimestamp(day / 1000, tz=UTC):%Y-%m-%d}")
    for bad in (["Nobody"], ["Astrid", "--match=nope"], ["Björn", f"--match={rows[0].public_id}"],
                ["Astrid", "--since", "soon"]):  # fmt: skip
        with pytest.raises(CommandError):
            run(*bad)


def test_a_match_made_void_and_counted_again_moves_no_points_twice(astrid: User, bjorn: User) -> None:
    row = ended(astrid, bjorn, (300, 250))
    run("Astrid", "--yes")
    assert points(astrid, bjorn) == [1000, 1000]
    assert ranking.make_void(row.pk, START, "cheat") and points(astrid, bjorn) == [1000, 1000]
    assert ranking.reinstate(row.pk, "") and points(astrid, bjorn) == [1000, 1000]
    other = ended(astrid, bjorn, (300, 250), at=START + DAY)
    ranking.make_void(other.pk, START, "cheat")
    assert ranking.put_back(other.pk, START) == []


def test_whoever_has_left_gets_nothing_and_nothing_fails(astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, (300, 250))
    leaving.delete(bjorn.pk)
    run("Astrid", "--yes")
    assert points(astrid) == [1000] and PointsPutBack.objects.filter(user=None).count() == 1
