"""Slow seeks as pages draw them: to whom they are shown, and what has become of them."""

from dataclasses import dataclass
from typing import Literal

from lobby.models import MATCH_LANGUAGES
from lobby.services import slow_seeks
from lobby.services.quick_join import terms_of

Stage = Literal["waiting", "closed", "met", "begins", "begun"]


@dataclass(frozen=True, slots=True)
class ShownSeek:
    """A slow seek as its player sees it, of a preset by its `title`, until `lapses_at` (ms).

    `waiting`: for anybody; `closed`: the preset has been switched off, so nobody comes; `outdated`: it was edited
    since, so that nobody new comes by these terms. `begins`: the player has come to `opponent`, or `met`: they to them,
    and the match is about to be made; `begun`: `match` is it. `deal`: the commitment to add a number to, "" for none.
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
    """What the player is to see of slow seeks, the oldest first."""
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
