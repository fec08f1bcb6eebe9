"""Why an action is refused: a closed list of codes. The presentation layer words them for players."""

from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """Every reason for a refusal, in the words of the rules page."""

    MATCH_OVER = "match_over"
    NOT_IN_THIS_GAME = "not_in_this_game"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"

    TOO_LATE = "too_late"
    NOT_LIVE = "not_live"
    ALREADY_OFFERED = "already_offered"
    OFFERS_SPENT = "offers_spent"
    NOBODY_AWAY = "nobody_away"
    WAITS_SPENT = "waits_spent"

    TOO_MANY_TRIES = "too_many_tries"
    NO_TILES = "no_tiles"
    NOT_IN_HAND = "not_in_hand"
    OFF_BOARD = "off_board"
    SAME_CELL = "same_cell"
    BLANK_LETTER = "blank_letter"
    NO_FLEX_LEFT = "no_flex_left"
    NO_TILE = "no_tile"
    TOO_MANY_TAKES = "too_many_takes"
    DEAD = "dead"
    CLAIMED = "claimed"
    ALFA_CELL = "alfa_cell"
    OCCUPIED = "occupied"
    NOT_IN_LINE = "not_in_line"
    GAP = "gap"
    BAD_ARROW = "bad_arrow"
    BAD_BLACK = "bad_black"
    MUST_CROSS_CENTER = "must_cross_center"
    NOT_CONNECTED = "not_connected"
    NO_WORD = "no_word"
    INVALID_WORDS = "invalid_words"
    CANNOT_DECLINE = "cannot_decline"

    ITEM_DISABLED = "item_disabled"
    SLOTS_FULL = "slots_full"
    NOT_ENOUGH_COINS = "not_enough_coins"
    ITEM_NOT_OWNED = "item_not_owned"
    BAD_TARGET = "bad_target"
    BAG_TOO_SMALL = "bag_too_small"

    NO_SUCH_OPTION = "no_such_option"
    OPTION_TAKEN = "option_taken"
    WRONG_COUNT = "wrong_count"
    MUST_OVERWRITE = "must_overwrite"


class Refused(Exception):
    """An action the rules do not allow now. Nothing changes; `code` says why and `data` holds what prose may need."""

    def __init__(self, code: Code, **data: Any) -> None:
        super().__init__(code.value)
        self.code = code
        self.data = data
