"""The word lists: compiled, pinned by version and digest, and asked by the rules."""

from django.apps import AppConfig


class DictionaryConfig(AppConfig):
    """Django's entry for the app."""

    name = "dictionary"
