"""Who did what to an account or as staff, and from where: one line an event, no secrets, kept for so many days."""

import io
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from alfapower import logs
from common import security_log
from tests.accounts.conftest import PASSWORD, app_code, become_guest, change_password, prove, sign_in, sign_up
from tests.site.test_settings import settings_under
from tests.support.still_clock import still_clock

HERE = "192.0.2.77"


@pytest.fixture
def noted() -> Iterator[list[Any]]:
    """The events so far: (name, fields)."""
    events = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            events.append((record.getMessage(), vars(record)["security"], record.levelname))

    keep = Keep()
    security_log.log.addHandler(keep)
    yield events
    security_log.log.removeHandler(keep)


def of(events: Sequence[tuple[str, dict[str, int | str], str]], name: str) -> list[dict[str, int | str]]:
    return [fields for event, fields, _ in events if event == name]


@pytest.fixture
def browser() -> Client:
    return Client(REMOTE_ADDR=HERE)


class TestEvents:
    def test_signing_up_in_and_out(self, browser: Client, noted: list[Any]) -> None:
        sign_up(browser)
        browser.post(reverse("account_logout"))
        sign_in(browser)
        names = [event for event, _, _ in noted]
        assert names == ["signed_up", "signed_in", "signed_out", "signed_in"]
        user = User.objects.get()
        assert noted[-1][1] == {"who": "Elsa", "account": user.pk, "address": HERE, "by": "password"}
        assert all(fields["address"] == HERE for _, fields, _ in noted)

    def test_wrong_passwords_and_the_lock_after_them(self, browser: Client, noted: list[Any], elsa: User) -> None:
        for n in range(6):
            sign_in(browser, "Elsa", f"wrong word {n}")
        assert [fields["account"] for fields in of(noted, "password_wrong")] == [elsa.pk] * 5
        assert [fields["account"] for fields in of(noted, "locked_out")] == [elsa.pk]
        assert {level for event, _, level in noted} == {"WARNING"}

    def test_what_is_typed_for_a_name_that_nobody_has_is_not_written_down(
        self, browser: Client, noted: list[Any]
    ) -> None:
        sign_in(browser, "my secret pass phrase", "x")
        assert of(noted, "password_wrong") == [{"address": HERE}]

    @pytest.mark.django_db(transaction=True)
    def test_factors(self, browser: Client, noted: list[Any], elsa: User) -> None:
        sign_in(browser)
        prove(browser)
        browser.get(reverse("mfa_activate_totp"))
        with still_clock():
            browser.post(reverse("mfa_activate_totp"), {"code": app_code(browser.session["mfa.totp.secret"])})
        browser.post(reverse("mfa_generate_recovery_codes"))
        browser.post(reverse("mfa_reauthenticate"), {"code": "000000"})
        browser.post(reverse("mfa_deactivate_totp"))
        assert [fields["factor"] for fields in of(noted, "factor_wrong")] == ["totp"]
        assert [fields["factor"] for fields in of(noted, "factor_removed")] == ["totp", "recovery_codes"]
        assert [fields["factor"] for fields in of(noted, "factor_added")] == ["totp", "recovery_codes"]
        assert [fields["factor"] for fields in of(noted, "factor_renewed")] == ["recovery_codes"]
        assert {fields["account"] for _, fields, _ in noted} == {elsa.pk}

    def test_addresses_and_passwords(self, browser: Client, noted: list[Any], elsa: User) -> None:
        sign_in(browser)
        prove(browser)
        change_password(browser)
        browser.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
        assert of(noted, "password_changed") and of(noted, "address_added")

    def test_sessions_export_and_deletion(self, browser: Client, noted: list[Any], elsa: User) -> None:
        for one in (Client(), browser):
            sign_in(one)
        prove(browser)
        browser.post(reverse("usersessions_list"))
        browser.get(reverse("accounts:export"))
        browser.post(reverse("accounts:delete"), {"sure": "1"})
        assert [fields["number"] for fields in of(noted, "sessions_ended")] == [1]
        assert of(noted, "data_exported") and of(noted, "account_deleted")

    def test_refused_at_the_admin(self, browser: Client, noted: list[Any], elsa: User, settings: Settings) -> None:
        sign_in(browser)
        browser.get(reverse("admin:accounts_user_changelist"), follow=True)
        assert [fields["who"] for fields in of(noted, "admin_refused")] == ["Elsa"]
        settings.STAFF_MFA = True
        User.objects.update(is_staff=True)
        browser.get(reverse("admin:index"))
        assert [fields["rank"] for fields in of(noted, "factor_asked")] == ["staff"]
        assert len(of(noted, "admin_refused")) == 1

    def test_what_staff_do(self, browser: Client, noted: list[Any], elsa: User, boss: User) -> None:
        sign_in(browser, "boss")
        change = reverse("admin:accounts_user_change", args=[elsa.pk])
        browser.post(change, {"username": "Elsa", "_save": ""})
        browser.get(change)
        (acted,) = of(noted, "staff_acted")
        assert acted["who"] == "boss" and acted["rank"] == "superuser" and acted["address"] == HERE
        assert acted["page"] == f"accounts_user_change {elsa.pk}"

    def test_guests_are_not_watched_and_no_secret_is_written(self, browser: Client, noted: list[Any]) -> None:
        become_guest(browser)
        browser.post(reverse("account_logout"))
        assert noted == []
        sign_up(browser, "Olle", "olle@example.org")
        sign_in(browser, "Olle", "wrong word 99")
        assert PASSWORD not in str(noted) and "wrong word" not in str(noted) and "olle@example.org" not in str(noted)


