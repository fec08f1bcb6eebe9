"""Blocking a player and lifting it (rules/people.md §3): whom one may block, what the pages say, and what is told to
nobody. What a block keeps apart: tests/lobby/test_blocks.py."""

import json

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Block, User
from accounts.services import blocks, data_export, leaving, merging
from accounts.signals import player_blocked
from common import rate_limits
from tests.support.matches import START, UserFactory, make_match, user_at
from tests.support.still_clock import still_clock
from tests.support.types import Response

HTMX = {"HX-Request": "true"}
SAID = "They are not told. You do not meet, and do not see each other."


@pytest.fixture
def other() -> User:
    """An account."""
    return UserFactory.create(display_name="Lux", is_guest=False)


def press(client: Client, other: User, door: str = "block", *, in_part: bool = False) -> Response:
    return client.post(reverse(f"accounts:{door}", args=[other.public_id]), headers=HTMX if in_part else {})


def test_one_press_blocks_and_one_takes_it_back(client: Client, me: User, other: User) -> None:
    said = press(client, other, in_part=True).content.decode()
    assert SAID in said and "Undo" in said and reverse("accounts:unblock", args=[other.public_id]) in said
    assert blocks.has_blocked(me.pk, other.pk) and blocks.are_apart(other.pk, me.pk)
    assert not blocks.has_blocked(other.pk, me.pk)
    said = press(client, other, "unblock", in_part=True).content.decode()
    assert "Lux is not blocked any more." in said and reverse("accounts:block", args=[other.public_id]) in said
    assert not Block.objects.exists()


def test_a_form_leads_to_the_page_that_has_the_name_and_the_way_back(client: Client, me: User, other: User) -> None:
    at = reverse("accounts:player", args=[other.public_id])
    assert press(client, other)["Location"] == at
    page = client.get(at).content.decode()
    assert "<h1><bdi>Lux</bdi></h1>" in page and "Blocked since" in page and "Unblock" in page and SAID in page
    assert "Playing since" not in page and "rated" not in page
    assert press(client, other, "unblock")["Location"] == at
    assert "Playing since" in client.get(at).content.decode()


def test_a_second_press_changes_nothing(client: Client, me: User, other: User) -> None:
    assert [press(client, other, in_part=True).status_code for _ in range(2)] == [200, 200]
    assert Block.objects.count() == 1
    assert [press(client, other, "unblock", in_part=True).status_code for _ in range(2)] == [200, 200]


def test_guests_block_and_are_blocked_by_those_they_have_met(client: Client) -> None:
    row = make_match()
    guest, their = user_at(row, 0), user_at(row, 1)
    for one, another in ((guest, their), (their, guest)):
        client.force_login(one)
        assert press(client, another)["Location"] == reverse("accounts:player", args=[another.public_id])
        assert "Unblock" in client.get(reverse("accounts:player", args=[another.public_id])).content.decode()
    assert Block.objects.count() == 2


def test_a_guest_never_met_oneself_a_closed_account_and_nobody_are_all_one_404(client: Client, me: User) -> None:
    closed = UserFactory.create(is_guest=False, is_active=False)
    ids = [UserFactory.create().public_id, me.public_id, closed.public_id, "nobody-here"]
    answers = [client.post(reverse("accounts:block", args=[one]), headers=HTMX) for one in ids]
    assert [answer.status_code for answer in answers] == [404] * 4 and not Block.objects.exists()


def test_a_visitor_blocks_nobody(client: Client, other: User) -> None:
    assert press(client, other).status_code == 404 and press(client, other, "unblock").status_code == 404


def test_bots_accounts_and_staff_are_blocked_like_all(client: Client, me: User) -> None:
    for kind in ("is_bot", "is_staff"):
        assert press(client, UserFactory.create(is_guest=False, **{kind: True}), in_part=True).status_code == 200
    assert Block.objects.count() == 2


