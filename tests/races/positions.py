"""Matches on the brink of something, copied row by row so that each order of a race begins from the same moment."""

from itertools import permutations
from typing import Any, TypeAlias

from dictionary import api as dictionary
from game.models import LogEntry, Match, SeatRow, new_public_id
from tests.support.matches import FOR_EVER, START, make_match, state_of, submit

Tiles: TypeAlias = list[list[Any]]
"""[row, column, letter] each, as a message has them."""

COLUMNS = range(2, 9)
ROWS = (5, 6, 7, 8, 9, 10, 4, 3, 2)


def put_away(row: Match) -> None:
    """Out of the sweep's sight."""
    Match.objects.filter(pk=row.pk).update(status=Match.Status.OVER)


def copy_of(row: Match) -> Match:
    """Another match exactly like this running one, log and all."""
    old, copy = row.pk, Match.objects.get(pk=row.pk)
    copy.pk, copy.public_id, copy.status = None, new_public_id(), Match.Status.LIVE
    copy.save(force_insert=True)
    seats, entries = list(SeatRow.objects.filter(match_id=old)), list(LogEntry.objects.filter(match_id=old))
    rows: list[SeatRow | LogEntry] = [*seats, *entries]
    for one in rows:
        one.pk, one.match = None, copy
    SeatRow.objects.bulk_create(seats)
    LogEntry.objects.bulk_create(entries)
    return copy


def openings(row: Match) -> list[Tiles]:
    """The first words the seat on turn can lay with two or three of its tiles: tiles as a message has them."""
    state, words = state_of(row), dictionary.current(row.language)
    line = state.board.size // 2
    found = [
        [[line, line - 1 + place, letter] for place, letter in enumerate(letters)]
        for size in (2, 3)
        for letters in permutations(state.players[state.active].hand, size)
        if "".join(letters) in words
    ]
    assert len(found) > 1, "this hand has no two words"
    return found


def no_word(row: Match) -> Tiles:
    """Two tiles of the seat on turn, laid at the centre, that are no word."""
    state, words = state_of(row), dictionary.current(row.language)
    line = state.board.size // 2
    pairs = permutations([tile for tile in state.players[state.active].hand if tile != "?"], 2)
    one, two = next(pair for pair in pairs if "".join(pair) not in words)
    return [[line, line - 1, one], [line, line, two]]


def free_squares(row: Match) -> list[list[int]]:
    """The squares, [row, column], on which a claim may be put."""
    board = state_of(row).board
    return [list(divmod(index, board.size)) for index, cell in enumerate(board.cells) if cell.free_and_plain]


def before_the_last_word(**settings: Any) -> Match:
    """A small board filled line under line; one more word of all seven tiles empties bag and hand. Needs every word."""
    row = make_match(board_size=11, alfa_enabled=False, **settings)
    for line in ROWS[:-1]:
        assert submit(row, state_of(row).active, do="place", tiles=whole_hand(row, line)).code == ""
    assert not state_of(row).bag
    return row


def last_word(row: Match) -> Tiles:
    """The tiles of the word that ends a match made by `before_the_last_word`."""
    return whole_hand(row, ROWS[-1])


def whole_hand(row: Match, line: int) -> Tiles:
    """All seven tiles of the seat on turn in one line, blanks as A."""
    state = state_of(row)
    hand = state.players[state.active].hand
    return [[line, col, "a" if tile == "?" else tile] for col, tile in zip(COLUMNS, hand, strict=True)]


def before_the_last_pass(**settings: Any) -> Match:
    """One more pass of seat 0 concedes the match."""
    row = make_match(board_size=11, passes_to_concede=2, **settings)
    submit(row, 0, do="pass")
    submit(row, 1, do="pass")
    row.seats.update(seen_at=START + FOR_EVER)
    return row
