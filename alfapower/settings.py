"""Django settings, in one file, for every way to run.

Each service's address is either set or not: without DATABASE_URL the data is a SQLite file in DATA_DIR, without
REDIS_URL messages stay in the process and the embedded ticker drives the clocks (alfapower/processes/periodic_jobs.py).
There is no "environment" variable and no second settings file. Variables: docs/operating.md. Forbidden combinations:
checks.py. Tests change the few things they must in tests/conftest.py.
"""

import logging
import os
import secrets
from email.utils import parseaddr
from pathlib import Path
from typing import Any

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from alfapower import __version__, databases, env, logs, redis_options
from alfapower.account_settings import *  # noqa: F403  (what no variable changes)
from alfapower.template_engines import template_engines

django_stubs_ext.monkeypatch()  # ModelAdmin[Match] and the like are classes from here on

BASE_DIR = Path(__file__).resolve().parent.parent

# What is this process? --------------------------------------------------------------------------------------

DEBUG = env.flag("DEBUG", False)
HSTS_SECONDS = env.number("HSTS_SECONDS", 365 * 24 * 60 * 60)  # how long browsers keep to https, where HTTPS is on
HSTS_SUBDOMAINS, HSTS_PRELOAD = env.flag("HSTS_SUBDOMAINS", False), env.flag("HSTS_PRELOAD", False)
HTTPS = env.flag("HTTPS", False)  # the public address is https, behind a proxy that sets X-Forwarded-Proto
REDIS_URL = env.redis("REDIS_URL")
POSTGRES = env.postgres("DATABASE_URL")
RELEASE = __version__  # shown in the footer of the pages
LOG_JSON = env.flag("LOG_JSON", bool(POSTGRES))
STATEMENT_TIMEOUT_MS = env.number("STATEMENT_TIMEOUT_MS", 5_000)
DATABASE_POOLER = env.flag("DATABASE_POOLER", False)  # a pooler such as PgBouncer is in front of Postgres
METRICS = bool(POSTGRES)
HEALTH_TOKEN = env.text("HEALTH_TOKEN")
WATCHED_PATHS = r"^(health/(live|ready|deep)|metrics)$"  # requested on a process's own port, by any name and in http
TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", 1 if POSTGRES else 0)
RATE_LIMITS_TRUSTED = env.networks("RATE_LIMITS_TRUSTED")
WEB_CONCURRENCY = env.number("WEB_CONCURRENCY", 1, at_least=1)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
# The prefix of links in mails and invitations. Empty where users reach this machine directly: public_address.py.
_straight = not HTTPS and (not POSTGRES or ALLOWED_HOSTS[0].startswith(("localhost", "127.", "[::1]", "*")))
SITE_ORIGIN = env.origin("SITE_ORIGIN", "" if _straight else f"{'https' if HTTPS else 'http'}://{ALLOWED_HOSTS[0]}")
EMAIL_URL = env.email("EMAIL_URL")
STAFF_MFA = env.flag("STAFF_MFA", bool(POSTGRES) and not DEBUG)

DATA_DIR = Path(env.text("ALFAPOWER_DATA", str(BASE_DIR / "var"))).absolute()
try:
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not POSTGRES and DATA_DIR.stat().st_uid == os.getuid():
        DATA_DIR.chmod(0o700)  # it holds password hashes and sessions, and an earlier release left it readable by all
except OSError as error:
    raise ImproperlyConfigured(f"The data folder {DATA_DIR} cannot be made: {error.strerror}.") from error
if not os.access(DATA_DIR, os.W_OK | os.X_OK):
    raise ImproperlyConfigured(f"The data folder {DATA_DIR} cannot be written to.")


def _generated_secret(path: Path) -> str:
    """The key of this data folder, made once. Linking a finished file keeps two first starts at one key."""
    if not path.exists():
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(50))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()


# With Postgres an absent key stays absent: checks.py refuses to start.
SECRET_KEY = env.text("SECRET_KEY") or ("" if POSTGRES else _generated_secret(DATA_DIR / "secret_key"))
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
ENCRYPTION_KEYS = env.words("ENCRYPTION_KEYS")  # none: SECRET_KEY; common/encryption.py

# Parts ------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",
    "whitenoise.runserver_nostatic",
    "common.admin_site.StaffSiteConfig",  # django.contrib.admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "django_htmx",
    "csp",
    "alfapower", "common", "ui", "news",
    "accounts",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "dictionary",
    "game",
    "bots",
    "puzzle",
    "lobby",
    "people",
    "web_api",
]  # fmt: skip

