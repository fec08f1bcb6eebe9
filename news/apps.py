from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NewsConfig(AppConfig):
    """What happened to somebody while they were away."""

    name = "news"
    verbose_name = _("News")
