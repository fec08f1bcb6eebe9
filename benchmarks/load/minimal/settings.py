"""Settings of the reference. DATABASE_URL and REDIS_URL as the site has them."""

import os

from alfapower import env, redis_options

SECRET_KEY = os.environ["SECRET_KEY"]
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = ["channels", "benchmarks.load.minimal"]
DATABASES = {
    "default": {
        **(env.postgres("DATABASE_URL") or {}),
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"pool": {"min_size": 1, "max_size": 8}},
    }
}
REDIS_URL = os.environ["REDIS_URL"]
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "alfapower.processes.channel_layer.PatientChannelLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL, **redis_options.patient(REDIS_URL)}], "prefix": "minimal"},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
