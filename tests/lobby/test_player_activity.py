"""What the lobby has of a player, in plain SQL, is what the ORM finds (lobby/services/player_activity.py)."""

from typing import Any

import pytest
from django.db.models import Q

from accounts.models import User
from lobby.models import Presence, Preset, Room, RoomSeat, Seeker
from lobby.services.player_activity import Activity, of_player
from lobby.slow_models import SlowSeek
from tests.support.matches import UserFactory

NOW = 2**41


def seek(user: User, gone_at: int) -> None:
    preset = Preset.objects.all()[0]
    Seeker.objects.create(user=user, preset=preset, language="en", joined_at=NOW, gone_at=gone_at)


def sit(user: User, **of_room: Any) -> None:
    room = Room.objects.create(
        code="AAAA22", host=UserFactory.create(), settings={}, **{"expires_at": NOW + 1} | of_room
    )
    RoomSeat.objects.create(room=room, user=user, number=1, joined_at=NOW, seen_at=NOW)


def listen(user: User, listen_until: int) -> None:
    Presence.objects.create(user=user, seen_at=NOW, listen_until=listen_until)


def seek_slowly(user: User, lapses_at: int) -> None:
    preset = Preset.objects.get(key="classic-slow")
    SlowSeek.objects.create(user=user, preset=preset, language="en", made_at=NOW, lapses_at=lapses_at, rating=1500)


def by_the_orm(user: User) -> Activity:
    return Activity(
        Seeker.objects.filter(user=user, gone_at__gt=NOW).exists(),
        RoomSeat.objects.filter(user=user, room__ended="", room__match="", room__expires_at__gt=NOW).exists(),
        Presence.objects.filter(user=user, listen_until__gt=NOW).exists(),
        SlowSeek.objects.filter(Q(user=user, lapses_at__gt=NOW) | Q(comer=user, match="")).exists(),
    )


@pytest.mark.parametrize("late", [False, True])
def test_what_there_is_of_a_player(late: bool) -> None:
    one, other = UserFactory.create(), UserFactory.create()
    until = NOW if late else NOW + 1
    for number, begin in enumerate((seek, lambda user, at: sit(user, expires_at=at), listen, seek_slowly)):
        begin(one, until)
        assert of_player(one.pk, NOW) == by_the_orm(one)
        assert of_player(one.pk, NOW)[number] is not late
    assert of_player(other.pk, NOW) == Activity()


@pytest.mark.parametrize("over", [{"ended": "closed"}, {"match": "abc"}])
def test_a_room_that_is_over_is_none(over: dict[str, str]) -> None:
    user = UserFactory.create()
    sit(user, **over)
    assert of_player(user.pk, NOW) == by_the_orm(user) == Activity()


@pytest.mark.parametrize(("match", "there_is"), [("", True), ("abc", False)])
def test_who_has_come_to_a_slow_seek_has_it_until_the_match_is_made(match: str, there_is: bool) -> None:
    one, other = UserFactory.create(), UserFactory.create()
    seek_slowly(other, NOW)
    SlowSeek.objects.update(comer=one, match=match)
    assert of_player(one.pk, NOW) == by_the_orm(one)
    assert of_player(one.pk, NOW).seeks_slowly is there_is
