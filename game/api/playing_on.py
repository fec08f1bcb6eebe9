"""Play on from a turn of a finished match, for the apps above: the position it begins with, and the match itself."""

from dataclasses import dataclass
from typing import Any

from game.dispatch.log_replay import view_after
from game.dispatch.new_match import can_be_played_on
from game.finished.match_access import board_after
from game.finished.pages import Visit
from game.kernel.base_types import Millis
from game.presentation.messages import refusal
from game.presentation.squares import Square
from game.services import playing_on, replays
from game.services.matches import BotEntrant, Entrant
from game.services.playing_on import CannotPlayOn
from game.variants import VARIANTS


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a turn of a finished match begins with: who is on turn (the name that the visitor reads), the board and the
    hand, and the scores of all, each with the name."""

    turn: int
    name: str
    grid: list[list[Square]]
    hand: tuple[Any, ...]
    scores: tuple[tuple[str, int], ...]


def is_possible(variant: str) -> bool:
    """Whether matches of a game can be played on."""
    return variant in VARIANTS and can_be_played_on(variant)


def beginning(visit: Visit, turn: int) -> Beginning:
    """The beginning of a turn as the visitor sees it. Raises CannotPlayOn."""
    state = playing_on.position(visit.row, turn)
    replay = replays.replay_of(visit.row)
    assert replay is not None  # the position is of it
    return Beginning(
        turn=turn,
        name=visit.names[state.active],
        grid=board_after(visit, replay, turn - 1),
        hand=view_after(replay, turn - 1, visit.viewer).hands[state.active],
        scores=tuple(zip(visit.names, (player.score for player in state.players), strict=True)),
    )


def begin(visit: Visit, turn: int, person: Entrant, bot: BotEntrant, now: Millis, *, at_once: bool) -> str:
    """The public id of a match played on from there; of one in which nothing was done yet, where the person has it.
    Joins the caller's transaction, in which the person's row is locked. Raises CannotPlayOn."""
    there = playing_on.untouched(visit.row, turn, person.user_id, bot.level)
    if there is None:
        there = playing_on.begin(visit.row, turn, person, bot, now, at_once=at_once, link=visit.link)
    return there.public_id


def said(refused: CannotPlayOn) -> str:
    """Why not, in the player's language."""
    return refusal(refused.code)
