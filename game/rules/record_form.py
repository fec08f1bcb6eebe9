"""Reading a match record: closed types, exact ranges, every fault named by the key it stands at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from game.rules.actions import Abandon, Action, Buy, Choose, Pass, Place, Resign, Timeout, Use
from game.rules.basics import Millis, Seat
from game.rules.fair_numbers import FairNumbers, is_number
from game.rules.items import ITEMS
from game.rules.layouts import BONUS_MARKS, PLAIN
from game.rules.options import BadSetting, Ruleset, changed_settings, read_settings
from game.rules.state import MatchState
from game.rules.tiles import ALFA_MARK, ALPHABETS, BLANK, Placed, Tile, TileSet, read_placed
from game.rules.variants import VARIANTS

FORMAT = "alfapower-record/1"
MOST_ACTIONS = 10_000
MOST_TILES = 1_000
LARGEST_VALUE = 1_000


class BadRecord(ValueError):
    """Data that is no match record; the text begins with the key at fault."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a record: `seat` is None when all have left; `drawn` what the bag gave; `at` in ms from the
    start.
    """

    seat: Seat | None
    action: Action
    drawn: tuple[Tile, ...]
    at: Millis


@dataclass(frozen=True, slots=True)
class Record:
    """A record that has the right form; whether it can have happened is the replay's affair."""

    rules: Ruleset
    words: frozenset[str] | None
    lexicon_name: str
    lexicon_version: str
    players: tuple[str, ...]
    lobby_order: tuple[str, ...] | None
    tileset: TileSet | None
    layout: tuple[str, ...] | None
    hands: tuple[tuple[Tile, ...], ...]
    entries: tuple[Entry, ...]
    fair: FairNumbers | None
    result: Mapping[str, Any] | None


