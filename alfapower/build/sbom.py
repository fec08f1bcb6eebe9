"""The SBOM of the site in CycloneDX 1.6 JSON: the packages of requirements.lock and the works copied into the
repository. The same lock always gives the same bytes: no time, no serial number.

Licences are those that packages declare: `cyclonedx-bom` reads them from the installed packages, where the tests run.
Packages for other systems are not installed, and a package that declares nothing states its licence elsewhere: those
were read by a person (LICENCES_READ). The file keeps what was found, so that it is known on every system.
"""

import json
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from alfapower import __version__
from alfapower.build.lock_file import Pin, pins

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "requirements.lock"
FILE = ROOT / "sbom.cdx.json"
# Third-party works that browsers get or the site reads, in no lock: (type, name, version, licence). NOTICE.md
# names their owners. htmx comes within django-htmx.
COPIED = (
    ("file", "figtree", "", "OFL-1.1"),
    ("file", "bricolage-grotesque", "", "OFL-1.1"),
    ("data", "scowl", "", ""),
    ("data", "den-stora-svenska-ordlistan", "", "LGPL-3.0-only"),
    ("data", "naughty-words", "", "CC-BY-4.0"),
    ("data", "wordnet", "3.0", ""),
    ("data", "wordfreq", "3.1.1", "CC-BY-SA-4.0"),
)
LICENCES_READ = {
    "async-timeout": "Apache-2.0", "cbor2": "MIT", "channels-redis": "BSD-3-Clause", "colorama": "BSD-3-Clause",
    "deprecated": "MIT", "numpy": "BSD-3-Clause", "tzdata": "Apache-2.0", "u-msgpack-python": "MIT",
}  # fmt: skip
"""Of packages that are not installed on every system, or whose metadata name none."""

Licences = list[dict[str, Any]]


def declared() -> dict[str, Licences]:
    """The licences of all installed packages, by package URL."""
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--no-validate", "--output-format", "JSON"]
    told = subprocess.run(command, check=True, capture_output=True, text=True)  # nosec B603  # no shell; our own words
    found = json.loads(told.stdout)["components"]
    return {
        f"pkg:pypi/{canonicalize_name(part['name'])}@{part['version']}": part["licenses"]
        for part in found
        if part.get("licenses")
    }


def kept() -> dict[str, Licences]:
    """The licences that the file has, by package URL."""
    parts = json.loads(FILE.read_text(encoding="utf-8"))["components"] if FILE.exists() else []
    return {part["bom-ref"]: part["licenses"] for part in parts if part["type"] == "library" and "licenses" in part}


def text(licences: Mapping[str, Licences]) -> str:
    """The document, one component per line, so that a change of the lock gives a readable diff. `licences` are those of
    packages by package URL."""
    site = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    root = f"{site['name']}@{__version__}"
    pinned = sorted(pins(LOCK))
    parts = [_package(pin, licences.get(pin.purl, [])) for pin in pinned] + [_copied(*work) for work in COPIED]
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


def _package(pin: Pin, licences: Licences) -> dict[str, Any]:
    """Files and hashes belong to a distribution: the package itself has no single one."""
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
    if pin.name in LICENCES_READ:  # whatever this system has installed: the file is the same on all
        licences = [{"license": {"id": LICENCES_READ[pin.name]}}]
    if licences:
        component["licenses"] = licences
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
