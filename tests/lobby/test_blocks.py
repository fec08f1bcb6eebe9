"""Blocks in the lobby (rules/people.md §3): whom one keeps apart from oneself is met in no way, and what was about to
bring the two together ends without a word. Races: tests/races/test_blocks.py; what the other sees: tests/people."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import Block as BlockRow
from accounts.models import User
from accounts.services import blocks
from game import api as game
from game.models import Deal, Match
from lobby.api import sweep
from lobby.models import Rematch, RoomSeat, Seeker, SlowSeek
from lobby.services import quick_join, rematch, rooms, slow_seeks
from tests.lobby.conftest import START, Clock, be_ready, press, refusal_of, wait, waiting_pages
from tests.support.matches import START as MATCH_START
from tests.support.matches import make_match, resigned, user_at
from tests.support.types import certain

END = MATCH_START + 5_000
BOTH_WAYS = pytest.mark.parametrize("by_first", [True, False], ids=["the first blocks", "the second blocks"])


@pytest.fixture
def block(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Callable[[User, User], None]:
    """One player blocks another, and what follows from it has been done."""

    def do(user: User, other: User) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            blocks.block(user.pk, other.pk, START)

    return do


Block = Callable[[User, User], None]


def stages(clock: Clock, *players: User) -> list[str]:
    return [certain(quick_join.poll(player.pk, clock.now)).stage for player in players]


@BOTH_WAYS
def test_quick_join_pairs_each_of_two_with_a_third_and_never_with_each_other(
    astrid: User, bjorn: User, clara: User, clock: Clock, block: Block, by_first: bool
) -> None:  # R2.15
    block(*((astrid, bjorn) if by_first else (bjorn, astrid)))
    assert [place.stage for place in wait(clock, astrid, bjorn)] == ["waiting", "waiting"]
    for _second in range(20):
        clock.later(1)
        assert stages(clock, astrid, bjorn) == ["waiting", "waiting"]
    assert wait(clock, clara)[0].opponent == astrid
    assert stages(clock, bjorn) == ["waiting"]


def test_more_of_them_than_are_tried_hide_nobody(
    people: list[User], clock: Clock, block: Block, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick_join, "CHOICES", 1)
    one, other, third, _ = people
    block(one, other)
    wait(clock, other)
    clock.later(1)
    Seeker.objects.filter(user=other).update(seen_at=clock.now)
    quick_join.seek(third.pk, quick_join.queue("quick", "en"), clock.now)
    Seeker.objects.filter(user=third).update(seen_at=clock.now)
    assert wait(clock, one)[0].opponent == third


@BOTH_WAYS
@pytest.mark.parametrize("seconds", [0, 2], ids=["found", "counted in"])
def test_a_pair_comes_apart_and_each_waits_on_as_old_as_before(
    met: list[User], clock: Clock, made: list[Any], block: Block, by_first: bool, seconds: int
) -> None:
    one, other = met[:2]
    waiting_pages(clock, seconds, one, other)
    assert stages(clock, one) == ["matched" if seconds else "found"]
    joined = dict(Seeker.objects.values_list("user", "joined_at"))
    block(*((one, other) if by_first else (other, one)))
    assert not Deal.objects.exists()
    for _second in range(8):
        clock.later(1)
        assert stages(clock, one, other) == ["waiting", "waiting"]
    assert made == [] and dict(Seeker.objects.values_list("user", "joined_at")) == joined


def test_a_pair_that_a_block_has_overlooked_gets_no_match(met: list[User], clock: Clock, made: list[Any]) -> None:
    """As when the poll that pairs two has read who is apart a moment before the block."""
    one, other = met[:2]
    blocks.block(one.pk, other.pk, clock.now)  # what follows from it is not done
    waiting_pages(clock, 10, one, other)
    assert made == [] and stages(clock, one, other) == ["waiting", "waiting"]


@BOTH_WAYS
def test_slow_seeks_of_two_stand_side_by_side_and_a_third_meets_one(
    astrid: User, bjorn: User, clara: User, clock: Clock, block: Block, by_first: bool
) -> None:
    block(*((astrid, bjorn) if by_first else (bjorn, astrid)))
    assert press(astrid, clock).comer is press(bjorn, clock).comer is None
    sweep(clock.later(60))
    assert not SlowSeek.objects.exclude(comer=None).exists()
    assert {press(clara, clock).user_id} < {astrid.pk, bjorn.pk}


def test_those_who_wait_beside_two_who_are_apart_meet(people: list[User], clock: Clock, block: Block) -> None:
    one, other, third, _ = people
    block(one, other)
    press(one, clock)
    press(other, clock)
    block(third, one)
    block(third, other)
    press(third, clock)
    blocks.unblock(third.pk, one.pk)
    sweep(clock.later(60))
    assert {(seek.user_id, seek.comer_id) for seek in SlowSeek.objects.all()} & {(one.pk, third.pk), (third.pk, one.pk)}


@BOTH_WAYS
def test_a_slow_seek_that_was_met_waits_on_and_so_does_who_came(
    astrid: User, bjorn: User, clock: Clock, block: Block, by_first: bool
) -> None:
    press(astrid, clock)
    assert press(bjorn, clock).comer == bjorn
    deal = SlowSeek.objects.get().deal
    block(*((astrid, bjorn) if by_first else (bjorn, astrid)))
    sweep(clock.later(60))
    rows = {seek.user_id: seek for seek in SlowSeek.objects.all()}
    assert set(rows) == {astrid.pk, bjorn.pk} and rows[astrid.pk].deal == deal != rows[bjorn.pk].deal
    assert not Match.objects.exists() and all(seek.comer is None for seek in rows.values())


def test_a_slow_seek_met_by_who_is_apart_since_begins_no_match(astrid: User, bjorn: User, clock: Clock) -> None:
    """As when a guest's blocks come to an account whose seek was met."""
    press(astrid, clock)
    seek = press(bjorn, clock)
    BlockRow.objects.create(user=astrid, blocked=bjorn, made_at=clock.now)
    assert slow_seeks.finish(seek.pk, clock.later(10)) == "" and SlowSeek.objects.count() == 2


