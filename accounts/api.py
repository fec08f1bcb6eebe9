"""The public interface of accounts: what the other apps may use."""

from datetime import UTC, datetime

from accounts.models import Appeal, AppealOutcome, Rating, SanctionKind, SanctionReason, User
from accounts.profiles.finding import Met, met, named_from
from accounts.profiles.names import BadName, clean_name
from accounts.profiles.preferences import of as preferences_of
from accounts.ranking.feeding_pairs import FeedingPair, feeding_pairs
from accounts.ranking.glicko import START_RATING
from accounts.ranking.leaderboard import leaders
from accounts.rating_models import Pace
from accounts.services import facts, sanctions
from accounts.services.appeals import CannotDecide, decide_appeal, open_appeals, put_back_appeal, take_appeal
from accounts.services.appeals import is_taken as is_taken_appeal
from accounts.services.appeals import why_not as why_not_decide_appeal
from accounts.services.balance import compute_when_due as compute_balance
from accounts.services.blocks import (
    add_meeting_place,
    any_apart,
    apart_from,
    are_apart,
    block,
    blocked_among,
    blocks_of,
    has_blocked,
    how_many_block,
    pairs_apart,
    unblock,
)
from accounts.services.blocks import whom as player_known_to
from accounts.services.boards import board_of, boards_of
from accounts.services.bot_accounts import CannotBeBot, become_bot
from accounts.services.data_export import add_to_export
from accounts.services.guests import ensure_player
from accounts.services.guests import keep as keep_guests
from accounts.services.ladder import BEATEN as BEATEN_BOTS
from accounts.services.ladder import beaten as beaten_bots
from accounts.services.player_locks import lock_players
from accounts.services.retention import clear_sessions
from accounts.services.retention import purge as purge_guests
from accounts.services.sanctions import CannotSanction, history_of, is_muted, kept_from_rated, open_sanction, sanction
from accounts.services.walk_aways import WalkAways, count_match, paused_among
from accounts.services.walk_aways import is_counted as is_counted_match
from accounts.services.walk_aways import of as walk_aways_at
from accounts.services.walk_aways import of_user as walk_aways_of_user
from accounts.sign_in.password_hashing import HashingBusy
from accounts.sign_in.reauthentication import proved
from accounts.sign_in.security_events import note as note_security
from accounts.signals import (
    player_blocked,
    player_leaving,
    player_merged,
    player_merging,
    player_shown_as,
    rated_play_closed,
)
from accounts.statistics.rated_turns import RatedTurns, last_rated
from accounts.statistics.staying import matches_stayed_in
from accounts.statistics.walk_aways_shown import of_reader as walk_aways_of_reader
from game import api as game


def end_sanctions(now: int) -> None:
    """Periodic: end the sanctions whose time is over. `now` in ms since the epoch."""
    sanctions.end_due(datetime.fromtimestamp(now / 1000, tz=UTC))


def rating_of(user_id: int, language: str, variant: str = game.DEFAULT_VARIANT, pace: Pace = Pace.LIVE) -> float:
    """The player's rating in that language at that pace; the starting rating for a player without one."""
    rows = Rating.objects.filter(user_id=user_id, variant=variant, language=language, pace=pace)
    found = rows.values_list("rating", flat=True)
    return next(iter(found), START_RATING)


def write_facts(now: int) -> int:
    """Periodic: write the facts of finished matches; returns how many were looked at."""
    return facts.sweep()


def walk_aways_of(user_id: int) -> WalkAways:
    """The player's walk-aways as of now: how many, of how many live matches, and until when Quick Join pauses."""
    return walk_aways_at(user_id, game.now_ms())
