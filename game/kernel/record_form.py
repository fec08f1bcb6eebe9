"""Reading a match record: closed types, exact ranges, every fault named by the key it stands at.

What stands in it of the game itself, the game reads.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.kernel import actions as kernel_actions
from game.kernel.actions import Action, Origin
from game.kernel.base_types import Millis, Seat
from game.kernel.fair_numbers import FairNumbers, is_number
from game.kernel.fields import BadField, Fields, bad, exactly, listed, mapping, need, text, whole
from game.kernel.pace_settings import check_head_starts
from game.kernel.setting_types import BadSetting, Ruleset, changed_settings, read_settings
from game.kernel.variant import Variant

FORMAT = "alfapower-record/1"
DEFAULT_VARIANT = "alfapower"
"""What a record is of that names no game."""
MOST_ACTIONS = 10_000
LONGEST_LIST = 1_000


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
    drawn: tuple[str, ...]
    at: Millis


@dataclass(frozen=True, slots=True)
class Unread:
    """An action whose other fields are looked at only when it is its turn to be replayed: `fields` as they stand, under
    that `key`."""

    seat: Seat | None
    do: str
    fields: Mapping[str, Any]
    key: str
    at: Millis


@dataclass(frozen=True, slots=True)
class Record:
    """A record that has the right form; the replay checks whether it can have happened. `start` is what the game read
    of how it began."""

    variant: Variant[Any, Any]
    rules: Ruleset
    words: frozenset[str] | None
    lexicon_name: str
    lexicon_version: str
    players: tuple[str, ...]
    lobby_order: tuple[str, ...] | None
    start: Any
    entries: tuple[Entry | Unread, ...]
    fair: FairNumbers | None
    result: Mapping[str, Any] | None


def read_record(data: object, variants: Mapping[str, Variant[Any, Any]]) -> Record:
    """The record in `data` (as JSON gives it), of one of these games; raises BadRecord naming the first wrong key."""
    try:
        return _record(mapping(data, "record"), variants)
    except BadField as fault:
        raise BadRecord(fault.key, fault.why) from fault


def _record(record: Mapping[str, Any], variants: Mapping[str, Variant[Any, Any]]) -> Record:
    if need(record, "format") != FORMAT:
        bad("format", f"must be {FORMAT}")
    key = record.get("variant", DEFAULT_VARIANT)
    if not isinstance(key, str) or key not in variants:
        bad("variant", "unknown")
    variant = variants[key]
    rules = _rules(variant, record.get("settings", {}))
    words, name, version = _lexicon(need(record, "lexicon"))
    players = _names(need(record, "players"), "players", variant.seats)
    seats = len(players)
    _check_head_starts(rules, seats)
    lots = (seats,) if variant.by_lot else variant.seats  # else the deal seats them, and says whether these are they
    if "fair" in record and not variant.by_lot:
        need(record, "lobby_order")
    return Record(
        variant=variant,
        rules=rules,
        words=words,
        lexicon_name=name,
        lexicon_version=version,
        players=players,
        lobby_order=_names(record["lobby_order"], "lobby_order", lots) if "lobby_order" in record else None,
        start=variant.record.read_start(record, rules, seats),
        entries=_entries(need(record, "actions"), seats, variant, rules),
        fair=_fair(record["fair"], seats) if "fair" in record else None,
        result=_result(record["result"], seats) if "result" in record else None,
    )


def recorded_settings(variant: Variant[Any, Any], rules: Ruleset) -> dict[str, Any]:
    """The settings of a match as its record names them: those that differ from the record's own defaults."""
    return changed_settings(variant.record_settings, rules)


def _rules(variant: Variant[Any, Any], value: object) -> Ruleset:
    try:
        return read_settings(variant.key, variant.record_settings, mapping(value, "settings"))
    except BadSetting as setting:
        raise BadField(f"settings.{setting.key}", setting.code) from setting


def _check_head_starts(rules: Ruleset, seats: int) -> None:
    try:
        check_head_starts(rules, seats)
    except BadSetting as setting:
        raise BadField(f"settings.{setting.key}", setting.code) from setting


def _lexicon(value: object) -> tuple[frozenset[str] | None, str, str]:
    lexicon = mapping(value, "lexicon")
    if "words" in lexicon:
        words = listed(lexicon["words"], "lexicon.words", 2_000_000)
        return frozenset(text(word, f"lexicon.words[{i}]") for i, word in enumerate(words)), "", ""
    name = text(need(lexicon, "name", "lexicon."), "lexicon.name")
    return None, name, text(need(lexicon, "version", "lexicon."), "lexicon.version")


