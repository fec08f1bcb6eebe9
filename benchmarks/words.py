"""Word look-up beside a frozenset: time, memory, and opening both lists. Memory is that of fresh processes."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks.measure import Row, timing
from dictionary import api as dictionary
from dictionary.bundled import WordList, read_words, word_lists

ROUNDS, LOOKUPS = 15, 20_000


def rows() -> list[Row]:
    """Both languages."""
    lines = []
    for entry in word_lists():
        lines += _looked_up(entry, read_words(entry))
    ours, sets = _fresh("lexicons"), _fresh("frozensets")
    faster, smaller = sets["ms"] / ours["ms"], sets["mb"] / ours["mb"]
    lines.append(Row("both lists open: time", f"{ours['ms']:.1f} ms", f"{faster:.0f} × faster", "20 ms"))
    lines.append(
        Row("both lists open: memory", f"{ours['mb']:.1f} MB", f"1/{smaller:.0f} of a frozenset's", "30 MB, 1/8")
    )
    return lines


def _looked_up(entry: WordList, words: list[str]) -> list[Row]:
    name, version = entry.name, entry.version
    asked, plain, lexicon = _asked(words), frozenset(words), dictionary.lexicon(name, version)
    ways: dict[str, Callable[[list[str]], object]] = {
        "frozenset": lambda texts: [text for text in texts if text in plain],
        "lexicon": lambda texts: [text for text in texts if text in lexicon],
        "api.lexicon(name, version)": lambda texts: [t for t in texts if t in dictionary.lexicon(name, version)],
    }
    taken: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way, look in ways.items():
            texts = [bytes(word, "utf-8").decode() for word in asked]
            begun = time.thread_time()
            look(texts)
            taken[way].append((time.thread_time() - begun) / len(texts) * 1e6)
    timings = {way: timing(samples) for way, samples in taken.items()}
    base = timings["frozenset"].us
    return [
        Row(
            f"{name}: word in {way}",
            f"{found.us:.3f} µs",
            f"{found.us / base:.2f} ×",
            "1.3 ×" if way == "lexicon" else "",
            f"±{found.noise:.0f} %",
        )
        for way, found in timings.items()
    ]


def _asked(words: list[str]) -> list[str]:
    """Half words, half words with one letter changed. They are spelled anew for each round, as a play spells its words:
    a text that was looked up before has its hash at hand."""
    chance = random.Random(1)
    asked = chance.sample(words, LOOKUPS // 2)
    letters = sorted({letter for word in asked for letter in word})
    for word in asked[: LOOKUPS // 2]:
        at = chance.randrange(len(word))
        asked.append(word[:at] + chance.choice(letters) + word[at + 1 :])
    chance.shuffle(asked)
    return asked


def _fresh(what: str) -> dict[str, float]:
    """The best of three fresh processes that open both lists: ms and MB they took."""
    command = [sys.executable, "-m", "benchmarks.run", "--child", what]
    runs = [json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout) for _ in range(3)]
    return {key: min(run[key] for run in runs) for key in ("ms", "mb")}


def open_both(what: str) -> dict[str, float]:
    """In a child: open both lists as `what` and tell the cost. The text is read before the clock begins."""
    texts = [read_words(entry) for entry in word_lists()] if what == "frozensets" else []
    blobs = ["\n".join(words).encode() for words in texts]
    texts.clear()
    before, begun = _resident(), time.perf_counter()
    if what == "lexicons":
        kept: list[object] = [dictionary.lexicon(entry.name, entry.version) for entry in word_lists()]
    else:
        kept = [frozenset(blob.decode().split("\n")) for blob in blobs]
    taken = (time.perf_counter() - begun) * 1000
    return {"ms": taken, "mb": _resident() - before, "lists": len(kept)}


def _resident() -> float:
    """Memory of this process in MB, as the kernel counts it."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024