@pytest.mark.parametrize("as_json", [True, False])
def test_an_event_is_one_line_whatever_a_name_holds(as_json: bool) -> None:
    made = logs.configuration(as_json=as_json)["formatters"]["line"]
    maker = made.pop("()")
    formatter = maker(**made) if as_json else maker(made["format"], style="{")
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(formatter)
    security_log.log.addHandler(handler)
    security_log.note("signed_in", who='Eve"\nERROR forged: line', account=7, address=HERE)
    security_log.log.removeHandler(handler)
    (line,) = handler.stream.getvalue().splitlines()
    if as_json:
        assert json.loads(line) | {"timestamp": ""} == {
            "event": "signed_in", "who": 'Eve"\nERROR forged: line', "account": 7, "address": HERE,
            "level": "info", "logger": "security", "timestamp": "",
        }  # fmt: skip
    else:
        assert line.endswith(rf'INFO security: signed_in who="Eve\"\nERROR forged: line" account=7 address="{HERE}"')


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Callable[[str], list[str]]]:
    """`files(day)`: write one event on that day; keeps three days."""
    handler = security_log.DailyFiles(str(tmp_path / "security"), days=3)
    handler.setFormatter(logging.Formatter("{message}", style="{"))

    def write(day: str) -> list[str]:
        record = logging.LogRecord("security", logging.INFO, "", 0, f"signed_in on {day}", (), None)
        record.created = datetime.fromisoformat(f"{day}T12:00:00").replace(tzinfo=UTC).timestamp()
        handler.emit(record)
        return sorted(path.name for path in (tmp_path / "security").iterdir())

    yield write
    handler.close()


def test_a_file_a_day_for_its_owner_alone_and_the_old_ones_go(
    files: Callable[[str], list[str]], tmp_path: Path
) -> None:
    folder = tmp_path / "security"
    files("2026-11-01")
    (folder / "notes.txt").write_text("not ours")
    assert files("2026-11-01") == ["notes.txt", "security-2026-11-01.log"]
    assert (folder / "security-2026-11-01.log").read_text().count("\n") == 2
    assert (folder / "security-2026-11-01.log").stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert "security-2026-11-01.log" in files("2026-11-04")
    assert files("2026-11-05") == ["notes.txt", "security-2026-11-04.log", "security-2026-11-05.log"]


def test_the_settings_say_how_long_and_where(tmp_path: Path, settings: Settings) -> None:
    assert settings.LOGGING["handlers"]["security"]["days"] == 90
    handler = settings_under(tmp_path, "LOGGING", SECURITY_LOG_DAYS="7")["LOGGING"]["handlers"]["security"]
    assert (handler["days"], handler["folder"]) == (7, str(tmp_path / "security"))
