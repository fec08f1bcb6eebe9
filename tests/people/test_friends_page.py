"""The page of friends, its forms without scripts, its parts, the drawer, the buttons of a profile, the home page."""

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.api import block
from accounts.models import User
from accounts.services import data_export
from accounts.services.guests import create_guest
from common import one_second_cache, online
from people.models import ContactSettings
from people.services import friend_questions, friends
from people.services.contact import contact_of
from tests.people.players import NOW, account, accounts, are_both_friends, be_friends, crowd, open_questions
from tests.support.browsers import signed_in
from tests.support.matches import make_match, resigned
from tests.support.still_clock import still_clock

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _nobody_here() -> None:
    """Leases and limits outlive a test."""
    cache.clear()


def main_of(client: Client, address: str) -> str:
    """The words of a page's main part."""
    page = client.get(address).content.decode().partition("<main")[2].partition("<footer")[0]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def press(client: Client, name: str, other: User, **posted: str) -> str:
    """Post the form of that name about the other; where it leads."""
    answer = client.post(reverse(f"people:{name}", args=[other.public_id]), posted)
    assert answer.status_code == 302
    return answer["Location"]


def test_everything_works_by_plain_forms_from_asking_to_leaving(elsa: User, noor: User) -> None:
    asker, asked = signed_in(elsa), signed_in(noor)
    profile = reverse("accounts:player", args=[noor.public_id])
    assert press(asker, "ask", noor, next=profile) == profile
    assert "Asked" in main_of(asker, profile)
    assert "Elsa wants to be friends" in main_of(asked, reverse("people:friends"))
    press(asked, "put-off", elsa)
    assert "Elsa wants" not in main_of(asked, reverse("people:friends"))
    press(asker, "withdraw", noor)
    press(asker, "ask", noor)
    press(asked, "accept", elsa)
    assert are_both_friends(elsa, noor)
    assert "1 of 200" in main_of(asker, reverse("people:friends"))
    press(asker, "leave", noor)
    assert not are_both_friends(elsa, noor)


@pytest.mark.parametrize("to", ["https://elsewhere.example/", "//elsewhere.example/", "elsewhere", ""])
def test_a_form_leads_to_no_other_site(elsa: User, noor: User, to: str) -> None:
    assert press(signed_in(elsa), "ask", noor, next=to) == reverse("people:friends")


def test_visitors_and_guests_are_told_that_friends_are_for_accounts(noor: User, client: Client) -> None:
    for reader in (client, signed_in(create_guest())):
        assert "They are for accounts" in main_of(reader, reverse("people:friends"))
        assert "They are for accounts" in main_of(reader, f"{reverse('people:find')}?name=noor")
        assert reader.get(reverse("people:drawer")).status_code == 404
        reader.post(reverse("people:ask", args=[noor.public_id]))
        reader.post(reverse("people:new-link"))
    assert not open_questions()


def test_addresses_that_change_something_are_posted_to(elsa: User, noor: User) -> None:
    client = signed_in(elsa)
    for name in ("ask", "accept", "put-off", "withdraw", "leave"):
        assert client.get(reverse(f"people:{name}", args=[noor.public_id])).status_code == 405
        assert client.post(reverse(f"people:{name}", args=["nobodythere"])).status_code == 404
    for name in ("contact", "new-link"):
        assert client.get(reverse(f"people:{name}")).status_code == 405


def test_a_script_gets_the_buttons_of_that_player_alone(elsa: User, noor: User) -> None:
    answer = signed_in(elsa).post(reverse("people:ask", args=[noor.public_id]), headers=HTMX)
    part = answer.content.decode()
    assert part.lstrip().startswith('<div class="persondo"') and "Asked" in part and "<link" not in part


def test_the_list_is_a_part_of_its_own_that_is_asked_for_again(elsa: User, noor: User) -> None:
    be_friends(elsa, noor)
    online.renew([noor.pk])
    part = signed_in(elsa).get(reverse("people:friends"), headers=HTMX).content.decode()
    assert "Here now" in part and "<html" not in part


def test_who_may_what_is_kept_and_what_is_none_is_refused(elsa: User) -> None:
    client = signed_in(elsa)
    client.post(reverse("people:contact"), {"may_challenge": "friends", "can_be_found": "on"})
    kept = contact_of(elsa.pk)
    assert (kept.may_challenge, kept.shows_presence, kept.can_be_found) == ("friends", False, True)
    assert client.post(reverse("people:contact"), {"may_challenge": "dogs"}).status_code == 400
    assert ContactSettings.objects.count() == 1


def test_a_row_says_what_the_two_have_played(elsa: User, noor: User) -> None:
    be_friends(elsa, noor)
    assert "never played" in main_of(signed_in(elsa), reverse("people:friends"))


def test_found_players_can_be_added_and_asked_ones_taken_back() -> None:
    elsa, noor, nora, norbert = accounts("Elsa", "Noor", "Nora", "Norbert")
    be_friends(elsa, nora)
    friend_questions.ask(elsa.pk, norbert.pk, NOW)
    found = main_of(signed_in(elsa), f"{reverse('people:find')}?name=No").partition("Away")[0]
    assert "Noor Add" in found.replace("  ", " ") or re.search(r"Noor\s+Add", found)
    assert re.search(r"Nora\s+Friend", found) and re.search(r"Norbert\s+Asked\s+Take back", found)
    assert "Nobody to be found" in main_of(signed_in(elsa), f"{reverse('people:find')}?name=Zz")
    assert signed_in(elsa).get(f"{reverse('people:find')}?name=").status_code == 302
    assert noor.pk


