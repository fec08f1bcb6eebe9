"""The API of the game for other apps of the project.

What few of them use is in a module of its own: `positions`, `playing_on`, `programs`.
"""

from dictionary.api import disputes_of
from game.api import playing_on, positions
from game.api.bot_seats import (
    BotSight,
    PracticeSeat,
    WinOverBots,
    bot_act,
    bot_sight,
    has_practised,
    hint_sight,
    how_many_practised,
    match_of_deal,
    practice_seat,
    set_at_once,
    taught_match,
    win_over_bots,
)
from game.api.match_lists import (
    MatchCard,
    PlayedNow,
    RunningMatches,
    how_many_waiting,
    live_matches,
    played_now,
    running_matches,
)
from game.api.match_settings import (
    Summary,
    changed_settings,
    check_head_start,
    check_new,
    check_preset,
    check_settings,
    describe,
    full_settings,
    has_coins,
    settings_of,
    without_idle_reserve,
)
from game.api.matches import (
    FinishedMatch,
    announce_ends_again,
    create_match,
    finished_match,
    how_many_called_off,
    how_many_failing,
    how_many_live,
    how_many_unhurried,
    letter_values,
    pings_of_connection,
    plays_slowly,
    sweep,
)
from game.api.watched_matches import ChosenSeats, WatchedCard, WatchedSeat, watched_cards
from game.crossword.facts import BEST_WORDS
from game.crossword.layout_setting import SIZES as BOARD_SIZES
from game.crossword.layout_setting import BoardFault, Layout, board_fault, rows_of_text
from game.crossword.own_board import OwnBoard
from game.finished.match_access import (
    HypotheticalTile,
    Past,
    board_after,
    curve,
    past,
    visit_of_link,
    visit_of_player,
    why_worth,
)
from game.finished.pages import Visit
from game.finished.recent import RecentMatch, recent_matches
from game.games import DEFAULT_VARIANT, Game, games
from game.kernel.base_types import Millis
from game.kernel.endings import ABANDONED, FORFEITED, LEFT, RESIGNED
from game.kernel.fair_numbers import commitment
from game.kernel.pace_settings import DAY_SECONDS, Reserve, check_days
from game.kernel.setting_types import BadSetting as BadSettings
from game.kernel.setting_types import Flag, Number, NumberEach, OneOf, Setting, SomeOf, Words
from game.live.open_sockets import farewell as say_farewell
from game.live.open_sockets import how_many as how_many_sockets
from game.match.concurrent_actions import SeatBusy
from game.match.late_actions import stamp_for
from game.match.rules_in_words import LANGUAGES, label_of, member_title, members, value_in_words
from game.presentation import is_on_paper
from game.presentation.boards import brushes, ready_made_boards
from game.presentation.durations import duration_in_words
from game.presentation.head_starts import head_start_in_words
from game.presentation.slow_clock import TurnTime
from game.presentation.squares import coord, is_near, kinds
from game.services import bot_turns
from game.services.announce import beside_changed, persons_changed
from game.services.announce import session_changed as check_sessions
from game.services.arrival_stamps import take_too_late
from game.services.clock import edge_stamp, now_ms
from game.services.deals import drop as drop_deal
from game.services.deals import join as join_deal
from game.services.deals import open_deal
from game.services.deals import readiness as deal_readiness
from game.services.deals import stands as deal_stands
from game.services.deals import sweep as sweep_deals
from game.services.just_played import have_just_played
from game.services.kept_apart import keep_apart_whom
from game.services.leavings import Ending, Leaving, ending_of, names_beside
from game.services.match_faults import MatchFailed
from game.services.match_news import topic_of as news_topic
from game.services.match_people import MatchPeople, PersonAt, people_at, seats_in
from game.services.matches import BotEntrant, Companion, Entrant
from game.services.outages import PULSE_STAMPER, log_outage
from game.services.outages import how_many_long as how_many_long_outages
from game.services.outages import orders as pulse_stamper_orders
from game.services.player_history import (
    MatchAsSeen,
    has_seat_among,
    matches_as_seen,
    matches_of_both,
    names_played_under,
)
from game.services.playing_on import CannotPlayOn
from game.services.rated_guard import rate_only_where
from game.services.results import Result, SeatResult, match_of_player, result, result_for, results
from game.services.seat_facts import MatchFacts, best_kind, finished_matches, match_facts
from game.services.seats import count_for_nobody, exported_matches, resign_all, seats_of
from game.services.seats import forget as forget_player
from game.services.seats import lock_running as lock_running_matches
from game.services.seats import move as move_seats
from game.services.seats import rename as rename_seats
from game.services.two_players import have_met, mean_difference, others_in
from game.services.watching import (
    WatchedMatch,
    WatchGuard,
    WatchQuestion,
    decide_watching_by,
    how_many_watch,
    how_many_watch_each,
    look_again,
    may_watch,
    show_number_by,
    watchable_matches_of,
    watched_of,
    watchers,
)
from game.variants import UnknownGame