def test_a_guest_whom_one_has_blocked_can_be_let_go_though_the_room_is_over(client: Client, me: User) -> None:
    guest = UserFactory.create()
    blocks.block(me.pk, guest.pk, START)
    said = press(client, guest, "unblock", in_part=True).content.decode()
    assert "not blocked any more" in said and "<button" not in said  # nor could they be blocked again
    assert not Block.objects.exists()


def test_the_account_page_lists_whom_one_has_blocked_for_guests_too(client: Client, me: User, other: User) -> None:
    page = reverse("accounts:account")
    assert "blocklist" not in client.get(page).content.decode()
    guest = UserFactory.create()
    for one in (me, guest):
        blocks.block(one.pk, other.pk, START)
        client.force_login(one)
        shown = client.get(page).content.decode()
        assert "blocklist" in shown and "Lux" in shown and reverse("accounts:unblock", args=[other.public_id]) in shown
    client.force_login(other)
    assert "blocklist" not in client.get(page).content.decode()


def test_in_a_match_its_players_block_each_other(client: Client) -> None:
    row = make_match(variant="alfapet", players=("Astrid", "Björn", "Clara"))
    at = reverse("accounts:block-in-match", args=[row.public_id])
    mine, first, second = (user_at(row, seat) for seat in range(3))
    client.force_login(mine)
    blocks.block(mine.pk, first.pk, START)
    shown = client.get(at, headers=HTMX).content.decode()
    assert reverse("accounts:unblock", args=[first.public_id]) in shown
    assert reverse("accounts:block", args=[second.public_id]) in shown and mine.public_id not in shown
    client.force_login(UserFactory.create())
    assert client.get(at).status_code == Client().get(at).status_code == 404


def test_a_flood_is_told_to_wait(client: Client, me: User, other: User) -> None:
    with still_clock():
        for _ in range(60):
            rate_limits.take_for_user(rate_limits.BLOCKS, me.pk, "127.0.0.1")
        assert press(client, other).status_code == 429


def test_the_export_says_whom_one_has_blocked_and_not_who_has_blocked_one(me: User, other: User) -> None:
    blocks.block(me.pk, other.pk, START)
    mine, theirs = data_export.of(me), data_export.of(other)
    assert mine["blocks"] == [{"id": other.public_id, "name": "Lux", "made_at": START}]
    assert theirs["blocks"] == [] and me.public_id not in json.dumps(theirs, default=str)
    assert not [key for key in theirs if "block" in key and key != "blocks"]


def test_a_guests_blocks_are_the_accounts_after_signing_in(me: User, other: User) -> None:
    guest, third = UserFactory.create(), UserFactory.create()
    blocks.block(guest.pk, other.pk, START)
    blocks.block(third.pk, guest.pk, START)
    blocks.block(me.pk, guest.pk, START)  # of oneself nothing is left
    ended: list[tuple[int, int]] = []

    def note(sender: object, user_id: int, other_id: int, **kwargs: object) -> None:
        ended.append((user_id, other_id))

    player_blocked.connect(note)
    try:
        merging.merge(guest.pk, me.pk)
    finally:
        player_blocked.disconnect(note)
    pairs = {(me.pk, other.pk), (third.pk, me.pk)}
    assert set(Block.objects.values_list("user_id", "blocked_id")) == set(ended) == pairs


def test_a_block_goes_with_either_account(me: User, other: User) -> None:
    for one, another in ((me, other), (other, me)):
        blocks.block(one.pk, another.pk, START)
    leaving.delete(other.pk)
    assert not Block.objects.exists()


def test_staff_read_the_blocks_and_change_none(client: Client, me: User, other: User) -> None:
    blocks.block(me.pk, other.pk, START)
    staff = UserFactory.create(is_guest=False, is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_block"))
    client.force_login(staff)
    listed = reverse("admin:accounts_block_changelist")
    assert "Lux" in client.get(listed).content.decode()
    assert client.get(reverse("admin:accounts_block_add")).status_code == 403
