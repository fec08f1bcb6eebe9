"""deploy/prometheus.yml asks a running site as it stands there, and what it then holds makes each alarm of
deploy/prometheus-alerts.yml ring and each panel of the dashboard draw: by the labels that Prometheus really has."""

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
import yaml

from tests.deploy.conftest import TOKEN, PublicSite
from tests.support import needs
from tests.support.containers import DEPLOY
from tests.support.ports import free_port
from tests.support.timeouts import PATIENCE, end, wait_until

pytestmark = [
    pytest.mark.needs_prometheus,
    pytest.mark.needs_postgres_server,
    pytest.mark.needs_redis_server,
    pytest.mark.xdist_group("site"),
]

FAULTS = {
    "AlfaPowerNobodyCanAct": ("alfapower_pulse_age_seconds", "", "60x60"),
    "AlfaPowerWebProcessGone": ("up", "", "0x60"),
    "AlfaPowerClocksStandStill": ("alfapower_tick_age_seconds", "matches", "60x60"),
    "AlfaPowerProcessDead": ("alfapower_process_age_seconds", "worker", "60x60"),
    "AlfaPowerSecondOutage": ("alfapower_long_outages", "", "2x60"),
    "AlfaPowerMatchFails": ("alfapower_failing_matches", "", "1x60"),
    "AlfaPowerErrors": ("django_http_responses_total_by_status_total", "500", "0x3 1x56"),
    "AlfaPowerManySockets": ("alfapower_sockets", "", "2900x60"),
    "AlfaPowerMovesOvertaken": ("alfapower_overtaken_actions_total", "", "0x3 1x56"),
}
"""By alarm: the metric, a label's value of the series that is at fault, and what that is then."""
SOUND = {"up": "1x60"}
"""What a series of a sound site stands at; all others at 0."""


class Prometheus:
    """A Prometheus of deploy/prometheus.yml, with a web process's own port and the token put in."""

    def __init__(self, folder: Path, target: int) -> None:
        self.port = free_port()
        text = (DEPLOY / "prometheus.yml").read_text(encoding="utf-8")
        text = re.sub(r"targets: \[.*\]", f'targets: ["127.0.0.1:{target}"]', text)
        text = re.sub(r"# (authorization:|  credentials_file:)", r"\1", text).replace("interval: 5s", "interval: 1s")
        (folder / "prometheus.yml").write_text(text)
        (folder / "prometheus-alerts.yml").write_text((DEPLOY / "prometheus-alerts.yml").read_text())
        (folder / "health_token").write_text(TOKEN)
        self.log = folder / "log"
        command = [needs.program("prometheus"), f"--config.file={folder / 'prometheus.yml'}"]
        command += [f"--storage.tsdb.path={folder / 'data'}", f"--web.listen-address=127.0.0.1:{self.port}"]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)

    def result(self, expression: str) -> list[dict[str, Any]]:
        """What an expression gives now; [] as well while nobody answers."""
        asked = f"http://127.0.0.1:{self.port}/api/v1/query?{urlencode({'query': expression})}"
        try:
            with urlopen(asked, None, PATIENCE) as said:
                found: list[dict[str, Any]] = json.load(said)["data"]["result"]
                return found
        except OSError:
            return []

    def wait_for(self, expression: str) -> list[dict[str, Any]]:
        """The same as soon as it is something."""
        wait_until(lambda: self.result(expression), expression, self.log.read_text, self.process)
        return self.result(expression)


@pytest.fixture(scope="module")
def prometheus(site: PublicSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prometheus]:
    """One that has asked the site twice."""
    _web, port = site.web()
    running = Prometheus(tmp_path_factory.mktemp("prometheus"), port)
    try:
        running.wait_for("count_over_time(up[1m]) > 1")
        yield running
    finally:
        end(running.process)


@pytest.fixture(scope="module")
def scraped(prometheus: Prometheus) -> list[dict[str, str]]:
    """The labels of every series that the rules may ask for."""
    return [
        one["metric"] for one in prometheus.result('{__name__=~"up|alfapower_.*|django_http_responses_total_by_.*"}')
    ]


def test_a_process_is_asked_and_heard(prometheus: Prometheus) -> None:
    assert [one["value"][1] for one in prometheus.result('up{job="alfapower"}')] == ["1"]


def test_no_label_of_ours_is_pushed_aside_by_prometheus_s_own(scraped: list[dict[str, str]]) -> None:
    assert len(scraped) > 20
    assert not [one for one in scraped if any(label.startswith("exported_") for label in one)]


def series(labels: Mapping[str, str]) -> str:
    """As promtool reads it."""
    pairs = ", ".join(f"{name}={json.dumps(value)}" for name, value in labels.items() if name != "__name__")
    return f"{labels['__name__']}{{{pairs}}}"


def ringing(scraped: list[dict[str, str]], alarm: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What promtool says of a site that is sound but for this alarm's fault: it rings within five minutes, alone; "" is
    no fault, and no alarm."""
    metric, value, values = FAULTS.get(alarm, ("", "", ""))
    given = [
        {
            "series": series(labels),
            "values": values
            if labels["__name__"] == metric and (not value or value in labels.values())
            else SOUND.get(labels["__name__"], "0x60"),
        }
        for labels in scraped
    ]
    rung = [{"labels": f'{{alertname="{alarm}"}}', "value": 1}] if alarm else []
    ask = {"expr": 'max by (alertname) (max_over_time(ALERTS{alertstate="firing"}[5m]))', "eval_time": "5m"}
    test = {"interval": "5s", "input_series": given, "promql_expr_test": [{**ask, "exp_samples": rung}]}
    rules = str(DEPLOY / "prometheus-alerts.yml")
    (folder / "test.yml").write_text(yaml.dump({"rule_files": [rules], "evaluation_interval": "5s", "tests": [test]}))
    command = [needs.program("promtool"), "test", "rules", str(folder / "test.yml")]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize("alarm", FAULTS)
def test_an_alarm_rings_for_its_fault_and_for_no_other(
    scraped: list[dict[str, str]], alarm: str, tmp_path: Path
) -> None:
    said = ringing(scraped, alarm, tmp_path)
    assert said.returncode == 0, said.stdout + said.stderr


def test_a_sound_site_rings_none_and_every_alarm_is_tried(scraped: list[dict[str, str]], tmp_path: Path) -> None:
    said = ringing(scraped, "", tmp_path)
    assert said.returncode == 0, said.stdout + said.stderr
    groups = yaml.safe_load((DEPLOY / "prometheus-alerts.yml").read_text())["groups"]
    assert {rule["alert"] for group in groups for rule in group["rules"]} == set(FAULTS)


def test_every_panel_of_the_dashboard_draws_a_line_for_each_of_what_it_tells_apart(prometheus: Prometheus) -> None:
    panels = json.loads((DEPLOY / "grafana-dashboard.json").read_text())["panels"]
    for expression in (target["expr"] for panel in panels for target in panel["targets"]):
        lines = prometheus.wait_for(expression)
        for apart in re.findall(r"^(?:max|sum) by \((\w+)\)", expression):
            assert all(line["metric"].get(apart) for line in lines), expression
