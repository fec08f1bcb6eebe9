"""The door of the news: users only. `game`, `lobby` and all above say here what happened, in the same transaction."""

from news.kinds import NewsKind, NewsWords, Usual, kinds
from news.services.telling import tell, withdraw
from news.signals import news_changed

__all__ = ["NewsKind", "NewsWords", "Usual", "kinds", "news_changed", "tell", "withdraw"]
