"""Each forbidden combination is refused under its id, and the allowed ones are not."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import Settings

from alfapower import checks

POSTGRES = {"NAME": "games"}
REDIS = "redis://127.0.0.1:6379/0"
SECRET = "s" * checks.SHORTEST_SECRET


@pytest.fixture
def found(settings: Settings) -> Callable[..., Any]:
    """Ids found when the given settings differ from an ordinary embedded start."""

    def run(**changes: Any) -> list[str | None]:
        usual = {
            "POSTGRES": None,
            "REDIS_URL": None,
            "WEB_CONCURRENCY": 1,
            "SECRET_KEY": SECRET,
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
        {"POSTGRES": POSTGRES},
        {"POSTGRES": POSTGRES, "REDIS_URL": REDIS, "WEB_CONCURRENCY": 4},
        {"DEBUG": True, "ALLOWED_HOSTS": ["*"]},
        {"ENCRYPTION_KEYS": [SECRET, SECRET + "former"]},
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
        ({"WEB_CONCURRENCY": 2, "POSTGRES": POSTGRES}, ["alfapower.E002"]),
        ({"POSTGRES": POSTGRES, "SECRET_KEY": SECRET[1:]}, ["alfapower.E003"]),
        ({"POSTGRES": POSTGRES, "SECRET_KEY": ""}, ["alfapower.E003"]),
        ({"ENCRYPTION_KEYS": [SECRET, SECRET[1:]]}, ["alfapower.E006"]),
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
