"""A plain word game's own part of a match record."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.crossword import start
from game.crossword.board import letter_rows
from game.crossword.leftovers import Total
from game.crossword.plain.state import PlainState
from game.crossword.start import Start, plain_tile, recorded_deal
from game.crossword.tiles import TileSet
from game.kernel.chance import Chance
from game.kernel.endings import places_told, totals_told
from game.kernel.events import Kind
from game.kernel.match import Step
from game.kernel.setting_types import Ruleset
from game.kernel.variant import Dealt, RecordPart

Deal = Callable[[Ruleset, int, Chance, int, Start | None], Dealt]
Dealing = Callable[[Start, Sequence[str], Sequence[str] | None, Ruleset, bytes | None], Any]


def step_fields(step: Step[PlainState]) -> dict[str, Any]:
    """The fields of a step beside those of every game's."""
    scored: Mapping[str, Any] = {"words": [], "bingo": 0, "score": 0}
    for event in step.events:
        if event.kind == Kind.WORDS_SCORED:
            scored = event.public
    players = step.state.players
    return {
        "words": [[word[0], word[1]] for word in scored["words"]],
        "bingo": scored["bingo"],
        "turn_score": scored["score"],
        "scores": [p.score for p in players],
        "bag": len(step.state.bag),
        "hands": [len(p.hand) for p in players],
        "passes": [p.passes for p in players],
    }


def dealt_by(deal: Deal) -> Dealing:
    """The match as it began, by a game's `deal`: every hand must be what that gives."""

    def dealt(
        begun: Start, players: Sequence[str], lobby_order: Sequence[str] | None, rules: Ruleset, seed: bytes | None
    ) -> Any:
        return recorded_deal(lambda chance: deal(rules, len(players), chance, 0, begun), begun.hands, seed)

    return dealt


def record_part(
    tileset: Callable[[Ruleset], TileSet],
    layout: Callable[[Ruleset], Sequence[str]],
    totals: Callable[[Any], Sequence[Total]],
    dealt: Dealing,
    own_final: Callable[[Any], Mapping[str, Any]] = lambda state: {},
) -> RecordPart:
    """The part of a game with this standard bag, board and final reckoning; `own_final` are more fields of its end."""

    def read_start(record: Mapping[str, Any], rules: Ruleset, seats: int) -> Start:
        return start.read_start(record, rules.text("language"), len(layout(rules)), seats, plain_tile)

    def write_start(state: PlainState) -> dict[str, Any]:
        return start.write_start(state.tileset, tileset(state.rules), state.board.layout, layout(state.rules))

    def final(state: PlainState) -> dict[str, Any]:
        told = {"places": places_told(state), "totals": totals_told(totals(state))}
        return {**told, **own_final(state), "board": letter_rows(state.board)}

    return RecordPart(
        read_start=read_start,
        write_start=write_start,
        dealt=dealt,
        read_drawn=lambda value, key: start.read_tiles(value, key, plain_tile),
        step=step_fields,
        final=final,
    )
