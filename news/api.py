"""The door of the news: users only. `game`, `lobby` and all above say here what happened, in the same transaction."""

from news.clock import take_time_from
from news.kinds import NewsKind, NewsWords, Usual, Values, kinds
from news.services.delivery import deliver
from news.services.expiry import exported, hand_over, remove_old, replace_name
from news.services.looking import FRESH_MS, note_shelf_looks
from news.services.preferences import exported as exported_choices
from news.services.reading import read_topic, read_topic_on_page, standing_topics, unread
from news.services.subscriptions import FLAG as PUSHES
from news.services.subscriptions import clear_ended, follow_session
from news.services.subscriptions import exported as exported_devices
from news.services.telling import Piece, prolong, tell, tell_pieces, withdraw
from news.signals import news_changed, news_due
