"""Flex's part of a match record (rule 5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword import start as crossword_start
from game.crossword.board import letter_rows
from game.crossword.start import plain_tile, read_bag, read_hands, read_tiles, recorded_deal
from game.crossword.tiles import Tile
from game.kernel.base_types import Seat
from game.kernel.endings import places_told, totals_told
from game.kernel.events import Kind
from game.kernel.fields import bad, whole
from game.kernel.match import Step
from game.kernel.setting_types import Ruleset
from game.kernel.variant import RecordPart
from game.variants.flex.rules import setup
from game.variants.flex.rules.ending import totals
from game.variants.flex.rules.settings import layout
from game.variants.flex.rules.setup import Start
from game.variants.flex.rules.state import MatchState


def read_start(record: Mapping[str, Any], rules: Ruleset, seats: int) -> Start:
    """Bag, hands and who made the match; a board is none of them, for it is a setting here. Raises BadField."""
    if "board" in record:
        bad("board", "not in this game: the layout is a setting")
    return Start(
        tileset=read_bag(record["bag"], rules.text("language")) if "bag" in record else None,
        creator=_creator(record.get("creator"), seats),
        hands=read_hands(record, seats, plain_tile),
    )


def _creator(value: object, seats: int) -> Seat | None:
    if value is not None and not 0 <= whole(value, "creator") < seats:
        bad("creator", "no such seat")
    return value if isinstance(value, int) else None


def write_start(match: MatchState) -> dict[str, Any]:
    """`bag` where it is not the standard one, and `creator` where a player made the match."""
    own = crossword_start.write_start(
        match.tileset, setup.tileset(match.rules), match.board.layout, layout(match.rules)
    )  # fmt: skip
    return own if match.creator is None else {**own, "creator": match.creator}


def read_drawn(value: object, key: str) -> tuple[Tile, ...]:
    """What the bag gave; raises BadField."""
    return read_tiles(value, key, plain_tile)


def dealt(begun: Start, players: Sequence[str], lobby_order: Sequence[str] | None, rules: Ruleset,
          seed: bytes | None) -> MatchState:  # fmt: skip
    """The match as it began: every hand must be what the deal gives, seven tiles while the bag lasts."""
    match: MatchState = recorded_deal(
        lambda chance: setup.deal(rules, len(players), chance, 0, begun), begun.hands, seed
    )  # fmt: skip
    return match


def step_fields(step: Step[MatchState]) -> dict[str, Any]:
    """The fields of a step beside those of every game's."""
    scored: Mapping[str, Any] = {"words": [], "bingo": 0, "cost": 0, "score": 0}
    for event in step.events:
        if event.kind == Kind.WORDS_SCORED:
            scored = event.public
    state = step.state
    return {
        "words": [word[:2] for word in scored["words"]],
        "bingo": scored["bingo"],
        "cost": scored["cost"],
        "turn_score": scored["score"],
        "scores": [player.score for player in state.players],
        "bag": len(state.bag),
        "hands": [len(player.hand) for player in state.players],
        "idle": state.idle,
        "flex_left": [state.flex_left(seat) for seat in range(len(state.players))],
    }


def final_fields(state: MatchState) -> dict[str, Any]:
    """The fields of the end beside those of every game's."""
    return {
        "places": places_told(state),
        "totals": totals_told(totals(state)),
        "board": letter_rows(state.board),
    }


RECORD = RecordPart(
    read_start=read_start,
    write_start=write_start,
    dealt=dealt,
    read_drawn=read_drawn,
    step=step_fields,
    final=final_fields,
)
