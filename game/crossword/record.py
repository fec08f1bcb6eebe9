"""The part of a word game with hands in a match record, of which a game replaces what is its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.crossword import start
from game.crossword.board import letter_rows
from game.crossword.start import ReadTile, Start, plain_tile, recorded_deal
from game.crossword.tiles import TileSet
from game.kernel.chance import Chance
from game.kernel.endings import places_told, totals_told
from game.kernel.events import Kind
from game.kernel.match import Step
from game.kernel.setting_types import Ruleset
from game.kernel.variant import Dealt, RecordPart

Deal = Callable[[Ruleset, int, Chance, int, Any], Dealt]
Dealing = Callable[[Any, Sequence[str], Sequence[str] | None, Ruleset, bytes | None], Any]


def told_of(step: Step[Any], without_words: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a step that every such game has: the words with their points, what else the event of them says, by
    the names that `without_words` has with what they are in a step without, and score, bag and hands."""
    scored: Mapping[str, Any] = {"words": (), "score": 0, **without_words}
    for event in step.events:
        if event.kind == Kind.WORDS_SCORED:
            scored = event.public
    players = step.state.players
    return {
        "words": [[word[0], word[1]] for word in scored["words"]],
        **{name: scored[name] for name in without_words},
        "turn_score": scored["score"],
        "scores": [player.score for player in players],
        "bag": len(step.state.bag),
        "hands": [len(player.hand) for player in players],
    }


def passes_of(step: Step[Any]) -> list[int]:
    """The passes of each seat in a row, as a record holds them."""
    return [player.passes for player in step.state.players]


def step_fields(step: Step[Any]) -> dict[str, Any]:
    """The fields of a step beside those of every game's."""
    return {**told_of(step, {"bingo": 0}), "passes": passes_of(step)}


def dealt_by(deal: Deal) -> Dealing:
    """The match as it began, by a game's `deal`: every hand must be what that gives."""

    def dealt(
        begun: Any, players: Sequence[str], lobby_order: Sequence[str] | None, rules: Ruleset, seed: bytes | None
    ) -> Any:
        return recorded_deal(lambda chance: deal(rules, len(players), chance, 0, begun), begun.hands, seed)

    return dealt


def record_part(
    tileset: Callable[[Ruleset], TileSet],
    layout: Callable[[Ruleset], Sequence[str]],
    totals: Callable[[Any], Sequence[Any]],
    dealt: Dealing,
    own_final: Callable[[Any], Mapping[str, Any]] = lambda state: {},
    read_tile: ReadTile = plain_tile,
) -> RecordPart:
    """The part of a game with this standard bag, board and final reckoning; `own_final` are more fields of its end, and
    `read_tile` reads a tile of hands and draws."""

    def read_start(record: Mapping[str, Any], rules: Ruleset, seats: int) -> Start:
        return start.read_start(record, rules.text("language"), len(layout(rules)), seats, read_tile)

    def write_start(state: Any) -> dict[str, Any]:
        return start.write_start(state.tileset, tileset(state.rules), state.board.layout, layout(state.rules))

    def final(state: Any) -> dict[str, Any]:
        told = {"places": places_told(state), "totals": totals_told(totals(state))}
        return {**told, **own_final(state), "board": letter_rows(state.board)}

    return RecordPart(
        read_start=read_start,
        write_start=write_start,
        dealt=dealt,
        read_drawn=lambda value, key: start.read_tiles(value, key, read_tile),
        step=step_fields,
        final=final,
    )
