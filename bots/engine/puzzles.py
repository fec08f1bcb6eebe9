"""Makes a daily puzzle: a position of a match of two bots, and the exact best turns in it."""

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bots.engine.building import Graph
from bots.engine.imagined_positions import with_square
from bots.engine.plays import Play, best_plays, best_rows
from bots.engine.position import Position
from bots.engine.preparation import Words
from bots.engine.view_to_position import action_of, position_of
from bots.puzzle_turns import BestTurn, Power, view, with_powers
from bots.rules import (
    BLANK,
    HAND_SIZE,
    LETTER_FACTOR,
    PLACED_BONUS,
    PLAIN,
    WORD_FACTOR,
    Env,
    FairChance,
    MatchState,
    apply,
    new_match,
    read_rules,
)
from bots.vocabulary import everyday_words
from dictionary.api import Lexicon
from game.variants.alfapower.bot.hint import as_better

SIZE = 11
"""A board on which a whole position is seen at once on a phone."""
COINS = 12
"""To spend on the days of powers; two squares at the most."""
SHOP = ("place_dl", "place_tl", "place_dw")
TURNS = (4, 8)
"""How many words lie, at the least and the most."""
AMONG = 6
"""Each of them is one of so many best plays."""
LEAST_POINTS = 24
LEAST_LETTERS = 4
EVERYDAY = 2.5
"""How often the best turn's word is met at least (Zipf): a word that can be found, though all words count."""
SHOWN = 5
"""Best turns that are kept."""
MOST_TRIES = 200


class NoPuzzle(RuntimeError):
    """None of the positions tried was good enough."""


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle: the position, the coins that may be spent in it, and the best turns, the best first."""

    state: MatchState
    coins: int
    best: tuple[BestTurn, ...]


def coins_on(day: date) -> int:
    """The coins of that day: every other day is one of powers, the days between ask for the best play."""
    return COINS if day.toordinal() % 2 else 0


def make(day: date, lexicon: Lexicon, words: Words) -> Made:
    """The puzzle of a day; the same day, language and list give the same one. Raises NoPuzzle."""
    coins = coins_on(day)
    for number in range(MOST_TRIES):
        key = hashlib.sha256(f"puzzle {lexicon.name} {lexicon.digest} {day.isoformat()} {number}".encode()).digest()
        state = _grown(key, lexicon, words, coins)
        if state is None:
            continue
        best = best_turns(state, words.whole)
        if best and _is_good(best[0], lexicon.name, coins):
            return Made(state, coins, best)
    raise NoPuzzle(f"{lexicon.name} {day}")


def _is_good(best: BestTurn, language: str, coins: int) -> bool:
    """Whether the best turn makes a good puzzle: a known word, some points, and powers where there are coins."""
    word = best.play.word
    is_known = len(word) >= LEAST_LETTERS and word in everyday_words(language, EVERYDAY)
    return is_known and best.play.points >= LEAST_POINTS and bool(best.powers) == bool(coins)


def _grown(key: bytes, lexicon: Lexicon, words: Words, coins: int) -> MatchState | None:
    """A position after some everyday words; None if a hand had no word, or the last hand is not full of letters."""
    rng, chance = random.Random(key), FairChance(key)  # nosec B311  # repeatable on purpose
    settings = {"language": lexicon.name, "board_size": SIZE, "turn_seconds": None, "items": list(SHOP)}
    state = new_match(read_rules("alfapower", {**settings, "alfa_enabled": False}), chance, 0).state
    for _ in range(rng.randint(*TURNS)):
        seen = view(state)
        plays = best_plays(position_of(seen), words.known, AMONG)
        if not plays:
            return None
        state = apply(state, state.active, action_of(seen, rng.choice(plays)), Env(0, lexicon, chance)).state
    hand = state.players[state.active].hand
    if BLANK in hand or len(hand) < HAND_SIZE:
        return None
    players = tuple(replace(player, coins=coins, score=0) for player in state.players)
    return replace(state, players=players)


def best_turns(state: MatchState, graph: Graph) -> tuple[BestTurn, ...]:
    """The turns with most points, all ways to spend the coins on squares tried; of equal points the cheaper first."""
    start = position_of(view(state))
    prices = {item.item: item.price for item in view(state).shop}
    found: list[tuple[int, int, tuple[Power, ...]]] = []
    for powers in _purchases(state, prices, state.players[state.active].coins):
        changed = start
        for power in powers:
            changed = _changed(changed, power)
        rows = best_rows(changed, graph, 1)
        if len(rows):
            found.append((-int(rows[0, 0]), sum(prices[item] for item, _row, _col in powers), powers))
    found.sort()
    turns: list[BestTurn] = []
    if state.players[state.active].coins:
        for _points, _price, powers in found[:SHOWN]:
            turns.extend(_turns(state, powers, graph, 1))
        return tuple(turns)
    return tuple(_turns(state, (), graph, SHOWN))


def _purchases(state: MatchState, prices: dict[str, int], coins: int) -> Iterator[tuple[Power, ...]]:
    """No power, then each power on each plain square, then each affordable pair, whatever the order."""
    yield ()
    cells, size = view(state).cells, state.board.size
    plain = [
        at
        for at, cell in enumerate(cells)
        if cell.bonus == PLAIN and not cell.letter and not cell.dead and cell.claim is None
    ]
    single = [(item, *divmod(at, size)) for item in SHOP if prices[item] <= coins for at in plain]
    for number, power in enumerate(single):
        yield (power,)
        for other in single[number + 1 :]:
            if other[1:] != power[1:] and prices[power[0]] + prices[other[0]] <= coins:
                yield power, other


def _changed(position: Position, power: Power) -> Position:
    item, row, col = power
    mark = PLACED_BONUS[item]
    letter, word = LETTER_FACTOR.get(mark, 0), WORD_FACTOR.get(mark, 0)
    return with_square(position, row * position.size + col, letter_factor=letter, word_factor=word)


def _turns(state: MatchState, powers: Sequence[Power], graph: Graph, count: int) -> list[BestTurn]:
    """The best plays after these powers, searched anew from the rules' own position."""
    seen = view(with_powers(state, powers))
    plays: list[Play] = best_plays(position_of(seen), graph, count)
    return [BestTurn(tuple(powers), as_better(seen, play)) for play in plays]
