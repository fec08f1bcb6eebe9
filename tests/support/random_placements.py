"""Placements and item targets to try, made at random from a naive position: many good ones, some nearly good.

Used by random_matches.py. Nothing here judges: a proposal may break any rule, and the naive engine says which.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from tests.support.naive import HAND, Match
from tests.support.naive_board import neighbours, side

Tiles = list[list[Any]]  # [row, col, tile] as a record has them


def cells_where(match: Match, test: Callable[..., Any]) -> list[tuple[int, int]]:
    """Cells whose Cell passes the test, in reading order."""
    return sorted(at for at, cell in match.cells.items() if test(cell))


def as_placed(rng: random.Random, match: Match, held: str) -> str:
    """A hand tile as it is laid: a blank is given a letter, one on the board or in the bag before a rare one."""
    if held[0] != "?":
        return held
    common = [tile for tile in match.values if tile != "?"]
    letter: str = rng.choice(common if rng.random() < 0.8 else match.alphabet)
    return letter.lower() + held[1:]


def anchors(rng: random.Random, match: Match) -> list[tuple[int, int]]:
    """Cells through which a placement may well go: the centre, then those beside tiles."""
    free = cells_where(match, lambda cell: cell.tile is None and not cell.dead)
    centre = (side(match.cells) // 2,) * 2
    if not match.begun:
        return [centre]
    beside = [at for at in free if any(n in match.cells and match.cells[n].tile for n in neighbours(*at))]
    return beside if beside and rng.random() < 0.95 else free


def free_stretch(match: Match, anchor: tuple[int, int], across: bool) -> tuple[list[Any], list[Any]]:
    """Empty cells of the anchor's line before it (nearest first) and after it, up to the first closed cell."""
    dr, dc = (0, 1) if across else (1, 0)
    sides = []
    for sign in (-1, 1):
        cells, (r, c) = [], anchor
        while True:
            r, c = r + sign * dr, c + sign * dc
            cell = match.cells.get((r, c))
            if cell is None or cell.dead or cell.claim == 1 - match.active:
                break
            if cell.tile is None:
                cells.append((r, c))
        sides.append(cells)
    return sides[0], sides[1]


def in_line(rng: random.Random, match: Match, tiles: Sequence[str]) -> Tiles:
    """The hand tiles side by side in one line through a likely cell."""
    likely = anchors(rng, match)
    if not likely or not tiles:
        return []
    anchor = rng.choice(likely)
    before, after = free_stretch(match, anchor, rng.random() < 0.5)
    room = min(len(tiles) - 1, len(before) + len(after))
    back = rng.randint(max(0, room - len(after)), min(room, len(before)))
    cells = [anchor, *before[:back], *after[: room - back]]
    return [[r, c, as_placed(rng, match, held)] for (r, c), held in zip(cells, tiles, strict=False)]


def alfa_target(rng: random.Random, match: Match, taken: Tiles) -> tuple[int, int]:
    """A cell for an Alfa tile on its own: often on a tile, else beside one, else anywhere."""
    luck = rng.random()
    if luck < 0.3:
        cells = cells_where(match, lambda cell: cell.tile is not None and not cell.alfa)
    elif luck < 0.4:
        cells = cells_where(match, lambda cell: cell.fortify > 0)
    elif luck < 0.55:
        cells = [n for r, c, _ in taken for n in neighbours(r, c) if n in match.cells]
    elif luck < 0.75:
        cells = anchors(rng, match)
    elif luck < 0.85:
        cells = cells_where(match, lambda cell: cell.claim is not None)
    elif luck < 0.9:
        cells = cells_where(match, lambda cell: cell.bonus != ".")
    else:
        cells = []
    return rng.choice(cells or sorted(match.cells))


def placement(rng: random.Random, match: Match) -> Tiles:
    """A placement that has a good chance to be legal."""
    hand = list(match.hands[match.active])
    rng.shuffle(hand)
    if not hand:
        return []
    trigger = match.settings["alfa_trigger"]
    wanted = rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 7, HAND if trigger == "full" else trigger])
    if not match.bag and rng.random() < 0.5:
        wanted = HAND
    loose = [t for t in hand if t.endswith("*")] if rng.random() < 0.7 else []
    loose = [t for t in loose if rng.random() < 0.7]
    firm = list(hand)
    for tile in loose:
        firm.remove(tile)
    tiles = in_line(rng, match, firm[:wanted] if not loose or rng.random() < 0.8 else [])
    for held in loose:
        r, c = alfa_target(rng, match, tiles)
        tiles.append([r, c, as_placed(rng, match, held)])
    rng.shuffle(tiles)
    return tiles


