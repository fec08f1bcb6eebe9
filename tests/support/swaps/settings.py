"""The site's settings with the game installed: DJANGO_SETTINGS_MODULE of a site that a test starts."""

from alfapower.settings import *  # noqa: F403
from alfapower.settings import INSTALLED_APPS as OF_THE_SITE

INSTALLED_APPS = ["tests.support.swaps.apps.SwapsConfig", *OF_THE_SITE]
