"""What somebody types or pastes is read as it shows, by one gate: every word, code and name."""

import unicodedata
from collections.abc import Callable, Iterable

import pytest
from django.test import Client

from accounts.models import User
from accounts.profiles.names import clean_name
from accounts.services import boards
from accounts.services.guests import create_guest
from common.typed_text import as_meant, word_as_meant
from dictionary.look_up import read_question
from dictionary.services import drafts
from lobby import rules_code
from lobby.posted_settings import words_of
from lobby.services import rooms
from tests.accounts.conftest import account, sign_in, who
from web_api.models import Token
from web_api.services import tokens

pytestmark = pytest.mark.django_db

UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\ufeff\ufe0f\u034f\u3164\u180e\U000e0041"
CODE = rules_code.write({"turn_seconds": 45})


def pasted(plain: str) -> list[str]:
    """Ways in which the text comes out of a page or a messenger, each of which shows as the text itself."""
    wide = "".join(chr(ord(sign) - 0x21 + 0xFF01) if "!" <= sign <= "~" else sign for sign in plain)
    within = [plain[:2] + unseen + plain[2:] for unseen in UNSEEN]
    return [
        plain, f" {plain}\n", f"\ufeff{plain}\u200f", f"\u2003{plain}\u00a0", wide,
        unicodedata.normalize("NFD", plain), *within,
    ]  # fmt: skip


def the_list_has(typed: str) -> object:
    words, refused = drafts._spelled([typed], "sv")
    return refused or words


def the_board_is_called(typed: str) -> str:
    owner = create_guest()
    boards.keep(owner.pk, typed, ["." * 15] * 15)
    return boards.boards_of(owner)[0].name


def the_token_is_called(typed: str) -> str:
    owner = create_guest()
    User.objects.filter(pk=owner.pk).update(is_bot=True)
    tokens.make(owner.pk, typed)
    return Token.objects.get(user_id=owner.pk).name


FIELDS: list[tuple[str, Callable[[str], object], str, object]] = [
    ("a word to look up", lambda typed: read_question(typed, "sv"), "ÅNGA", "ÅNGA"),
    ("a pattern", lambda typed: read_question(typed, "en"), "C?TS", "C?TS"),
    ("words of a theme", words_of, "ÅRTA", ["ÅRTA"]),
    ("a word of a list", the_list_has, "ÅRTA", ["ÅRTA"]),
    ("a room's code", rooms.normal, "KATE42XM", "KATE42XM"),
    ("a rules code", rules_code.read, CODE, {"turn_seconds": 45}),
    ("a player's name", clean_name, "Åsa Öst", "Åsa Öst"),
    ("a board's name", the_board_is_called, "Åsas 2", "Åsas 2"),
    ("a token's name", the_token_is_called, "My bot", "My bot"),
]


def each(fields: Iterable[tuple[str, Callable[[str], object], str, object]]) -> pytest.MarkDecorator:
    """A test of each of the fields."""
    parameters = [pytest.param(*field, id=name) for name, *field in fields]
    return pytest.mark.parametrize(("read", "plain", "meant"), parameters)


@each(FIELDS)
def test_every_field_reads_what_was_pasted_as_it_shows(
    read: Callable[[str], object], plain: str, meant: object
) -> None:
    assert {typed: read(typed) for typed in pasted(plain)} == dict.fromkeys(pasted(plain), meant)


@each(FIELDS[:6])
def test_a_word_or_code_may_have_the_full_stop_of_its_sentence(
    read: Callable[[str], object], plain: str, meant: object
) -> None:
    assert read(f"{plain}.") == read(f"{plain}\uff0e ") == meant


def test_the_name_to_sign_in_with_is_read_so_too() -> None:
    bertil = account("Bertil", "bertil@example.org")
    for typed in ("\ufeffBertil", "Ber\u00adtil", "Ｂertil", "Bertil\u200b ", "bertil@example.org\u200b"):
        browser = Client()
        sign_in(browser, typed)
        assert who(browser) == bertil, ascii(typed)


@pytest.mark.parametrize("typed", ["ſort", "ﬁn", "dın", "a\0b", "a\x7fb", "Ǻ", "x²", "\ud800", "СAT"])
def test_what_shows_is_left_to_be_judged(typed: str) -> None:
    assert as_meant(typed) == word_as_meant(typed) == unicodedata.normalize("NFC", typed)


def test_of_nothing_but_what_does_not_show_nothing_is_left() -> None:
    assert as_meant(UNSEEN) == word_as_meant(f" {UNSEEN} . ") == ""


def test_a_pile_of_marks_costs_no_more_than_its_length() -> None:
    """A million of them; sorted as one pile they take minutes."""
    assert as_meant("x" + "\u0301\u0316" * 500_000) == "x" + "\u0316" * 15 + "\u0301" * 15
