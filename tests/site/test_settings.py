"""The one settings file under each set of variables, run as at a start, in this process. Each forbidden combination is
refused under its id, and the allowed ones are not."""

import json
import os
import runpy
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import django
import pytest
from django.conf import global_settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import SystemCheckError
from pytest_django import Settings

from alfapower import checks

ROOT = Path(__file__).resolve().parents[2]
SECRET = "a-long-secret-" * 5
POSTGRES = "postgres://user:word@db.example:5433/games"


def settings_under(folder: Path, *names: str, **variables: str) -> dict[str, Any]:
    """Settings, as JSON has them, where the environment is these variables and the data folder."""
    clean = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG")}
    with patch.dict(os.environ, clean | {"ALFAPOWER_DATA": str(folder)} | variables, clear=True):
        made = runpy.run_path(str(ROOT / "alfapower" / "settings.py"))
    found = {name: made.get(name, getattr(global_settings, name, None)) for name in names}
    return json.loads(json.dumps(found, default=str))


def test_with_nothing_given_everything_is_inside_the_data_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    names = ("DATABASES", "CHANNEL_LAYERS", "CACHES", "DEBUG", "CELERY_TASK_ALWAYS_EAGER", "SECRET_KEY")
    found = settings_under(folder, *names)
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(folder / "alfapower.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "InMemory" in found["CHANNEL_LAYERS"]["default"]["BACKEND"]
    assert "LocMem" in found["CACHES"]["default"]["BACKEND"]
    assert found["DEBUG"] is False
    assert found["CELERY_TASK_ALWAYS_EAGER"] is True
    assert len(found["SECRET_KEY"]) >= 50


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    first, second = (settings_under(tmp_path, "SECRET_KEY") for _ in range(2))
    assert first == second
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_nobody_else_on_the_machine_reads_the_data_folder(tmp_path: Path) -> None:
    """Neither a new one nor one that an earlier release left open."""
    for folder in (tmp_path / "new", tmp_path):
        tmp_path.chmod(0o755)
        settings_under(folder, "SECRET_KEY")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_addresses_choose_postgres_and_redis(tmp_path: Path) -> None:
    celery = [f"CELERY_{name}" for name in ("BROKER_URL", "TASK_ALWAYS_EAGER", "BROKER_TRANSPORT_OPTIONS")]
    address = "redis://cache.example:6379/3"
    given = {"DATABASE_URL": POSTGRES, "REDIS_URL": address, "SECRET_KEY": SECRET}
    found = settings_under(tmp_path, "DATABASES", "CHANNEL_LAYERS", "CACHES", *celery, **given)
    database = found["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "games")
    assert database["CONN_MAX_AGE"] == 0
    assert database["ENGINE"] == "common.postgres"
    assert database["OPTIONS"]["pool"] == {"min_size": 1, "max_size": 8, "timeout": 1, "reconnect_timeout": 1}
    assert database["TEST"]["NAME"] == "test_games"
    layer = found["CHANNEL_LAYERS"]["default"]
    assert layer["BACKEND"] == "alfapower.processes.channel_layer.PatientChannelLayer"
    [host] = layer["CONFIG"]["hosts"]
    assert host["address"] == address
    for client in (host, found["CACHES"]["default"]["OPTIONS"], found["CELERY_BROKER_TRANSPORT_OPTIONS"]):
        assert 0 < client["socket_timeout"] <= 3 and 0 < client["socket_connect_timeout"] <= 3
        assert client["socket_keepalive"] is True and 0 < client["health_check_interval"] <= 5
    assert found["CACHES"]["default"]["LOCATION"] == found["CELERY_BROKER_URL"] == address
    assert found["CELERY_TASK_ALWAYS_EAGER"] is False


def test_redis_at_a_file_is_given_no_options_of_a_network(tmp_path: Path) -> None:
    found = settings_under(
        tmp_path, "CACHES", DATABASE_URL=POSTGRES, REDIS_URL="unix:///run/redis.sock?db=1", SECRET_KEY=SECRET
    )
    assert "socket_keepalive" not in found["CACHES"]["default"]["OPTIONS"]


def test_several_databases_are_named_in_one_address_and_the_one_that_takes_writes_is_used(tmp_path: Path) -> None:
    address = "postgres://alfapower:secret@one.example:5432,two.example:5433/games"
    found = settings_under(tmp_path, "DATABASES", DATABASE_URL=address, SECRET_KEY=SECRET)
    database = found["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"]) == ("one.example,two.example", "5432,5433")
    assert database["OPTIONS"]["target_session_attrs"] == "read-write"
    asked = f"{address}?target_session_attrs=primary"
    found = settings_under(tmp_path, "DATABASES", DATABASE_URL=asked, SECRET_KEY=SECRET)
    assert found["DATABASES"]["default"]["OPTIONS"]["target_session_attrs"] == "primary"


def test_celery_goes_without_the_pool(tmp_path: Path) -> None:
    found = settings_under(tmp_path, "DATABASES", DATABASE_URL=POSTGRES, SECRET_KEY=SECRET, DATABASE_POOL="0")
    assert "pool" not in found["DATABASES"]["default"].get("OPTIONS", {})


def test_behind_a_pooler_nothing_is_asked_of_a_connection_or_kept_in_one(tmp_path: Path) -> None:
    found = settings_under(tmp_path, "DATABASES", DATABASE_URL=POSTGRES, SECRET_KEY=SECRET, DATABASE_POOLER="1")
    database = found["DATABASES"]["default"]
    assert "options" not in database["OPTIONS"] and database["DISABLE_SERVER_SIDE_CURSORS"] is True


def test_no_secret_is_made_up_beside_a_real_database(tmp_path: Path) -> None:
    assert settings_under(tmp_path, "SECRET_KEY", DATABASE_URL=POSTGRES) == {"SECRET_KEY": ""}
    assert list(tmp_path.iterdir()) == []


def test_a_server_does_not_start_without_a_secret(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it imports asks the checks before anything else."""
    settings.POSTGRES, settings.SECRET_KEY = NAMED, ""
    monkeypatch.setattr(django, "setup", lambda: None)  # it is done, and would undo what tests do to the log
    with pytest.raises(SystemCheckError, match="alfapower.E003"):
        runpy.run_path(str(ROOT / "alfapower" / "asgi.py"))


def test_cookies_are_never_for_scripts_or_other_sites(tmp_path: Path) -> None:
    """Without https too, which hardens them (tests/site/test_production_settings.py)."""
    flags = ("NAME", "SECURE", "HTTPONLY", "SAMESITE")
    names = [f"{kind}_COOKIE_{flag}" for kind in ("SESSION", "CSRF") for flag in flags]
    found = settings_under(tmp_path, *names, "SECURE_SSL_REDIRECT", HTTPS="0")
    assert list(found.values()) == ["sessionid", False, True, "Lax", "csrftoken", False, True, "Lax", False]


@pytest.mark.parametrize(
    ("variables", "origin"),
    [
        ({}, ""),
        ({"ALLOWED_HOSTS": "play.example"}, ""),
        ({"HTTPS": "1", "ALLOWED_HOSTS": "play.example,www.play.example"}, "https://play.example"),
        ({"DATABASE_URL": POSTGRES, "SECRET_KEY": SECRET, "ALLOWED_HOSTS": "127.0.0.1"}, ""),
        ({"DATABASE_URL": POSTGRES, "SECRET_KEY": SECRET, "ALLOWED_HOSTS": "play.example"}, "http://play.example"),
        ({"SITE_ORIGIN": "https://Play.example:8443/"}, "https://play.example:8443"),
    ],
)
def test_links_that_leave_the_site_begin_with_its_first_host_unless_told_otherwise(
    tmp_path: Path, variables: dict[str, Any], origin: str
) -> None:
    assert settings_under(tmp_path, "SITE_ORIGIN", **variables) == {"SITE_ORIGIN": origin}


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"DEBUG": "perhaps"}, "DEBUG must be 1 or 0, not 'perhaps'."),
        ({"WEB_CONCURRENCY": "-1"}, "WEB_CONCURRENCY must be a whole number of at least 1, not '-1'."),
        ({"WEB_CONCURRENCY": "0"}, "WEB_CONCURRENCY must be a whole number of at least 1, not '0'."),
        ({"DATABASE_URL": "mysql://u:hidden@h/d"}, "DATABASE_URL must look like postgres://"),
        ({"DATABASE_URL": "postgres://h"}, "DATABASE_URL must look like postgres://"),
        ({"REDIS_URL": "http://:hidden@h"}, "REDIS_URL must look like redis://"),
        ({"EMAIL_URL": "http://u:hidden@h"}, "EMAIL_URL must look like smtp+tls://"),
        ({"DEFINITIONS_URL": "file:///etc/hosts"}, "DEFINITIONS_URL must look like https://"),
        ({"SITE_ORIGIN": "play.example"}, "SITE_ORIGIN must look like https://play.example, without a path."),
        ({"SITE_ORIGIN": "https://play.example/game"}, "SITE_ORIGIN must look like https://play.example"),
        ({"SITE_ORIGIN": "https://me:hidden@play.example"}, "SITE_ORIGIN must look like https://play.example"),
        ({"SITE_ORIGIN": "https://play.example:none"}, "SITE_ORIGIN must look like https://play.example"),
    ],
)
def test_nonsense_in_a_variable_is_refused_by_its_name(
    tmp_path: Path, variables: dict[str, str], sentence: str
) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        settings_under(tmp_path, **variables)
    assert sentence in str(refusal.value)
    assert "hidden" not in str(refusal.value)


def test_an_impossible_data_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    command = [sys.executable, "manage.py", "play", "--data", str(tmp_path / "file" / "data")]
    env = os.environ | {"ALFAPOWER_NO_BOOTSTRAP": "1"}
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=env)
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    assert f"The data folder {tmp_path / 'file' / 'data'} cannot be made" in result.stderr


NAMED = {"NAME": "games"}
REDIS = "redis://127.0.0.1:6379/0"
SHORTEST = "s" * checks.SHORTEST_SECRET


@pytest.fixture
def found(settings: Settings) -> Callable[..., Any]:
    """Ids found when the given settings differ from an ordinary embedded start."""

    def run(**changes: Any) -> list[str | None]:
        usual = {
            "POSTGRES": None,
            "REDIS_URL": None,
            "WEB_CONCURRENCY": 1,
            "SECRET_KEY": SHORTEST,
            "ENCRYPTION_KEYS": [],
            "ALLOWED_HOSTS": ["play.example"],
            "DEBUG": False,
            "HTTPS": False,
            "SITE_ORIGIN": "",
        }
        for name, value in (usual | changes).items():
            setattr(settings, name, value)
        return [message.id for message in (*checks.services(), *checks.public())]

    return run


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"POSTGRES": NAMED},
        {"POSTGRES": NAMED, "REDIS_URL": REDIS, "WEB_CONCURRENCY": 4},
        {"DEBUG": True, "ALLOWED_HOSTS": ["*"]},
        {"ENCRYPTION_KEYS": [SHORTEST, SHORTEST + "former"]},
        {"SITE_ORIGIN": "http://play.example:8000"},
        {"SITE_ORIGIN": "https://play.example", "HTTPS": True},
        {"SECRET_KEY": "short"},  # a key of one's own is enough on one's own machine
    ],
)
def test_ordinary_combinations_pass(found: Callable[..., Any], changes: dict[str, Any]) -> None:
    assert found(**changes) == []


@pytest.mark.parametrize(
    ("changes", "ids"),
    [
        ({"REDIS_URL": REDIS}, ["alfapower.E001"]),
        ({"WEB_CONCURRENCY": 2}, ["alfapower.E002"]),
        ({"WEB_CONCURRENCY": 2, "POSTGRES": NAMED}, ["alfapower.E002"]),
        ({"POSTGRES": NAMED, "SECRET_KEY": SHORTEST[1:]}, ["alfapower.E003"]),
        ({"POSTGRES": NAMED, "SECRET_KEY": ""}, ["alfapower.E003"]),
        ({"ENCRYPTION_KEYS": [SHORTEST, SHORTEST[1:]]}, ["alfapower.E006"]),
        ({"ALLOWED_HOSTS": ["play.example", "*"]}, ["alfapower.E004"]),
        ({"ALLOWED_HOSTS": [".play.example"]}, ["alfapower.E004"]),
        ({"DEBUG": True, "HTTPS": True}, ["alfapower.E005"]),
        ({"SITE_ORIGIN": "http://other.example"}, ["alfapower.E008"]),
        ({"SITE_ORIGIN": "https://play.example"}, ["alfapower.E007"]),
        ({"SITE_ORIGIN": "http://play.example", "HTTPS": True}, ["alfapower.E007"]),
    ],
)
def test_forbidden_combinations_are_named(found: Callable[..., Any], changes: dict[str, Any], ids: list[str]) -> None:
    assert found(**changes) == ids
