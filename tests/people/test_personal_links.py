"""Personal links: for whom they stand, how long and how often, and what is told of their use."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import leaving
from accounts.services.guests import create_guest
from game.api import now_ms
from news.models import News
from people.models import PersonalLink
from people.services import friends, personal_links
from tests.people.players import NOW, account, are_both_friends, be_friends, crowd, refusal
from tests.support.browsers import signed_in
from tests.support.sanctioned import closed


# R10.4
def test_whoever_uses_it_is_a_friend_at_once_and_its_owner_is_told(elsa: User, noor: User) -> None:
    token = personal_links.new_link(elsa.pk, NOW).token
    personal_links.use(token, noor.pk, NOW)
    assert are_both_friends(elsa, noor)
    told = News.objects.get()
    assert (told.user, told.kind, told.values) == (elsa, "friend-by-link", {"name": "Noor"})
    page = signed_in(elsa).get(told.path).content.decode()
    assert "Noor is your friend now, by your link." in page and "Undo" in page


def test_undo_is_leaving_and_takes_the_news_back(elsa: User, noor: User) -> None:
    personal_links.use(personal_links.new_link(elsa.pk, NOW).token, noor.pk, NOW)
    friends.leave(elsa.pk, noor.pk, NOW + 1)
    assert not are_both_friends(elsa, noor)
    assert News.objects.get().withdrawn_at == NOW + 1


def test_it_stands_a_day_and_a_new_one_ends_it(elsa: User, noor: User) -> None:
    first = personal_links.new_link(elsa.pk, NOW).token
    day = personal_links.LASTS_MS
    assert personal_links.owner_of(first, noor.pk, NOW + day - 1) == elsa
    assert refusal(lambda: personal_links.owner_of(first, noor.pk, NOW + day)) == "no_link"
    assert refusal(lambda: personal_links.use(first, noor.pk, NOW + day)) == "no_link"
    second = personal_links.new_link(elsa.pk, NOW).token
    assert first != second
    assert refusal(lambda: personal_links.use(first, noor.pk, NOW)) == "no_link"
    personal_links.use(second, noor.pk, NOW)


def test_it_makes_thirty_friends(elsa: User) -> None:
    token = personal_links.new_link(elsa.pk, NOW).token
    *others, last = crowd(personal_links.MOST_USES + 1)
    for other in others:
        personal_links.use(token, other.pk, NOW)
    assert refusal(lambda: personal_links.use(token, last.pk, NOW)) == "no_link"
    assert personal_links.link_of(elsa.pk, NOW) is None


def test_between_friends_it_is_no_use_of_the_link(elsa: User, noor: User) -> None:
    be_friends(elsa, noor)
    link = personal_links.new_link(elsa.pk, NOW)
    assert refusal(lambda: personal_links.use(link.token, noor.pk, NOW)) == "already_friends"
    link.refresh_from_db()
    assert link.uses == 0
    assert refusal(lambda: personal_links.use(link.token, elsa.pk, NOW)) == "yourself"


def test_a_link_makes_no_friend_beyond_two_hundred_on_either_side(elsa: User, noor: User) -> None:
    token = personal_links.new_link(elsa.pk, NOW).token
    be_friends(elsa, *crowd(friends.MOST_FRIENDS))
    assert refusal(lambda: personal_links.use(token, noor.pk, NOW)) == "their_friends_full"
    assert PersonalLink.objects.get().uses == 0


def test_guests_neither_have_nor_use_one() -> None:
    elsa, guest = account("Elsa"), create_guest()
    token = personal_links.new_link(elsa.pk, NOW).token
    assert refusal(lambda: personal_links.new_link(guest.pk, NOW)) == "accounts_only"
    assert refusal(lambda: personal_links.use(token, guest.pk, NOW)) == "accounts_only"


@pytest.mark.parametrize("gone", [lambda key: closed(key), leaving.delete])
def test_the_link_of_who_is_not_there_is_none(elsa: User, noor: User, gone: Callable[[int], object]) -> None:
    token = personal_links.new_link(elsa.pk, NOW).token
    gone(elsa.pk)
    assert refusal(lambda: personal_links.use(token, noor.pk, NOW)) == "no_link"
    assert refusal(lambda: personal_links.owner_of(token, noor.pk, NOW)) == "no_link"


def test_looking_at_its_page_changes_nothing_and_names_whose_it_is(elsa: User, noor: User, client: Client) -> None:
    address = reverse("people:use-link", args=[personal_links.new_link(elsa.pk, now_ms()).token])
    for reader in (client, signed_in(noor), signed_in(create_guest()), signed_in(elsa)):
        for method in (reader.get, reader.head):
            assert method(address).status_code == 200
        assert "Elsa" in reader.get(address).content.decode()
    assert not are_both_friends(elsa, noor)
    assert signed_in(noor).post(address).status_code == 302
    assert are_both_friends(elsa, noor)


def test_a_visitor_and_a_guest_are_led_to_sign_in_and_come_back(client: Client) -> None:
    address = reverse("people:use-link", args=[personal_links.new_link(account("Elsa").pk, now_ms()).token])
    page = client.get(address).content.decode()
    assert f"?next={address}" in page and "<form" not in page.partition("<section")[2].partition("</section>")[0]
    assert client.post(address).status_code == 200


def test_a_link_that_stands_no_more_is_410(client: Client) -> None:
    assert client.get(reverse("people:use-link", args=["x" * 16])).status_code == 410
