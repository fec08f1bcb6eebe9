"""How the game is shown: by the templates of all games, with next to nothing of its own."""

from collections.abc import Iterator

from game.presentation import endings
from game.presentation.base import Names, Presentation
from game.presentation.last_actions import Deed, Teller, last_of
from game.presentation.player_cards import Streak
from game.presentation.squares import Square, coord, in_rows, side_of
from game.presentation.turn_lines import TurnLine
from tests.support.swaps.rules import KEY, PLAYED_OUT, TILES, Receipt, View
from ui.jinja_environment import macro

SAID = {"swapped": "Swapped", "passed": "Passed", "left": "Left", "": "Now"}


def squares(view: View, names: Names) -> list[list[Square]]:
    drawn = [Square(cell, "cell", coord(cell.row, cell.col), "", "", 0, True) for cell in view.cells]
    return in_rows(drawn, view.size)


def drawn_squares(view: View, names: Names) -> dict[str, str]:
    rows = squares(view, names)
    return {
        f"square-{square.cell.row}-{square.cell.col}": str(macro("game/parts/square.jinja", "square_button")(square))
        for row in rows
        for square in row
    }


def line(receipt: Receipt, view: View, names: Names) -> TurnLine:
    who = "You" if receipt.seat == view.viewer else names[receipt.seat]
    return TurnLine(receipt, f"seat-{side_of(receipt.seat, view.viewer)}", who, SAID[receipt.end], spelled=False)


def deeds(view: View, names: Names) -> list[Deed]:
    def done(receipt: Receipt) -> Iterator[Deed]:
        if receipt.end:
            tell = Teller(f"{receipt.turn}", view.viewer, names)
            yield tell.deed(receipt.seat, "swap", f"%(who)s: {SAID[receipt.end]}.")

    return last_of(view.receipts, done)


PRESENTATIONS = Presentation(
    key=KEY,
    needs={},
    screen=lambda view: {"hint": "", "last_pass": "", "passes_allowed": 1},
    streaks=lambda view, seat: (Streak(False, view.players[seat].passes, 1), Streak(True, 0, 3)),
    squares=squares,
    drawn_squares=drawn_squares,
    line=line,
    deeds=deeds,
    worth=lambda result: {"code": "no_word", "words": [], "score": 0, "message": "No word"},
    headline=lambda view, names: endings.headline(view, names, PLAYED_OUT),
    reasons=lambda view, names: [endings.why(view, names, 1, 3)],
    final_totals=lambda view, names: {**endings.bests(view, TILES), "columns": endings.columns(view, names)},
    guide=lambda language: {},
)
