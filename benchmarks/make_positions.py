"""Makes positions.json: mid-games of real English words, each with a hand and a legal play of all its seven tiles.

    python -m benchmarks.make_positions

Boards grow by plays of up to four tiles; at some depths hands are drawn until one has a play of seven. Needs no engine:
the plays are found by the tests' own finder.
"""

import json
import random
from pathlib import Path

from dictionary.bundled import read_words, word_lists
from game.crossword.tiles import standard_tiles
from tests.support.move_finder import Finder

FILE = Path(__file__).with_name("positions.json")
SIZE, MATCHES, DEPTHS, HANDS = 15, 20, (0, 3, 6, 9, 12), 60


def main() -> None:
    """Write the file."""
    words = next(entry for entry in word_lists() if entry.name == "en")
    finder, found = Finder(word for word in read_words(words) if len(word) < 10), []
    for seed in range(MATCHES):
        found += positions(finder, random.Random(seed))
    FILE.write_text(json.dumps(found, separators=(",", ":")).replace("},", "},\n") + "\n")


def positions(finder: Finder, rng: random.Random) -> list[dict[str, object]]:
    """The positions of one game."""
    rows, bag, found = ["." * SIZE] * SIZE, list(standard_tiles("en", SIZE).bag()), []
    rng.shuffle(bag)
    for depth in range(max(DEPTHS) + 1):
        if depth in DEPTHS:
            for _ in range(HANDS):
                hand = rng.sample(bag, 7)
                move = finder.best(rows, hand, first=not depth)
                if move is not None and len(move) == 7:
                    found.append({"rows": rows, "hand": hand, "tiles": move})
                    break
        move = finder.best(rows, rng.sample(bag, 7), first=not depth, limit=4)
        for row, col, tile in move or ():
            bag.remove("?" if tile.islower() else tile)
            rows = [line[:col] + tile + line[col + 1 :] if number == row else line for number, line in enumerate(rows)]
    return found


if __name__ == "__main__":
    main()