@pytest.fixture
def code(host: User) -> str:
    return rooms.create(host.pk, "en", START)


def test_whom_the_host_has_blocked_finds_the_room_full_or_closed(
    code: str, host: User, guest: User, clara: User, block: Block
) -> None:
    block(host, guest)
    assert refusal_of(rooms.invitation, code, guest.pk, START) == "room_full"
    assert refusal_of(rooms.join, code, guest.pk, START) == "room_full"
    assert rooms.invitation(code, clara.pk, START).host == host.display_name
    assert rooms.join(code, clara.pk, START) == code


def test_who_has_blocked_the_host_may_still_come(code: str, host: User, guest: User, block: Block) -> None:
    block(guest, host)
    assert rooms.join(code, guest.pk, START) == code


def test_a_sitter_whom_the_host_blocks_loses_the_seat_as_if_removed(
    code: str, host: User, guest: User, block: Block
) -> None:
    rooms.join(code, guest.pk, START)
    be_ready(code, guest, host)
    block(host, guest)
    seen = certain(rooms.look(code, host.pk, START))
    assert seen.news == {"code": "removed", "name": guest.display_name} and not seen.is_full
    assert seen.counting_ms is None and not Deal.objects.exists()
    assert rooms.poll(code, guest.pk, START) is None


def test_a_sitter_who_blocks_the_host_keeps_the_seat(code: str, host: User, guest: User, block: Block) -> None:
    rooms.join(code, guest.pk, START)
    block(guest, host)
    assert certain(rooms.look(code, guest.pk, START)).is_full


