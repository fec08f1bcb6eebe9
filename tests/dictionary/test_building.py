"""How the bundled lists are made again: forms of a Hunspell dictionary, editorial lists, packages from folders."""

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from dictionary.building import blocklist, editorial, english, hunspell, swedish
from dictionary.management.commands.build_word_lists import built

AFFIXES = """SET UTF-8
NOSUGGEST !
FORBIDDENWORD %
ONLYINCOMPOUND Z
NEEDAFFIX ¤
COMPOUNDBEGIN X
FULLSTRIP
SFX A Y 3
SFX A 0 en [^e]
SFX A a or a
SFX A 0 s/X .
SFX B Y 1
SFX B hus hem hus
"""
ENTRIES = "9\nbil/A\nflicka/A\nhus/B\nAnna/A\nfel/%\nlång/Z\nrot/¤A\nskräp/!A\nidé\nkbps\n"


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    """A little dictionary with one of everything."""
    (tmp_path / "index.aff").write_text(AFFIXES, encoding="utf-8")
    (tmp_path / "index.dic").write_text(ENTRIES, encoding="utf-8")
    return tmp_path


def test_forms_follow_the_rules_of_their_flags(dictionary: Path) -> None:
    affixes = hunspell.read_affixes(dictionary / "index.aff")
    forms = [form.word for form in hunspell.forms(affixes, dictionary / "index.dic")]
    assert forms == [
        "bil", "bilen", "flicka", "flickaen", "flickor", "hus", "hem", "Anna", "Annaen", "Annor", "roten", "skräp",
        "skräpen", "idé", "kbps",
    ]  # fmt: skip
    assert hunspell.forbidden(affixes, dictionary / "index.dic") == {"fel"}


@pytest.mark.parametrize("line", ["PFX A Y 1", "FLAG long", "SFX C 0 na/A ."])
def test_what_is_not_read_is_refused(dictionary: Path, line: str) -> None:
    path = dictionary / "index.aff"
    path.write_text(f"{AFFIXES}{line}\n", encoding="utf-8")
    with pytest.raises(hunspell.Unsupported):
        hunspell.read_affixes(path)


def test_the_swedish_list_has_no_names_and_no_units_and_keeps_doubtful_words_apart(dictionary: Path) -> None:
    found = swedish.words(dictionary)
    assert {"bil", "flickor", "hem", "roten", "ide"} <= found.words
    assert not {"anna", "kbps", "skräp", "fel", "lång"} & found.words
    assert found.flagged == {"skräp", "skräpen"}


def test_the_english_list_takes_plain_words_down_to_its_level(tmp_path: Path) -> None:
    for level in range(10, 70):
        (tmp_path / f"english-words.{level}").write_text("storm\n")
    (tmp_path / "british-words.80").write_text("café\nœdema\nqz\nit's\nNato\n", encoding="utf-8")
    (tmp_path / "english-words.95").write_text("rarest\n")
    (tmp_path / "variant_3-words.20").write_text("odd\n")
    found = english.words(tmp_path)
    assert {"storm", "cafe", "oedema", "qi"} <= found
    assert not {"qz", "its", "nato", "rarest", "odd"} & found
    with pytest.raises(english.NotThePackage):
        english.words(tmp_path / "elsewhere")


def test_blocked_words_are_ours_with_their_inflections() -> None:
    listed = frozenset({"nag", "nags", "nagged", "nagger", "nagg", "stake", "dyed"})
    found = blocklist.words("en", ["NAG", "no nag", "dye"], listed)
    assert found == {"nag", "nags", "nagged", "nagger", "dyed"}


def test_a_list_that_fails_its_check_is_not_written(
    dictionary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language in ("en", "sv"):
        (tmp_path / f"{language}.json").write_text(json.dumps([]))
    monkeypatch.setattr(english, "FEWEST_FILES", 0)
    folder = tmp_path / "made"
    options = {"scowl": tmp_path, "dictionary_sv": dictionary, "naughty_words": tmp_path}
    with pytest.raises(CommandError, match="en: missing"):
        call_command("build_word_lists", folder, **options)
    assert list(folder.iterdir()) == []
    monkeypatch.setattr(editorial, "absent", lambda words, name: frozenset())
    said = StringIO()
    call_command("build_word_lists", folder, stdout=said, **options)
    assert sorted(path.name for path in folder.iterdir()) == [
        "block_en.txt.gz", "block_sv.txt.gz", "en.txt.gz", "sv.txt.gz", "sv_flagged.txt.gz",
    ]  # fmt: skip
    assert "not as bundled" in said.getvalue()
    swedes = gzip.decompress((folder / "sv.txt.gz").read_bytes()).decode().splitlines()
    assert swedes == sorted(built(tmp_path, dictionary, tmp_path)["sv"])