# The sections of the home page, from the top; each is provided by an app (common/home_page.py).
HOME_PLACES = [
    "challenge", "leaving", "continue", "install", "now", "puzzle", "friends", "best", "people", "games", "bots",
    "join", "recent",
]  # fmt: skip

MIDDLEWARE = [
    "alfapower.web.public_address.SiteAddress",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "alfapower.web.response_headers.ResponseHeaders",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "alfapower.web.service_unavailable.ServiceUnavailable",
    "django.middleware.common.CommonMiddleware",
    "game.match.json_requests.JsonRequestsOnly",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "alfapower.web.too_many_requests.TooManyAnswers",
    "game.match.unplayable_matches.UnplayableMatchMiddleware",
    "alfapower.web.error_pages.MethodNotAllowedPage",
    "accounts.middleware.GuestAndStaffAccess",
    "accounts.profiles.decision_pages.DecisionMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.sign_in.reauthentication.ReauthenticationMiddleware",
    "accounts.middleware.LastSeenMiddleware",
]

TEMPLATES = template_engines(BASE_DIR)

ROOT_URLCONF = "alfapower.urls"
ASGI_APPLICATION = "alfapower.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Data -------------------------------------------------------------------------------------------------------

# The test databases are named here because servers started by tests are forked and must find the same one.
DATABASES: dict[str, dict[str, Any]] = {
    "default": databases.postgres(
        POSTGRES,
        pooler=DATABASE_POOLER,
        pool=env.flag("DATABASE_POOL", True),  # off in Celery, whose processes are forked
        statement_timeout_ms=STATEMENT_TIMEOUT_MS,
    )
    if POSTGRES
    else databases.sqlite(DATA_DIR)
}

if REDIS_URL:
    CACHES: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "common.redis_fallback.FallbackCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "alfapower",
            "OPTIONS": redis_options.patient(REDIS_URL),
        }
    }
    CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
        "default": {
            # Not channels_redis.core: it silently drops messages above its capacity.
            "BACKEND": "alfapower.processes.channel_layer.PatientChannelLayer",
            "CONFIG": {
                # Subscriptions are read with a timeout of their own, so that none is closed for being silent.
                "hosts": [{"address": REDIS_URL, **redis_options.patient(REDIS_URL)}],
                "prefix": "alfapower",
            },
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 20_000},  # a memory that is full throws out by chance
        }
    }
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# Tasks ------------------------------------------------------------------------------------------------------

# The schedule of periodic work is alfapower/processes/periodic_jobs.py. No countdown or eta anywhere: due work is
# found in rows.
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat-schedule")  # the project's own folder may be read-only
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for as long as Redis is away
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "global_keyprefix": "alfapower:",
        "visibility_timeout": 300,  # a dead worker's tasks go to another worker after so many seconds
        # A worker's read waits for a second on purpose (kombu's brpop_timeout).
        **redis_options.patient(REDIS_URL, read_seconds=3),
    }
    if REDIS_URL
    else {}
)
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 200_000  # kB: reading a large word list leaves a process with more than it needs
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # keeps no file, so two beats cannot corrupt one
CELERY_TIMEZONE = "UTC"

# Words ------------------------------------------------------------------------------------------------------

# Queried only for a word's definition, and only when a player opens it: dictionary/online_definitions.py.
DEFINITIONS_ONLINE = env.flag("DEFINITIONS_ONLINE", False)
DEFINITIONS_URL = env.web_address("DEFINITIONS_URL", "https://freedictionaryapi.com/api/v1/entries")

# Bots -------------------------------------------------------------------------------------------------------

BOTS = env.flag("BOTS", True)  # `play` starts a process for them

# Users ------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
QUICK_JOIN_PAUSES = env.flag("QUICK_JOIN_PAUSES", True)  # for who walks away: accounts/services/walk_aways.py
# Without a mail server no user could read the code: then an address is accepted unverified.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_URL else "optional"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = bool(EMAIL_URL)
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_URL
# Browsers allow passkeys on http for localhost only, where it is safe.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not POSTGRES and not HTTPS
# A passkey cannot be guessed: the limit only bounds work, and is wide enough for a school behind one address.
MFA_RATE_LIMITS = {"webauthn_login": "180/m/ip"}

DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("EMAIL_FROM", "AlfaPower <alfapower@localhost>")
EMAIL_TIMEOUT = 10
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
if EMAIL_URL:
    EMAIL_BACKEND = EMAIL_URL["EMAIL_BACKEND"]
    EMAIL_HOST, EMAIL_PORT = EMAIL_URL["EMAIL_HOST"], EMAIL_URL["EMAIL_PORT"]
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = EMAIL_URL["EMAIL_HOST_USER"], EMAIL_URL["EMAIL_HOST_PASSWORD"]
    EMAIL_USE_TLS, EMAIL_USE_SSL = EMAIL_URL.get("EMAIL_USE_TLS", False), EMAIL_URL.get("EMAIL_USE_SSL", False)

# Pushes: the contact for push services if something fails, and the hosts of the services that are used at all,
# those of Chrome, Firefox, Edge and Safari ("*." for all subdomains). Without a contact there are no pushes.
PUSH_SENDER = parseaddr(env.text("EMAIL_FROM"))[1]
PUSH_HOSTS = env.words(
    "PUSH_HOSTS",
    ["fcm.googleapis.com", "updates.push.services.mozilla.com", "*.notify.windows.com", "*.push.apple.com"],
)

# Safety -----------------------------------------------------------------------------------------------------
SESSION_ENGINE = "accounts.sign_in.session_store"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 14 * 24 * 60 * 60
CSRF_FAILURE_VIEW = "alfapower.web.csrf_failure.failure"
CSRF_COOKIE_HTTPONLY = True  # scripts read the token from the page's meta tag
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_SSL_HOST = SITE_ORIGIN.partition("://")[2]
    SECURE_REDIRECT_EXEMPT = [WATCHED_PATHS]
    SECURE_HSTS_SECONDS = HSTS_SECONDS
    SECURE_HSTS_INCLUDE_SUBDOMAINS = HSTS_SUBDOMAINS
    SECURE_HSTS_PRELOAD = HSTS_PRELOAD
    # A permanent promise for all hosts of a domain is its owner's to make (docs/operating.md).
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        "frame-ancestors": ["'none'"],
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["default", "unread"],  # static/js/trusted_types.js
        "report-uri": ["/csp-report"],
    }
}

DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 1

# Language and time ------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("sv", _("Swedish"))]
LOCALE_PATHS = [BASE_DIR / "locale", *sorted(BASE_DIR.glob("game/variants/*/locale"))]  # a game's own
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files -----------------------------------------------------------------------------------------------

STATIC_URL = "static/"
# The sources, the site's and each game's; static_bundles.py builds what is served.
STATIC_SOURCES = [BASE_DIR / "static", *sorted(BASE_DIR.glob("game/variants/*/screens/static"))]
STATICFILES_DIRS = [DATA_DIR / "bundles"]
STATICFILES_FINDERS = [
    "alfapower.build.static_bundles.BundleFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
if POSTGRES:  # a real deployment runs collectstatic: hashed names, compressed, cached for ever
    STATIC_ROOT = BASE_DIR / "staticfiles"
    _static_storage = "whitenoise.storage.CompressedManifestStaticFilesStorage"
else:
    _static_storage = "django.contrib.staticfiles.storage.StaticFilesStorage"
    WHITENOISE_USE_FINDERS = True
    MIDDLEWARE.insert(0, "django.middleware.gzip.GZipMiddleware")  # without collectstatic nothing is compressed yet
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _static_storage},
}

# Logging ----------------------------------------------------------------------------------------------------

LOGGING = logs.configuration(LOG_JSON, DATA_DIR / "security", env.number("SECURITY_LOG_DAYS", 90, at_least=1))
if LOG_JSON:
    MIDDLEWARE.insert(0, "alfapower.web.request_log.RequestLog")
    DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
    DJANGO_STRUCTLOG_STATUS_5XX_LOG_LEVEL = logging.WARNING  # an exception has its own error (request_log.py)
    DJANGO_STRUCTLOG_USER_ID_FIELD = None  # would query the database for every page
    DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False  # the proxy logs them

# Watching ---------------------------------------------------------------------------------------------------

if METRICS:
    # Around all other middleware: it measures the whole time.
    MIDDLEWARE.insert(0, "django_prometheus.middleware.PrometheusBeforeMiddleware")
    MIDDLEWARE.append("django_prometheus.middleware.PrometheusAfterMiddleware")
    PROMETHEUS_EXPORT_MIGRATIONS = False
