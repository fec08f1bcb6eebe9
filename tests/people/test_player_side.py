"""A player's side of onlookers: the account's switches, and for one match who watches and who may."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common import onlookers
from game.models import Match
from people.models import ContactSettings, MatchWatch
from people.services import contact
from people.watching.services.choices import match_of as running_match
from tests.people.players import account, accounts, be_friends
from tests.people.watched import lets, match_of, nothing_kept
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory, resigned

SWITCHES = reverse("people:watch-switches")


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    nothing_kept()


def who(row: Match) -> str:
    return reverse("people:watch-who", args=[row.public_id])


def switches(player: User) -> tuple[str, bool] | None:
    return ContactSettings.objects.filter(user=player).values_list("may_watch", "shows_onlookers").first()


def test_the_accounts_switches_are_kept_and_touch_no_other(elsa: User) -> None:
    contact.choose(elsa.pk, shows_presence=False, may_challenge="friends", can_be_found=False)
    assert signed_in(elsa).post(SWITCHES, {"may_watch": "nobody"}).status_code == 302
    assert switches(elsa) == ("nobody", False)
    kept = contact.contact_of(elsa.pk)
    assert (kept.shows_presence, kept.may_challenge, kept.can_be_found) == (False, "friends", False)
    answer = signed_in(elsa).post(
        SWITCHES, {"may_watch": "everyone", "shows_onlookers": "on"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 204 and switches(elsa) == ("everyone", True)
    contact.choose(elsa.pk, shows_presence=True, may_challenge="everyone", can_be_found=True)
    assert switches(elsa) == ("everyone", True)


def test_the_page_of_friends_has_them_as_they_are(elsa: User) -> None:
    lets(elsa, "friends")
    page = signed_in(elsa).get(reverse("people:friends")).content.decode()
    form = page.partition(f'action="{SWITCHES}"')[2].partition("</form>")[0]
    assert 'value="friends"\n                selected' in form or 'value="friends" selected' in " ".join(form.split())


@pytest.mark.parametrize("value", ["", "all", "EVERYONE", "everyone ", "usual\x00", "x" * 500])
def test_a_value_that_is_not_offered_is_refused_by_its_key(elsa: User, noor: User, value: str) -> None:
    row = match_of(elsa, noor)
    for address in (SWITCHES, who(row)):
        assert signed_in(elsa).post(address, {"may_watch": value}).status_code == 400
    assert switches(elsa) is None and not MatchWatch.objects.exists()


def test_for_a_match_as_usual_is_no_choice_and_a_guest_has_no_friends() -> None:
    elsa, guest = account("Elsa"), UserFactory.create()
    row = match_of(elsa, guest)
    assert signed_in(elsa).post(who(row), {"may_watch": "usual"}).status_code == 400
    assert signed_in(guest).post(who(row), {"may_watch": "friends"}).status_code == 400
    page = signed_in(guest).get(who(row)).content.decode()
    assert checked(page) == "nobody" and 'value="friends"' not in page


def checked(page: str) -> str:
    """The choice that stands."""
    (found,) = [part for part in page.split('name="may_watch"')[1:] if "checked" in part.partition(">")[0]]
    return found.partition('value="')[2].partition('"')[0]


@pytest.mark.parametrize(
    ("given", "chosen"),
    [({}, "everyone"), ({"rated": False}, "friends"), ({"seconds": 86_400}, "friends"), ({"seconds": None}, "friends")],
)
def test_the_dialog_says_what_stands_and_what_was_chosen(given: dict[str, Any], chosen: str) -> None:
    elsa, noor = accounts("Elsa", "Noor")
    row = match_of(elsa, noor, **given)
    assert checked(signed_in(elsa).get(who(row)).content.decode()) == chosen
    assert checked(signed_in(elsa).post(who(row), {"may_watch": "nobody"}).content.decode()) == "nobody"
    assert checked(signed_in(elsa).get(who(row)).content.decode()) == "nobody"
    assert checked(signed_in(noor).get(who(row)).content.decode()) == chosen, "each chooses for themselves"
    lets(noor, "nobody")
    assert checked(signed_in(noor).get(who(row)).content.decode()) == "nobody"


# R5.2
def test_for_all_but_its_players_there_is_no_such_dialog(elsa: User, noor: User, bo: User) -> None:
    row = match_of(elsa, noor)
    practice = match_of(elsa, bo)
    Match.objects.filter(pk=practice.pk).update(practice=True)
    over = resigned(match_of(elsa, bo))
    asked: list[tuple[Client, str]] = [
        (signed_in(bo), who(row)),
        (Client(), who(row)),
        (signed_in(elsa), who(practice)),
        (signed_in(elsa), who(over)),
        (signed_in(elsa), reverse("people:watch-who", args=["abcdefghijkl"])),
        (signed_in(elsa), reverse("people:watch-who", args=["x" * 200])),
    ]
    for client, address in asked:
        assert client.get(address).status_code == 404, address
        assert client.post(address, {"may_watch": "everyone"}).status_code == 404, address
    assert not MatchWatch.objects.exists()
    assert Client().post(SWITCHES, {"may_watch": "everyone"}).status_code == 404
    assert signed_in(UserFactory.create()).post(SWITCHES, {"may_watch": "everyone"}).status_code == 404


# R5.6
# R13.9
def test_friends_are_named_who_show_themselves_and_nobody_else() -> None:
    elsa, noor, seen, unseen, stranger = accounts("Elsa", "Noor", "Seen", "Unseen", "Stranger")
    be_friends(elsa, seen, unseen)
    contact.choose(unseen.pk, shows_presence=False, may_challenge="everyone", can_be_found=True)
    row = match_of(elsa, noor)
    watching: dict[int, int | None] = {1: seen.pk, 2: unseen.pk, 3: stranger.pk, 4: None}
    onlookers.keep("process", {row.pk: watching})
    page = signed_in(elsa).get(who(row)).content.decode()
    assert "4 watch" in page and "Seen" in page and "and 3 others" in page
    assert "Unseen" not in page and "Stranger" not in page
    others = signed_in(noor).get(who(row)).content.decode()
    assert "4 watch" in others and "Seen" not in others


def test_who_wants_to_see_nothing_of_onlookers_sees_none(elsa: User, noor: User, friend: User) -> None:
    be_friends(elsa, friend)
    row = match_of(elsa, noor)
    onlookers.keep("process", {row.pk: {1: friend.pk}})
    ContactSettings.objects.create(user=elsa, shows_onlookers=False)
    page = signed_in(elsa).get(who(row)).content.decode()
    assert "1 watch" not in page and "Friend<" not in page and "Who may watch this match" in page
    for player, is_hidden in ((elsa, True), (noor, False)):
        match_page = signed_in(player).get(reverse("game:match", args=[row.public_id])).content.decode()
        button = match_page.partition('class="eyesbtn"')[2].partition(">")[0]
        assert ("hidden" in button) is is_hidden


def test_the_match_page_leads_to_it_from_the_menu_when_nobody_watches_too(elsa: User, noor: User) -> None:
    row = match_of(elsa, noor)
    page = signed_in(elsa).get(reverse("game:match", args=[row.public_id])).content.decode()
    assert 'data-act="watching"' in page and 'id="d-watching"' in page and who(row) in page
    Match.objects.filter(pk=row.pk).update(practice=True)
    page = signed_in(elsa).get(reverse("game:match", args=[row.public_id])).content.decode()
    assert 'data-act="watching"' not in page and 'id="d-watching"' not in page


def test_the_players_own_match_is_found_and_no_others(elsa: User, noor: User) -> None:
    row = match_of(elsa, noor)
    found = running_match(elsa.pk, row.public_id)
    assert (found.match_id, found.rated, found.user_ids) == (row.pk, True, (elsa.pk, noor.pk))
