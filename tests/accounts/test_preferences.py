"""What people like the site to look and sound like: where it is kept, what may be chosen, and how pages show it."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.profiles import preferences
from accounts.services import data_export
from accounts.services.guests import create_guest
from tests.support.browsers import signed_in
from tests.support.matches import make_match, user_at

DOOR = "/accounts/preferences/"


def root(client: Client) -> str:
    """The root element of the home page."""
    return client.get("/").content.decode().partition("<html")[2].partition(">")[0]


def test_a_visitor_s_browser_keeps_it(client: Client) -> None:
    assert 'data-sound="on"' in root(client) and "data-theme" not in root(client)
    assert client.post(DOOR, {"theme": "dark"}).status_code == 204
    client.post(DOOR, {"sound": "off", "motion": "reduced"})
    assert all(drawn in root(client) for drawn in ('data-theme="dark"', 'data-sound="off"', 'data-motion="reduced"'))
    client.post(DOOR, {"theme": "auto"})
    assert "data-theme" not in root(client)
    assert 'data-sound="on"' in root(Client())


def test_an_account_has_it_in_every_browser_and_after_it_this_one(client: Client, elsa: User) -> None:
    client.post(DOOR, {"tiles": "white"})
    client.force_login(elsa)
    assert 'data-tiles="white"' in root(client)
    client.post(DOOR, {"letters": "large"})
    other = signed_in(elsa)
    assert 'data-tiles="white"' in root(other) and 'data-letters="large"' in root(other)
    profile = data_export.of(User.objects.get(pk=elsa.pk))["profile"]
    assert profile["preferences"] == {"tiles": "white", "letters": "large"}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"colour": "red"}, "unknown_preference"),
        ({"theme": "red"}, "bad_preference"),
        ({"sound_level": "101"}, "bad_preference"),
        ({"theme": "dark", "sound": ""}, "bad_preference"),
    ],
)
def test_anything_else_is_refused_and_nothing_of_it_kept(
    client: Client, elsa: User, given: dict[str, str], code: str
) -> None:
    client.force_login(elsa)
    answer = client.post(DOOR, given)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert User.objects.get(pk=elsa.pk).preferences == {} and preferences.COOKIE not in client.cookies


@pytest.mark.parametrize("kept", ["theme=red", "%%%", "a" * 5000, "theme", "sound=off&sound_level=7"])
def test_what_is_not_ours_in_a_cookie_changes_nothing(client: Client, kept: str) -> None:
    client.cookies[preferences.COOKIE] = kept
    assert 'data-sound-level="30"' in root(client) and "data-theme" not in root(client)


def test_the_account_page_has_them_and_saves_without_a_script(client: Client, elsa: User) -> None:
    client.force_login(elsa)
    html = client.get("/accounts/").content.decode()
    assert all(f'data-preference="{one.key}"' in html for one in preferences.PREFERENCES)
    assert client.post(DOOR, {"readout": ["off", "on"], "save": "1"}).headers["Location"] == "/accounts/"
    assert User.objects.get(pk=elsa.pk).preferences == {"readout": "on"}


def test_the_match_has_them_and_its_rules_and_the_guide_but_no_list_of_words(client: Client) -> None:
    row = make_match(board_size=19, turn_seconds=None)
    client.force_login(user_at(row, 0))
    html = client.get(f"/match/{row.public_id}/").content.decode()
    assert 'hx-get="/accounts/preferences/"' in html
    form = client.get(DOOR).content.decode()
    assert all(f'data-preference="{one.key}"' in form for one in preferences.PREFERENCES) and "<html" not in form
    assert 'href="/guide/"' in html and 'href="/words/"' not in html
    rules = client.get(f"/match/{row.public_id}/rules").content.decode()
    assert "no timer" in rules and "19" in rules
    client.force_login(create_guest())
    assert client.get(f"/match/{row.public_id}/rules").status_code == 404
