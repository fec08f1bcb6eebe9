"""The locks against a snapshot of advisories: what holds fails, and nothing is called clean that nobody looked at."""

import json
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from alfapower.build.lock_file import pins
from alfapower.management.commands import audit_locks

NOW = datetime(2026, 3, 1, 23, 59, tzinfo=UTC)
DJANGO = next(pin for pin in pins(settings.BASE_DIR / "requirements.lock") if pin.name == "django")


def record(events: Sequence[dict[str, str]], name: str = "Django", days: int = 1, **more: Any) -> dict[str, Any]:
    """An OSV record about a package, last changed so many days ago."""
    span = {"type": "ECOSYSTEM", "events": events}
    return {
        "id": "PYSEC-1",
        "summary": "It leaks.",
        "modified": (NOW - timedelta(days=days)).isoformat(),
        "affected": [{"package": {"ecosystem": "PyPI", "name": name}, "ranges": [span]}],
        **more,
    }


Audit: TypeAlias = Callable[[Any], tuple[bool, str]]
ELSEWHERE = record([{"introduced": "0"}], name="no-package-of-ours")
HOLDS = record([{"introduced": "0"}, {"fixed": "9000"}])


@pytest.fixture
def audit_at(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Audit:
    """`audit_at(path)`: (whether it passed, all it said)."""

    monkeypatch.setattr(audit_locks, "now", lambda: NOW)

    def audited(path: Path) -> tuple[bool, str]:
        monkeypatch.setenv("ADVISORIES", str(path))
        try:
            call_command("audit_locks")
        except CommandError as error:
            return False, capsys.readouterr().out + str(error)
        return True, capsys.readouterr().out

    return audited


@pytest.fixture
def audit(tmp_path: Path, audit_at: Audit) -> Audit:
    """The same of a snapshot: a text or value becomes the file that ADVISORIES names."""

    def run(snapshot: object) -> tuple[bool, str]:
        path = tmp_path / "advisories.json"
        path.write_text(snapshot if isinstance(snapshot, str) else json.dumps(snapshot))
        return audit_at(path)

    return run


def test_without_a_snapshot_it_passes_and_says_that_nothing_was_audited(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("ADVISORIES", raising=False)
    call_command("audit_locks")
    said = capsys.readouterr().out
    assert said.startswith("NOT AUDITED") and " lean" not in said


def test_a_young_snapshot_where_nothing_holds_is_clean(audit: Audit) -> None:
    passed, said = audit([ELSEWHERE])
    assert passed and said.startswith("Clean: no advisory holds")


def test_an_old_snapshot_is_said_to_be_old_and_never_clean(audit: Audit) -> None:
    passed, said = audit([ELSEWHERE | {"modified": (NOW - timedelta(days=31)).isoformat()}])
    assert passed and said.startswith("OLD") and " lean" not in said
    assert "Clean" in audit([ELSEWHERE | {"modified": (NOW - timedelta(days=30)).isoformat()}])[1]


def test_an_advisory_that_holds_fails_and_says_what_mends_it(audit: Audit) -> None:
    for snapshot in (HOLDS, [ELSEWHERE, HOLDS], {"vulns": [HOLDS]}):
        passed, said = audit(snapshot)
        assert not passed and " lean" not in said
        assert f"django {DJANGO.version}: PYSEC-1 (mended in 9000) It leaks." in said


def test_the_tools_are_audited_too(audit: Audit) -> None:
    assert not audit([record([{"introduced": "0"}], name="pytest")])[0]


@pytest.mark.parametrize(
    ("events", "holds"),
    [
        ([{"introduced": "0"}, {"fixed": DJANGO.version}], False),
        ([{"introduced": "0"}, {"last_affected": DJANGO.version}], True),
        ([{"introduced": DJANGO.version}], True),
        ([{"introduced": "0"}, {"fixed": "1.0"}], False),
        ([{"introduced": "0"}, {"fixed": "1.0"}, {"introduced": "2.0"}, {"fixed": "9000"}], True),
        ([{"introduced": "9000"}], False),
        ([{"introduced": "no version at all"}], True),  # somebody has to look
    ],
)
def test_a_range_holds_from_where_it_begins_to_where_it_is_mended(
    audit: Audit, events: Sequence[dict[str, str]], holds: bool
) -> None:
    assert audit([record(events)])[0] is not holds


def test_versions_that_are_listed_hold_however_they_are_written(audit: Audit) -> None:
    listed = {"package": {"ecosystem": "PyPI", "name": "DJANGO"}, "versions": ["odd", f"v{DJANGO.version}"]}
    assert not audit([ELSEWHERE | {"affected": [listed]}])[0]


def test_what_was_withdrawn_or_is_of_another_ecosystem_does_not_hold(audit: Audit) -> None:
    assert audit([HOLDS | {"withdrawn": "2026-01-01T00:00:00Z"}])[0]
    npm = {"package": {"ecosystem": "npm", "name": "django"}, "versions": [DJANGO.version]}
    assert audit([ELSEWHERE | {"affected": [npm]}])[0]


def test_the_zip_that_osv_publishes_is_read(audit_at: Audit, tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for number, entry in enumerate((ELSEWHERE, HOLDS)):
            packed.writestr(f"{number}.json", json.dumps(entry))
    passed, said = audit_at(path)
    assert not passed and "PYSEC-1" in said


def test_what_pip_audit_wrote_speaks_only_of_what_it_looked_at(audit: Audit) -> None:
    fault = {"id": "CVE-1", "fix_versions": ["9000"], "description": "It leaks.\nAt length."}
    package = {"name": "django", "version": DJANGO.version, "vulns": []}
    passed, said = audit({"dependencies": [package], "fixes": []})
    assert passed and said.startswith("NOT AUDITED: the snapshot did not look at") and " lean" not in said
    assert f"django {DJANGO.version}" not in said
    passed, said = audit({"dependencies": [package | {"vulns": [fault]}]})
    assert not passed and f"django {DJANGO.version}: CVE-1 (mended in 9000) It leaks.\n" in said
    both = {
        (pin.name, pin.version)
        for lock in ("requirements.lock", "requirements-dev.lock")
        for pin in pins(settings.BASE_DIR / lock)
    }
    whole = [{"name": name, "version": version, "vulns": []} for name, version in both]
    assert "Clean" in audit({"dependencies": whole})[1]


@pytest.mark.parametrize("text", ["", "[]", "{}", "7", "[7]", '[{"id": "x"}]', '{"dependencies": 7}', "\0"])
def test_a_snapshot_that_is_none_fails_in_one_sentence(audit: Audit, text: str) -> None:
    passed, said = audit(text)
    assert not passed and said.startswith("NOT AUDITED") and "\n" not in said


def test_a_snapshot_that_is_not_there_fails(audit_at: Audit, tmp_path: Path) -> None:
    assert not audit_at(tmp_path / "nothing.json")[0]
