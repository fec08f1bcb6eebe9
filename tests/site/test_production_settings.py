"""Each line of the security settings, as a site behind https on Postgres and Redis gets them."""

from pathlib import Path
from typing import Any

import pytest

from tests.site.test_settings import POSTGRES, SECRET, settings_under

LIVE = {
    "DATABASE_URL": POSTGRES,
    "REDIS_URL": "redis://cache.example:6379/3",
    "SECRET_KEY": SECRET,
    "ALLOWED_HOSTS": "play.example",
    "HTTPS": "1",
    "WEB_CONCURRENCY": "2",
    "EMAIL_URL": "smtp+tls://user:word@mail.example:587",
}
DAY = 24 * 60 * 60
EXPECTED = {
    "DEBUG": False,
    "ALLOWED_HOSTS": ["play.example"],
    "CSRF_TRUSTED_ORIGINS": [],
    "SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_PROTO", "https"],
    "SECURE_SSL_REDIRECT": True,
    "SECURE_SSL_HOST": "play.example",
    "SECURE_REDIRECT_EXEMPT": [r"^(health/(live|ready|deep)|metrics)$"],
    "SITE_ORIGIN": "https://play.example",
    "SECURE_HSTS_SECONDS": 365 * DAY,
    "SECURE_HSTS_INCLUDE_SUBDOMAINS": False,
    "SECURE_HSTS_PRELOAD": False,
    "SECURE_CONTENT_TYPE_NOSNIFF": True,
    "SECURE_REFERRER_POLICY": "same-origin",
    "SECURE_CROSS_ORIGIN_OPENER_POLICY": "same-origin",
    "X_FRAME_OPTIONS": "DENY",
    "SESSION_COOKIE_NAME": "__Host-sessionid",
    "SESSION_COOKIE_SECURE": True,
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "SESSION_COOKIE_PATH": "/",
    "SESSION_COOKIE_DOMAIN": None,
    "SESSION_COOKIE_AGE": 14 * DAY,
    "SESSION_SAVE_EVERY_REQUEST": False,
    "SESSION_ENGINE": "accounts.sign_in.session_store",
    "CSRF_COOKIE_NAME": "__Host-csrftoken",
    "CSRF_COOKIE_SECURE": True,
    "CSRF_COOKIE_HTTPONLY": True,
    "CSRF_COOKIE_SAMESITE": "Lax",
    "CSRF_COOKIE_PATH": "/",
    "CSRF_COOKIE_DOMAIN": None,
    "DATA_UPLOAD_MAX_MEMORY_SIZE": 65_536,
    "FILE_UPLOAD_MAX_MEMORY_SIZE": 65_536,
    "DATA_UPLOAD_MAX_NUMBER_FIELDS": 200,
    "DATA_UPLOAD_MAX_NUMBER_FILES": 1,
    "PASSWORD_RESET_TIMEOUT": 60 * 60,
    "STAFF_MFA": True,
    "ACCOUNT_EMAIL_VERIFICATION": "mandatory",
    "ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED": True,
    "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
    "EMAIL_HOST": "mail.example",
    "EMAIL_PORT": 587,
    "EMAIL_USE_TLS": True,
    "EMAIL_TIMEOUT": 10,
    "MFA_ALLOW_UNVERIFIED_EMAIL": False,
    "MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN": False,
    "USE_TZ": True,
    "TIME_ZONE": "UTC",
    "CELERY_ACCEPT_CONTENT": ["json"],
    "CELERY_TASK_SERIALIZER": "json",
    "CELERY_TASK_IGNORE_RESULT": True,
    "CELERY_WORKER_PREFETCH_MULTIPLIER": 1,
    "LOG_JSON": True,
    "METRICS": True,
}


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    names = [*EXPECTED, "DATABASES", "CACHES", "PASSWORD_HASHERS", "AUTH_PASSWORD_VALIDATORS"]
    return settings_under(tmp_path_factory.mktemp("live"), *names, **LIVE)


def test_each_line_stands(live: dict[str, Any]) -> None:
    assert {name: live[name] for name in EXPECTED} == EXPECTED


def test_passwords_are_hashed_slowly_and_long(live: dict[str, Any]) -> None:
    assert live["PASSWORD_HASHERS"][0] == "accounts.sign_in.password_hashing.BoundedArgon2PasswordHasher"
    options = [found.get("OPTIONS", {}) for found in live["AUTH_PASSWORD_VALIDATORS"]]
    assert {"min_length": 10} in options


def test_nobody_waits_for_the_database_longer_than_a_player_would(live: dict[str, Any]) -> None:
    options = live["DATABASES"]["default"]["OPTIONS"]
    for wanted in (
        "statement_timeout=5000", "lock_timeout=2000", "idle_in_transaction_session_timeout=5000", "timezone=UTC",
    ):  # fmt: skip
        assert f"-c {wanted}" in options["options"]
    assert options["connect_timeout"] == 2
    assert options["tcp_user_timeout"] == 3_000 and options["keepalives"] == 1
    cache = live["CACHES"]["default"]["OPTIONS"]
    assert (cache["socket_timeout"], cache["socket_connect_timeout"]) == (1, 1)


def test_a_release_may_take_its_time_within_a_transaction_too(tmp_path: Path) -> None:
    """A migration that thought for five seconds on a slow host was cut off in the middle."""
    under = settings_under(tmp_path, "DATABASES", **LIVE, STATEMENT_TIMEOUT_MS="0")
    options = under["DATABASES"]["default"]["OPTIONS"]["options"]
    assert "statement_timeout=0" in options and "idle_in_transaction_session_timeout=0" in options


def test_hsts_promises_for_this_host_alone_unless_asked(tmp_path: Path) -> None:
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    asked = {"HSTS_SECONDS": "60", "HSTS_SUBDOMAINS": "1", "HSTS_PRELOAD": "1"}
    assert settings_under(tmp_path, *names, **LIVE) == dict(zip(names, (365 * DAY, False, False), strict=True))
    assert settings_under(tmp_path, *names, **LIVE, **asked) == dict(zip(names, (60, True, True), strict=True))
