"""The word lists: every word is in, near misses are out, a damaged file is rebuilt, and credit is given."""

import gzip
import hashlib
import multiprocessing
import random
import unicodedata

import pytest

from dictionary import api, bundled, lexicon, views

ALPHABETS = {"en": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "sv": "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ"}


def plain_words(name: str) -> list[str]:
    """The shipped words as they stand in the file."""
    return gzip.decompress((bundled.DATA / f"{name}.txt.gz").read_bytes()).decode().splitlines()


@pytest.mark.parametrize("name", ["en", "sv"])
def test_every_word_is_in_and_near_misses_are_out(name):
    words = {word.upper() for word in plain_words(name)}
    found = api.current(name)
    assert all(word in found for word in words)
    dice = random.Random(7)
    alphabet = ALPHABETS[name]
    for word in dice.sample(sorted(words), 20_000):
        place = dice.randrange(len(word))
        near = word[:place] + dice.choice(alphabet) + word[place + 1 :]
        assert (near in found) == (near in words)
        assert word[:-1] in words or word[:-1] not in found


@pytest.mark.parametrize("name", ["en", "sv"])
def test_the_manifest_tells_the_truth(name):
    (entry,) = [entry for entry in bundled.word_lists() if entry.name == name]
    raw = gzip.decompress((bundled.DATA / entry.file).read_bytes())
    upper = sorted(word.upper() for word in plain_words(name))
    assert entry.sha256 == hashlib.sha256(raw).hexdigest()
    assert entry.digest == hashlib.sha256("".join(f"{word}\n" for word in upper).encode()).hexdigest()
    assert entry.words == len(set(upper))
    assert set("".join(upper)) <= set(ALPHABETS[name])
    assert all(unicodedata.is_normalized("NFC", word) for word in upper)


@pytest.mark.parametrize(
    "text", ["cat", "Cat", "CAT ", "", "C\u0410T", "CA\u0301T", "\u212a", "\uff23AT", "CAT\0", "?"]
)
def test_look_up_is_exact(text):
    assert text not in api.current("en")


def test_swedish_letters_are_letters_of_their_own():
    found = api.current("sv")
    assert "ÅÄÖ" not in found
    assert "LÅTA" in found
    assert "LA\u030aTA" not in found
    assert "ÖL" in found


def test_the_pinned_version_is_the_current_one_and_others_are_unknown():
    current = api.current("en")
    assert api.lexicon("en", current.version) is current
    for name, version in (("en", "1999.01"), ("de", "2026.11")):
        with pytest.raises(api.UnknownLexicon):
            api.lexicon(name, version)
    with pytest.raises(api.UnknownLexicon):
        api.current("de")


@pytest.fixture
def folder(tmp_path, monkeypatch, settings):
    """An empty data folder, and a process that has opened nothing."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(api, "_open", {})
    return tmp_path / "lexicons"


def english() -> bundled.WordList:
    """The English list's entry."""
    return next(entry for entry in bundled.word_lists() if entry.name == "en")


def test_a_missing_file_is_compiled_on_demand(folder):
    assert "STORM" in api.current("en")
    assert lexicon.compiled_path(folder, english()).exists()


def test_prepare_compiles_what_is_missing_and_nothing_twice(folder):
    assert sorted(api.prepare()) == ["en 2026.11", "sv 2026.11"]
    assert api.prepare() == []


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
def test_a_damaged_file_is_not_trusted_but_rebuilt(folder, damage):
    lexicon.compile_list(folder, english())
    path = lexicon.compiled_path(folder, english())
    path.write_bytes(damage(path.read_bytes()))
    assert lexicon.open_list(folder, english()) is None
    assert "STORM" in api.current("en")
    assert lexicon.open_list(folder, english()) is not None


def test_two_processes_may_compile_at_once(folder):
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=lexicon.compile_list, args=(folder, english())) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(30)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert lexicon.open_list(folder, english()) is not None
    assert [path.suffix for path in folder.iterdir()] == [".lexicon"]


def test_a_bundled_file_that_was_changed_is_refused(tmp_path, monkeypatch):
    entry = english()
    (tmp_path / entry.file).write_bytes(gzip.compress(b"aa\nzz\n"))
    monkeypatch.setattr(bundled, "DATA", tmp_path)
    with pytest.raises(bundled.DamagedList):
        bundled.read_words(entry)


@pytest.mark.django_db
def test_the_credits_name_every_author_and_serve_every_licence(client):
    page = client.get("/credits/").content.decode()
    for author in ("Kevin Atkinson", "J Ross Beresford", "Alan Beale", "Göran Andersson"):
        assert author in page
    for name in views.LICENCES:
        answer = client.get(f"/credits/{name}.txt")
        assert answer.status_code == 200
        assert len(b"".join(answer.streaming_content)) > 300
    assert client.get("/credits/README.txt").status_code == 404
    assert client.get("/credits/..%2Flists.json.txt").status_code == 404
