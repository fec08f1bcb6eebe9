"""How many matches one may play (R9.29): one with a clock that one sits at, 50 slow and untimed ones, 5 for a
guest, seeks counted; one more is refused in words that name the number. What is adjourned is never refused."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from game import api as game
from game.models import Match
from lobby.models import SlowSeek
from lobby.services import engagements, quick_join, rematch, rooms, slow_seeks
from tests.lobby.conftest import SLOW, Clock, make_accounts, over_between, press, room_pages, sit
from tests.support.browsers import signed_in
from tests.support.matches import make_match, submit
from tests.support.types import certain

UNTIMED = {"turn_seconds": None}
SLOW_PRESETS = ("alfapower-slow", "alfapet-slow", "classic-slow", "flex-slow", "keebble-slow")


def plays(player: User, how_many: int, clock: Clock, **settings: Any) -> list[Match]:
    return [sit(player, make_match(starts_at=clock.now, **settings)) for _ in range(how_many)]


@pytest.mark.parametrize(("account", "most"), [(False, 5), (True, 50)])
def test_slow_and_untimed_matches_and_seeks_count_together(
    astrid: User, clock: Clock, account: bool, most: int
) -> None:
    if account:
        make_accounts(astrid)
    plays(astrid, most - 3, clock, **SLOW)
    plays(astrid, 1, clock, **UNTIMED)
    press(astrid, clock)
    press(astrid, clock, "classic-slow")
    with pytest.raises(engagements.Enough) as refused:
        press(astrid, clock, "flex-slow")
    assert refused.value.most == most
    page = signed_in(astrid).post(reverse("lobby:seek"), {"preset": "flex-slow", "lg": "en"})
    assert page.status_code == 409 and f"You have {most} slow and untimed matches" in page.content.decode()
    assert SlowSeek.objects.count() == 2


def test_a_seek_that_is_met_counts_once_for_each(astrid: User, bjorn: User, clock: Clock) -> None:
    plays(bjorn, 4, clock, **SLOW)
    press(astrid, clock)
    press(bjorn, clock)
    with pytest.raises(engagements.Enough):
        press(bjorn, clock, "flex-slow")
    slow_seeks.sweep(clock.later(5))
    assert game.how_many_unhurried(bjorn.pk) == 5
    with pytest.raises(engagements.Enough):
        press(bjorn, clock, "flex-slow")


def five(player: User, clock: Clock) -> None:
    plays(player, 5, clock, **SLOW)


def ready_in_a_room(player: User, host: User, clock: Clock, **settings: Any) -> str:
    code = rooms.create(host.pk, "en", clock.now)
    rooms.change(code, host.pk, 1, settings, clock.now)
    rooms.join(code, player.pk, clock.now)
    rooms.set_ready(code, player.pk, 2, True, clock.now)
    return code


@pytest.mark.parametrize("settings", [SLOW, UNTIMED])
def test_a_room_refuses_one_more_by_its_number(
    people: list[User], clock: Clock, settings: dict[str, int | None]
) -> None:
    five(people[0], clock)
    with pytest.raises(rooms.Refused) as refused:
        ready_in_a_room(people[0], people[1], clock, **settings)
    assert refused.value.code == "enough_of_a_guest"
    code = rooms.rooms_of(people[0].pk, clock.now)[0]
    browser = signed_in(people[0])
    said = browser.post(
        reverse("lobby:room_ready", args=[code]), {"version": 2, "ready": "1"}, follow=True
    ).content.decode()
    assert "You have 5 slow and untimed matches, and more there cannot be." in said


def test_a_room_for_a_live_match_refuses_nobody_for_slow_ones(people: list[User], clock: Clock) -> None:
    five(people[0], clock)
    ready_in_a_room(people[0], people[1], clock, turn_seconds=90)
    assert engagements.State.READY in engagements.of(people[0].pk, clock.now)


def test_somebody_who_has_enough_by_the_time_a_room_starts_is_named(people: list[User], clock: Clock) -> None:
    code = ready_in_a_room(people[0], people[1], clock, **SLOW)
    rooms.set_ready(code, people[1].pk, 2, True, clock.now)
    five(people[0], clock)
    view = room_pages(code, clock, 9, people[:2])[1]
    assert not view.match and view.news == {"code": "enough", "name": "Astrid"}
    page = signed_in(people[1]).get(reverse("lobby:room", args=[code])).content.decode()
    assert "Astrid plays as many slow and untimed matches as there may be." in page


@pytest.mark.parametrize("settings", [SLOW, UNTIMED])
def test_a_rematch_of_one_more_is_refused_by_its_number(
    people: list[User], clock: Clock, settings: dict[str, int | None]
) -> None:
    row = over_between(people[0], people[1], clock, **settings)
    five(people[0], clock)
    standing = certain(rematch.propose(row.public_id, people[0].pk, clock.now))
    assert (standing.stage, standing.most) == ("enough", 5)
    assert certain(rematch.look(row.public_id, people[1].pk, clock.now)).stage == "away"
    said = signed_in(people[0]).get(reverse("lobby:rematch", args=[row.public_id])).content.decode()
    assert "You have 5 slow and untimed matches, and more there cannot be." in said


def test_a_rematch_of_a_slow_match_is_slow(people: list[User], clock: Clock) -> None:
    row = over_between(people[0], people[1], clock, **SLOW)
    rematch.propose(row.public_id, people[0].pk, clock.now)
    rematch.accept(row.public_id, people[1].pk, clock.now)
    clock.later(5)
    made = certain(rematch.look(row.public_id, people[1].pk, clock.now)).match
    assert Match.objects.get(public_id=made).slow


def solo(player: User, clock: Clock) -> None:
    game.create_match(
        settings={"turn_seconds": None},
        entrants=[game.Entrant(player.pk, "Astrid")],
        starts_at=clock.now,
        variant="alfapet",
    )


def with_a_bot(player: User, clock: Clock) -> None:
    Match.objects.filter(pk=plays(player, 1, clock, **UNTIMED)[0].pk).update(practice=True)


def live(player: User, clock: Clock) -> None:
    plays(player, 1, clock)


def left(player: User, clock: Clock) -> None:
    plays(player, 1, clock, **SLOW)[0].seats.filter(user=player).update(out=True)


def ended(player: User, clock: Clock) -> None:
    submit(plays(player, 1, clock, **SLOW)[0], 0, at=clock.now, do="resign")


@pytest.mark.parametrize("of_another_kind", [solo, with_a_bot, live, left, ended])
def test_what_does_not_count(people: list[User], clock: Clock, of_another_kind: Callable[[User, Clock], None]) -> None:
    plays(people[0], 4, clock, **SLOW)
    for _ in range(1 if of_another_kind is live else 2):
        of_another_kind(people[0], clock)
    assert press(people[0], clock).comer is None


def test_what_is_adjourned_is_never_refused_and_counts_from_then_on(people: list[User], clock: Clock) -> None:
    plays(people[0], 5, clock, **SLOW)
    row = plays(people[0], 1, clock)[0]
    assert game.how_many_unhurried(people[0].pk) == 5
    Match.objects.filter(pk=row.pk).update(slow=True)  # as an agreement to adjourn leaves it
    assert game.how_many_unhurried(people[0].pk) == 6


def test_a_live_match_is_one_at_a_time_as_before_and_keeps_nobody_from_slow_ones(
    people: list[User], clock: Clock
) -> None:
    plays(people[0], 1, clock)
    for preset in SLOW_PRESETS:
        press(people[0], clock, preset)
    with pytest.raises(engagements.Busy):
        quick_join.seek(people[0].pk, quick_join.queue("quick", "en"), clock.now)
