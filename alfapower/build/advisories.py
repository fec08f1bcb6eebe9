"""Compares locks with a snapshot of advisories: a file the user downloaded, since nothing here queries a service.

Two formats are read. OSV: one record, a list of them, {"vulns": [...]}, or the zip of records that osv.dev publishes
for PyPI. pip-audit: the output of `pip-audit --format json`, which covers only the versions it looked at.
"""

import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from packaging.utils import canonicalize_name, canonicalize_version
from packaging.version import InvalidVersion, Version

from alfapower.build.lock_file import Pin

OLD_DAYS = 30


class Unreadable(Exception):
    """The file is no snapshot in a supported format; the message says why."""


class Snapshot(NamedTuple):
    """`records` are OSV's for PyPI by package name; `audited` the packages that pip-audit looked at, None for OSV.

    `day` is the newest change of a record: the snapshot is no younger, and perhaps older than it must be called.
    pip-audit's output has no date, so the file's counts.
    """

    day: date
    records: dict[str, list[dict[str, Any]]]
    audited: set[tuple[str, str]] | None

    def is_old(self, today: date) -> bool:
        """Whether it is more than a month old."""
        return (today - self.day).days > OLD_DAYS

    def against(self, pin: Pin) -> list[str]:
        """The advisories that apply to this package, each as its id, fixed versions and summary."""
        return [_told(record) for record in self.records.get(pin.name, []) if _holds(record, pin)]

    def knows(self, pin: Pin) -> bool:
        """Whether finding nothing about this package means anything."""
        return self.audited is None or (pin.name, pin.version) in self.audited


def read(path: Path) -> Snapshot:
    """The snapshot in this file.

    :raises Unreadable: if it is none.
    """
    try:
        values = list(_values(path))
        if len(values) == 1 and isinstance(values[0], dict) and "dependencies" in values[0]:
            return _of_pip_audit(values[0], datetime.fromtimestamp(path.stat().st_mtime, UTC).date())
        return _of_osv([record for value in values for record in _records(value)])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise Unreadable(f"{path}: {type(error).__name__}: {error}") from error


def _values(path: Path) -> Iterator[Any]:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            for name in packed.namelist():
                if name.endswith(".json"):
                    yield json.loads(packed.read(name))
    else:
        yield json.loads(path.read_text(encoding="utf-8"))


def _records(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return list(value["vulns"]) if "vulns" in value else [value]
    return list(value)


def _of_osv(records: list[dict[str, Any]]) -> Snapshot:
    if not records:
        raise ValueError("it has no record")
    named: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        if record.get("withdrawn"):
            continue
        for affected in record.get("affected", []):
            package = affected.get("package", {})
            if package.get("ecosystem") == "PyPI":
                named.setdefault(canonicalize_name(package["name"]), []).append(record | {"affected": [affected]})
    newest = max(record["modified"] for record in records)
    return Snapshot(date.fromisoformat(newest[:10]), named, None)


def _of_pip_audit(report: dict[str, Any], day: date) -> Snapshot:
    """pip-audit's findings as OSV records that name one version."""
    named: dict[str, list[dict[str, Any]]] = {}
    audited: set[tuple[str, str]] = set()
    for package in report["dependencies"]:
        if "version" not in package:  # skipped, with a reason
            continue
        name, version = canonicalize_name(package["name"]), package["version"]
        audited.add((name, version))
        for fault in package["vulns"]:
            events = [{"fixed": fixed} for fixed in fault.get("fix_versions", [])]
            record = {"id": fault["id"], "summary": fault.get("description", "").partition("\n")[0]}
            affected = {"versions": [version], "ranges": [{"type": "MENDED", "events": events}]}
            named.setdefault(name, []).append(record | {"affected": [affected]})
    return Snapshot(day, named, audited)


def _holds(record: dict[str, Any], pin: Pin) -> bool:
    """By the list of versions, or by a range; an unreadable range or version applies, so that a person looks."""
    affected = record["affected"][0]
    try:
        version = Version(pin.version)
        if canonicalize_version(version) in map(canonicalize_version, affected.get("versions", [])):
            return True
        return any(
            _within(version, span["events"]) for span in affected.get("ranges", []) if span["type"] == "ECOSYSTEM"
        )
    except (InvalidVersion, KeyError):
        return True


def _within(version: Version, events: list[dict[str, str]]) -> bool:
    """Whether the last event at or before this version introduced the fault. `fixed` mends at its version,
    `last_affected` after it."""
    order = []
    for event in events:
        for kind, text in event.items():
            if kind in ("introduced", "fixed", "last_affected"):
                order.append((Version(text), kind == "last_affected", kind == "introduced"))
    inside = False
    for at, is_after, introduces in sorted(order):
        if at < version or (at == version and not is_after):
            inside = introduces
    return inside


def _told(record: dict[str, Any]) -> str:
    spans = record["affected"][0].get("ranges", [])
    mends = [event["fixed"] for span in spans if span["type"] != "GIT" for event in span["events"] if "fixed" in event]
    mended = f"mended in {', '.join(mends)}" if mends else "no mended version"
    return f"{record['id']} ({mended}) {record.get('summary', '')}".strip()