def test_a_room_begins_no_match_with_whom_the_host_has_blocked_as_they_sat_down(
    code: str, host: User, guest: User, made: list[Any]
) -> None:
    rooms.join(code, guest.pk, START)
    be_ready(code, host, guest)
    blocks.block(host.pk, guest.pk, START)  # what follows from it is not done
    for now in (START + 1000, START + 2000, START + 3000):
        for player in (host, guest):
            rooms.poll(code, player.pk, now)
    assert made == [] and [*RoomSeat.objects.values_list("user", flat=True)] == [host.pk]


def test_who_sit_in_one_room_have_met(code: str, host: User, guest: User, clara: User) -> None:
    rooms.join(code, guest.pk, START)
    assert blocks.whom(host.pk, guest.public_id) == guest and blocks.whom(guest.pk, host.public_id) == host
    assert blocks.whom(clara.pk, guest.public_id) is None


@pytest.fixture
def over() -> Match:
    return resigned(make_match(), at=END)


def stage(over: Match, player: User, at: int) -> str:
    return certain(rematch.look(over.public_id, player.pk, at)).stage


@BOTH_WAYS
def test_after_a_block_the_other_one_has_left_and_no_rematch_is_to_be_had(
    over: Match, block: Block, by_first: bool
) -> None:
    first, second = user_at(over, 0), user_at(over, 1)
    block(*((first, second) if by_first else (second, first)))
    assert stage(over, first, END) == stage(over, second, END) == "gone"
    for player in (first, second):
        assert certain(rematch.propose(over.public_id, player.pk, END + 1)).stage == "gone"
    assert Match.objects.count() == 1 and rematch.asking(second.pk, END + 2) == {}


@BOTH_WAYS
@pytest.mark.parametrize("agreed", [False, True], ids=["proposed", "agreed on"])
def test_a_rematch_between_them_goes(
    over: Match, block: Block, by_first: bool, agreed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "deal_readiness", lambda deal, now_ms: "waiting")
    first, second = user_at(over, 0), user_at(over, 1)
    rematch.propose(over.public_id, first.pk, END)
    if agreed:
        assert certain(rematch.accept(over.public_id, second.pk, END)).stage == "agreed"
    block(*((first, second) if by_first else (second, first)))
    row = Rematch.objects.get()
    assert (row.offered_by, row.starts_at, row.deal) == (None, None, "") and not Deal.objects.exists()
    monkeypatch.setattr(game, "deal_readiness", lambda deal, now_ms: "complete")
    assert stage(over, first, END + 4000) == stage(over, second, END + 4000) == "gone"
    assert Match.objects.count() == 1


@pytest.mark.parametrize("answers", ["accept", "propose"])
def test_an_answer_to_a_proposal_that_a_block_has_overlooked_makes_no_match(over: Match, answers: str) -> None:
    first, second = user_at(over, 0), user_at(over, 1)
    rematch.propose(over.public_id, first.pk, END)
    blocks.block(first.pk, second.pk, END)  # what follows from it is not done
    assert certain(getattr(rematch, answers)(over.public_id, second.pk, END + 1)).stage == "gone"
    assert Match.objects.count() == 1


def test_of_three_who_played_who_agrees_first_plays_on_with_the_third(
    people: list[User], made: list[Any], table: tuple[str, list[int]], block: Block
) -> None:
    public_id, (one, other, third) = table[0], people[:3]
    block(one, other)

    def seen() -> list[str]:
        return [certain(rematch.look(public_id, player.pk, END)).stage for player in people[:3]]

    assert seen() == ["open"] * 3
    rematch.propose(public_id, third.pk, END)
    assert seen() == ["asked", "asked", "waiting"]
    assert certain(rematch.accept(public_id, other.pk, END)).stage == "agreed"
    assert {entrant.name for entrant in made[0]["entrants"]} == {other.display_name, third.display_name}
    assert seen() == ["without", "agreed", "agreed"]
