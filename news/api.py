"""The door of the news: users only. `game`, `lobby` and all above say here what happened, in the same transaction."""

from news.kinds import NewsKind, NewsWords, Usual, kinds
from news.services.subscriptions import FLAG as PUSHES
from news.services.subscriptions import follow_session
from news.services.telling import tell, withdraw
from news.signals import news_changed

__all__ = ["PUSHES", "NewsKind", "NewsWords", "Usual", "follow_session", "kinds", "news_changed", "tell", "withdraw"]
