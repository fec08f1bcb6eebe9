"""The word lists: every word is in, near misses are out, a damaged file is rebuilt, and credit is given."""

import gzip
import hashlib
import json
import multiprocessing
import os
import random
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import dawg
import pytest
from django.core.management import call_command
from django.test import Client

from dictionary import api, bundled, lexicon
from dictionary.normalise import ALPHABETS
from tests.support import run_length
from tests.support.types import certain


def shipped(name: str) -> bytes:
    """The words as they stand in the file."""
    return gzip.decompress((bundled.DATA / f"{name}.txt.gz").read_bytes())


def odd_ones(words: list[str], alphabet: str) -> list[str]:
    """The first, the last, the shortest and the longest word, and the first and the last with each letter."""
    ends = [next(word for word in each if letter in word) for letter in alphabet for each in (words, reversed(words))]
    return [words[0], words[-1], min(words, key=len), max(words, key=len), *ends]


@pytest.mark.parametrize("name", ["en", "sv"])
def test_words_are_in_and_near_misses_are_out(name: str) -> None:
    """Every word in the long runs, else some by the seed that pytest-randomly prints, and the odd ones."""
    words = shipped(name).decode().upper().splitlines()
    known, found, alphabet = set(words), api.current(name), ALPHABETS[name]
    asked = words if run_length.LONG else [*odd_ones(words, alphabet), *random.sample(words, 20_000)]
    assert [word for word in asked if word not in found] == []
    for word in random.sample(words, run_length.tries(4_000, 20_000)):
        place = random.randrange(len(word))
        near = word[:place] + random.choice(alphabet) + word[place + 1 :]
        assert (near in found) == (near in known), near
        assert word[:-1] in known or word[:-1] not in found, word


@pytest.mark.parametrize("name", ["en", "sv"])
def test_the_manifest_tells_the_truth(name: str) -> None:
    (entry,) = [entry for entry in bundled.word_lists() if entry.name == name]
    raw = shipped(name)
    upper = sorted(raw.decode().upper().splitlines())
    text = "".join(f"{word}\n" for word in upper)
    assert entry.sha256 == hashlib.sha256(raw).hexdigest()
    assert entry.digest == hashlib.sha256(text.encode()).hexdigest()
    assert entry.words == len(set(upper))
    assert set(text) <= {*ALPHABETS[name], "\n"}
    assert unicodedata.is_normalized("NFC", text)


def test_the_pinned_version_is_the_current_one_and_others_are_unknown() -> None:
    current = api.current("en")
    assert api.lexicon("en", current.version) is current
    for name, version in (("en", "1999.01"), ("de", "2026.11"), ("../en", "2026.11"), ("EN", "2026.11")):
        with pytest.raises(api.UnknownLexicon) as unknown:
            api.lexicon(name, version)
        assert (unknown.value.name, unknown.value.version) == (name, version)
    with pytest.raises(api.UnknownLexicon):
        api.current("de")


def test_a_lexicon_tells_what_a_match_is_pinned_to() -> None:
    for entry in bundled.word_lists():
        found = api.current(entry.name)
        assert (found.name, found.version, found.digest) == (entry.name, entry.version, entry.digest)


def english() -> bundled.WordList:
    """The English list's entry."""
    return next(entry for entry in bundled.word_lists() if entry.name == "en")


def test_a_missing_file_is_compiled_on_demand(folder: Path) -> None:
    assert "STORM" in api.current("en")
    assert lexicon.compiled_path(folder, english()).exists()


@pytest.mark.long
def test_prepare_compiles_what_is_missing_and_nothing_twice(folder: Path) -> None:
    assert sorted(api.prepare()) == ["en 2026.11", "sv 2026.11"]
    assert api.prepare() == []


@pytest.mark.long
def test_the_command_says_what_it_compiled(folder: Path) -> None:
    first, second = StringIO(), StringIO()
    call_command("build_lexicons", stdout=first)
    call_command("build_lexicons", stdout=second)
    assert "en 2026.11" in first.getvalue()
    assert "sv 2026.11" in first.getvalue()
    assert second.getvalue() == "All word lists are compiled.\n"


