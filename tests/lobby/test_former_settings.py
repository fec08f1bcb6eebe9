"""What only earlier matches and records have, nobody can choose any more: no limit of tries (R1.44, security P8)."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game import api as game
from game.models import Match
from lobby import rules_code
from lobby.models import Preset, Rematch
from lobby.services import practice, rematch, rooms
from tests.lobby.conftest import Clock, until_made, wait
from tests.support.matches import make_match, resigned, state_of, user_at

ENDLESS = {"tries_per_turn": None}


def test_a_room_takes_no_such_rules(people: list[User], clock: Clock) -> None:
    code = rooms.create(people[0].pk, "en", clock.now)
    for change in (rooms.change, rooms.replace_all):
        with pytest.raises(game.BadSettings) as refused:
            change(code, people[0].pk, 1, ENDLESS, clock.now)
        assert (refused.value.key, refused.value.code) == ("tries_per_turn", "out_of_range")


def test_nor_does_its_page_offer_them_or_take_what_a_script_writes(client: Client, clock: Clock) -> None:
    room = client.post(reverse("lobby:new_room"))["Location"]
    page = client.get(room).content.decode()
    assert 'name="tries_per_turn"' in page and 'name="tries_per_turn" value="none"' not in page
    code = room.rstrip("/").rsplit("/", 1)[1]
    client.post(reverse("lobby:room_rules", args=[code]), {"tries_per_turn": "none", "version": "1"})
    kept = rooms.look(code, User.objects.get().pk, clock.now)
    assert kept is not None and game.full_settings(kept.settings)["tries_per_turn"] == 10


def test_a_rules_code_of_before_is_refused_and_others_mean_what_they_meant() -> None:
    with pytest.raises(rules_code.BadRulesCode) as refused:
        rules_code.read(rules_code.write(ENDLESS))
    assert refused.value.code == "other_rules"
    for number in (1, 9, 50):
        assert rules_code.read(rules_code.write({"tries_per_turn": number})) == {"tries_per_turn": number}


def test_a_preset_with_them_is_none() -> None:
    with pytest.raises(ValidationError, match="tries_per_turn"):
        Preset(key="odd", title_en="Odd", title_sv="Udda", settings=ENDLESS).full_clean()


def test_one_that_was_stored_before_is_played_with_the_limit_of_today(people: list[User], clock: Clock) -> None:
    Preset.objects.filter(key="quick").update(settings={"board_size": 11, **ENDLESS})
    first, second = people[:2]
    wait(clock, first, second)
    place = until_made(clock, first, second)[0]
    made = Match.objects.get(public_id=place.match)
    assert state_of(made).rules.limit("tries_per_turn") == 10 and state_of(made).board.size == 11


def test_practice_begins_with_a_limit() -> None:
    with pytest.raises(game.BadSettings):
        practice.wanted(level="calm", preset="", language="en", clock=False, at_once=True, own=ENDLESS)


def test_the_rematch_of_an_earlier_match_has_the_limit_of_today(clock: Clock) -> None:
    row = resigned(make_match(board_size=11, tries_per_turn=None), at=clock.now)
    assert state_of(row).rules.limit("tries_per_turn") is None
    first, second = (user_at(row, seat).pk for seat in (0, 1))
    rematch.propose(row.public_id, first, clock.now)
    rematch.accept(row.public_id, second, clock.now)
    made = Match.objects.get(public_id=Rematch.objects.get(previous=row).match)
    assert state_of(made).rules.limit("tries_per_turn") == 10 and state_of(made).board.size == 11
