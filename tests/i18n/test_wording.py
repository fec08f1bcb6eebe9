"""The site's voice (docs/writing.md): what allauth says in Swedish is said in the site's own words, and what sounded
translated to a native ear has gone for good. And Swedish is complete and compiled: every text the source marks is
translated, and the site speaks it when asked."""

import re
from collections import defaultdict
from pathlib import Path

import allauth
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.sign_in.allauth_texts import WORDS
from tests.i18n.catalogue import FOLDERS, all_entries, catalogue_of, compiled_po, marked, read_mo, read_po
from tests.support.project_files import ROOT

SWEDISH = Path(allauth.__file__).parent / "locale/sv/LC_MESSAGES/django.mo"
FOREIGN = re.compile(r"\bepost|\bmail|-mail|mailet\b|vänligen", re.IGNORECASE)
ELSEWHERE = re.compile(r"third.party|OpenID|provider|%s account|\(ENTER\)")  # of parts of allauth that are not here


def effective(english: str) -> str:
    with translation.override("sv"):
        return translation.gettext(english)


def test_nothing_of_allauths_is_left_in_a_swedish_that_is_not_the_sites() -> None:
    theirs = {english: text for english, text in read_mo(SWEDISH).items() if not ELSEWHERE.search(english)}
    assert len(theirs) > 100
    left = {english for english in theirs if english and FOREIGN.search(effective(english).replace("mailto:", ""))}
    assert not left, left


@pytest.mark.parametrize("english", WORDS)
def test_every_text_that_is_marked_is_one_of_allauths(english: str) -> None:
    assert english in read_mo(SWEDISH)


TRANSLATED = re.compile(
    r"\blaying would|(?<!player )who loses the connection|matches are played by|passes running|nobody else in\b"
    r"|alone opens nothing"
    r"|take it along|show it around|followed from a sealed|shows it to you|come with the first of them"
    r"|the true one lies|was not heard from|^you have an account\?|\bcoins a (turn|point)\b|^may lie\b"
    r"|\blay a word|\blaid a word|\banew\b"
    r"|\bminds what|\btiles that lie\b|\bturn goes on\b|^nobody yet$|\bknown only to\b|\bracks alone\b|^lay one word",
    re.IGNORECASE,
)
SWEDISH_AMISS = re.compile(
    r"\bvasst\b|stava ihop|bryter mot reglerna|passning|\bförseglat frö|betänketid|verifiera"
    r"|webbplats|matchtypens$|olycksbådande|\bvårdar det den\b|^vardagsord, som de kommer|ställ ensam",
    re.IGNORECASE,
)


def test_what_sounded_translated_is_not_back() -> None:
    entries = all_entries()
    english = [text for entry in entries for text in entry.sources]
    swedish = [text for entry in entries for text in entry.translations]
    assert len(english) > 1000
    assert [text for text in english if TRANSLATED.search(text)] == []
    assert [text for text in swedish if SWEDISH_AMISS.search(text)] == []


HOW = """

Run   python3 manage.py makemessages -l sv --no-location --no-obsolete
then  fill in locale/sv/LC_MESSAGES/django.po, a game's in its folder (take away "fuzzy" once the text is right)
then  python3 manage.py compilemessages -l sv -i .venv
and commit both django.po and django.mo."""

FILLED_IN = re.compile(r"%\(\w+\)[ds]|%%|\{\d+\}|<[^>]+>")


in_each_catalogue = pytest.mark.parametrize(
    "folder", FOLDERS, ids=[str(folder.relative_to(ROOT)) for folder in FOLDERS]
)


@in_each_catalogue
def test_every_marked_text_is_in_the_catalogue_and_nothing_else(folder: Path) -> None:
    wanted, held = marked(folder), {entry.key for entry in read_po(folder)}
    assert not wanted - held, f"Not in the Swedish catalogue: {sorted(wanted - held)}{HOW}"
    assert not held - wanted, f"In the Swedish catalogue, but no longer in the source: {sorted(held - wanted)}{HOW}"


def test_every_text_is_translated_and_looked_at() -> None:
    open_ones = [e.sources[0] for e in all_entries() if not all(e.translations) or "fuzzy" in e.flags]
    assert not open_ones, f"Untranslated or fuzzy: {open_ones}{HOW}"


def test_what_is_filled_in_is_the_same_in_both_languages() -> None:
    odd = [
        (entry.sources[-1], text)
        for entry in all_entries()
        for text in entry.translations
        if set(FILLED_IN.findall(text)) != set(FILLED_IN.findall(entry.sources[-1]))
    ]
    assert not odd, f"Placeholders or markup differ: {odd}"


def test_plurals_have_both_swedish_forms() -> None:
    plurals = [entry for entry in all_entries() if "msgid_plural" in entry.parts]
    assert plurals
    assert all(len(entry.translations) == 2 for entry in plurals)


def test_a_text_of_two_catalogues_has_one_translation() -> None:
    """Of two that differ the site speaks one, wherever the text stands."""
    found: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for entry in all_entries():
        found[entry.key].add(tuple(entry.translations))
    assert not {key: said for key, said in found.items() if len(said) > 1}


@in_each_catalogue
def test_the_compiled_catalogue_is_that_of_the_source(folder: Path) -> None:
    compiled, written = read_mo(catalogue_of(folder).with_suffix(".mo")), compiled_po(folder)
    for header in (compiled, written):  # some versions of msgfmt leave this date out
        header[""] = re.sub(r"POT-Creation-Date:.*\n", "", header[""])
    differing = sorted(key for key in compiled.keys() | written.keys() if compiled.get(key) != written.get(key))
    assert not differing, f"django.mo is not what django.po compiles to: {differing}{HOW}"


@pytest.mark.django_db
def test_a_swedish_browser_gets_a_swedish_page(client: Client) -> None:
    page = client.get(reverse("lobby:home"), headers={"accept-language": "sv-SE,sv;q=0.9"}).content.decode()
    assert '<html lang="sv" ' in page
    assert "Spela din första match" in page
    assert "Play your first match" not in page
