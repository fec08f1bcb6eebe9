"""What other apps may use of the lobby: the periodic job, for the bot API a player's actions in a room, and for
challenges the forms of rules and who may begin a match."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from game import api as game
from lobby.board_thumbnails import Mini, mini_board
from lobby.cards import preset_titles
from lobby.form_fields import Section
from lobby.forms import sections
from lobby.models import SlowSeek, interface_language
from lobby.own_boards import kept_boards
from lobby.posted_settings import NOT_SETTINGS, BadForm, errors_of, read_post, said
from lobby.room_shown import View as RoomView
from lobby.rules_in_words import Difference, compared, differing_keys
from lobby.services import quick_join, rematch, rooms, slow_seeks
from lobby.services.engagements import Busy, Enough, Step, begun, busy_among, count_challenges_by, has_clock
from lobby.services.engagements import ask as ask_whether_free
from lobby.services.engagements import keep as keep_for_match
from lobby.services.players_present import expect as expect_present
from lobby.services.rooms import Refused as RoomRefused
from lobby.services.rooms import join as join_room
from lobby.services.rooms import leave as leave_room
from lobby.services.rooms import look as look_at_room
from lobby.services.rooms import poll as poll_room
from lobby.services.rooms import rooms_of
from lobby.services.rooms import set_ready as set_ready_in_room
from lobby.usual_rules import MatchPace, pace_of, usual_rules

_deals_waited_by: list[Callable[[], "QuerySet[Any, str]"]] = []


def keep_deals_of(waited_by: Callable[[], "QuerySet[Any, str]"]) -> None:
    """An app above has players who wait with commitments: those that the query gives are not swept away."""
    _deals_waited_by.append(waited_by)


def sweep(now_ms: int) -> int:
    """Remove expired places of Quick Join, slow seeks, rooms and deals, and make the rematches and slow matches for
    which no page waits; how many."""
    changed = quick_join.sweep(now_ms) + slow_seeks.sweep(now_ms) + rooms.sweep(now_ms) + rematch.sweep(now_ms)
    waited_by = SlowSeek.objects.exclude(deal="").values_list("deal", flat=True)
    kept = waited_by.union(*(deals() for deals in _deals_waited_by))
    return changed + game.sweep_deals(now_ms, kept)
