"""The look-up page: a word, a pattern, everything else that can be typed, and whom it is closed to."""

import pytest
from django.test import Client
from django.utils import translation

from common import rate_limits
from dictionary import api, hooks
from game.models import Match
from tests.support.matches import UserFactory, make_match, user_at


def page(client: Client, typed: str, lg: str = "en", **headers: str) -> str:
    return client.get("/words/", {"q": typed, "lg": lg}, headers=headers).content.decode()


def test_a_word_with_everything_about_it(client: Client) -> None:
    html = page(client, "cat")
    assert "CAT is in the list." in html
    assert api.current("en").version in html
    assert "5 points in tiles" in html
    for word in ("ACT", "SCAT", "CATS", "CATTLE", "BOBCAT"):
        assert f'/?q={word}&amp;lg=en"' in html or f'"?q={word}&amp;lg=en"' in html
    assert 'aria-current="page"' in html


def test_no_word_is_told_so(client: Client) -> None:
    html = page(client, "qzx")
    assert "QZX is not in the list." in html
    assert "Not in the list" in html


def test_swedish_letters_are_letters_and_accents_are_not(client: Client) -> None:
    assert "IDE is in the list." in page(client, "Idé", "sv")
    html = page(client, "ÅTA", "sv")
    assert "ÅTA is in the list." in html and '<i class="tile__l">Å</i>' in html
    assert "ATA is not in the list." in page(client, "åta", "en")
    # Swedish has no tile for W: a blank stands for it, and is worth nothing.
    assert 'class="tile tile--blank"><i class="tile__l">W</i>' in page(client, "wok", "sv")


def test_a_pattern_finds_words_in_place_and_in_any_order(client: Client) -> None:
    html = page(client, "c?t")
    assert "?q=CUT&amp;" in html and "?q=ACT&amp;" in html
    assert "No word fits." in page(client, "Q?QQQ")


def test_what_is_no_word_gets_a_sentence(client: Client) -> None:
    typed = ("d\u0131n", "straße", "CA\0T", "CAT 😀", "A" * 5000, "x", "<script>", "%", "\ufffd")
    for text, lg in [*((text, "en") for text in typed), *(("straße", lg) for lg in ("sv", "xx", "\0"))]:
        answer = client.get("/words/", {"q": text, "lg": lg})
        html = answer.content.decode()
        assert answer.status_code == 200, (text, lg)
        assert "Use the letters A–Z" in html or "Words have at " in html, (text, lg)
        assert "<script>" not in html and len(html) < 20_000, (text, lg)


def test_with_htmx_the_answer_comes_alone(client: Client) -> None:
    html = page(client, "cat", hx_request="true")
    assert "<html" not in html and 'id="answer-said" hx-swap-oob="innerHTML">CAT is in the list.' in html
    answer = client.get("/words/", {"q": "cat"})
    assert "no-store" in answer["Cache-Control"] and "HX-Request" in answer["Vary"]


def test_an_empty_question_shows_the_form_and_the_list(client: Client) -> None:
    answer = client.get("/words/", headers={"accept-language": "sv"})
    assert answer.status_code == 200
    assert 'value="sv" checked' in answer.content.decode()
    translation.activate("en")
    assert client.post("/words/").status_code == 405


def test_too_many_questions_are_put_off(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "LOOK_UPS", rate_limits.Limit("look-ups", address="2 per day"))
    assert [client.get("/words/", {"q": "cat"}).status_code for _ in range(3)] == [200, 200, 429]
    assert client.get("/words/").status_code == 200
    assert client.get("/words/", {"q": "cat"}, REMOTE_ADDR="203.0.113.9").status_code == 200
    answer = client.get("/words/", {"q": "cat"})
    assert 'value="cat"' in answer.content.decode() and "Too many tries" in answer.content.decode()
    assert 0 < int(answer["Retry-After"]) <= 24 * 3600
    assert "Too many tries" in client.get("/words/", {"q": "cat"}, headers={"hx-request": "true"}).content.decode()


@pytest.mark.parametrize(("rated", "seconds"), [(True, 60), (True, None), (False, 60), (False, None)])
def test_it_is_closed_to_who_plays_against_somebody(client: Client, rated: bool, seconds: int) -> None:
    row = make_match(turn_seconds=seconds)
    Match.objects.filter(pk=row.pk).update(rated=rated)
    client.force_login(user_at(row, 0))
    for headers in ({}, {"hx_request": "true"}):
        html = page(client, "cat", **headers)
        assert 'data-code="in_a_match"' in html
        assert "CAT is in the list." not in html
    assert client.get("/words/").status_code == 403
    Match.objects.filter(pk=row.pk).update(practice=True, rated=False)
    assert client.get("/words/").status_code == 200
    Match.objects.filter(pk=row.pk).update(practice=False, status=Match.Status.OVER)
    assert client.get("/words/").status_code == 200
    client.force_login(UserFactory.create())
    assert client.get("/words/").status_code == 200


def test_letters_are_worth_what_their_tiles_say() -> None:
    assert hooks.letter_values("sv")["Å"] == 4
    assert "W" not in hooks.letter_values("sv")
    assert "?" not in hooks.letter_values("en")
