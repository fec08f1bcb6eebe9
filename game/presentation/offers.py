"""Ends by agreement for a player's page: what is offered, who has said yes, and what the player may answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.presentation.player_cards import Table


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """One kind of end by agreement (`call_off`, `adjourn`).

    `number` is the match's how manyth offer of the kind stands, 0 for none; `by` the name of the seat that offered it,
    "" for the viewer's own; `players` are all who are asked, each with whether they have said yes, the viewer under "".
    `has_said`: the viewer has. `refusal` is the code of why the viewer may say nothing now, "" where they may.
    `rated`: the match counts.
    """

    kind: str
    number: int
    by: str
    players: tuple[tuple[str, bool], ...]
    has_said: bool
    refusal: str
    rated: bool

    @property
    def stands(self) -> bool:
        """Whether something is offered."""
        return self.number > 0

    @property
    def agreed(self) -> int:
        """How many have said yes."""
        return sum(has_said for _name, has_said in self.players)


def offers_shown(view: Any, table: Table) -> tuple[ShownOffer, ...]:
    """The ends by agreement of a match that runs, for the player of a seat in it; () where none are offered."""
    if not table.ends_by_agreement or view.over or view.viewer is None or view.viewer in table.out:
        return ()
    return tuple(_shown(offer, view, table) for offer in view.offers)


def _shown(offer: Any, view: Any, table: Table) -> ShownOffer:
    asked: Sequence[int] = [seat for seat in range(len(view.players)) if seat not in table.out]
    called = {seat: "" if seat == view.viewer else table.names[seat] for seat in asked}
    return ShownOffer(
        kind=offer.kind,
        number=offer.number,
        by=called.get(offer.said[0], "") if offer.said else "",
        players=tuple((called[seat], seat in offer.said) for seat in asked),
        has_said=view.viewer in offer.said,
        refusal=offer.refusal,
        rated=table.rated,
    )