def spoiled(rng: random.Random, match: Match, tiles: Tiles) -> Tiles:
    """The placement with one or two things wrong with it."""
    tiles = [list(tile) for tile in tiles]
    for _ in range(rng.choice([1, 1, 2, 3])):
        if not tiles:
            return tiles
        victim = rng.choice(tiles)
        kind = rng.choices(list(SPOILS), list(SPOILS.values()))[0]
        spoil_one(rng, match, tiles, victim, kind)
    return tiles


def spoil_one(rng: random.Random, match: Match, tiles: Tiles, victim: list[Any], kind: str) -> None:
    size = side(match.cells)
    if kind == "move":
        victim[:2] = rng.choice(sorted(match.cells))
    elif kind == "target":
        bad = cells_where(match, rng.choice(CLOSED))
        victim[:2] = rng.choice(bad or sorted(match.cells))
    elif kind == "copy":
        victim[:2] = rng.choice(tiles)[:2]
    elif kind == "off":
        victim[rng.randrange(2)] = rng.choice([-1, size, size + 3, -size, 10**6])
    elif kind == "tile":
        victim[2] = rng.choice(match.alphabet)
    elif kind == "mark":
        victim[2] = victim[2][:-1] if victim[2].endswith("*") else victim[2] + "*"
    elif kind == "blank":
        blanks = [tile for tile in tiles if tile[2][0].islower()] or [victim]
        blanks[0][2] = rng.choice(["?", "ı", "ß", "é", "ø", "å", "q", "a"]) + blanks[0][2][1:]
    elif kind == "drop":
        tiles.remove(victim)
    elif kind == "none":
        tiles.clear()
    else:
        for tile in tiles:
            tile[0] += rng.choice([-2, -1, 1, 2])


SPOILS = {
    "move": 6, "target": 12, "copy": 2, "off": 1, "tile": 3, "mark": 2, "blank": 3, "drop": 4, "none": 0.3, "shift": 3,
}  # fmt: skip
CLOSED = [
    lambda cell: cell.dead,
    lambda cell: cell.claim is not None,
    lambda cell: cell.alfa,
    lambda cell: cell.tile is not None,
]


def item_target(rng: random.Random, match: Match, item: str) -> list[int]:
    """A cell for an item, mostly a proper one."""
    luck = rng.random()
    size = side(match.cells)
    if luck < 0.06:
        return rng.choice([[-1, 0], [size, size], [0, size], [size // 2, -3]])
    if luck < 0.2:
        return list(rng.choice(sorted(match.cells)))
    if luck < 0.35:
        cells = cells_where(match, rng.choice(CLOSED))
    elif item in ("fortify", "blast"):
        cells = cells_where(match, lambda cell: cell.tile is not None and not cell.alfa)
        if item == "blast" and rng.random() < 0.3:
            cells = cells_where(match, lambda cell: cell.claim is not None) or cells
    else:
        free = cells_where(match, lambda cell: cell.tile is None and cell.bonus == "." and cell.claim is None)
        near = [at for at in free if any(n in match.cells and match.cells[n].tile for n in neighbours(*at))]
        cells = near or free
    return list(rng.choice(cells or sorted(match.cells)))


def swap_tiles(rng: random.Random, match: Match) -> list[str]:
    """Hand tiles to swap, now and then none, too many or strange ones."""
    hand = list(match.hands[match.active])
    rng.shuffle(hand)
    luck = rng.random()
    if luck < 0.05:
        return []
    if luck < 0.15:
        return hand[:2] + [rng.choice([*match.values, "a", "A*", "?*"])]
    alfas = [tile for tile in hand if tile.endswith("*")]
    if alfas and rng.random() < (0.8 if match.settings["alfa_keeps_on_swap"] else 0.4):
        return alfas[:1] + [tile for tile in hand if tile not in alfas][: rng.randint(0, 2)]
    return hand[: rng.randint(1, max(1, min(len(hand), len(match.bag) or 1)))] if luck < 0.9 else hand