def read_record(data: object) -> Record:
    """The record in `data` (as JSON gives it); raises BadRecord naming the first key that is wrong."""
    record = _mapping(data, "record")
    if _need(record, "format") != FORMAT:
        _bad("format", f"must be {FORMAT}")
    variant = _need(record, "variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        _bad("variant", "unknown")
    rules = _rules(variant, record.get("settings", {}))
    seats, language = VARIANTS[variant].seats, rules.text("language")
    words, name, version = _lexicon(_need(record, "lexicon"))
    return Record(
        rules=rules,
        words=words,
        lexicon_name=name,
        lexicon_version=version,
        players=_names(_need(record, "players"), "players", seats),
        lobby_order=_names(record["lobby_order"], "lobby_order", seats) if "lobby_order" in record else None,
        tileset=_bag(record["bag"], language) if "bag" in record else None,
        layout=_board(record["board"], rules.number("board_size")) if "board" in record else None,
        hands=_hands(_need(record, "hands"), seats),
        entries=_entries(_need(record, "actions"), seats, language),
        fair=_fair(record["fair"], seats) if "fair" in record else None,
        result=_result(record["result"], seats) if "result" in record else None,
    )


def recorded_settings(rules: Ruleset) -> dict[str, Any]:
    """The settings of a match as its record names them: those that differ from the record's own defaults."""
    return changed_settings(VARIANTS[rules.variant].record_settings, rules)


def own_bag_and_board(match: MatchState) -> dict[str, Any]:
    """`bag` and `board` as a record has them, each only where the match had another than the standard one."""
    variant, tiles, size = VARIANTS[match.rules.variant], match.tileset, match.board.size
    own: dict[str, Any] = {}
    if tiles != variant.tileset(match.rules):
        own["bag"] = {letter: [count, tiles.value(letter)] for letter, count in tiles.counts.items()}
    if match.board.layout != "".join(variant.layout(match.rules)):
        own["board"] = [match.board.layout[start : start + size] for start in range(0, size * size, size)]
    return own


def _bad(key: str, why: str) -> NoReturn:
    raise BadRecord(key, why)


def _need(mapping: Mapping[str, Any], key: str, where: str = "") -> Any:
    if key not in mapping:
        _bad(where + key, "missing")
    return mapping[key]


def _mapping(value: object, key: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        _bad(key, "must be an object")
    return value


def _list(value: object, key: str, most: int) -> Sequence[Any]:
    if not isinstance(value, list):
        _bad(key, "must be a list")
    if len(value) > most:
        _bad(key, f"more than {most} entries")
    return value


def _exactly(length: int, value: object, key: str, what: str) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) != length:
        _bad(key, f"must be {what}")
    return value


def _int(value: object, key: str) -> int:
    if type(value) is not int:
        _bad(key, "must be a whole number")
    return value


def _text(value: object, key: str, longest: int = 200) -> str:
    if not isinstance(value, str) or len(value) > longest:
        _bad(key, f"must be a text of at most {longest} characters")
    return value


def _rules(variant: str, value: object) -> Ruleset:
    try:
        return read_settings(variant, VARIANTS[variant].record_settings, _mapping(value, "settings"))
    except BadSetting as bad:
        raise BadRecord(f"settings.{bad.key}", bad.code) from bad


def _lexicon(value: object) -> tuple[frozenset[str] | None, str, str]:
    lexicon = _mapping(value, "lexicon")
    if "words" in lexicon:
        words = _list(lexicon["words"], "lexicon.words", 2_000_000)
        return frozenset(_text(word, f"lexicon.words[{i}]") for i, word in enumerate(words)), "", ""
    name = _text(_need(lexicon, "name", "lexicon."), "lexicon.name")
    return None, name, _text(_need(lexicon, "version", "lexicon."), "lexicon.version")


def _names(value: object, key: str, seats: int) -> tuple[str, ...]:
    names = _exactly(seats, value, key, f"a list of {seats} names")
    return tuple(_text(name, f"{key}[{i}]") for i, name in enumerate(names))


def _bag(value: object, language: str) -> TileSet:
    bag = _mapping(value, "bag")
    counts, values = {}, {}
    for letter in (*ALPHABETS[language], BLANK):
        if letter not in bag:
            continue
        key = f"bag.{letter}"
        pair = _exactly(2, bag[letter], key, "[count, value]")
        count, worth = _int(pair[0], key), _int(pair[1], key)
        if count < 0 or not 0 <= worth <= LARGEST_VALUE or (letter == BLANK and worth):
            _bad(key, "out of range")
        counts[letter], values[letter] = count, worth
    for letter in bag:
        if letter not in counts:
            _bad(f"bag.{letter}", "no letter of the language")
    if sum(counts.values()) > MOST_TILES:
        _bad("bag", f"more than {MOST_TILES} tiles")
    return TileSet(counts, values)


def _board(value: object, size: int) -> tuple[str, ...]:
    rows = _exactly(size, value, "board", f"a list of {size} rows")
    for i, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != size or any(m != PLAIN and m not in BONUS_MARKS for m in row):
            _bad(f"board[{i}]", f"must be {size} of the characters . d t D T *")
    return tuple(rows)


def _tile(value: object, key: str) -> Tile:
    """A tile's token, of whatever letter: one that the bag has not is impossible, not malformed."""
    token = _text(value, key)
    if len(token.removesuffix(ALFA_MARK) if len(token) > 1 else token) != 1:
        _bad(key, "must be a tile")
    return token


def _tiles(value: object, key: str) -> tuple[Tile, ...]:
    return tuple(_tile(tile, f"{key}[{i}]") for i, tile in enumerate(_list(value, key, MOST_TILES)))


def _hands(value: object, seats: int) -> tuple[tuple[Tile, ...], ...]:
    hands = _exactly(seats, value, "hands", f"a list of {seats} hands")
    return tuple(_tiles(hand, f"hands[{i}]") for i, hand in enumerate(hands))


def _entries(value: object, seats: int, language: str) -> tuple[Entry, ...]:
    actions = _list(value, "actions", MOST_ACTIONS)
    return tuple(_entry(action, f"actions[{i}]", seats, language) for i, action in enumerate(actions))


def _entry(value: object, key: str, seats: int, language: str) -> Entry:
    entry = _mapping(value, key)
    do, seat = _need(entry, "do", f"{key}."), _need(entry, "seat", f"{key}.")
    if not (seat is None and do == "abandon"):
        _int(seat, f"{key}.seat")
        if not 0 <= seat < seats:
            _bad(f"{key}.seat", "no such seat")
    at = entry.get("at", 0)
    if type(at) not in (int, float) or not 0 <= at < 1e12:
        _bad(f"{key}.at", "must be seconds since the start")
    drawn = _tiles(entry["drawn"], f"{key}.drawn") if "drawn" in entry else ()
    return Entry(seat, read_action(entry, language, key), drawn, round(at * 1000))


def read_action(entry: Mapping[str, Any], language: str, key: str = "action") -> Action:
    """What one entry of a record does; raises BadRecord with `key` before the name of what is wrong."""
    match entry.get("do"):
        case "place":
            tiles = _list(_need(entry, "tiles", f"{key}."), f"{key}.tiles", MOST_TILES)
            return Place(tuple(_placed(tile, f"{key}.tiles[{i}]", language) for i, tile in enumerate(tiles)))
        case "pass":
            return Pass()
        case "buy":
            return Buy(_item(entry, key))
        case "use":
            return _use(entry, key)
        case "choose":
            tile = _need(entry, "tile", f"{key}.")
            return Choose(None if tile is None else _tile(tile, f"{key}.tile"))
        case "timeout":
            return Timeout()
        case "resign":
            return Resign()
        case "abandon":
            return Abandon(everyone=entry.get("seat") is None)
    _bad(f"{key}.do", "unknown")


def _placed(value: object, key: str, language: str) -> Placed:
    triple = _exactly(3, value, key, "[row, column, tile]")
    row, col = _int(triple[0], f"{key}[0]"), _int(triple[1], f"{key}[1]")
    placed = read_placed(row, col, _text(triple[2], f"{key}[2]"), language)
    if placed is None:
        _bad(f"{key}[2]", "must be a tile")
    return placed


def _item(entry: Mapping[str, Any], key: str) -> str:
    item = _need(entry, "item", f"{key}.")
    if not isinstance(item, str) or item not in ITEMS:
        _bad(f"{key}.item", "unknown")
    return item


def _use(entry: Mapping[str, Any], key: str) -> Use:
    item = _item(entry, key)
    if ITEMS[item].aim == "hand":
        return Use(item, tiles=_tiles(_need(entry, "tiles", f"{key}."), f"{key}.tiles"))
    cell = _exactly(2, _need(entry, "cell", f"{key}."), f"{key}.cell", "[row, column]")
    return Use(item, cell=(_int(cell[0], f"{key}.cell[0]"), _int(cell[1], f"{key}.cell[1]")))


def _fair(value: object, seats: int) -> FairNumbers:
    """The numbers of the deal: the server's and the players', or in the older form the seed alone."""
    fair = _mapping(value, "fair")
    needed = ("commitment", "server") if "server" in fair or "players" in fair else ("commitment", "seed")
    for key in (*needed, *(key for key in ("seed",) if key in fair)):
        if not is_number(_need(fair, key, "fair.")):
            _bad(f"fair.{key}", "must be 64 hexadecimal digits in lower case")
    if "server" in needed:
        players = _exactly(seats, _need(fair, "players", "fair."), "fair.players", f"a list of {seats} numbers")
        for i, number in enumerate(players):
            if number is not None and not is_number(number):
                _bad(f"fair.players[{i}]", "must be 64 hexadecimal digits in lower case, or null")
    return FairNumbers.of_data(fair)


def _result(value: object, seats: int) -> Mapping[str, Any]:
    result = _mapping(value, "result")
    _text(_need(result, "reason", "result."), "result.reason")
    winner = _need(result, "winner", "result.")
    if winner is not None and not 0 <= _int(winner, "result.winner") < seats:
        _bad("result.winner", "no such seat")
    sums = _exactly(seats, _need(result, "totals", "result."), "result.totals", f"a list of {seats} numbers")
    for i, total in enumerate(sums):
        _int(total, f"result.totals[{i}]")
    return result