def test_threads_that_ask_at_once_get_one_lexicon(folder: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(api.current, ["en"] * 8))
    assert all(each is found[0] for each in found)


def test_of_processes_that_lack_a_list_one_compiles_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are done with it when their turn comes."""
    entry, compiled = english(), dawg.DAWG(["STORM"]).tobytes()

    @contextmanager
    def another_was_first(lock: Path) -> Iterator[None]:
        lexicon.keep_file(lock.parent, entry, compiled)
        yield

    monkeypatch.setattr(lexicon, "one_maker", another_was_first)
    lexicon.compile_list(folder, entry)
    assert "STORM" in certain(lexicon.open_list(folder, entry))
    assert lexicon.compiled_path(folder, entry).read_bytes().endswith(compiled)


def test_what_a_killed_process_left_is_no_obstacle(folder: Path) -> None:
    folder.mkdir()
    leftover = folder / f"{lexicon.compiled_path(folder, english()).name}.0123456789abcdef.new"
    leftover.write_bytes(b"alfapower-lexicon/1 half")
    assert "STORM" in api.current("en")
    assert lexicon.open_list(folder, english()) is not None


def test_a_file_under_another_lists_name_is_not_trusted(folder: Path) -> None:
    lexicon.compile_list(folder, english())
    swedish = next(entry for entry in bundled.word_lists() if entry.name == "sv")
    lexicon.compiled_path(folder, english()).rename(lexicon.compiled_path(folder, swedish))
    assert lexicon.open_list(folder, swedish) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: raw[: len(raw) // 2],
        lambda raw: b"",
        lambda raw: raw[:-1],
        lambda raw: raw[:-100] + bytes(100),
        lambda raw: b"x" * 1000,
        lambda raw: raw.replace(b"alfapower-lexicon/1", b"alfapower-lexicon/0"),
    ],
    ids=["half", "empty", "a byte short", "zeroed", "foreign", "another form"],
)
@pytest.mark.long
def test_a_damaged_file_is_not_trusted_but_rebuilt(folder: Path, damage: Callable[..., Any]) -> None:
    lexicon.compile_list(folder, english())
    path = lexicon.compiled_path(folder, english())
    path.write_bytes(damage(path.read_bytes()))
    assert lexicon.open_list(folder, english()) is None
    assert "STORM" in api.current("en")
    assert lexicon.open_list(folder, english()) is not None


@pytest.mark.long
def test_two_processes_may_prepare_at_once(folder: Path) -> None:
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=api.prepare) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    for entry in bundled.word_lists():
        assert lexicon.open_list(folder, entry) is not None
    kept = [path.suffix for path in folder.iterdir() if path.name != "making"]  # the file by which they take turns
    assert sorted(kept) == [".lexicon"] * 2 + [".words"] * 2


@pytest.mark.long
def test_a_compilation_in_the_middle_of_another_disturbs_neither(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = os.fsync

    def meanwhile(descriptor: int) -> None:
        monkeypatch.setattr(os, "fsync", written)
        lexicon.compile_list(folder, english())
        written(descriptor)

    monkeypatch.setattr(os, "fsync", meanwhile)
    lexicon.compile_list(folder, english())
    assert os.fsync is written
    assert lexicon.open_list(folder, english()) is not None


def manifest_for(raw: bytes, **changes: object) -> dict[str, object]:
    """An entry of lists.json that is true of a list's bytes but for the changes."""
    words = sorted(raw.decode(errors="replace").upper().splitlines())
    entry = {"name": "en", "version": "2026.11", "file": "own.txt.gz", "words": len(words)}
    return {
        **entry,
        "sha256": hashlib.sha256(raw).hexdigest(),
        "digest": hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest(),
        **changes,
    }


