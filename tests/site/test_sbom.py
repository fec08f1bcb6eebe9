"""The list of what the site is made of: whole, true to the lock, the same whoever makes it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from django.core.management import call_command

from alfapower.build import sbom
from alfapower.build.lock_file import pins


def components() -> dict[str, Any]:
    return {part["bom-ref"]: part for part in json.loads(sbom.text())["components"]}


def test_the_file_is_what_the_lock_gives() -> None:
    assert sbom.FILE.read_text(encoding="utf-8") == sbom.text(), "run: python3 manage.py sbom"


def test_it_is_what_its_format_says() -> None:
    whole = sbom.text()
    schema = JsonStrictValidator(SchemaVersion.V1_6)
    assert schema.validate_str(whole) is None
    assert schema.validate_str(whole.replace('"type": "library"', '"type": "book"', 1)) is not None


def test_it_has_every_package_of_the_lock_with_all_of_its_hashes_and_nothing_more() -> None:
    lock = sbom.LOCK.read_text(encoding="utf-8")
    named = {f"pkg:pypi/{name}@{version}" for name, version in re.findall(r"^([\w.-]+)==(\S+)", lock, re.MULTILINE)}
    parts = components()
    assert len(named) > 50
    assert {ref for ref, part in parts.items() if part["type"] == "library"} == named
    digests = [
        digest["content"]
        for part in parts.values()
        for reference in part.get("externalReferences", [])
        for digest in reference["hashes"]
    ]
    assert sorted(digests) == sorted(re.findall(r"sha256:(\w+)", lock))


def test_it_says_what_needs_what() -> None:
    document = json.loads(sbom.text())
    needs = {entry["ref"]: entry["dependsOn"] for entry in document["dependencies"]}
    refs = {part["bom-ref"] for part in document["components"]}
    (root,) = set(needs) - refs
    assert root == document["metadata"]["component"]["bom-ref"]
    assert {need for entry in needs.values() for need in entry} == refs  # nothing that nobody needs, nothing unlisted
    (redis,) = (ref for ref in refs if ref.startswith("pkg:pypi/channels-redis@"))
    assert any(need.startswith("pkg:pypi/msgpack@") for need in needs[redis])


def test_a_changed_lock_changes_it_and_its_order_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sbom.text()
    blocks = re.split(r"\n(?=\S)", sbom.LOCK.read_text(encoding="utf-8").strip())
    moved = tmp_path / "requirements.lock"
    monkeypatch.setattr(sbom, "LOCK", moved)
    moved.write_text("\n".join(reversed(blocks)) + "\n")
    assert sbom.text() == before
    moved.write_text("\n".join(blocks[1:]) + "\n")
    assert sbom.text() != before and len(pins(moved)) == len(blocks) - 1


def test_the_command_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sbom, "FILE", tmp_path / "sbom.cdx.json")
    call_command("sbom")
    assert json.loads(sbom.FILE.read_text(encoding="utf-8"))["bomFormat"] == "CycloneDX"
