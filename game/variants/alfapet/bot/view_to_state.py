"""Convert a player's view of Alfapet into a state for the rules: the other racks and the bag are empty in it, for only
their numbers of tiles are known."""

from collections import Counter

from game.variants.alfapet.bot.rules import Board, Cell, MatchState, PlayerState, TileSet, View, standard_tiles


def match_of(view: View) -> MatchState:
    """The match as the viewer, a player, sees it. The draw for the start, the clock and the ending are left out: no
    word needs them."""
    layout = "".join(cell.bonus for cell in view.cells)
    cells = tuple(
        Cell(cell.bonus, cell.letter, cell.blank, cell.value, cell.by, cell.arrow, cell.black) for cell in view.cells
    )
    return MatchState(
        rules=view.rules,
        tileset=_tiles(view),
        board=Board(view.size, layout, cells),
        bag=(),
        draws=0,
        players=tuple(
            PlayerState(
                hand=tuple(tile.tile for tile in view.hand) if player.seat == view.viewer else (),
                score=player.score,
                passes=player.passes,
                out=1 if player.out else None,
            )
            for player in view.players
        ),
        active=view.active,
        turn=view.turn,
        theme=tuple(seat for _word, seat in view.theme),
    )


def _tiles(view: View) -> TileSet:
    """The tiles that are not on the board, with their values: those of the standard bag, but for what is seen."""
    counts = Counter(dict(view.unseen)) + Counter(tile.tile for tile in view.hand)
    values = dict(standard_tiles(view.rules.text("language"), True).values)
    values |= {cell.letter: cell.value for cell in view.cells if cell.letter and not cell.blank}
    values |= {tile.tile: tile.value for tile in view.hand}
    return TileSet(dict(counts), values)
