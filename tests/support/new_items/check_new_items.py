"""Run by tests/site/test_without_a_game.py in a copy of the sources whose folder of items has these two as well."""

import pytest
from django.urls import reverse

from tests.support.browsers import signed_in
from tests.support.matches import make_match, state_of, submit, user_at
from tests.support.text_boards import do, scene


def test_surge_doubles_the_next_turn_with_words_once() -> None:
    state = scene("..... ..... .CAT. ..... .....", hand="SSSSSSS", slots=["surge", "surge"])
    plain = do(state, "place", tiles="S 2 4").step["turn_score"]
    once = do(state, "use", item="surge").state
    assert do(once, "place", tiles="S 2 4").step["turn_score"] == 2 * plain
    twice = do(once, "use", item="surge").state
    placed = do(twice, "place", tiles="S 2 4")
    assert placed.step["turn_score"] == 4 * plain and placed.state.players[0].effects == ()


def test_peek_wants_two_tiles_in_the_bag() -> None:
    assert do(scene("..... ..... .CAT. ..... .....", bag="A", slots=["peek"]), "use", item="peek").code == "bad_target"


@pytest.mark.django_db
def test_the_page_tells_all_of_surge_and_one_of_what_peek_has_shown() -> None:
    row = make_match(items=["surge", "peek"], starting_coins=50)
    for item in ("surge", "peek"):
        submit(row, 0, do="buy", item=item)
        submit(row, 0, do="use", item=item)
    assert state_of(row).players[0].effects == (("surge", 1),)
    at = reverse("game:match", args=[row.public_id])
    pages = [signed_in(user_at(row, seat)).get(at).content.decode() for seat in (0, 1)]
    assert all('class="effect"' in page for page in pages)
    mine, theirs = pages
    assert "You used Peek: " in mine and 'data-factor="2"' in mine
    assert "used Peek." in theirs and "used Peek: " not in theirs and "data-factor" not in theirs
