"""The two template engines: Django's for pages, Jinja2 for the parts of a match (docs/decisions/0020)."""

from pathlib import Path
from typing import Any

GAMES = "game/variants/*/screens/templates"
BUILTINS = ["django.templatetags.i18n", "django.templatetags.static", "ui.templatetags.design"]
"""The tags that every page has without `{% load %}`: texts, files, the design."""


def template_engines(base: Path) -> list[dict[str, Any]]:
    """The setting TEMPLATES, for templates below the folder `base`: the site's, and each game's."""
    folders = [base / "templates", *sorted(base.glob(GAMES))]
    return [
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "NAME": "django",
            "DIRS": folders,
            "OPTIONS": {
                "loaders": [
                    (
                        "django.template.loaders.cached.Loader",
                        ["ui.template_whitespace.Loader", "django.template.loaders.app_directories.Loader"],
                    )
                ],
                "builtins": BUILTINS,
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.template.context_processors.i18n",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ],
            },
        },
        # The parts of a match, which pages include by a tag of ours.
        {
            "BACKEND": "django.template.backends.jinja2.Jinja2",
            "NAME": "jinja2",
            "DIRS": folders,
            "OPTIONS": {
                "environment": "ui.jinja_environment.environment",
                "extensions": ["jinja2.ext.i18n", "game.live.jinja_piece_tag.PieceTag"],
                "names": [
                    "ui.jinja_names",
                    "bots.jinja_names",
                    "game.jinja_names",
                    "accounts.jinja_names",
                    "lobby.jinja_names",
                ],
            },
        },
    ]
