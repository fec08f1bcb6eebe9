"""The word lists that a host may choose for a theme."""

from lobby.theme_models import ThemeList


def offered() -> list[ThemeList]:
    """The active lists of all languages, by language and name."""
    return list(ThemeList.objects.filter(active=True))
