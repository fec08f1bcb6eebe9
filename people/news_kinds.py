"""The kinds of news of people."""

from people import challenge_news, friend_news
from people.reporting import report_news
from people.talk import news as talk_news

NEWS_KINDS = [*challenge_news.KINDS, *friend_news.KINDS, *report_news.KINDS, *talk_news.KINDS]
