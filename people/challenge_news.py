"""The kinds of news of challenges, and their wording."""

from news.api import NewsKind

KINDS: list[NewsKind] = []
