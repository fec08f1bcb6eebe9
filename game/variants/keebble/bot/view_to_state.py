"""Convert a player's view of Keebble into a state for the rules. All of it is open but the chance to come, and that is
not in a state."""

from game.variants.keebble.bot.rules import Board, Cell, MatchState, Opening, PlayerState, View


def match_of(view: View) -> MatchState:
    """The match as the viewer sees it. How it was dealt, its clock and its ending are left out: no option needs
    them."""
    cells = tuple(Cell(cell.kind, cell.letter, cell.wild, cell.owner, cell.value, cell.dead) for cell in view.cells)
    return MatchState(
        rules=view.rules,
        values=view.values,
        opening=Opening((), (), (), ()),
        board=Board(cells, frozenset(view.walls)),
        draws=0,
        players=tuple(
            PlayerState(score=player.score, backpack=player.backpack, out=1 if player.out else None)
            for player in view.players
        ),
        active=view.active,
        turn=view.turn,
        options=tuple(shown.option for shown in view.options),
        open=tuple(shown.index for shown in view.options if shown.open),
        round=view.round,
        last=view.last_round,
        next_first=view.next_first,
        powers=view.powers,
    )
