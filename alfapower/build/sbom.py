"""What the site is made of, as CycloneDX 1.6 in JSON: the packages of requirements.lock and what is copied into the
repository. The same lock always gives the same bytes: no time, no serial number.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from alfapower import __version__
from alfapower.build.lock_file import Pin, pins

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "requirements.lock"
FILE = ROOT / "sbom.cdx.json"
# Works of others that browsers get or the site reads, which no lock names: (type, name, version, licence). NOTICE.md
# says whose they are. htmx comes within django-htmx.
COPIED = (
    ("file", "figtree", "", "OFL-1.1"),
    ("file", "bricolage-grotesque", "", "OFL-1.1"),
    ("data", "scowl", "", ""),
    ("data", "den-stora-svenska-ordlistan", "", "LGPL-3.0-only"),
    ("data", "naughty-words", "", "CC-BY-4.0"),
    ("data", "wordnet", "3.0", ""),
    ("data", "wordfreq", "3.1.1", "CC-BY-SA-4.0"),
)


def text() -> str:
    """The document, one component a line, so that a change of the lock is a readable change of it."""
    site = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    root = f"{site['name']}@{__version__}"
    pinned = sorted(pins(LOCK))
    parts = [_package(pin) for pin in pinned] + [_copied(*work) for work in COPIED]
    copied = [part["bom-ref"] for part in parts if part["type"] != "library"]
    needs = [{"ref": root, "dependsOn": _wanted("-r requirements.in", pinned) + copied}]
    needs += [{"ref": pin.purl, "dependsOn": _wanted(pin.name, pinned)} for pin in pinned]
    application = {
        "type": "application",
        "bom-ref": root,
        "name": site["name"],
        "version": __version__,
        "licenses": [{"license": {"id": site["license"]}}],
    }
    return (
        '{"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",\n'
        ' "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,\n'
        f' "metadata": {{"component": {json.dumps(application)}}},\n'
        f' "components": [\n{_lines(parts)}],\n'
        f' "dependencies": [\n{_lines(needs)}]}}\n'
    )


def _package(pin: Pin) -> dict[str, Any]:
    """Its files and their hashes are a distribution's: the package itself has no single one."""
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": pin.purl,
        "name": pin.name,
        "version": pin.version,
        "purl": pin.purl,
        "externalReferences": [
            {
                "type": "distribution",
                "url": f"https://pypi.org/project/{pin.name}/{pin.version}/",
                "comment": "any of the files with these hashes",
                "hashes": [{"alg": "SHA-256", "content": digest} for digest in pin.hashes],
            }
        ],
    }
    if pin.marker:
        component["properties"] = [{"name": "alfapower:marker", "value": pin.marker}]
    return component


def _copied(kind: str, name: str, version: str, licence: str) -> dict[str, Any]:
    component: dict[str, Any] = {"type": kind, "bom-ref": f"copied:{name}", "name": name}
    if version:
        component["version"] = version
    if licence:
        component["licenses"] = [{"license": {"id": licence}}]
    return component


def _wanted(by: str, pinned: list[Pin]) -> list[str]:
    return [pin.purl for pin in pinned if by in pin.wanted_by]


def _lines(values: list[dict[str, Any]]) -> str:
    return ",\n".join(f"  {json.dumps(value)}" for value in values)
