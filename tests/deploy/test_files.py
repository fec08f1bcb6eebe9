"""What an operator copies (deploy/): it parses, names what there is, and starts what the Procfile starts."""

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from alfapower.processes import metrics, procfile
from tests.support import needs

DEPLOY = Path(__file__).parents[2] / "deploy"
PROCESSES = set(procfile.commands())
OF_OTHERS = re.compile(r"^(up|django_http_\w+|process_resident_memory_bytes)$")
"""Metrics that Prometheus and its libraries bring."""


def compose() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_compose_runs_every_process_of_the_procfile_and_no_other() -> None:
    ours = {name: one for name, one in compose()["services"].items() if one.get("image") == "alfapower"}
    assert set(ours) == PROCESSES
    for name, one in ours.items():
        assert one["command"] == [name]
        assert one["build"]["dockerfile"] == "deploy/Dockerfile"
        assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS"} <= one["environment"].keys()


def test_compose_mounts_and_waits_for_what_there_is() -> None:
    whole = compose()
    for name, one in whole["services"].items():
        for volume in one.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in whole["volumes"] or (DEPLOY / source).exists(), (name, volume)
        assert set(one.get("depends_on", ())) <= set(whole["services"]), name
        for secret in re.findall(r"PASSWORD: (.*)", yaml.dump(one)):
            assert secret.startswith("${"), "no password stands in the file"


def test_the_image_runs_a_process_of_the_procfile_and_no_shell_around_it() -> None:
    steps = re.findall(r"^([A-Z]+) (.*)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    last = dict(steps)
    assert steps[0][0] == "FROM" and last["USER"] == "alfapower"
    assert json.loads(last["ENTRYPOINT"]) == ["deploy/run"] and json.loads(last["CMD"])[0] in PROCESSES
    assert "--require-hashes" in " ".join(value for name, value in steps if name == "RUN")
    for copied in (value.split()[:-1] for name, value in steps if name == "COPY"):
        assert all((DEPLOY.parent / source).exists() for source in copied)
    for name in PROCESSES - {"release"}:
        assert "exec " in procfile.commands()[name]


def test_an_unknown_process_is_refused_by_name() -> None:
    done = subprocess.run([DEPLOY / "run", "wob"], capture_output=True, text=True)
    assert done.returncode == 64 and "'wob'" in done.stderr


@pytest.mark.needs_systemd
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    site, units = tmp_path / "site", tmp_path / "units"
    site.symlink_to(DEPLOY.parent)  # whose own name may have a space, which a unit would have to quote
    units.mkdir()
    for unit in (DEPLOY / "systemd").iterdir():
        text = unit.read_text().replace("/srv/alfapower", str(site))
        (units / unit.name.replace("@.", "@8000.")).write_text(text)
    command = [needs.program("systemd-analyze"), "verify", "--man=no", *map(str, sorted(units.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True)
    told = [line for line in done.stderr.splitlines() if "alfapower" in line]
    assert not told, "\n".join(told)


def test_a_unit_runs_each_process() -> None:
    run = re.findall(r"^ExecStart=\S+/deploy/run (\w+)$", _all("systemd/*.service"), re.MULTILINE)
    assert sorted(run) == sorted(PROCESSES)
    assert "release" not in _all("systemd/*.target")  # which runs once, by hand


def test_a_unit_has_the_variables_and_the_data_folder() -> None:
    for unit in (DEPLOY / "systemd").glob("*.service"):
        text = unit.read_text()
        assert "EnvironmentFile=/etc/alfapower/environment\n" in text, unit.name
        assert "StateDirectory=alfapower\n" in text and "ALFAPOWER_DATA=/var/lib/alfapower" in text, unit.name


def _all(pattern: str) -> str:
    return "\n".join(path.read_text() for path in sorted(DEPLOY.glob(pattern)))


def metrics_of(expressions: Sequence[str]) -> set[str]:
    words = set(re.findall(r"\b(up|(?:alfapower|django|process)_\w+)\b", "\n".join(expressions)))
    return {word for word in words if not OF_OTHERS.match(word)}


def ours() -> set[str]:
    named = [one for one in vars(metrics).values() if hasattr(one, "_name") and hasattr(one, "_type")]
    return {one._name + ("_total" if one._type == "counter" else "") for one in named}


def test_alarms_and_dashboard_ask_for_metrics_that_there_are() -> None:
    rules = [rule for group in yaml.safe_load(_all("prometheus-alerts.yml"))["groups"] for rule in group["rules"]]
    panels = json.loads(_all("grafana-dashboard.json"))["panels"]
    asked = metrics_of([rule["expr"] for rule in rules])
    shown = metrics_of([target["expr"] for panel in panels for target in panel["targets"]])
    assert asked and shown and asked | shown <= ours()
    assert all(rule["labels"]["severity"] in ("page", "ticket") and rule["annotations"]["summary"] for rule in rules)
    assert len({panel["id"] for panel in panels}) == len(panels)