__all__ = [
    "ABANDONED",
    "Ending",
    "FORFEITED",
    "Leaving",
    "RESIGNED",
    "ending_of",
    "names_beside",
    "BEST_WORDS",
    "MatchAsSeen",
    "has_seat_among",
    "matches_as_seen",
    "matches_of_both",
    "names_played_under",
    "others_in",
    "keep_apart_whom",
    "have_met",
    "BOARD_SIZES",
    "BadSettings",
    "BoardFault",
    "BotEntrant",
    "BotSight",
    "CannotPlayOn",
    "Companion",
    "DAY_SECONDS",
    "DEFAULT_VARIANT",
    "Entrant",
    "FinishedMatch",
    "Flag",
    "Game",
    "MatchCard",
    "MatchFacts",
    "MatchPeople",
    "Millis",
    "Number",
    "NumberEach",
    "OneOf",
    "OwnBoard",
    "PULSE_STAMPER",
    "PersonAt",
    "PlayedNow",
    "PracticeSeat",
    "WinOverBots",
    "RecentMatch",
    "RunningMatches",
    "Reserve",
    "Result",
    "SeatBusy",
    "SeatResult",
    "Setting",
    "SomeOf",
    "Summary",
    "MatchFailed",
    "TurnTime",
    "UnknownGame",
    "Words",
    "beside_changed",
    "best_kind",
    "board_fault",
    "bot_act",
    "bot_sight",
    "bot_turns",
    "brushes",
    "changed_settings",
    "check_days",
    "check_sessions",
    "commitment",
    "has_practised",
    "have_just_played",
    "check_head_start",
    "check_new",
    "check_preset",
    "check_settings",
    "count_for_nobody",
    "create_match",
    "deal_readiness",
    "deal_stands",
    "describe",
    "duration_in_words",
    "disputes_of",
    "drop_deal",
    "edge_stamp",
    "finished_match",
    "finished_matches",
    "forget_player",
    "full_settings",
    "has_coins",
    "head_start_in_words",
    "games",
    "hint_sight",
    "how_many_failing",
    "how_many_live",
    "how_many_long_outages",
    "how_many_practised",
    "how_many_sockets",
    "how_many_called_off",
    "how_many_unhurried",
    "join_deal",
    "letter_values",
    "how_many_waiting",
    "news_topic",
    "live_matches",
    "lock_running_matches",
    "match_facts",
    "match_of_deal",
    "move_seats",
    "now_ms",
    "open_deal",
    "people_at",
    "persons_changed",
    "pulse_stamper_orders",
    "pings_of_connection",
    "played_now",
    "plays_slowly",
    "practice_seat",
    "ready_made_boards",
    "recent_matches",
    "playing_on",
    "positions",
    "rate_only_where",
    "rename_seats",
    "resign_all",
    "result",
    "result_for",
    "results",
    "rows_of_text",
    "running_matches",
    "say_farewell",
    "seats_in",
    "seats_of",
    "set_at_once",
    "win_over_bots",
    "settings_of",
    "stamp_for",
    "match_of_player",
    "sweep",
    "sweep_deals",
    "taught_match",
    "take_too_late",
    "exported_matches",
    "announce_ends_again",
    "log_outage",
    "LANGUAGES",
    "LEFT",
    "Layout",
    "kinds",
    "HypotheticalTile",
    "Past",
    "Visit",
    "board_after",
    "coord",
    "curve",
    "is_near",
    "is_on_paper",
    "past",
    "visit_of_link",
    "visit_of_player",
    "why_worth",
    "label_of",
    "mean_difference",
    "member_title",
    "members",
    "value_in_words",
    "without_idle_reserve",
    "ChosenSeats",
    "WatchGuard",
    "WatchQuestion",
    "WatchedCard",
    "WatchedSeat",
    "show_number_by",
    "watchable_matches_of",
    "watched_cards",
    "watched_of",
    "WatchedMatch",
    "decide_watching_by",
    "how_many_watch",
    "how_many_watch_each",
    "look_again",
    "may_watch",
    "watchers",
]
