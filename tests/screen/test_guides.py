"""Every game that is offered has a guide, in both languages, whose examples the engine itself has played."""

import pytest
from django.test import Client

from dictionary import api as dictionary
from game.games import games
from game.variants.alfapet.screens import guide as alfapet_guide


@pytest.mark.parametrize("language", ["en", "sv"])
def test_each_game_that_is_offered_has_its_guide(client: Client, language: str) -> None:
    keys = list(games())
    assert len(keys) >= 3
    for key in keys:
        answer = client.get(f"/guide/{key}/", headers={"accept-language": language}, follow=True)
        assert answer.status_code == 200, key
        assert answer.content.decode().count("<h2") >= 5, key


@pytest.mark.parametrize("language", ["en", "sv"])
def test_the_words_of_alfapets_examples_are_in_the_list(language: str) -> None:
    words, drawn = dictionary.current(language), alfapet_guide.context(language)
    told = [word.text for key in ("bent", "black") for word in drawn[key].line.receipt.words]
    assert len(told) >= 2 and all(word in words for word in (*told, alfapet_guide.BLACK_WORDS[language][0]))


@pytest.mark.parametrize("language", ["en", "sv"])
def test_the_boards_of_alfapets_examples_show_their_words(language: str) -> None:
    drawn = alfapet_guide.context(language)
    for key in ("bent", "black"):
        lying = "".join(square.cell.letter for row in drawn[key].grid for square in row)
        for word in drawn[key].line.receipt.words:
            assert set(word.text) <= set(lying), key
