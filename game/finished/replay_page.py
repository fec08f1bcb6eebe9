"""One moment of a replay, ready to draw: the board after a turn, the turn itself, and what each player had then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.typed_text import whole_number
from game.dispatch.log_replay import MatchReplay, view_after
from game.kernel.base_types import Millis, Seat
from game.presentation import PRESENTATIONS
from game.presentation.squares import Square, is_near
from game.presentation.turn_lines import TurnLine, timed


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player had: `css` the seat's class, `hand` as it was, `own` what else the game has, `moved` in the turn
    shown."""

    seat: Seat
    css: str
    name: str
    score: int
    hand: tuple[Any, ...]
    own: Any
    moved: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after turn `number` of `last`; 0 is the deal. `line` is the turn, None for the deal; `before` the hand
    it was played from, `best` when no turn of the match gave more, `caption` the moment in one spoken sentence;
    `has_hands` whether anything was held."""

    number: int
    last: int
    game: str
    view: Any
    grid: list[list[Square]]
    line: TurnLine | None
    before: tuple[Any, ...]
    best: bool
    holdings: tuple[Holding, ...]
    language: str
    caption: str
    has_hands: bool

    @property
    def previous(self) -> int:
        """The turn before, the first at the beginning."""
        return max(0, self.number - 1)

    @property
    def next_turn(self) -> int | None:
        """The turn that begins here; None at the end."""
        return self.number + 1 if self.number < self.last else None

    @property
    def following(self) -> int:
        """The turn after, the last at the end."""
        return min(self.last, self.number + 1)


def moment(
    replay: MatchReplay, number: int, viewer: Seat | None, names: Sequence[str], took: Mapping[int, Millis]
) -> Moment:
    """The moment after turn `number`, counted from 0 for the deal, as `viewer` (None: a stranger) looks back at it;
    `took` is how long each turn took, where that is shown."""
    view = view_after(replay, number, viewer)
    shown = PRESENTATIONS[view.rules.variant]
    line = timed(shown.line(view.receipts[-1], view, names), took) if number else None
    mover = line.receipt.seat if line else None
    score = line.receipt.score if line else 0
    return Moment(
        number=number,
        last=replay.last,
        game=shown.key,
        view=view,
        grid=shown.squares(view, names),
        line=line,
        before=view_after(replay, number - 1, viewer).hands[mover] if shown.has_hands and mover is not None else (),
        best=score > 0 and score == max(receipt.score for receipt in replay.receipts),
        holdings=tuple(
            Holding(
                seat=player.seat,
                css=shown.seat_css(player.seat, viewer, len(view.players)),
                name=names[player.seat],
                score=player.score,
                hand=view.hands[player.seat] if shown.has_hands else (),
                own=shown.holding(view, player.seat),
                moved=player.seat == mover,
            )
            for player in sorted(view.players, key=lambda player: not is_near(player.seat, viewer))
        ),
        language=view.rules.text("language"),
        caption=_caption(line, number, replay.last),
        has_hands=shown.has_hands,
    )


def turn_number(text: str | None, last: int) -> int:
    """The turn that an address asks for, the nearest there is; the last one when it names none."""
    number = whole_number(text or "")
    return last if number is None else min(number, last)


def _caption(line: TurnLine | None, number: int, last: int) -> str:
    if line is None:
        return _("The deal, before the first of %(last)d turns.") % {"last": last}
    said = {"number": number, "last": last, "who": line.who, "what": line.what}
    if not line.spelled:
        return _("Turn %(number)d of %(last)d. %(who)s: %(what)s.") % said
    points = ngettext("%(count)d point", "%(count)d points", line.receipt.score) % {"count": line.receipt.score}
    return _("Turn %(number)d of %(last)d. %(who)s: %(what)s, %(points)s.") % {**said, "points": points}
