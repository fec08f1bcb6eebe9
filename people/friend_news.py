"""The kinds of news of friends, and their wording."""

from news.api import NewsKind

KINDS: list[NewsKind] = []
