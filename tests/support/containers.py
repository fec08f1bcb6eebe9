"""What deploy/Dockerfile and deploy/compose.yaml say, run as processes of this machine.

Commands, variables, checks and volumes are read from the files, as an engine would. Only what a container has for
itself is put in its place: a folder is its file system, and each address by which it reaches another container, or
itself, is one of this machine (`places`). The image's own files are copied once and shared by all.
"""

import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import yaml

from tests.support import project_files
from tests.support.timeouts import end

DEPLOY = project_files.ROOT / "deploy"
STEP = re.compile(r"^([A-Z]+) (.*)$", re.MULTILINE)
VARIABLE = re.compile(r"\$\{(\w+)(?::([?-])([^}]*))?\}")
PROGRAMS = os.pathsep.join([str(Path(sys.executable).parent), "/usr/local/bin", "/usr/bin", "/bin"])
"""Where the commands are looked for: our Python in the place of the image's, which a lock filled as well."""

_numbers = itertools.count(1)


def steps() -> list[tuple[str, str]]:
    """The Dockerfile's instructions, in order."""
    return STEP.findall((DEPLOY / "Dockerfile").read_text(encoding="utf-8"))


def image_variables() -> dict[str, str]:
    """What its ENV lines set."""
    words = " ".join(value for name, value in steps() if name == "ENV").split()
    return dict(word.split("=", 1) for word in words)


def left_out_of_the_image(name: str) -> bool:
    """Whether .dockerignore names this file of the project: each pattern counts from the project's own folder, unless
    it begins with **/."""
    patterns = (project_files.ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    heads = [name[: end.start()] for end in re.finditer("/|$", name)]
    for pattern in patterns:
        deep = pattern.removeprefix("**/")
        if any(fnmatch(head, pattern) and "/" not in head for head in heads):
            return True
        if deep != pattern and any(fnmatch(part, deep) for part in name.split("/")):
            return True
    return False


def interpolated(value: Any, variables: Mapping[str, str]) -> Any:
    """A part of the file with its ${NAME}, ${NAME:?} and ${NAME:-default} filled in; KeyError for one that is missing
    where the file says that it must be given."""
    if isinstance(value, dict):
        return {name: interpolated(part, variables) for name, part in value.items()}
    if isinstance(value, list):
        return [interpolated(part, variables) for part in value]
    if not isinstance(value, str):
        return value

    def given(found: re.Match[str]) -> str:
        name, kind, default = found.groups()
        if kind == "?" and not variables.get(name):
            raise KeyError(name)
        return variables.get(name) or (default if kind == "-" else "") or ""

    return VARIABLE.sub(given, value)


class Compose:
    """The project of the file, with an operator's deploy/.env of these variables, in a folder of a test."""

    def __init__(self, folder: Path, variables: Mapping[str, str]) -> None:
        self.folder, self.variables = folder, dict(variables)
        text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
        self.whole: dict[str, Any] = interpolated(yaml.safe_load(text), variables)
        self.image = folder / "image"

    def build(self) -> None:
        """Copy what COPY takes into the image."""
        for path in project_files.files():
            name = project_files.named(path)
            if not left_out_of_the_image(name):
                (self.image / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, self.image / name)

    def environment(self, service: str) -> dict[str, str]:
        """The variables of a service's containers, the later before the former: image, files, the service's own."""
        said = self.whole["services"][service]
        files = said.get("env_file", [])
        found = image_variables() if "build" in said else {}
        for name in [files] if isinstance(files, str) else files:
            assert name == ".env", "the one file that an operator is told to write"
            found |= self.variables
        return found | {name: str(value) for name, value in said.get("environment", {}).items()}

    def volume(self, name: str) -> Path:
        """The folder of a named volume, which outlives containers."""
        assert name in self.whole["volumes"]
        made = self.folder / "volumes" / name
        made.mkdir(parents=True, exist_ok=True)
        return made

    def mounts(self, service: str) -> dict[str, Path]:
        """Which folder or file lies at a path of the service's containers."""
        found = {}
        for line in self.whole["services"][service].get("volumes", []):
            source, target = line.split(":")[:2]
            found[target] = DEPLOY / source if source.startswith(".") else self.volume(source)
        return found


class Container:
    """One container of a service. `places`: which address of this machine stands for which of the file's."""

    def __init__(self, compose: Compose, service: str, places: Mapping[str, str], **variables: str) -> None:
        self.service, self.said = service, compose.whole["services"][service]
        self.own = compose.folder / f"{service}.{next(_numbers)}"
        self.own.mkdir()
        lasting = [(target, str(path)) for target, path in compose.mounts(service).items()]
        of_the_image = [(value, str(compose.image)) for name, value in steps() if name == "WORKDIR"]
        data = image_variables()["ALFAPOWER_DATA"]
        # The longer first: what is mounted within a folder of the image takes that place.
        self.places = [*places.items(), *lasting, (data, str(self.own / "data")), *of_the_image]
        self.data = Path(self.here(data))
        self.environment = {name: self.here(value) for name, value in compose.environment(service).items()}
        # Compiled once for all containers: a test waits for each of them.
        self.environment |= {"PATH": PROGRAMS, "PYTHONDONTWRITEBYTECODE": "", **variables}
        self.folder = compose.image
        self.log = self.own / "log"
        self.process: subprocess.Popen[bytes] | None = None

    def here(self, text: str) -> str:
        """A text of the file with what stands for each of its places on this machine."""
        for said, ours in self.places:
            text = text.replace(said, ours)
        return text

    @property
    def command(self) -> list[str]:
        """The image's entry point with the service's words."""
        entry = json.loads(dict(steps())["ENTRYPOINT"])
        return [*entry, *map(self.here, self.said["command"])]

    def start(self) -> "Container":
        """Start it; returns at once."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        return self

    def run(self) -> int:
        """Start it and wait for its end: its exit code."""
        self.start()
        assert self.process is not None
        return self.process.wait()

    def check(self) -> subprocess.CompletedProcess[str]:
        """Its health check, once."""
        kind, *words = self.said["healthcheck"]["test"]
        assert kind == "CMD"
        program = sys.executable if words[0] == "python" else words[0]
        return subprocess.run(
            [program, *map(self.here, words[1:])], env=self.environment, capture_output=True, text=True
        )

    def output(self) -> str:
        """What it said so far."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def stop(self) -> None:
        """As an engine stops it; it is gone then, with all that lies in no volume."""
        if self.process is not None:
            end(self.process)
        shutil.rmtree(self.own / "data", ignore_errors=True)
