"""The rules alone: a play of seven tiles checked, scored and looked up, and the readout of the same tiles."""

import json
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.measure import Row, Timing, interleaved, row
from dictionary import api as dictionary
from dictionary.bundled import word_lists
from game.crossword.layouts import standard_layout
from game.crossword.tiles import read_placed
from game.variants.alfapower.rules.placement import examine
from game.variants.alfapower.rules.readout import read_out
from game.variants.alfapower.rules.scoring import score_words, turn_score
from tests.support.text_boards import scene

ROUNDS, CALLS = 9, 40


def rows() -> list[Row]:
    """Medians over all plays of each play's median."""
    (english,) = [entry for entry in word_lists() if entry.name == "en"]
    lexicon = dictionary.lexicon("en", english.version)  # the one in force would be asked of a database
    taken: dict[str, list[Timing]] = {}
    positions = json.loads(Path(__file__).with_name("positions.json").read_text())
    for position in positions:
        for name, timing in interleaved(_cases(position, lexicon), rounds=ROUNDS, calls=CALLS).items():
            taken.setdefault(name, []).append(timing)
    aims = {"check + score + look-up": "60 µs", "readout": "120 µs"}
    lines = []
    for name, timings in taken.items():
        middle = Timing(statistics.median(t.us for t in timings), statistics.median(t.noise for t in timings))
        lines.append(row(f"{len(positions)} plays of 7 tiles: {name}", middle, aims.get(name, "")))
    return lines


def _cases(position: dict[str, list[Any]], lexicon: dictionary.Lexicon) -> dict[str, Callable[[], object]]:
    layout = "\n".join(standard_layout(15, False))
    state = scene("\n".join(position["rows"]), bonuses=layout, hand="".join(position["hand"]))
    read = (read_placed(line, column, token, "en") for line, column, token in position["tiles"])
    tiles = tuple(placed for placed in read if placed)
    placement = examine(state, 0, tiles)
    texts = [word.text for word in score_words(state.board, state.rules, placement)]

    def whole() -> int:
        words = score_words(state.board, state.rules, examine(state, 0, tiles))
        rejected = [word.text for word in words if word.text not in lexicon]
        return turn_score(words) + len(rejected)

    return {
        "check": lambda: examine(state, 0, tiles),
        "score": lambda: score_words(state.board, state.rules, placement),
        "look-up": lambda: [text for text in texts if text not in lexicon],
        "check + score + look-up": whole,
        "readout": lambda: read_out(state, 0, tiles),
    }