def _names(value: object, key: str, seats: Sequence[int]) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) not in seats:
        bad(key, f"must be a list of {' or '.join(map(str, seats))} names")
    return tuple(text(name, f"{key}[{i}]") for i, name in enumerate(value))


def _entries(value: object, seats: int, variant: Variant[Any, Any], rules: Ruleset) -> tuple[Entry | Unread, ...]:
    actions = listed(value, "actions", MOST_ACTIONS)
    return tuple(_entry(action, f"actions[{i}]", seats, variant, rules) for i, action in enumerate(actions))


def _entry(value: object, key: str, seats: int, variant: Variant[Any, Any], rules: Ruleset) -> Entry | Unread:
    entry = mapping(value, key)
    do, seat = need(entry, "do", f"{key}."), need(entry, "seat", f"{key}.")
    if not (seat is None and do == "abandon"):
        whole(seat, f"{key}.seat")
        if not 0 <= seat < seats:
            bad(f"{key}.seat", "no such seat")
    at = entry.get("at", 0)
    if type(at) not in (int, float) or not 0 <= at < 1e12:
        bad(f"{key}.at", "must be seconds since the start")
    if not isinstance(do, str) or do not in kernel_actions.FAMILY:
        bad(f"{key}.do", "unknown")
    unread = Unread(seat, do, entry, key, round(at * 1000))
    if not variant.record.strict:
        return unread
    return Entry(seat, action_of(unread, variant, rules), read_drawn(unread, variant), unread.at)


def action_of(unread: Unread, variant: Variant[Any, Any], rules: Ruleset) -> Action:
    """What is done; raises BadField."""
    return _action(unread.fields, variant, rules.text("language"), unread.key)


def read_drawn(unread: Unread, variant: Variant[Any, Any]) -> tuple[str, ...]:
    """What an action drew; raises BadField."""
    if "drawn" not in unread.fields:
        return ()
    return variant.record.read_drawn(unread.fields["drawn"], f"{unread.key}.drawn")


def read_action(entry: Mapping[str, Any], variant: Variant[Any, Any], language: str, path: str = "action") -> Action:
    """What one entry of a record does; raises BadRecord with `path` before the name of what is wrong."""
    try:
        return _action(entry, variant, language, path)
    except BadField as fault:
        raise BadRecord(fault.key, fault.why) from fault


def _action(entry: Mapping[str, Any], variant: Variant[Any, Any], language: str, path: str) -> Action:
    fields = Fields(entry, language=language, most=LONGEST_LIST, path=path)
    action = kernel_actions.read_action(fields, variant.known)
    if action.origin not in (Origin.PLAYER, Origin.TIME):
        bad(fields.key("do"), "unknown")
    return action


def _fair(value: object, seats: int) -> FairNumbers:
    """The numbers of the deal: the server's and the players', or in the older form the seed alone."""
    fair = mapping(value, "fair")
    needed = ("commitment", "server") if "server" in fair or "players" in fair else ("commitment", "seed")
    for key in (*needed, *(key for key in ("seed",) if key in fair)):
        if not is_number(need(fair, key, "fair.")):
            bad(f"fair.{key}", "must be 64 hexadecimal digits in lower case")
    if "server" in needed:
        players = exactly(seats, need(fair, "players", "fair."), "fair.players", f"a list of {seats} numbers")
        for i, number in enumerate(players):
            if number is not None and not is_number(number):
                bad(f"fair.players[{i}]", "must be 64 hexadecimal digits in lower case, or null")
    return FairNumbers.of_data(fair)


def _result(value: object, seats: int) -> Mapping[str, Any]:
    result = mapping(value, "result")
    text(need(result, "reason", "result."), "result.reason")
    winner = need(result, "winner", "result.")
    if winner is not None and not 0 <= whole(winner, "result.winner") < seats:
        bad("result.winner", "no such seat")
    sums = exactly(seats, need(result, "totals", "result."), "result.totals", f"a list of {seats} numbers")
    for i, total in enumerate(sums):
        whole(total, f"result.totals[{i}]")
    if result.get("places") is not None:
        places = exactly(seats, result["places"], "result.places", f"a list of {seats} places")
        for i, place in enumerate(places):
            whole(place, f"result.places[{i}]")
    return result
