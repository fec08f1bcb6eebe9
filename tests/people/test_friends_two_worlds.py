"""Nothing tells a block from absence: each test runs in a world where somebody has blocked the reader and in one where
they do not answer, have left, or are not there; what the reader gets is the same, byte for byte. Also of what there is
to watch: with a block, without the friendship and without the match every list, card and next match is the same."""

import re
from collections.abc import Callable

from django.urls import reverse

from accounts.api import block
from accounts.models import User
from game.models import Match
from people.services import contact, friend_questions, friends, personal_links
from tests.people.players import NOW, account, accounts, be_friends, crowd
from tests.people.watched import match_of, nothing_kept
from tests.support.browsers import signed_in

TOKEN = "t" * 16

Act = Callable[[User, User], object]
"""What `other` does, about the reader; the reader is the second."""


def seen(reader: User, address: str, *, posted: bool = False) -> tuple[int, str]:
    """Status and body, without the token that each form has."""
    client = signed_in(reader)
    answer = client.post(address, follow=True) if posted else client.get(address)
    body = answer.content.decode()
    return answer.status_code, re.sub(r'(csrfmiddlewaretoken" value|csrf-token"\s+content)="[^"]*"', "", body)


def in_both_worlds(acts: tuple[Act, Act], looks: Callable[[User, User], list[tuple[int, str]]]) -> None:
    """Run both worlds, the second with nothing left of the first, and compare what the reader gets."""
    got = []
    for act in acts:
        User.objects.all().delete()
        reader, other = accounts("Reader", "Other")
        act(other, reader)
        got.append([(status, _without_ids(body, reader, other)) for status, body in looks(reader, other)])
    assert got[0] == got[1]


def _without_ids(body: str, reader: User, other: User) -> str:
    """Addresses and pictures are made of the players' random ids."""
    body = body.replace(reader.public_id, "READER").replace(other.public_id, "OTHER")
    return re.sub(r'<span class="avatar.*?</span>', "AVATAR", body, flags=re.DOTALL)


def nothing(other: User, reader: User) -> None:
    """The other just does not answer."""


def blocks(other: User, reader: User) -> None:
    block(other.pk, reader.pk, NOW)


def all_pages(reader: User, other: User) -> list[tuple[int, str]]:
    """Every page of friends, and the other's profile."""
    addresses = [
        reverse("people:friends"),
        reverse("people:drawer"),
        reverse("accounts:player", args=[other.public_id]),
        "/",
    ]
    return [seen(reader, address) for address in addresses]


def test_a_question_to_a_blocker_looks_as_one_that_is_not_answered() -> None:
    def look(reader: User, other: User) -> list[tuple[int, str]]:
        asked = seen(reader, reverse("people:ask", args=[other.public_id]), posted=True)
        again = seen(reader, reverse("people:ask", args=[other.public_id]), posted=True)
        shown = all_pages(reader, other)
        back = seen(reader, reverse("people:withdraw", args=[other.public_id]), posted=True)
        return [asked, again, *shown, back, *all_pages(reader, other)]

    in_both_worlds((blocks, nothing), look)


def test_a_block_after_the_question_looks_as_no_answer() -> None:
    def asked_and(act: Act) -> Act:
        def both(other: User, reader: User) -> None:
            friend_questions.ask(reader.pk, other.pk, NOW)
            act(other, reader)

        return both

    in_both_worlds((asked_and(blocks), asked_and(nothing)), all_pages)


def test_a_friendship_that_a_block_ended_looks_as_one_that_the_other_left() -> None:
    def leaves(other: User, reader: User) -> None:
        be_friends(other, reader)
        friends.leave(other.pk, reader.pk, NOW)

    def blocks_friend(other: User, reader: User) -> None:
        be_friends(other, reader)
        blocks(other, reader)

    in_both_worlds((blocks_friend, leaves), all_pages)


def test_a_question_of_the_blockers_looks_as_one_that_was_taken_back() -> None:
    def asks_and_blocks(other: User, reader: User) -> None:
        friend_questions.ask(other.pk, reader.pk, NOW)
        blocks(other, reader)

    def asks_and_takes_back(other: User, reader: User) -> None:
        friend_questions.ask(other.pk, reader.pk, NOW)
        friend_questions.withdraw(other.pk, reader.pk, NOW)

    def look(reader: User, other: User) -> list[tuple[int, str]]:
        accept = reverse("people:accept", args=[other.public_id])
        return [*all_pages(reader, other), seen(reader, accept, posted=True), seen(reader, reverse("news:page"))]

    in_both_worlds((asks_and_blocks, asks_and_takes_back), look)


