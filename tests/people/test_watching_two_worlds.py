"""Nothing tells a block from absence in what there is to watch: with a block, without the friendship and without the
match every list, card and next match is the same."""

import re
from collections.abc import Callable

from django.urls import reverse

from accounts.api import block
from accounts.models import User
from game.models import Match
from people.services import friends
from tests.people.players import NOW, accounts, be_friends
from tests.people.watched import match_of, nothing_kept
from tests.support.browsers import signed_in

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
    be_friends(reader, player)
    be_friends(reader, other)
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
