"""Random whole matches over the whole range of settings, for running an engine beside the naive one.

    random_match(seed) -> {"record": …, "expected": …}

The seed decides everything: settings, board, bag, temper of the players, draws, and which words exist (a coin
is thrown for every word the naive engine asks about; the accepted ones become the record's word list). Bad
actions of every kind are strewn in. `python -m tests.support.random_matches [seeds]` prints how often each thing
happened (histogram.py).
"""

import hashlib
import hmac
import json
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from tests.support.histogram import Happenings
from tests.support.naive import HAND, Match
from tests.support.naive_settings import STANDARD
from tests.support.players.alfapower import ITEMS, Player
from tests.support.types import certain

RANGES: dict[str, Sequence[Any]] = {
    "starting_coins": [0, 30, 99, 99],
    "base_coins": [0, 3, 7, 20],
    "score_coins_percent": [0, 10, 33, 100],
    "pass_coins": [0, 3, 20],
    "coins_per_point": [0, 1, 2, 3, 20],
    "fortify_cap": [2, 3, 9],
    "blast_surcharge": [0, 2, 50],
    "blast_surcharge_below": [0, 10, 30, 200],
    "slot_limit": [1, 2, 7, 12],
    "invalid_points": [0, 1, 5, 50],
    "invalid_coins": [0, 1, 4, 50],
    "tries_per_turn": [1, 2, 10, None],
    "passes_to_concede": [2, 3, 4, 10],
    "timeouts_to_forfeit": [1, 2, 3, 10],
    "alfa_enabled": [True, True, True, False],
    "alfa_trigger": ["full", 1, 1, 2, 2, 3, 4, 5, 6, 7],
    "alfa_multiplier": [2, 3, 5],
    "alfa_per_game": [None, 1, 2, 20],
    "alfa_on_board": [None, 1, 2, 20],
    "alfa_replace": [True, False],
    "alfa_free_placement": [True, False],
    "alfa_permanent": [True, False],
    "stalled_ends": [True, True, False],
    "empty_bag_concedes": [True, False, False],
    "alfa_keeps_on_swap": [True, False],
}


class CoinLexicon:
    """Every word asked about is decided once, by a biased coin."""

    def __init__(self, rng: random.Random, accept: float) -> None:
        self.rng, self.accept = rng, accept
        self.decided: dict[str, bool] = {}

    def __contains__(self, word: str) -> bool:
        if word not in self.decided:
            self.decided[word] = self.rng.random() < self.accept
        return self.decided[word]

    def words(self) -> list[str]:
        """The accepted words and a few nobody asked for, sorted."""
        spare = {"QZX", "ZZ", "XQ"} - self.decided.keys()
        return sorted({word for word, yes in self.decided.items() if yes} | spare)


def fair_numbers(seed: bytes) -> Iterator[int]:
    """HMAC-SHA-256 of 0, 1, 2 … in decimal, as big-endian integers."""
    n = 0
    while True:
        yield int.from_bytes(hmac.new(seed, str(n).encode("ascii"), hashlib.sha256).digest(), "big")
        n += 1


def with_players(fair: dict[str, Any], secret: bytes) -> bytes:
    """Write the form with players' numbers, of which one or both may be missing; gives the seed."""
    told = [hashlib.sha256(secret + bytes([seat])).hexdigest() for seat in range(2)]
    players = [number if secret[1] >> seat & 1 else None for seat, number in enumerate(told)]
    fair.update(server=secret.hex(), players=players)
    return hashlib.sha256(":".join([secret.hex(), *(number or "-" for number in players)]).encode()).digest()


class Draws:
    """A dealer for naive.Match: by the random generator, or by a committed seed."""

    def __init__(self, rng: random.Random, numbers: Iterator[Any] | None = None) -> None:
        self.rng, self.numbers = rng, numbers

    def __call__(self, bag: list[str], n: int) -> list[str]:
        if self.numbers is None:
            return self.rng.sample(bag, n)
        given = []
        for _ in range(n):
            bag.sort()
            given.append(bag.pop(next(self.numbers) % len(bag)))
        return given