def test_a_blocker_is_found_by_name_no_more_than_who_is_not_to_be_found_or_not_there() -> None:
    def hides(other: User, reader: User) -> None:
        contact.choose(other.pk, shows_presence=True, may_challenge="everyone", can_be_found=False)

    def is_gone(other: User, reader: User) -> None:
        other.is_active = False
        other.save(update_fields=["is_active"])

    def look(reader: User, other: User) -> list[tuple[int, str]]:
        return [seen(reader, f"{reverse('people:find')}?name=Other")]

    in_both_worlds((blocks, hides), look)
    in_both_worlds((blocks, is_gone), look)


def test_the_link_of_a_blocker_looks_as_one_that_has_lapsed() -> None:
    def links(act: Act, lasts: int) -> Act:
        def both(other: User, reader: User) -> None:
            link = personal_links.new_link(other.pk, NOW)
            link.token, link.lapses_at = TOKEN, lasts
            link.save()
            act(other, reader)

        return both

    def look(reader: User, other: User) -> list[tuple[int, str]]:
        address = reverse("people:use-link", args=[TOKEN])
        return [seen(reader, address), seen(reader, address, posted=True)]

    in_both_worlds((links(blocks, NOW), links(nothing, 1)), look)


def test_a_question_to_a_blocker_counts_among_the_thirty(elsa: User, noor: User) -> None:
    blocks(noor, elsa)
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    for one in crowd(friends.MOST_QUESTIONS - 1):
        friend_questions.ask(elsa.pk, one.pk, NOW)
    client = signed_in(elsa)
    answer = client.post(reverse("people:ask", args=[account("Third").public_id]), follow=True)
    assert "30 of your questions are open" in answer.content.decode()


def test_a_blocker_is_told_nothing_of_a_question(elsa: User, noor: User) -> None:
    blocks(noor, elsa)
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    shown = [seen(noor, address) for address in (reverse("people:friends"), reverse("news:page"), "/")]
    assert not [body for _, body in shown if "wants to be friends" in body]


World = Callable[[User, User, Match], object]


def _blocked(reader: User, player: User, row: Match) -> None:
    block(player.pk, reader.pk, NOW)


def _left(reader: User, player: User, row: Match) -> None:
    friends.leave(player.pk, reader.pk, NOW)


def _without_the_match(reader: User, player: User, row: Match) -> None:
    friends.leave(player.pk, reader.pk, NOW)
    Match.objects.filter(pk=row.pk).update(status="over")


def _seen(world: World) -> list[tuple[int, str, str]]:
    """What the reader gets at every address about what there is to watch."""
    Match.objects.all().delete()
    User.objects.all().delete()
    nothing_kept()
    reader, player, other = accounts("Reader", "Elsa", "Noor")
    be_friends(reader, player, other)
    row = match_of(player, other, rated=False)
    world(reader, player, row)
    addresses = [
        reverse("people:watch-list"),
        reverse("people:watch-rows") + f"?m={row.public_id}.1.0",
        reverse("people:watch-best"),
        reverse("people:watch-next", args=[row.public_id]),
        reverse("people:watch-next-now", args=[row.public_id]),
        reverse("people:watch-who", args=[row.public_id]),
    ]
    found = []
    for address in addresses:
        answer = signed_in(reader).get(address)
        body = answer.content.decode().replace(row.public_id, "MATCH").replace(reader.public_id, "READER")
        body = re.sub(r'(csrfmiddlewaretoken" value|csrf-token"\s+content)="[^"]*"|<span class="avatar.*?</span>', "",
                      body, flags=re.DOTALL)  # fmt: skip
        found.append((answer.status_code, answer.headers.get("Location", ""), body))
    return found


# R13.8
def test_a_block_looks_as_an_ended_friendship_and_as_no_match() -> None:
    blocked, left, without = (_seen(world) for world in (_blocked, _left, _without_the_match))
    assert blocked == left == without
    assert [status for status, _, _ in blocked] == [200, 200, 204, 302, 200, 404]


def test_the_match_is_there_without_any_of_it() -> None:
    shown = _seen(lambda reader, player, row: None)
    assert "MATCH" in shown[0][2] and shown != _seen(_blocked)
