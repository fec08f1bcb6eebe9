"""Random matches, played through the real door to a random step: what the two worlds have in common.

Everything follows from the random generator that is handed in. A word list of its own decides by the word alone
whether it exists, so that most turns score and some fail; `mood` makes it take or refuse everything.
"""

import hashlib
import random
from collections.abc import Sequence

from game.crossword.board import neighbours
from game.crossword.tiles import ALPHABETS, BLANK, Placed, face, placed_token
from game.kernel.refusals import Refused
from game.models import Match
from game.services import enforcement
from game.variants.alfapower.items import ITEMS
from game.variants.alfapower.placement import examine
from game.variants.alfapower.state import MatchState, Phase
from tests.support.matches import START, make_match, state_of, submit

ALL_ITEMS = list(ITEMS)


class MoodyLexicon:
    """A word list that takes nine words of ten, or in another mood all or none of them."""

    name, version, digest = "moody", "1", "0" * 64
    mood = "usual"

    def __contains__(self, word: str) -> bool:
        if self.mood != "usual":
            return self.mood == "all"
        return hashlib.sha256(word.encode()).digest()[0] > 25


def random_settings(rng: random.Random) -> dict:
    """Settings with much to buy and Alfa choices that come often; no match ends by passes here."""
    return {
        "board_size": rng.choice([11, 11, 15]),
        "language": rng.choice(["en", "en", "sv"]),
        "items": ALL_ITEMS,
        "prices": dict.fromkeys(ALL_ITEMS, 1),
        "starting_coins": rng.choice([30, 99]),
        "slot_limit": rng.choice([7, 12]),
        "turn_seconds": rng.choice([60, 60, None]),
        "alfa_trigger": rng.choice([1, 2, 3]),
        "alfa_keeps_on_swap": rng.choice([True, False]),
        "invalid_points": 2,
        "passes_to_concede": 10,
        "timeouts_to_forfeit": 10,
        "stalled_ends": False,
    }


def random_match(rng: random.Random) -> tuple[Match, int]:
    """A match at a random step of its middle, and the moment it has come to (ms)."""
    row, now = make_match(seed=rng.randbytes(32), **random_settings(rng)), START + 1000
    for _ in range(rng.choice([2, 8, 15, 25, 40])):
        state = state_of(row)
        if len(state.bag) < 3:
            break
        seat, action = random_action(rng, state)
        submit(row, seat, now, **action)
        now += rng.randint(100, 900)
        if state.deadline is not None and rng.random() < 0.05:
            now = max(now, state.deadline + 4_000)  # what comes next meets a turn that has timed out
    enforcement.enforce(row.pk, now)
    row.refresh_from_db()
    return row, now


def random_action(rng: random.Random, state: MatchState) -> tuple[int, dict]:
    """(seat, message) of something that is probably allowed now."""
    seat = state.active
    if rng.random() < 0.2:
        return rng.randrange(2), {"do": "buy", "item": rng.choice(ALL_ITEMS)}
    if state.phase is Phase.ALFA:
        return seat, {"do": "choose", "tile": rng.choice([None, *state.choice * 2])}
    slots = state.players[seat].slots
    if slots and rng.random() < 0.5:
        return seat, use(rng, state, seat, rng.choice(slots))
    tiles = placement(rng, state, seat, state.players[seat].hand)
    return seat, {"do": "place", "tiles": tokens(tiles)} if tiles else {"do": "pass"}


def use(rng: random.Random, state: MatchState, seat: int, item: str) -> dict:
    """The message that uses the item on something it may be used on."""
    if ITEMS[item].aim == "hand":
        hand = state.players[seat].hand
        return {"do": "use", "item": item, "tiles": rng.sample(hand, rng.randint(1, len(hand)))}
    targets = ITEMS[item].targets(state, seat) or (0,)
    return {"do": "use", "item": item, "cell": list(divmod(rng.choice(targets), state.board.size))}


def placement(rng: random.Random, state: MatchState, seat: int, tiles: Sequence[str], tries: int = 60) -> list[Placed]:
    """Some of the tiles laid as the rules allow (whether the words exist is not asked); empty when none was found."""
    for _ in range(tries):
        laid = _in_a_line(rng, state, rng.sample(tiles, min(len(tiles), rng.randint(1, 4))))
        try:
            examine(state, seat, laid)
        except Refused:
            continue
        return laid
    return []


def tokens(tiles: Sequence[Placed]) -> list[list]:
    """The tiles as a message has them."""
    return [[placed.row, placed.col, placed_token(placed)] for placed in tiles]


def _in_a_line(rng: random.Random, state: MatchState, tiles: Sequence[str]) -> list[Placed]:
    """The tiles on the free cells of one line through a likely cell."""
    size, cells = state.board.size, state.board.cells
    near = neighbours(size)
    beside = [i for i, cell in enumerate(cells) if not cell.letter and any(cells[n].letter for n in near[i])]
    anchor = rng.choice(beside) if beside and state.opened else state.board.center
    row, col = divmod(anchor, size)
    line = [(row, c) for c in range(size)] if rng.random() < 0.5 else [(r, col) for r in range(size)]
    free = [(r, c) for r, c in line if (r, c) == (row, col) or not cells[r * size + c].letter]
    start = max(0, free.index((row, col)) - rng.randrange(len(tiles)))
    alphabet = ALPHABETS[state.rules.text("language")]
    return [
        Placed(r, c, tile, rng.choice(alphabet) if face(tile) == BLANK else "")
        for (r, c), tile in zip(free[start:], tiles, strict=False)
    ]