def test_names_are_not_to_be_harvested() -> None:
    client = signed_in(account("Elsa"))
    with still_clock():
        answers = [client.get(f"{reverse('people:find')}?name=an").status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


@pytest.mark.parametrize(
    ("relation", "there", "missing"),
    [
        ("", ["Add friend"], ["Leave as a friend", "Unblock"]),
        ("asked", ["Asked", "Take the question back"], ["Add friend"]),
        ("asks", ["Accept as a friend"], ["Add friend"]),
        ("friends", ["Friends", "Leave as a friend", "Away"], ["Add friend"]),
        ("blocked", ["They are not told.", "Unblock"], ["Add friend", "Challenge", "Asked"]),
    ],
)
def test_a_profile_offers_what_can_be_done(relation: str, there: list[str], missing: list[str]) -> None:
    elsa, noor = accounts("Elsa", "Noor")
    if relation == "asked":
        friend_questions.ask(elsa.pk, noor.pk, NOW)
    elif relation == "asks":
        friend_questions.ask(noor.pk, elsa.pk, NOW)
    elif relation == "friends":
        be_friends(elsa, noor)
    elif relation == "blocked":
        block(elsa.pk, noor.pk, NOW)
    said = main_of(signed_in(elsa), reverse("accounts:player", args=[noor.public_id]))
    assert [word for word in there if word not in said] == []
    assert [word for word in missing if word in said] == []


def test_ones_own_profile_and_that_of_a_visitor_offer_nothing(elsa: User, client: Client) -> None:
    profile = reverse("accounts:player", args=[elsa.public_id])
    for reader in (client, signed_in(elsa)):
        assert "persondo" not in reader.get(profile).content.decode()


def test_the_end_page_offers_to_add_whom_one_has_just_played(elsa: User, noor: User, bo: User) -> None:
    row = make_match(users=(elsa, noor), by_lot=False)
    address = reverse("people:played", args=[row.public_id])
    assert signed_in(elsa).get(address).content == b"", "not while it runs"
    resigned(row)
    assert "Add Noor as a friend" in signed_in(elsa).get(address).content.decode()
    assert signed_in(bo).get(address).content == b"", "nor for a stranger"
    block(elsa.pk, noor.pk, NOW)
    assert "Noor" not in signed_in(elsa).get(address).content.decode()
    row.seats.filter(seat=1).update(user=create_guest())
    assert signed_in(elsa).get(address).content.strip() == b""


def test_the_drawer_shows_who_is_here_and_some_of_those_who_are_not(elsa: User, noor: User) -> None:
    be_friends(elsa, noor, *crowd(20))
    online.renew([noor.pk])
    part = signed_in(elsa).get(reverse("people:drawer")).content.decode()
    assert part.count('class="prow"') == 1 + 12
    assert re.search(r"Away\s*<span class=\"num\">20</span>", part)


def test_the_home_page_says_who_is_here_and_nothing_to_who_has_no_friends(elsa: User, noor: User, bo: User) -> None:
    be_friends(elsa, noor)
    assert "place--friends" not in signed_in(bo).get("/").content.decode()
    assert "Nobody here. 1 away." in main_of(signed_in(elsa), "/")
    online.renew([noor.pk])
    assert re.search(r"Friends here now .*Noor\s+Here now", main_of(signed_in(elsa), "/"))


def test_friends_cost_the_home_page_a_statement_or_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_second_cache, "SECONDS", 0.0)
    elsa, noor, bo = accounts("Elsa", "Noor", "Bo")
    be_friends(elsa, noor)

    def statements(reader: User) -> int:
        client = signed_in(reader)
        client.get("/")
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/").status_code == 200
        return len(captured)

    of_a_guest, of_nobodys_friend, of_a_friend = map(statements, (create_guest(), bo, elsa))
    assert of_nobodys_friend <= of_a_guest + 1
    assert of_a_friend <= of_a_guest + 2


def test_friends_stand_in_the_bar_of_accounts_alone(client: Client) -> None:
    for reader, there in ((client, False), (signed_in(create_guest()), False), (signed_in(account("Elsa")), True)):
        page = reader.get("/").content.decode()
        assert (f'href="{reverse("people:friends")}"' in page) == there
        assert ('id="friends-drawer"' in page) == there


def test_the_export_has_friends_questions_and_settings_and_never_who_has_put_one_off() -> None:
    elsa, noor, bo, ilse, lux = accounts("Elsa", "Noor", "Bo", "Ilse", "Lux")
    be_friends(elsa, noor)
    friend_questions.ask(elsa.pk, bo.pk, NOW)
    friend_questions.put_off(bo.pk, elsa.pk, NOW)
    friend_questions.ask(ilse.pk, elsa.pk, NOW)
    block(elsa.pk, lux.pk, NOW)
    friend_questions.ask(lux.pk, elsa.pk, NOW)
    file = data_export.of(elsa)
    assert [one["name"] for one in file["friends"]] == ["Noor"]
    assert file["friends_asked"] == [{"id": bo.public_id, "name": "Bo", "asked_at": NOW}]
    assert [one["name"] for one in file["friends_asking"]] == ["Ilse"]
    contact = {"may_challenge": "everyone", "shows_presence": True, "can_be_found": True}
    assert file["contact"] == contact | {"may_watch": "usual", "shows_onlookers": True}
    assert file["may_watch_match"] == {}


def test_a_guest_who_becomes_an_account_has_no_friends_to_bring() -> None:
    assert friends.friends_of(create_guest().pk) == []
