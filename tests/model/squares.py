"""What must hold on the board after every step: which squares an action may change, and into what.

I17, I18, I19 and I20. The words of a turn are found by the second engine's own run finder.
"""

from collections.abc import Container

from game.crossword.actions import Place
from game.crossword.board import Cell
from game.crossword.tiles import Placed, is_alfa, letter_of
from game.variants.alfapower.rules import actions as acts
from game.variants.alfapower.rules.state import MatchState
from tests.model.invariants import PLACED_MARKS, Reckoning, Transition
from tests.support.naive_board import all_runs, neighbours
from tests.support.naive_position import cells_of


def squares_change_as_they_may(step: Transition, sums: Reckoning) -> None:
    """I17, I18, I20: Alfa cells and dead cells never change; others only by tiles laid there or an item aimed there."""
    laid = _laid(step)
    for index, old, new in step.cells:
        assert not old.alfa, "I18: an Alfa cell changed"
        assert not old.dead, "I17: a dead cell changed"
        if index in laid:
            assert new == laid[index], "I17: not what a tile laid there gives"
        else:
            assert isinstance(step.action, acts.Use), "I17: a square changed by itself"
            row, col = step.action.cell or (-1, -1)
            assert index == row * step.after.board.size + col, "I17: another square than the target"
            assert new == _affected(step, index, old), "I17: not what the item does"
        _is_sound(step.after, new)
    assert all(step.after.board.cells[index] == cell for index, cell in laid.items()), "I17: a tile did not arrive"
    if isinstance(step.action, acts.Use) and step.action.item != "swap":
        assert len(step.cells) == 1, "I21: an item was used up for nothing"
    limit = step.after.rules.limit("alfa_on_board")
    assert limit is None or step.after.board.alfa_cells() <= limit, "I18: more Alfa cells than allowed"


def _laid(step: Transition) -> dict[int, Cell]:
    """The squares that a successful placement takes, as the rules want them afterwards."""
    if not isinstance(step.action, Place) or not step.event("words_scored"):
        return {}
    rules, board = step.before.rules, step.before.board
    limit = rules.limit("alfa_on_board")
    room = len(board.cells) if limit is None else limit - sum(cell.alfa for cell in board.cells)
    laid = {}
    for placed in step.action.tiles:
        index = placed.row * board.size + placed.col
        old = board.cells[index]
        alfa = is_alfa(placed.tile) and room > 0
        room -= alfa
        assert old.claim in (None, step.seat), "I17: laid on the other's claim"
        assert not old.letter or (alfa and rules.flag("alfa_replace")), "I17: laid on a tile"
        laid[index] = _covered(step, placed, old, alfa)
    return laid


def _covered(step: Transition, placed: Placed, old: Cell, alfa: bool) -> Cell:
    letter = placed.named or letter_of(placed.tile)
    value = 0 if placed.named else step.before.tileset.values[letter]
    ground = Cell() if alfa else Cell(old.bonus, old.made)
    return ground._replace(letter=letter, blank=bool(placed.named), value=value, alfa=alfa, by=step.seat)


def _affected(step: Transition, index: int, old: Cell) -> Cell:
    """What a cell item makes of a proper target; fails when the target is none."""
    assert isinstance(step.action, acts.Use)
    item = step.action.item
    empty = old.letter == "" and old.claim is None and old.bonus == "."
    match item:
        case "fortify":
            assert old.letter and old.fortified < step.before.rules.number("fortify_cap"), "I20: above the cap"
            return old._replace(fortified=old.fortified + 1)
        case "claim":
            assert empty, "I17: claimed what is not empty and plain"
            return old._replace(claim=step.seat)
        case "blast":
            assert old.letter or old.claim is not None, "I17: blasted nothing"
            return Cell(bonus=old.bonus, made=old.made, dead=True)
    assert empty and index != len(step.before.board.cells) // 2, "I17: a bonus where none may be put"
    return old._replace(bonus=PLACED_MARKS[item], made=True)


def _is_sound(state: MatchState, cell: Cell) -> None:
    """A square by itself: what may lie together on one."""
    assert not cell.dead or (not cell.letter and cell.claim is None and not cell.alfa and not cell.fortified), "I17"
    assert cell.claim is None or (not cell.letter and cell.bonus == "." and not cell.dead), "I17"
    assert 0 <= cell.fortified <= state.rules.number("fortify_cap"), "I20"
    assert not cell.alfa or (cell.bonus == "." and not cell.fortified and cell.letter), "I18"
    assert cell.letter or not (cell.blank or cell.value or cell.fortified or cell.by is not None), "I17"


def words_are_words(step: Transition, sums: Reckoning, lexicon: Container[str]) -> None:
    """I19: the words told are the runs through the new tiles, each in the list; the first word covers the centre, later
    ones touch or replace what lay there; a failed attempt had a word that is none."""
    scored, failed = step.event("words_scored"), step.event("attempt_failed")
    if failed is not None:
        rejected = failed.owner["rejected"]
        assert rejected and not any(word in lexicon for word in rejected), "I19: a good word was rejected"
        assert step.before.board == step.after.board and step.before.bag == step.after.bag, "I9"
    if scored is None:
        return
    assert isinstance(step.action, Place)
    cells = cells_of(step.after.board)
    fresh = {(placed.row, placed.col) for placed in step.action.tiles}
    runs = [run for run in all_runs(cells) if fresh & set(run)]
    spelt = ["".join(cells[at].tile or "" for at in run).upper() for run in runs]
    assert [word[0] for word in scored.public["words"]] == spelt, "I19: other words than the board shows"
    assert spelt and all(len(word) >= 2 and word in lexicon for word in spelt), "I19: not in the list"
    if any(cells[at].alfa for at in fresh) and step.after.rules.flag("alfa_free_placement"):
        return
    size = step.after.board.size
    old = {divmod(index, size) for index, cell in enumerate(step.before.board.cells) if cell.letter}
    middle = size // 2
    if not step.before.opened:
        assert (middle, middle) in fresh, "I19: the first word beside the centre"
    elif old:
        assert any(at in old or any(near in old for near in neighbours(*at)) for at in fresh), "I19: apart"
