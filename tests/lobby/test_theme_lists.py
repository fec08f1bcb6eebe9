"""Lists of words for themes: an admin keeps them in the form a match would, and hosts are offered them."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from dictionary import api as dictionary
from lobby import forms
from lobby.models import ThemeList
from lobby.theme_admin import ThemeForm


def form_with(words: str, language: str = "sv", name: str = "Väder") -> ThemeForm:
    return ThemeForm({"language": language, "name": name, "words": words, "active": True})


def test_words_are_kept_as_a_match_keeps_them() -> None:
    form = form_with("vind, regn\nso\u0308l")
    assert form.is_valid(), form.errors
    assert (form.save().words, ThemeList.objects.get(name="Väder").count) == ("VIND REGN SÖL", 3)


@pytest.mark.parametrize(
    ("words", "language", "code"),
    [
        ("", "sv", "required"),
        (" , ", "sv", "empty"),
        ("...", "sv", "empty"),
        ("SJÖ", "en", "out_of_range"),
        ("A", "sv", "out_of_range"),
        ("A" * 18, "sv", "out_of_range"),
        (" ".join(f"A{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(51)), "en", "out_of_range"),
        ("vind VIND", "sv", "duplicate"),
        ("vind", "de", "invalid_choice"),
        ("A" * 2001, "sv", "max_length"),
    ],
)
def test_words_that_no_match_would_take_are_refused_at_their_field(words: str, language: str, code: str) -> None:
    form = form_with(words, language)
    assert not form.is_valid()
    assert [error.code for errors in form.errors.as_data().values() for error in errors] == [code]


def test_a_name_is_there_once_in_a_language() -> None:
    assert not form_with("VIND", name="Natur").is_valid()
    assert form_with("WIND", "en", name="Natur").is_valid()


def test_every_list_that_comes_with_the_site_can_be_played() -> None:
    for theme in ThemeList.objects.all():
        lexicon = dictionary.current(theme.language)
        assert [word for word in theme.words.split() if word not in lexicon] == [], theme.name
        assert form_with(theme.words, theme.language, "Another").is_valid()


def test_the_form_offers_what_is_switched_on() -> None:
    ThemeList.objects.filter(name="Djur").update(active=False)
    page = Client(headers={"Accept-Language": "sv"}).get(reverse("lobby:alone", args=["alfapet"])).content.decode()
    assert "VIND REGN SOL" in page and "RÄV VARG" not in page


def test_a_game_without_a_theme_asks_for_no_lists(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        forms.sections({}, (), "classic")