def random_settings(rng: random.Random) -> dict[str, Any]:
    """Settings that differ from the defaults, each with a chance of its own in this match."""
    eagerness = rng.choice([0.1, 0.4, 0.8])
    settings: dict[str, Any] = {key: rng.choice(values) for key, values in RANGES.items() if rng.random() < eagerness}
    settings["board_size"] = rng.choice([11, 11, 15, 19])
    settings["language"] = rng.choice(["en", "en", "sv"])
    if rng.random() < 0.3:
        settings["turn_seconds"] = rng.choice([None, 5, 30, 90, 600])
    if rng.random() < 0.3:
        settings["blank_board"] = True
    if rng.random() < 0.7:
        settings["items"] = ITEMS if rng.random() < 0.6 else rng.sample(ITEMS, rng.randint(1, 8))
        cheap = rng.choice([0, 1, 3, 99])
        settings["prices"] = {item: rng.randint(0, cheap) for item in rng.sample(ITEMS, rng.randint(1, 8))}
    return settings


def random_board(rng: random.Random, size: int) -> list[str]:
    """Rows of an own board with bonus cells strewn about and the star in the middle."""
    marks = rng.choice([".", ".......dtDT", "..dtDT"])
    rows = [[rng.choice(marks) for _ in range(size)] for _ in range(size)]
    rows[size // 2][size // 2] = "*"
    return ["".join(row) for row in rows]


def random_bag(rng: random.Random, language: str) -> dict[str, Any]:
    """A small bag of few letters, so that it empties."""
    alphabet = STANDARD["languages"][language]["alphabet"]
    letters = sorted(rng.sample(alphabet, rng.randint(3, 9)))
    bag = {letter: [rng.randint(1, 6), rng.choice([0, 1, 1, 2, 4, 10])] for letter in letters}
    bag["?"] = [rng.choice([0, 1, 2, 5]), 0]
    while sum(n for n, _ in bag.values()) < 2 * HAND:
        bag[rng.choice(letters)][0] += 1
    return bag


def opening(rng: random.Random) -> tuple[dict[str, Any], Draws]:
    """A record without actions, and the dealer it is to be played with."""
    settings = random_settings(rng)
    record: dict[str, Any] = {
        "format": "alfapower-record/1",
        "variant": "alfapower",
        "settings": settings,
        "lexicon": {},
        "players": ["Ann", "Bo"],
    }
    if rng.random() < 0.6:
        record["bag"] = random_bag(rng, settings["language"])
        if rng.random() < 0.1:  # a match of noughts, for ties
            record["bag"] = {tile: [n, 0] for tile, (n, _) in record["bag"].items()}
            settings |= {"coins_per_point": 0, "invalid_points": 0}
    if not settings.get("blank_board") and rng.random() < 0.5:
        record["board"] = random_board(rng, settings["board_size"])
    if rng.random() < 0.6:
        return record, Draws(rng)
    secret = rng.randbytes(32)
    record["fair"] = {"commitment": hashlib.sha256(secret).hexdigest()}
    if secret[0] % 2:
        record["fair"]["seed"] = secret.hex()
        numbers = fair_numbers(secret)
    else:
        numbers = fair_numbers(with_players(record["fair"], secret))
    lot = next(numbers) % 2
    if rng.random() < 0.8:  # else a rematch, in which no lots are drawn
        record["lobby_order"] = ["Bo", "Ann"] if lot else ["Ann", "Bo"]
    return record, Draws(rng, numbers)


def random_match(seed: int, happenings: Happenings | None = None) -> dict[str, Any]:
    """A record with random settings and actions, and what the naive engine makes of it; what happened is noted in
    `happenings` when given."""
    rng = random.Random(seed)
    record, draws = opening(rng)
    lexicon = CoinLexicon(rng, rng.choice([1.0, 0.95, 0.8, 0.5]))
    match = Match(record, lexicon, draws)
    record["hands"] = [list(hand) for hand in match.hands]
    record["actions"] = actions = list[dict[str, Any]]()
    player = Player(rng, match)
    most, epilogue = rng.choice([15, 60, 150, 300]), rng.choice([0, 0, 2])
    while len(actions) < most and (match.phase != "over" or epilogue):
        epilogue -= match.phase == "over"
        action = player.next_action()
        before = happenings.before(match, action) if happenings is not None else None
        step = match.apply(action)
        if happenings is not None:
            happenings.after(match, action, step, certain(before))
        actions.append(action)
    if match.phase == "over":
        totals = [totals["total"] for totals in match.totals()]
        record["result"] = {"reason": match.reason, "winner": match.winner, "totals": totals}
    record["lexicon"] = {"words": lexicon.words()}
    whole = {"record": record, "expected": {"steps": match.steps, "final": match.final()}}
    copied: dict[str, Any] = json.loads(json.dumps(whole))
    return copied


def main(seeds: int) -> None:
    happenings = Happenings()
    for seed in range(seeds):
        random_match(seed, happenings)
    sys.stdout.write(happenings.table(seeds))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
