"""The lists of words that a host may take for a theme."""

from lobby.theme_models import ThemeList


def offered() -> list[ThemeList]:
    """The lists of all languages, by language and name."""
    return list(ThemeList.objects.filter(active=True))
