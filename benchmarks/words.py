"""Word look-up beside a frozenset, a marisa trie and an indexed table: time, memory, opening both lists, and what it
takes to make and publish a list. Memory is that of fresh processes.
"""

import gzip
import io
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import dawg
import marisa_trie
from django.conf import settings
from django.db import connection

from benchmarks.measure import Row, empty_database, seconds_of, timing
from dictionary import api as dictionary
from dictionary.bundled import DATA, WordList, read_words, word_lists

ROUNDS, LOOKUPS = 15, 20_000


def rows() -> list[Row]:
    """Both languages: look-up, opening both lists, and what making and publishing a list takes."""
    lines = []
    for entry in word_lists():
        words = read_words(entry)
        marisa_trie.Trie(words).save(str(_trie_file(entry)))
        lines += _looked_up(entry, words)
        lines += _made(entry, words)
    cost = {what: _fresh(what) for what in ("frozensets", "lexicons", "tries")}
    base = cost["frozensets"]
    for what, name in (("lexicons", "both lists open"), ("tries", "both marisa tries mapped")):
        faster, smaller = base["ms"] / cost[what]["ms"], base["mb"] / cost[what]["mb"]
        aims = ("20 ms", "30 MB, 1/8") if what == "lexicons" else ("", "")
        lines.append(Row(f"{name}: time", f"{cost[what]['ms']:.1f} ms", f"{faster:.0f} × faster", aims[0]))
        lines.append(Row(f"{name}: memory", f"{cost[what]['mb']:.1f} MB", f"1/{smaller:.0f} of a frozenset's", aims[1]))
    return lines + _published()


def _looked_up(entry: WordList, words: list[str]) -> list[Row]:
    name, version = entry.name, entry.version
    asked, plain, lexicon = _asked(words), frozenset(words), dictionary.lexicon(name, version)
    trie = marisa_trie.Trie().mmap(str(_trie_file(entry)))
    ways: dict[str, Callable[[list[str]], object]] = {
        "frozenset": lambda texts: [text for text in texts if text in plain],
        "lexicon": lambda texts: [text for text in texts if text in lexicon],
        "marisa trie": lambda texts: [text for text in texts if text in trie],
        "api.lexicon(name, version)": lambda texts: [t for t in texts if t in dictionary.lexicon(name, version)],
    }
    taken: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way, look in ways.items():
            texts = [bytes(word, "utf-8").decode() for word in asked]
            taken[way].append(seconds_of(partial(look, texts)) / len(texts) * 1e6)
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
    ] + _asked_of_postgres(name, words, asked, base)


def _asked_of_postgres(name: str, words: list[str], asked: list[str], base: float) -> list[Row]:
    """An indexed table, asked a word at a time by a prepared statement; nothing where there is no Postgres."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute('CREATE TEMPORARY TABLE words (word text COLLATE "C" PRIMARY KEY)')
        with cursor.copy("COPY words FROM STDIN") as copy:
            copy.write("\n".join(words))
        cursor.execute("ANALYZE words")
        cursor.execute("PREPARE asked (text) AS SELECT 1 FROM words WHERE word = $1")
        samples = []
        for at in range(0, 5000, 500):
            begun = time.perf_counter()
            for word in asked[at : at + 500]:
                cursor.execute("EXECUTE asked (%s)", (word,))
                cursor.fetchone()
            samples.append((time.perf_counter() - begun) / 500 * 1e6)
        cursor.execute("DEALLOCATE asked")
        cursor.execute("DROP TABLE words")
    found = timing(samples)
    return [
        Row(f"{name}: word in an indexed table, wall", f"{found.us:.0f} µs", f"{found.us / base:.0f} ×", "",
            f"±{found.noise:.0f} %")
    ]  # fmt: skip


def _made(entry: WordList, words: list[str]) -> list[Row]:
    """Compiling, once each: it takes seconds and nobody waits for it."""
    ways: dict[str, Callable[[], object]] = {
        "graph compiled": lambda: dawg.DAWG(words),
        "marisa trie compiled": lambda: marisa_trie.Trie(words),
        "text packed": lambda: gzip.compress("\n".join(words).encode(), 3),
    }
    return [Row(f"{entry.name}: {way}", f"{seconds_of(make):.2f} s") for way, make in ways.items()]


def _published() -> list[Row]:
    """From an upload to a list that matches take, on an empty database."""
    with empty_database():
        return [line for entry in word_lists() for line in _published_list(entry)]


def _published_list(entry: WordList) -> list[Row]:
    from dictionary.services import jobs, uploads, versions

    raw = (DATA / entry.file).read_bytes()
    jobs._start = lambda job_id: None  # done here and now, to be timed
    begun = time.perf_counter()
    job = uploads.receive(entry.name, io.BytesIO(raw), len(raw), None)
    received = time.perf_counter()
    jobs.work(job.pk)
    compiled = time.perf_counter()
    version = versions.publish(job.word_list_id, versions.active(entry.name).pk)
    published = time.perf_counter()
    found = dictionary.lexicon(entry.name, version.version)
    opened = time.perf_counter()
    assert found.digest == entry.digest
    where = f"{connection.vendor}: {entry.name}"
    return [
        Row(f"{where}: upload taken in, wall", f"{received - begun:.2f} s"),
        Row(f"{where}: read, compiled, stored, wall", f"{compiled - received:.1f} s"),
        Row(f"{where}: published, wall", f"{(published - compiled) * 1000:.0f} ms"),
        Row(f"{where}: first fetched by a host, wall", f"{(opened - published) * 1000:.0f} ms", "", "2 s"),
    ]


def _trie_file(entry: WordList) -> Path:
    return Path(settings.DATA_DIR / f"{entry.name}.marisa")


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
    """The shortest time and the largest growth of three fresh processes that open both lists, in ms and MB."""
    command = [sys.executable, "-m", "benchmarks.run", "--child", what]
    runs = [json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout) for _ in range(3)]
    return {"ms": min(run["ms"] for run in runs), "mb": max(run["mb"] for run in runs)}


def open_both(what: str) -> dict[str, float]:
    """In a child: open both lists as `what` and tell the cost. The text is read before the clock begins."""
    texts = [read_words(entry) for entry in word_lists()] if what == "frozensets" else []
    blobs = ["\n".join(words).encode() for words in texts]
    texts.clear()
    before, begun = _resident(), time.perf_counter()
    if what == "lexicons":
        kept: list[object] = [dictionary.lexicon(entry.name, entry.version) for entry in word_lists()]
    elif what == "tries":
        kept = [marisa_trie.Trie().mmap(str(_trie_file(entry))) for entry in word_lists()]
    else:
        kept = [frozenset(blob.decode().split("\n")) for blob in blobs]
    taken = (time.perf_counter() - begun) * 1000
    return {"ms": taken, "mb": _resident() - before, "lists": len(kept)}


def _resident() -> float:
    """Memory of this process in MB, as the kernel counts it."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024
