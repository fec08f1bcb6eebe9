"""The page for those who play Keebble on paper: options, points, rounds and the board to copy.

What is kept: the players' names, the seed, the match by `game.variants.keebble.rules.paper`, the one before the newest
step for undoing it, and what was taken last.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.crossword.settings import LANGUAGE
from game.crossword.tiles import ALPHABETS
from game.dispatch.stored_forms import decode, encode
from game.kernel.chance import FairChance
from game.kernel.refusals import Refused
from game.kernel.setting_types import BadSetting, read_settings
from game.presentation.base import NotUnderstood, Paper
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules import paper
from game.variants.keebble.rules.board import Board, Cell
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.settings import BACKPACKS, SETTINGS, UPGRADES, has_upgrade
from game.variants.keebble.rules.state import MatchState
from game.variants.keebble.rules.variant import VARIANT
from game.variants.keebble.rules.view import View, view_of
from game.variants.keebble.screens import options, seats
from game.variants.keebble.screens.panels import UPGRADE_TITLES
from game.variants.keebble.screens.squares import squares

LONGEST_NAME = 20
STEPS = (-1, 1, 5)
"""What is added to a score by one tap."""

MAKES_WORDS = (*options.WRITTEN, kinds.WALL, kinds.SWAP, kinds.DESTROY)


def begin(form: Mapping[str, str], seed: bytes) -> dict[str, Any] | None:
    """A match of the names and settings of the form; None where a second player is missing."""
    names = [" ".join(form.get(f"name-{seat}", "").split())[:LONGEST_NAME] for seat in range(VARIANT.seats[-1])]
    names = [name for name in names if name]
    if len(names) < VARIANT.seats[0]:
        return None
    given = {
        "turn_seconds": None,
        "language": form.get("language", "en"),
        "upgrades": [one for one in UPGRADES if one in form.get("upgrades", "").split(",")],
        "start_board": form.get("start_board", "generated"),
    }
    try:
        rules = read_settings(VARIANT.key, SETTINGS, given)
    except BadSetting as fault:
        raise NotUnderstood(str(fault)) from fault
    state = paper.begin(rules, len(names), FairChance(seed))
    return {"names": names, "seed": seed.hex(), "match": encode(state), "before": None, "last": None}


def act(kept: Mapping[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """A step of the page: an option taken (or its letters saved), points added, the newest of these undone, or the end.
    What is not possible any more, on a page that is old, changes nothing."""
    state = decode(kept["match"])
    now = {key: kept[key] for key in ("match", "last")}
    if form.get("do") == "end":
        return {**kept, "match": None, "before": None, "last": None}
    if form.get("do") == "undo":
        return {**kept, **kept["before"], "before": None} if kept["before"] else dict(kept)
    if form.get("do") == "score":
        with suppress(Refused):
            after = paper.add(state, _whole(form, "seat"), _whole(form, "n"))
            return {**kept, "match": encode(after), "before": now}
    elif form.get("do") == "take":
        index, save = _whole(form, "option"), form.get("save") == "1"
        with suppress(Refused):
            after = paper.take(state, index, save, FairChance(bytes.fromhex(kept["seed"])))
            given = _given(state, state.options[index])
            last = {"seat": state.active, "option": state.options[index].dump(), "save": save, "given": given}
            return {**kept, "match": encode(after), "before": now, "last": last}
    else:
        raise NotUnderstood("do")
    return dict(kept)


def _given(state: MatchState, option: Option) -> list[str]:
    """The letters that an option has its taker write."""
    saved = state.players[state.active].backpack
    return list(saved if option.kind == kinds.BACKPACK else option.letters)


def _whole(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "")
    if not text.removeprefix("-").isascii() or not text.removeprefix("-").isdecimal() or len(text) > 4:
        raise NotUnderstood(name)
    return int(text)


def drawn_from(kept: Mapping[str, Any] | None, settings: Mapping[str, object]) -> dict[str, Any]:
    """What the page is drawn from; without a match, its first form with these settings chosen."""
    if kept is None or kept["match"] is None:
        return _first_form(kept["names"] if kept else (), settings)
    state, names = decode(kept["match"]), kept["names"]
    view = view_of(state, state.active, (), 0)
    scores = [player.score for player in state.players]
    ranked = sorted(range(len(names)), key=lambda seat: -scores[seat])
    return {
        "view": view,
        "players": [_player(view, seat, names) for seat in range(len(names))],
        "cards": options.cards(view),
        "saves": has_upgrade(state.rules, BACKPACKS),
        "powers": options.powers(view),
        "active": _player(view, state.active, names),
        "last": _last(kept["last"], view, names),
        "can_undo": kept["before"] is not None,
        "ranked": [
            _player(view, seat, names) | {"place": 1 + sum(score > scores[seat] for score in scores)} for seat in ranked
        ],
        "grid": squares(view_of(_as_dealt(state), None, (), 0), names),
        "steps": [(n, options.signed(n)) for n in STEPS],
    }


def _first_form(names: tuple[str, ...] | list[str], settings: Mapping[str, object]) -> dict[str, Any]:
    chosen = read_settings(VARIANT.key, SETTINGS, settings)
    language = (get_language() or "")[:2]
    seats_in_all = VARIANT.seats[-1]
    fields = [(seat, names[seat] if seat < len(names) else "") for seat in range(seats_in_all)]
    return {
        "fields": fields,
        "needed": VARIANT.seats[0],
        "longest": LONGEST_NAME,
        "languages": [(code, _(name)) for code, name in LANGUAGE.choices],
        "language": language if language in ALPHABETS else "en",
        "upgrades": [(key, _(UPGRADE_TITLES[key]), has_upgrade(chosen, key)) for key in UPGRADES],
    }


def _player(view: View, seat: int, names: list[str]) -> dict[str, Any]:
    player = view.players[seat]
    return {
        "seat": seat,
        "name": names[seat],
        "css": seats.css_of(seat, None, len(names)),
        "mark": _(seats.NAMES[seats.mark_of(seat, None, len(names)) - 1]),
        "score": player.score,
        "saved": player.backpack,
        "is_next_first": view.next_first == seat and not view.last_round and not view.over,
        "is_active": view.active == seat and not view.over,
    }


def _last(last: Mapping[str, Any] | None, view: View, names: list[str]) -> dict[str, Any] | None:
    """What was taken last, and what there is to write."""
    if last is None:
        return None
    title, text = options.told(Option.of(last["option"]), view)
    given = tuple(last["given"]) if last["option"]["kind"] in options.WRITTEN else ()
    return {"name": names[last["seat"]], "title": title, "text": text, "saved": last["save"],
            "makes_words": last["option"]["kind"] in MAKES_WORDS,
            "letters": options.letters(given, view), "over": given.count(kinds.OVERWRITE)}  # fmt: skip


def _as_dealt(state: MatchState) -> MatchState:
    """The match with the board that it began with, for the players to copy."""
    worth, opening = dict(state.values), state.opening
    cells = {index: Cell(letter=letter, score=worth[letter]) for index, letter in opening.letters}
    cells |= {index: Cell(kind=kind) for index, kind in opening.types}
    return replace(state, board=Board().put(cells).wall_up(opening.walls))


PAPER = Paper(begin=begin, act=act, drawn_from=drawn_from)