@pytest.fixture
def own_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., bundled.WordList]]:
    """Puts a list and its manifest in the place of the bundled ones."""

    def put(raw: bytes, packed: bytes | None = None, **changes: object) -> bundled.WordList:
        (tmp_path / "own.txt.gz").write_bytes(gzip.compress(raw) if packed is None else packed)
        (tmp_path / "lists.json").write_text(json.dumps([manifest_for(raw, **changes)]))
        monkeypatch.setattr(bundled, "DATA", tmp_path)
        bundled.word_lists.cache_clear()
        return bundled.word_lists()[0]

    yield put
    bundled.word_lists.cache_clear()


def test_a_list_of_ones_own_may_take_a_bundled_lists_place(
    own_list: Callable[..., bundled.WordList], folder: Path
) -> None:
    own_list(b"aa\nzz\n")
    found = api.current("en")
    assert "AA" in found
    assert "STORM" not in found


@pytest.mark.parametrize(
    ("raw", "changes"),
    [
        (b"aa\nzz\n", {"sha256": "0" * 64}),
        (b"aa\nzz\n", {"digest": "0" * 64}),
        (b"aa\nzz\n", {"words": 3}),
        (b"aa\n\nzz\n", {}),
        ("aa\nsmörgås\n".encode(), {}),
        ("aa\nstraße\n".encode(), {}),
        (b"aa\nit's\n", {}),
        (b"aa\n\xff\xfe\n", {}),
        (b"aa\nzz\n", {"packed": b""}),
        (b"aa\nzz\n", {"packed": b"plain"}),
        (b"aa\nzz\n", {"packed": gzip.compress(b"aa\nzz\n")[:-9]}),
    ],
    ids=["bytes", "digest", "count", "empty line", "another language", "no letter", "apostrophe", "no text",
         "packed into nothing", "not packed", "packed and cut"],
)  # fmt: skip
def test_a_list_that_is_not_what_its_manifest_says_is_refused(
    own_list: Callable[..., bundled.WordList], raw: bytes, changes: dict[str, Any]
) -> None:
    entry = own_list(raw, **changes)
    with pytest.raises(bundled.DamagedList, match=r"own\.txt\.gz"):
        bundled.read_words(entry)


def test_the_credits_name_every_author_and_serve_every_licence(client: Client) -> None:
    page = client.get("/credits/").content.decode()
    for author in ("Kevin Atkinson", "J Ross Beresford", "Alan Beale", "Göran Andersson"):
        assert author in page
    for name in ("SCOWL", "DSSO", "LGPL-3.0", "GPL-3.0"):
        assert f'href="/credits/{name}.txt"' in page
    for name in bundled.LICENCES:
        answer = client.get(f"/credits/{name}.txt")
        assert answer.status_code == 200
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.getvalue() == (bundled.DATA / "licenses" / f"{name}.txt").read_bytes()
    for entry in bundled.word_lists():
        assert entry.version in page


@pytest.mark.parametrize(
    "name",
    ["README", "MIT", "", "scowl", "..%2Flists.json", "../lists.json", "SCOWL%00", "%00", "%ED%B2%80", "9" * 5000,
     "..%2f..%2fREADME", "%E2%80%AE"],
)  # fmt: skip
def test_nothing_but_the_licences_is_served(client: Client, name: str) -> None:
    for address in (f"/credits/{name}.txt", f"/credits/en/{name}.txt", f"/credits/{name}/2026.11.txt"):
        assert client.get(address).status_code == 404, address


def test_the_lists_ship_with_their_terms_and_their_source() -> None:
    """LGPL 3: licence, author's notice and the scripts that made the changed list. UKACD: its text verbatim."""
    shipped = {str(path.relative_to(bundled.DATA)) for path in bundled.DATA.rglob("*")}
    assert {f"licenses/{name}.txt" for name in bundled.LICENCES} <= shipped
    assert {"build/en_add.txt", "build/sv_add.txt", "build/sv_rescue.txt"} <= shipped
    assert (bundled.DATA.parent / "building" / "swedish.py").is_file()
    assert "J Ross Beresford" in (bundled.DATA / "licenses" / "SCOWL.txt").read_text(encoding="utf-8")
