"""The list of what the site is made of: whole, true to the lock, the same whoever makes it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from alfapower.build import sbom
from alfapower.build.lock_file import pins


def components() -> dict[str, Any]:
    return {part["bom-ref"]: part for part in json.loads(sbom.text(sbom.kept()))["components"]}


def test_the_file_is_what_the_lock_gives() -> None:
    assert sbom.FILE.read_text(encoding="utf-8") == sbom.text(sbom.kept()), "run: python3 manage.py sbom"


@pytest.mark.long  # that it is what the library writes for the lock is seen above
def test_it_is_what_its_format_says() -> None:
    # Loaded here, for it makes forty grammars as it is: every process that collects tests would.
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    whole = sbom.text(sbom.kept())
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


def test_it_names_a_licence_of_everything_but_the_word_lists_of_their_own() -> None:
    """Who has to pass a check of licences had to read all packages by hand (operators A11)."""
    unnamed = {ref for ref, part in components().items() if "licenses" not in part}
    assert unnamed == {"copied:scowl", "copied:wordnet"}  # terms of their own, in NOTICE.md
    packages = [part for part in components().values() if part["type"] == "library"]
    for part in packages:
        for one in part["licenses"]:
            assert one.get("expression") or one["license"].get("id") or one["license"]["name"], part["name"]
    named = {part["name"]: part["licenses"] for part in packages}
    assert named["django"][0]["license"]["id"] == "BSD-3-Clause"
    for name in sbom.LICENCES_READ:
        assert name in named, f"{name} is not in the lock any more"


def test_the_licences_are_those_that_the_packages_declare() -> None:
    here, kept = sbom.declared(), sbom.kept()
    read = {pin.purl for pin in pins(sbom.LOCK) if pin.name in sbom.LICENCES_READ}
    both = (here.keys() & kept.keys()) - read  # what a person has read holds on systems that have the package, too
    assert len(both) > 50
    assert {ref: here[ref] for ref in both} == {ref: kept[ref] for ref in both}


def test_it_says_what_needs_what() -> None:
    document = json.loads(sbom.text(sbom.kept()))
    needs = {entry["ref"]: entry["dependsOn"] for entry in document["dependencies"]}
    refs = {part["bom-ref"] for part in document["components"]}
    (root,) = set(needs) - refs
    assert root == document["metadata"]["component"]["bom-ref"]
    assert {need for entry in needs.values() for need in entry} == refs  # nothing that nobody needs, nothing unlisted
    (redis,) = (ref for ref in refs if ref.startswith("pkg:pypi/channels-redis@"))
    assert any(need.startswith("pkg:pypi/msgpack@") for need in needs[redis])


def test_a_changed_lock_changes_it_and_its_order_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sbom.text(sbom.kept())
    blocks = re.split(r"\n(?=\S)", sbom.LOCK.read_text(encoding="utf-8").strip())
    moved = tmp_path / "requirements.lock"
    monkeypatch.setattr(sbom, "LOCK", moved)
    moved.write_text("\n".join(reversed(blocks)) + "\n")
    assert sbom.text(sbom.kept()) == before
    moved.write_text("\n".join(blocks[1:]) + "\n")
    assert sbom.text(sbom.kept()) != before and len(pins(moved)) == len(blocks) - 1


def test_the_command_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sbom, "FILE", tmp_path / "sbom.cdx.json")
    (pin, *_others) = pins(sbom.LOCK)
    monkeypatch.setattr(sbom, "declared", lambda: {pin.purl: [{"license": {"id": "MIT"}}]})
    call_command("sbom")
    written = json.loads(sbom.FILE.read_text(encoding="utf-8"))
    assert written["bomFormat"] == "CycloneDX" and written["components"][0]["licenses"] == [{"license": {"id": "MIT"}}]
