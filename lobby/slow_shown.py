"""Slow seeks as pages show them: the stage of each."""

from dataclasses import dataclass
from typing import Literal

from lobby.models import MATCH_LANGUAGES
from lobby.services import slow_seeks
from lobby.services.queues import terms_of

Stage = Literal["waiting", "closed", "met", "begins", "begun"]


@dataclass(frozen=True, slots=True)
class ShownSeek:
    """A slow seek as its player sees it, of a preset by its `title`, until `lapses_at` (ms).

    `waiting`: for an opponent; `closed`: the preset is switched off, so none will come; `outdated`: it was edited
    since, so no new opponent comes by these terms. `begins`: the player has come to `opponent`, `met`: they to the
    player, and the match is about to be made; `begun`: `match` is it. `deal`: the commitment to add a number to, "" for
    none.
    """

    key: int
    stage: Stage
    title: str
    language_name: str
    lapses_at: int
    opponent: str = ""
    deal: str = ""
    match: str = ""
    outdated: bool = False


def seeks_of(user_id: int, now_ms: int) -> list[ShownSeek]:
    """The player's slow seeks, the oldest first."""
    shown = []
    for seek in slow_seeks.of_player(user_id, now_ms):
        other = seek.user if seek.comer_id == user_id else seek.comer
        stage: Stage = "waiting" if seek.preset.active else "closed"
        if seek.match:
            stage = "begun"
        elif seek.comer_id is not None:
            stage = "begins" if seek.comer_id == user_id else "met"
        shown.append(
            ShownSeek(
                key=seek.pk,
                stage=stage,
                title=seek.preset.title,
                language_name=MATCH_LANGUAGES[seek.language],
                lapses_at=seek.lapses_at,
                opponent=other.display_name if other else "",
                deal=seek.deal,
                match=seek.match,
                outdated=stage == "waiting" and seek.terms != terms_of(seek.preset),
            )
        )
    return shown
