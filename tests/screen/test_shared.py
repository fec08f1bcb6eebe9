"""A shared link shows a finished match to anybody, for as long as its maker likes, and nothing more."""

import io
import re

import pytest
from django.test import Client
from PIL import Image

from game.finished import share_picture
from game.models import Match, ShareLink
from game.services import sharing
from tests.support.matches import UserFactory, make_match, resigned, user_at


@pytest.fixture
def row() -> Match:
    return resigned(make_match())


def make(player: Client, row: Match, **fields: str) -> str:
    """Press the card's button; gives the link's address, "" without a link."""
    player.post(f"/match/{row.public_id}/share", fields)
    link = ShareLink.objects.filter(match=row).first()
    return f"/shared/{link.token}/" if link else ""


def test_anybody_with_the_link_sees_result_and_replay(player: Client, row: Match) -> None:
    at, anybody = make(player, row), Client()
    for address in (at, f"{at}replay/", f"{at}replay/?turn=0"):
        page = anybody.get(address)
        assert page.status_code == 200 and "no-store" in page["Cache-Control"] and page["X-Robots-Tag"] == "noindex"
        html = page.content.decode()
        assert "Astrid" in html and "Björn" in html and row.public_id not in html
    assert at in player.get(f"/match/{row.public_id}/").content.decode()


def test_names_are_hidden_on_wish_and_the_address_stays(player: Client, row: Match) -> None:
    at = make(player, row)
    assert make(player, row, hide="1") == at
    for address in (at, f"{at}replay/"):
        html = Client().get(address).content.decode()
        assert "Astrid" not in html and "Björn" not in html and "Player 2" in html


def test_a_revoked_link_leads_nowhere_and_a_new_one_is_another(player: Client, row: Match) -> None:
    at = make(player, row)
    make(player, row, revoke="1")
    assert Client().get(at).status_code == Client().get(f"{at}replay/").status_code == 404
    assert make(player, row) != at


def test_only_a_player_makes_one_and_only_of_a_finished_match(client: Client, row: Match) -> None:
    client.force_login(UserFactory.create())
    assert client.post(f"/match/{row.public_id}/share").status_code == 404
    live = make_match()
    client.force_login(user_at(live, 0))
    assert client.post(f"/match/{live.public_id}/share").status_code == 404
    assert client.get(f"/match/{row.public_id}/share").status_code in (404, 405)
    with pytest.raises(ValueError, match="finished"):
        sharing.share(live, user_at(live, 0).pk, hides_names=False)
    ShareLink.objects.create(match=live, user=user_at(live, 0), token="early")
    assert client.get("/shared/early/").status_code == client.get("/shared/early/replay/").status_code == 404


def test_each_player_has_a_link_of_their_own_and_it_goes_with_the_account(player: Client, row: Match) -> None:
    at = make(player, row)
    other = sharing.share(row, user_at(row, 1).pk, hides_names=True)
    user_at(row, 0).delete()
    assert Client().get(at).status_code == 404
    assert Client().get(f"/shared/{other.token}/").status_code == 200


def test_the_card_answers_htmx_with_itself(player: Client, row: Match) -> None:
    html = player.post(f"/match/{row.public_id}/share", headers={"HX-Request": "true"}).content.decode()
    assert html.startswith("<form") and "http://testserver/shared/" in html


def test_the_keyboard_goes_on_where_the_card_was_pressed(player: Client, row: Match) -> None:
    """What had the focus is gone with the old card; without a new place for it one begins again at the top."""
    door, htmx = f"/match/{row.public_id}/share", {"HX-Request": "true"}
    made = player.post(door, headers=htmx).content.decode()
    assert re.search(r'<input [^>]*id="share-url"[^>]* autofocus', made)
    revoked = player.post(door, {"revoke": "1"}, headers=htmx).content.decode()
    assert re.search(r"<button [^>]*autofocus", revoked)
    assert "autofocus" not in player.get(f"/match/{row.public_id}/").content.decode()


ABOUT = re.compile(r'<meta (?:property|name)="?([\w:]+)"? content="([^"]*)"')


def test_a_link_tells_elsewhere_who_played_and_shows_the_board(player: Client, row: Match) -> None:
    at = make(player, row)
    for address in (at, f"{at}replay/"):
        about = dict(ABOUT.findall(Client().get(address).content.decode()))
        assert about["og:title"].startswith("Björn −4 – Astrid −17") and "wins" in about["og:description"]
        assert about["og:title"].endswith(" · AlfaPower") and about["og:description"].startswith("AlfaPower. ")
        assert about["og:url"] == f"http://testserver{at}"
        assert about["og:image"] == f"http://testserver{at}picture.png"
    image = Client().get(about["og:image"])
    assert image["Content-Type"] == "image/png" and image["X-Robots-Tag"] == "noindex"
    assert Image.open(io.BytesIO(image.content)).size == share_picture.SIZE
    assert len(image.content) < 100_000


def test_a_match_that_is_not_shared_tells_nothing_elsewhere(player: Client, row: Match) -> None:
    html = player.get(f"/match/{row.public_id}/").content.decode()
    assert "og:title" not in html and 'name="description"' in html


def test_the_picture_goes_with_the_link_and_hides_what_it_hides(
    player: Client, row: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    monkeypatch.setattr(share_picture, "draw", lambda view, names: drawn.append((view.viewer, *names)) or b"png")
    at = make(player, row)
    for _ in range(2):  # the second look costs nothing
        Client().get(f"{at}picture.png")
    make(player, row, hide="1")
    Client(headers={"accept-language": "sv"}).get(f"{at}picture.png")
    Client().get(f"{at}picture.png")
    assert drawn == [(None, "Björn", "Astrid"), (None, "Spelare 1", "Spelare 2"), (None, "Player 1", "Player 2")]
    make(player, row, revoke="1")
    assert Client().get(f"{at}picture.png").status_code == 404


@pytest.mark.parametrize(("name", "shown"), [("Åsa-Örjan O'Neill_9", "Åsa-Örjan O'Neill_9"), ("小林", "Player 2")])
def test_a_name_that_the_font_cannot_show_is_a_number(name: str, shown: str) -> None:
    assert share_picture.readable(name, 1) == shown


@pytest.mark.parametrize("said", ["Jo wins", "W" * 20 + " wins by 123", "a few rather long words " * 9, "W" * 200])
def test_a_sentence_is_at_most_three_lines(said: str) -> None:
    lines, size = share_picture.fitted(said)
    assert 1 <= len(lines) <= 3 and size in share_picture.HEADLINE_SIZES
