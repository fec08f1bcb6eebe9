"""The page for those who play on paper: kept in the session, for anybody, one step a form."""

from typing import Any

import pytest
from django.test import Client

from game.dispatch.stored_forms import encode
from game.presentation import PRESENTATIONS
from game.variants.keebble.rules.option import BACKPACK, Option
from game.variants.keebble.screens import paper
from tests.support.keebble import letters, sheet

GAME = "keebble"
PLACE = f"/paper/{GAME}/"
BEGIN = {
    "do": "begin", "name-0": " Astrid  S ", "name-1": "Bo", "name-3": "<b>Cy</b>",
    "upgrades": ["backpacks", "powerups"],
}  # fmt: skip


def body(client: Client, **headers: Any) -> str:
    response = client.get(PLACE, headers={"accept-language": "en", **headers})
    assert response.status_code == 200 and "no-store" in response["Cache-Control"]
    return response.content.decode()


def step(client: Client, **form: str) -> str:
    response = client.post(PLACE, form)
    assert response.status_code == 302 and response["Location"] == PLACE
    return body(client)


def open_options(client: Client) -> list[int]:
    return [card.index for card in client.get(PLACE).context["cards"] if not card.struck]


def test_it_begins_with_names_and_goes_on_after_a_reload(client: Client) -> None:
    assert "Who plays, in the order of turns" in body(client)
    client.post(PLACE, BEGIN)
    page = body(client)
    assert "Astrid S chooses" in page and "&lt;b&gt;Cy&lt;/b&gt;" in page and "<b>Cy" not in page
    assert "The board to begin with" in page
    taken = step(client, do="take", option="0")
    assert "Bo chooses" in taken and "Astrid S:" in taken
    assert "Bo chooses" in step(client, do="take", option="0")


def test_one_name_is_no_match(client: Client) -> None:
    client.post(PLACE, {"do": "begin", "name-0": "Astrid"})
    assert "Who plays, in the order of turns" in body(client)


def test_points_are_added_and_the_newest_step_is_undone(client: Client) -> None:
    client.post(PLACE, BEGIN)
    client.post(PLACE, {"do": "score", "seat": "1", "n": "5"})
    assert [player["score"] for player in client.get(PLACE).context["players"]] == [0, 5, 0]
    client.post(PLACE, {"do": "undo"})
    assert [player["score"] for player in client.get(PLACE).context["players"]] == [0, 0, 0]
    assert "disabled" in body(client).split('id="paper-undo"')[1].split(">")[0]


def test_letters_are_saved_and_the_board_that_was_dealt_stays(client: Client) -> None:
    client.post(PLACE, BEGIN)
    grid = client.get(PLACE).context["grid"]
    client.post(PLACE, {"do": "take", "option": "0", "save": "1"})
    context = client.get(PLACE).context
    assert context["players"][0]["saved"] and context["last"]["saved"]
    client.post(PLACE, {"do": "take", "option": str(open_options(client)[0])})
    assert client.get(PLACE).context["grid"] == grid


def test_it_is_played_to_its_end_and_begun_anew_with_the_same_names(client: Client) -> None:
    client.post(PLACE, BEGIN)
    warned = False
    for _ in range(200):
        shown = client.get(PLACE, headers={"accept-language": "en"})
        warned = warned or "Last round. The match ends" in shown.content.decode()
        if shown.context["view"].over:
            break
        first = next(card.index for card in shown.context["cards"] if not card.struck)
        client.post(PLACE, {"do": "take", "option": str(first)})
    assert warned and "The match is over" in shown.content.decode()
    places = [player["place"] for player in shown.context["ranked"]]
    assert places[0] == 1 and places == sorted(places)
    client.post(PLACE, {"do": "end"})
    assert 'value="Astrid S"' in body(client)


@pytest.mark.parametrize(
    ("option", "given"),
    [(Option(BACKPACK), ["T", "E"]), (letters("C", "A"), ["C", "A"])],
    ids=["saved", "taken"],
)
def test_there_to_be_written_is_what_was_saved_or_taken(option: Option, given: list[str]) -> None:
    begun = paper.begin({"name-0": "Anna", "name-1": "Bo"}, bytes(32))
    assert begun is not None
    kept = {**begun, "match": encode(sheet(None, option, backpacks=[["T", "E"]]))}
    assert paper.act(kept, {"do": "take", "option": "0"})["last"]["given"] == given


def test_a_script_gets_the_part_that_changes_and_what_is_heard(client: Client) -> None:
    client.post(PLACE, BEGIN)
    part = body(client, **{"hx-request": "true"})
    assert "<html" not in part and 'id="paper-said" hx-swap-oob="innerHTML"' in part and "Astrid S chooses." in part


@pytest.mark.parametrize(
    "form",
    [{"do": "nothing"}, {"do": "take", "option": "x"}, {"do": "take"}, {"do": "score", "seat": "0", "n": "99999"},
     {**BEGIN, "language": "xx"}, {**BEGIN, "start_board": "huge"}],
)  # fmt: skip
def test_a_form_that_the_page_does_not_have_is_refused_and_nothing_is_lost(
    client: Client, form: dict[str, str]
) -> None:
    client.post(PLACE, BEGIN)
    before = body(client)
    assert client.post(PLACE, form).status_code == 400
    assert client.get(PLACE).context["players"][0]["name"] == "Astrid S" and "Round 1" in before


def test_what_is_not_possible_any_more_changes_nothing(client: Client) -> None:
    client.post(PLACE, {"do": "take", "option": "0"})
    assert "Who plays, in the order of turns" in body(client)
    client.post(PLACE, BEGIN)
    before = client.session["paper"]
    for form in ({"do": "take", "option": "99"}, {"do": "score", "seat": "9", "n": "1"}, {"do": "undo"}):
        assert client.post(PLACE, form).status_code == 302
        assert client.session["paper"] == before


def test_only_a_game_that_has_such_a_page_is_played_on_paper(client: Client) -> None:
    without = [key for key, shown in PRESENTATIONS.items() if shown.paper is None]
    assert without and all(client.get(f"/paper/{key}/").status_code == 404 for key in (*without, "nothing"))


def test_the_home_page_leads_there(client: Client) -> None:
    assert PLACE in client.get("/", headers={"accept-language": "en"}).content.decode()
