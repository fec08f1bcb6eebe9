"""The API of the game for other apps of the project.

What few of them use is in a module of its own: `positions`, `playing_on`, `programs`.
"""

from dictionary.api import disputes_of
from game.api import playing_on, positions
from game.api.bot_seats import (
    BotSight,
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
    create_match,
    finished_match,
    how_many_called_off,
    how_many_live,
    how_many_unhurried,
    letter_values,
    pings_of_connection,
    plays_slowly,
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
from game.services.leavings import Leaving, ending_of, names_beside
from game.services.match_faults import MatchFailed
from game.services.match_faults import how_many as how_many_failing
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
from game.services.results import Result, match_of_player, result, result_for
from game.services.seat_facts import MatchFacts, best_kind, finished_matches, match_facts
from game.services.seats import count_for_nobody, exported_matches, resign_all, seats_of
from game.services.seats import forget as forget_player
from game.services.seats import lock_running as lock_running_matches
from game.services.seats import move as move_seats
from game.services.seats import rename as rename_seats
from game.services.settle_due import announce_ends_again, sweep
from game.services.turns_waiting import HOW_MANY_WAIT
from game.services.two_players import have_met, mean_difference, others_in
from game.services.watching import (
    WatchedMatch,
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
