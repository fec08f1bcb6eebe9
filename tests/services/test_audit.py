"""The operator's audit: every stored match is replayed, and one that is not what its log says is named."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from game import api as game
from game.kernel.match import CoreState
from game.models import LogEntry, Match
from game.services import audit, store
from tests.support.matches import START, make_match, state_of, submit


def a_match(**settings: Any) -> Match:
    """Three entries long."""
    row = make_match(**settings)
    submit(row, 0, do="pass")
    submit(row, 1, do="buy", item="swap")
    return Match.objects.get(pk=row.pk)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, list[str]]:
    """Exit code and lines of the command."""
    try:
        call_command("audit_matches", *words)
    except SystemExit as ended:
        return ended.code, capsys.readouterr().out.splitlines()
    return 0, capsys.readouterr().out.splitlines()


def test_what_agrees_is_counted_and_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    a_match()
    assert told(capsys) == (0, ["1 matches, 0 differ"])


@pytest.mark.parametrize(
    ("damage", "where"),
    [
        (lambda row: row.log.filter(seq=2).delete(), "entry 2: is missing"),
        (lambda row: row.log.filter(seq=3).delete(), "snapshot: not the state after"),
        (lambda row: row.log.filter(seq=2).update(digest="0" * 64), "entry 2: the state after it"),
        (lambda row: row.log.filter(seq=2).update(events="[]"), "entry 2: what it brought about"),
        # Out of turn: the rules refuse it, and the audit says so instead of ending.
        (lambda row: row.log.filter(seq=2).update(seat=1), "entry 2: cannot be replayed (Refused: "),
        (lambda row: row.log.filter(seq=3).update(action="{"), "entry 3: cannot be replayed (JSONDecodeError: "),
        (lambda row: Match.objects.filter(pk=row.pk).update(state="{}"), "snapshot: cannot be read"),
        (lambda row: Match.objects.filter(pk=row.pk).update(lexicon_version="0"), "word list: UnknownLexicon"),
        (lambda row: Match.objects.filter(pk=row.pk).update(seed=bytes(32)), "entry 1: the state after it"),
    ],
)
def test_what_differs_is_named_with_the_place(
    damage: Callable[[Match], object], where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sound, row = a_match(), a_match()
    damage(row)
    code, lines = told(capsys)
    assert code == 1
    assert lines[0].startswith(f"{row.public_id} (live): {where}"), lines
    assert lines[1:] == ["2 matches, 1 differ"]
    assert audit.first_difference(sound) is None


def test_since_leaves_out_what_ended_before(capsys: pytest.CaptureFixture[str]) -> None:
    over, running = a_match(), a_match()
    submit(over, 0, do="resign", at=START + 5_000)
    LogEntry.objects.all().delete()
    code, lines = told(capsys, "--since", "2026-12-31")
    assert (code, lines[-1]) == (1, "2 matches, 2 differ")
    code, lines = told(capsys, "--since", "2100-01-01T00:00:00+02:00")
    assert (code, lines[-1]) == (1, "1 matches, 1 differ")
    assert lines[0].startswith(running.public_id)
    with pytest.raises(CommandError, match="is no date"):
        call_command("audit_matches", "--since", "yesterday")


def test_a_match_played_on_between_the_two_readings_does_not_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    row = a_match()
    real, looks = store.load, list[Match]()

    def slow(seen: Match) -> CoreState:
        if not looks:  # the snapshot has been read; now somebody moves
            looks.append(seen)
            state = real(seen)
            submit(row, state.active, do="pass")
            return state
        return real(seen)

    monkeypatch.setattr(store, "load", slow)
    assert [difference for _row, difference in audit.every_match()] == [None]


def test_live_matches_are_counted() -> None:
    over, running = a_match(), a_match()
    submit(over, 0, do="resign")
    assert game.how_many_live() == 1
    assert json.loads(running.state) and state_of(running).outcome is None
