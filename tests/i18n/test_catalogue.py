"""Swedish is complete and compiled: every text the source marks is translated, and the site speaks it when asked."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.i18n import catalogue

HOW = """

Run   python3 manage.py makemessages -l sv --no-location --no-obsolete
then  fill in locale/sv/LC_MESSAGES/django.po (take away "fuzzy" once the text is right)
then  python3 manage.py compilemessages -l sv -i .venv
and commit both django.po and django.mo."""

FILLED_IN = re.compile(r"%\(\w+\)[ds]|%%|\{\d+\}|<[^>]+>")


def test_every_marked_text_is_in_the_catalogue_and_nothing_else() -> None:
    marked, held = catalogue.marked(), {entry.key for entry in catalogue.read_po()}
    assert not marked - held, f"Not in the Swedish catalogue: {sorted(marked - held)}{HOW}"
    assert not held - marked, f"In the Swedish catalogue, but no longer in the source: {sorted(held - marked)}{HOW}"


def test_every_text_is_translated_and_looked_at() -> None:
    open_ones = [e.sources[0] for e in catalogue.read_po() if not all(e.translations) or "fuzzy" in e.flags]
    assert not open_ones, f"Untranslated or fuzzy: {open_ones}{HOW}"


def test_what_is_filled_in_is_the_same_in_both_languages() -> None:
    odd = [
        (entry.sources[-1], text)
        for entry in catalogue.read_po()
        for text in entry.translations
        if set(FILLED_IN.findall(text)) != set(FILLED_IN.findall(entry.sources[-1]))
    ]
    assert not odd, f"Placeholders or markup differ: {odd}"


def test_plurals_have_both_swedish_forms() -> None:
    plurals = [entry for entry in catalogue.read_po() if "msgid_plural" in entry.parts]
    assert plurals
    assert all(len(entry.translations) == 2 for entry in plurals)


def test_the_compiled_catalogue_is_that_of_the_source() -> None:
    compiled, written = catalogue.read_mo(), catalogue.compiled_po()
    for header in (compiled, written):  # some versions of msgfmt leave this date out
        header[""] = re.sub(r"POT-Creation-Date:.*\n", "", header[""])
    differing = sorted(key for key in compiled.keys() | written.keys() if compiled.get(key) != written.get(key))
    assert not differing, f"django.mo is not what django.po compiles to: {differing}{HOW}"


@pytest.mark.django_db
def test_a_swedish_browser_gets_a_swedish_page(client: Client) -> None:
    page = client.get(reverse("lobby:home"), headers={"accept-language": "sv-SE,sv;q=0.9"}).content.decode()
    assert '<html lang="sv" ' in page
    assert "Snabbmatch" in page
    assert "Quick Join" not in page
