"""What becomes of free text: nothing invisible, nothing that turns other text about, no towers of marks."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from people.talk import text_cleaning
from people.talk.text_cleaning import AS_EMOJI, JOINER, BadText, cleaned

FAMILY = "👩\u200d👩\u200d👧"
NASTY = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "\x00\x1b\u200b\u200d\ufe0f\u202e\u2066\u2069\u00ad\ufeff\u0301\u0338\u20e3👩👧🏽❤1# a\u2800\u3164"
        ),
    ),
    max_size=300,
)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Hi\t there\n\n", "Hi there"),
        ("e\u0301", "é"),
        ("<b>Hi</b> & http://a.se", "<b>Hi</b> & http://a.se"),
        ("pay\u202eoot\u202c", "payoot"),
        ("\u2067abc\u2069\u200f", "abc"),
        ("a\u200bb\u00adc\ufeffd\u2060e", "abcde"),
        ("a\x00b\x07c\x1b[31m", "abc[31m"),
        (FAMILY, FAMILY),
        ("👍🏽", "👍🏽"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("🇸🇪", "🇸🇪"),
        ("a\u200db", "ab"),
        ("\u200d👩", "👩"),
        ("👩\u200d", "👩"),
        ("x" + "\u0316" * 10_000, None),
        ("x" + "\u0316" * 1_000, "x" + "\u0316" * 3),
        ("\u0301\u0301x", "x"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("Hallå där, Åsa!", "Hallå där, Åsa!"),
        ("a\u2028b\u0085c", "a b c"),
    ],
)
def test_what_is_kept(typed: str, kept: str | None) -> None:
    if kept is None:
        with pytest.raises(BadText, match="too_long"):
            cleaned(typed)
    else:
        assert cleaned(typed) == unicodedata.normalize("NFC", kept)


@pytest.mark.parametrize("typed", ["", " ", "\u200b", "\x00", "\u2800\u3164", "\u0301", JOINER, AS_EMOJI, "\u3000\t"])
def test_what_shows_as_nothing_is_empty(typed: str) -> None:
    with pytest.raises(BadText, match="empty"):
        cleaned(typed)


@given(NASTY)
def test_whatever_is_typed(typed: str) -> None:
    try:
        text = cleaned(typed)
    except BadText:
        return
    assert 0 < len(text) <= text_cleaning.LONGEST
    assert text == cleaned(text) == unicodedata.normalize("NFC", text)
    assert text == " ".join(text.split())
    shown = text.replace(JOINER, "").replace(AS_EMOJI, "")
    assert shown.strip() and not any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn") for sign in shown)
    marks = "".join("m" if unicodedata.category(sign) in ("Mn", "Me") and sign != AS_EMOJI else "-" for sign in text)
    assert "m" * (text_cleaning.MOST_MARKS + 1) not in marks
