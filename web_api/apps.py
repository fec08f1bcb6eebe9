"""The app of the bot API."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebApiConfig(AppConfig):
    name = "web_api"
    verbose_name = _("Bot API")
