"""A block against whatever is about to bring two players together, in every order that Postgres permits: no deadlock,
and no match between the two that begins after the block has committed."""

from functools import partial

import pytest

from accounts.models import Block
from accounts.services import blocks
from game.models import Match
from lobby.models import Preset, Rematch, Room, RoomSeat, Seeker, SlowSeek
from lobby.services import quick_join, rematch, rooms, slow_seeks
from lobby.services.quick_join import Queue
from tests.races.interleaving import Lane, Order, every_order
from tests.races.quick_join_pages import poll_both, seek_both, together
from tests.support.matches import START, make_match, resigned, user_at

pytestmark = [
    pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("numbers_at_once")
]  # fmt: skip

NOW = 4_000_000_000_000
BLOCKING = ("update block", "insert block", "commit")
EITHER = (pytest.param(0, marks=pytest.mark.long), 1)
SLOW = {"turn_seconds": 259_200, "reserve_hours": 72}


def blocking(user_id: int, other_id: int) -> Lane:
    """A block, which stands still before it locks the two, too: by a statement that changes nothing."""

    def do() -> bool:
        Block.objects.filter(pk=0).update(made_at=0)
        return blocks.block(user_id, other_id, NOW)

    return Lane(do, BLOCKING)


def began_first(order: Order, works: int, blocks_: int) -> bool:
    """Whether the work that makes a match had committed before the block did."""
    committed = [lane for lane, stop in order.told if stop == "commit"]
    return committed.index(works) < committed.index(blocks_)


@pytest.mark.parametrize(
    ("polled", "may_begin"), [(0, False), pytest.param(1, False, marks=pytest.mark.long), (4, True)]
)
@pytest.mark.parametrize("blocks_", EITHER, ids=["the one who polls blocks", "the other one blocks"])
def test_block_against_a_poll_of_quick_join(
    calm: Queue, players: list[int], polled: int, may_begin: bool, blocks_: int
) -> None:
    """Once the block has committed they are no pair a second later, and sit in no match unless it was there before."""
    seen = set()

    def begin() -> list[Lane]:
        for model in (Block, Seeker, Match):
            model.objects.all().delete()
        seek_both(players, calm, NOW, polled)
        stops = ("select block", "select seeker for update", "update seeker", "commit")
        polls = Lane(partial(quick_join.poll, players[0], NOW + 1000 * (polled + 1)), stops)
        return [polls, blocking(players[blocks_], players[1 - blocks_])]

    for order in every_order(begin):
        order.clean()
        begun = together(players)
        assert not begun or (may_begin and began_first(order, 0, 1)), str(order)
        poll_both(players, NOW, range(polled + 2, polled + 10))
        assert together(players) == begun, str(order)
        assert begun or not Seeker.objects.exclude(partner=None).exists(), str(order)
        seen.add(bool(begun))
    assert seen == ({True, False} if may_begin else {False})


@pytest.mark.parametrize("blocks_", EITHER, ids=["who waits blocks", "who comes blocks"])
def test_block_against_play_by_a_slow_preset(players: list[int], blocks_: int) -> None:
    Preset.objects.get_or_create(key="far", defaults={"title_en": "far", "title_sv": "far", "settings": SLOW})
    far = quick_join.queue("far", "en")

    def begin() -> list[Lane]:
        for model in (Block, SlowSeek, Match):
            model.objects.all().delete()
        slow_seeks.press(players[0], far, NOW)
        stops = ("select block", "select slowseek for update", "update slowseek", "commit")
        comes = Lane(partial(slow_seeks.press, players[1], far, NOW), stops)
        return [comes, blocking(players[blocks_], players[1 - blocks_])]

    for order in every_order(begin):
        order.clean()
        assert not SlowSeek.objects.exclude(comer=None).exists(), str(order)
        assert set(SlowSeek.objects.values_list("user_id", flat=True)) == set(players), str(order)
        slow_seeks.sweep(NOW + 60_000)
        assert not together(players), str(order)


@pytest.mark.parametrize("is_due", [False, True], ids=["as they sit down", "as it is due"])
def test_block_against_a_room(players: list[int], is_due: bool) -> None:
    """Who is blocked by the host keeps no seat from which a match begins."""
    host, guest = players
    seen = set()

    def begin() -> list[Lane]:
        for model in (Block, Room, Match):
            model.objects.all().delete()
        code = rooms.create(host, "en", NOW)
        stops = (
            "select block",
            "insert roomseat",
            "delete roomseat",
            "select room for update",
            "update room",
            "commit",
        )
        if not is_due:
            return [Lane(partial(_sits_down, code, guest), stops), blocking(host, guest)]
        rooms.join(code, guest, NOW)
        for player in players:
            rooms.set_ready(code, player, 1, True, NOW + 2_000)
        for player in players:
            rooms.poll(code, player, NOW + 4_000)
        return [Lane(partial(rooms.poll, code, guest, NOW + 5_500), stops), blocking(host, guest)]

    for order in every_order(begin):
        order.clean()
        begun = together(players)
        assert not begun or (is_due and began_first(order, 0, 1)), str(order)
        code = Room.objects.values_list("code", flat=True).get()
        for player in players if RoomSeat.objects.filter(user_id=guest).exists() else ():
            rooms.set_ready(code, player, 1, True, NOW + 6_000) if not begun else None
        for player in players:
            rooms.poll(code, player, NOW + 6_000)
            rooms.poll(code, player, NOW + 9_000)
        assert together(players) == begun, str(order)
        seen.add(bool(begun))
    assert seen == ({True, False} if is_due else {False})


def _sits_down(code: str, user_id: int) -> str:
    try:
        return rooms.join(code, user_id, NOW)
    except rooms.Refused as refusal:
        return refusal.code


@pytest.mark.parametrize("blocks_", EITHER, ids=["who asked blocks", "who accepts blocks"])
def test_block_against_the_answer_to_a_rematch(blocks_: int) -> None:
    end = START + 5_000
    over = resigned(make_match(board_size=11), at=end)
    players = [user_at(over, seat).pk for seat in (0, 1)]
    seen = set()

    def begin() -> list[Lane]:
        Block.objects.all().delete()
        Rematch.objects.all().delete()
        Match.objects.exclude(pk=over.pk).delete()
        rematch.propose(over.public_id, players[0], end)
        stops = ("select block", "select rematch for update", "update rematch", "commit")
        answers = Lane(partial(rematch.accept, over.public_id, players[1], end + 1), stops)
        return [answers, blocking(players[blocks_], players[1 - blocks_])]

    for order in every_order(begin):
        order.clean()
        begun = together(players) - 1
        for second in range(5):
            for player in players:
                rematch.look(over.public_id, player, end + 1000 * second)
            rematch.sweep(end + 1000 * second)
        assert together(players) - 1 == begun, str(order)
        seen.add(bool(begun))
    assert seen == {True, False}


def test_two_who_block_each_other_at_once(players: list[int]) -> None:
    one, other = players
    code = ""

    def begin() -> list[Lane]:
        nonlocal code
        Block.objects.all().delete()
        Room.objects.all().delete()
        code = rooms.create(one, "en", NOW)
        rooms.join(code, other, NOW)
        return [blocking(one, other), blocking(other, one)]

    for order in every_order(begin):
        assert order.clean() == [True, True]
        assert set(Block.objects.values_list("user_id", "blocked_id")) == {(one, other), (other, one)}
        assert list(RoomSeat.objects.values_list("user_id", flat=True)) == [one], str(order)
