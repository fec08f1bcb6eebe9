"""AlfaPower's part of a stored match, in its newest form."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.crossword.board import Board
from game.crossword.hand_state import dump_bag, dump_changed, dump_players, load_bag, load_changed, load_players
from game.kernel.form_before_slow import FormBeforeSlow
from game.kernel.match import Outcome
from game.kernel.variant import EarlierForm, StoredForm
from game.variants.alfapower.rules import formats
from game.variants.alfapower.rules.ending import places
from game.variants.alfapower.rules.state import MatchState, Phase, PlayerState

PLAYER = (
    "hand", "coins", "score", "slots", "passes", "timeouts", "upgrades", "away_since", "fines", "scored_turns",
)  # fmt: skip


def dump(state: MatchState) -> dict[str, Any]:
    """The whole match as plain data."""
    return {
        **dump_bag(state),
        **dump_changed(state.board),
        "players": [_dump_player(player) for player in state.players],
        "tries": state.tries,
        "opened": state.opened,
        "choice": list(state.choice),
        "outcome": [state.outcome.reason, state.outcome.winner] if state.outcome else None,
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """`dump` undone."""
    outcome = data["outcome"]
    return MatchState(
        **{**load_bag(data), "phase": Phase(data["phase"])},
        board=load_changed(Board, data),
        players=tuple(_load_player(player) for player in data["players"]),
        tries=data["tries"],
        opened=data["opened"],
        choice=tuple(data["choice"]),
        outcome=Outcome(outcome[0], outcome[1], places(outcome[1], len(data["players"]))) if outcome else None,
    )


def _dump_player(player: PlayerState) -> list[Any]:
    """A player's fields; the effects only where there are any, so that a match without them is written as it was before
    there were any."""
    [fields] = dump_players([player], PLAYER)
    return [*fields, [list(effect) for effect in player.effects]] if player.effects else fields


def _load_player(fields: Sequence[Any]) -> PlayerState:
    effects = fields[len(PLAYER)] if len(fields) > len(PLAYER) else ()
    [player] = load_players(PlayerState, [fields[: len(PLAYER)]], PLAYER)
    return replace(player, effects=tuple((item, amount) for item, amount in effects))


EARLIER: Mapping[int, EarlierForm] = {**formats.EARLIER, 3: FormBeforeSlow(3, of_the_game=("head_start_coins",))}

STORED = StoredForm(newest=4, dump=dump, load=load, earlier=EARLIER)
