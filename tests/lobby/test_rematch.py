"""Rematch by its services, the clock in the test's hands; the matches before and after are real. Races:
test_rematch_races.py. The card: test_rematch_page.py."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from game import api as game
from game.models import Match, SeatRow
from lobby.models import Preset, Rematch, Seeker
from lobby.rematch_shown import Standing
from lobby.services import player_activity, players_present, quick_join
from lobby.services.rematch import accept, asking, decline, look, propose, withdraw
from tests.lobby.conftest import make_accounts, sit
from tests.support.matches import START, make_match, resigned, state_of, submit, user_at
from tests.support.repeated_rows import repeated
from tests.support.types import certain

END = START + 5_000


@pytest.fixture
def over() -> Match:
    """A match of odd settings that seat 0 has just resigned."""

    def play() -> int:
        row = make_match(board_size=11, turn_seconds=45, items=("blast",))
        Match.objects.filter(pk=row.pk).update(preset="quick", rated=True)
        return resigned(row, at=END).pk

    return Match.objects.get(pk=repeated("resigned, of odd settings", play))


@pytest.fixture
def first(over: Match) -> User:
    """Who moved first in it."""
    return user_at(over, 0)


@pytest.fixture
def second(over: Match) -> User:
    return user_at(over, 1)


def stages(over: Match, *players: User, at: int) -> list[str]:
    return [certain(look(over.public_id, player.pk, at)).stage for player in players]


def rematch_of(over: Match) -> Match:
    return Match.objects.get(public_id=Rematch.objects.get(previous=over).match)


def test_one_asks_the_other_accepts_and_the_seats_are_swapped(over: Match, first: User, second: User) -> None:
    assert stages(over, first, second, at=END) == ["open", "open"]

    assert certain(propose(over.public_id, first.pk, END + 1000)).stage == "waiting"
    assert certain(look(over.public_id, second.pk, END + 2000)).stage == "asked"
    agreed = certain(accept(over.public_id, second.pk, END + 3000))

    assert (agreed.stage, agreed.starts_at) == ("agreed", END + 6000)
    assert look(over.public_id, first.pk, END + 4000) == Standing(
        "agreed", second.display_name, begins=False, match=agreed.match, starts_at=END + 6000, rated=False,
        asker=first.display_name, starter=second.display_name,
    )  # fmt: skip
    again = rematch_of(over)
    assert [user_at(again, 0), user_at(again, 1)] == [second, first]
    assert state_of(again).rules == state_of(over).rules
    assert (again.preset, again.variant, again.language, again.started_at) == (
        "quick", over.variant, over.language, END + 6000,
    )  # fmt: skip
    assert again.lobby_order is None  # no lots were drawn
    assert Match.objects.count() == 2


def test_a_rematch_of_the_rematch_swaps_back(over: Match, first: User, second: User) -> None:
    propose(over.public_id, first.pk, END)
    propose(over.public_id, second.pk, END)
    again = rematch_of(over)
    submit(again, 0, at=END + 10_000, do="resign")

    propose(again.public_id, second.pk, END + 11_000)
    accept(again.public_id, first.pk, END + 12_000)

    third = rematch_of(again)
    assert [user_at(third, 0), user_at(third, 1)] == [first, second]


@pytest.mark.parametrize(("was_rated", "guests", "is_rated"), [(True, 0, True), (True, 1, False), (False, 0, False)])
def test_it_is_rated_as_the_match_was_and_between_two_accounts_only(
    over: Match, first: User, second: User, was_rated: bool, guests: int, is_rated: bool
) -> None:
    Match.objects.filter(pk=over.pk).update(rated=was_rated)
    make_accounts(*(first, second)[guests:])

    propose(over.public_id, second.pk, END)
    accept(over.public_id, first.pk, END)

    assert rematch_of(over).rated is is_rated


def test_both_propose_and_it_is_one_match(over: Match, first: User, second: User) -> None:
    assert certain(propose(over.public_id, first.pk, END)).stage == "waiting"
    agreed = certain(propose(over.public_id, second.pk, END))

    assert agreed.stage == "agreed"
    for button in (propose, accept, withdraw, decline, look):  # whatever is pressed afterwards
        for player in (first, second):
            assert certain(button(over.public_id, player.pk, END + 1000)).match == agreed.match
    assert Match.objects.count() == 2


def test_asking_twice_is_asking_once(over: Match, first: User, second: User) -> None:
    propose(over.public_id, first.pk, END)
    assert certain(propose(over.public_id, first.pk, END + 15_000)).left == 0.75
    assert Match.objects.count() == 1


def test_what_was_taken_back_cannot_be_accepted_and_the_reason_is_given(over: Match, first: User, second: User) -> None:
    propose(over.public_id, first.pk, END)
    assert certain(withdraw(over.public_id, first.pk, END + 1000)).stage == "open"

    late = certain(accept(over.public_id, second.pk, END + 2000))

    assert (late.stage, late.withdrawn) == ("open", True)
    assert not certain(look(over.public_id, second.pk, END + 3000)).withdrawn
    assert Match.objects.count() == 1


def test_nobody_accepts_or_declines_or_withdraws_for_the_other(over: Match, first: User, second: User) -> None:
    propose(over.public_id, first.pk, END)
    assert certain(accept(over.public_id, first.pk, END)).stage == "waiting"
    assert certain(decline(over.public_id, first.pk, END)).stage == "waiting"
    assert certain(withdraw(over.public_id, second.pk, END)).stage == "asked"
    assert Match.objects.count() == 1


def test_who_is_declined_is_told_and_may_not_ask_again_but_may_be_asked(over: Match, first: User, second: User) -> None:
    propose(over.public_id, first.pk, END)

    assert certain(decline(over.public_id, second.pk, END + 1000)).stage == "open"

    assert certain(look(over.public_id, first.pk, END + 2000)).stage == "declined"
    assert certain(propose(over.public_id, first.pk, END + 2000)).stage == "declined"
    assert certain(look(over.public_id, second.pk, END + 2000)).stage == "open"
    assert certain(propose(over.public_id, second.pk, END + 3000)).stage == "waiting"
    assert certain(accept(over.public_id, first.pk, END + 4000)).stage == "agreed"


def test_a_proposal_nobody_answers_is_forgotten(over: Match, first: User, second: User) -> None:
    propose(over.public_id, first.pk, END)
    look(over.public_id, second.pk, END + 55_000)
    assert certain(look(over.public_id, first.pk, END + 59_999)).stage == "waiting"

    assert certain(look(over.public_id, first.pk, END + 60_000)).stage == "open"
    assert certain(accept(over.public_id, second.pk, END + 60_000)).stage == "open"
    assert Match.objects.count() == 1


def test_the_one_left_alone_is_told_within_ten_seconds_and_a_reload_is_silent(
    over: Match, first: User, second: User
) -> None:
    stages(over, first, second, at=END)
    assert certain(look(over.public_id, first.pk, END + 10_000)).stage == "open"

    assert certain(look(over.public_id, first.pk, END + 10_001)).stage == "gone"
    assert certain(propose(over.public_id, first.pk, END + 10_001)).stage == "gone"
    assert Rematch.objects.get().offered_by is None

    look(over.public_id, second.pk, END + 11_000)  # back again, as from the list of matches
    assert certain(look(over.public_id, first.pk, END + 12_000)).stage == "open"


def test_who_never_looks_at_the_result_is_gone_after_a_minute(over: Match, first: User) -> None:
    assert certain(look(over.public_id, first.pk, END + 60_000)).stage == "open"
    assert certain(look(over.public_id, first.pk, END + 60_001)).stage == "gone"


def test_nobody_is_accepted_who_has_left(over: Match, first: User, second: User) -> None:
    propose(over.public_id, first.pk, END)

    assert certain(accept(over.public_id, second.pk, END + 10_001)).stage == "gone"
    assert certain(propose(over.public_id, second.pk, END + 10_001)).stage == "gone"
    assert Match.objects.count() == 1

    assert certain(look(over.public_id, first.pk, END + 11_000)).stage == "waiting"  # back, and the question stands
    assert certain(accept(over.public_id, second.pk, END + 12_000)).stage == "agreed"


def test_the_pages_are_led_there_for_a_while_and_then_only_shown_the_way(
    over: Match, first: User, second: User
) -> None:
    propose(over.public_id, first.pk, END)
    agreed = certain(accept(over.public_id, second.pk, END))

    starts = certain(agreed.starts_at)
    assert certain(look(over.public_id, first.pk, starts + 9_999)).stage == "agreed"
    later = certain(look(over.public_id, first.pk, starts + 10_000))
    assert (later.stage, later.match) == ("begun", agreed.match)


@pytest.mark.parametrize("button", [look, propose, accept, withdraw, decline])
def test_strangers_running_matches_and_no_match_are_nothing(
    over: Match, first: User, button: Callable[..., Any], people: list[User]
) -> None:
    running = make_match()

    assert button(over.public_id, people[0].pk, END) is None
    assert button(running.public_id, user_at(running, 0).pk, END) is None
    assert button("nosuchmatch", first.pk, END) is None
    assert not Rematch.objects.exists()


def test_an_opponent_without_an_account_has_left(over: Match, first: User, second: User) -> None:
    propose(over.public_id, second.pk, END)
    second.delete()

    standing = certain(accept(over.public_id, first.pk, END))

    assert (standing.stage, standing.opponent) == ("gone", "")


def test_whoever_was_looking_for_an_opponent_has_one(
    over: Match, first: User, second: User, people: list[User]
) -> None:
    for player in (first, second, people[0]):
        quick_join.seek(player.pk, quick_join.queue("quick", "en"), END)

    propose(over.public_id, first.pk, END)
    assert Seeker.objects.count() == 3
    accept(over.public_id, second.pk, END)

    assert [seeker.user for seeker in Seeker.objects.filter(elsewhere=False)] == [people[0]]


def test_a_match_that_cannot_be_made_changes_nothing(
    over: Match, first: User, second: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    propose(over.public_id, first.pk, END)
    before = list(Rematch.objects.values())
    monkeypatch.setattr(game, "create_match", lambda **_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        accept(over.public_id, second.pk, END + 1000)

    assert list(Rematch.objects.values()) == before


def test_the_list_knows_who_asks_and_is_here(over: Match, first: User, second: User) -> None:
    make_match()
    propose(over.public_id, first.pk, END)

    assert asking(second.pk, END) == {over.public_id: first.display_name}
    assert asking(first.pk, END) == {}
    assert asking(second.pk, END + 10_000) and not asking(second.pk, END + 10_001)  # as the end page says
    assert certain(look(over.public_id, second.pk, END + 10_001)).stage == "gone"
    players_present.heard(first.pk, END + 59_999)
    assert asking(second.pk, END + 59_999) and not asking(second.pk, END + 60_000)
    withdraw(over.public_id, first.pk, END)
    assert asking(second.pk, END) == {}


def test_any_open_page_counts_and_both_pages_say_the_same(over: Match, first: User, second: User) -> None:
    """Ten seconds and more after the opponent went from the end page to another one."""
    stages(over, first, second, at=END)
    for seconds in range(4, 60, 4):  # the other page's words
        assert players_present.heard(second.pk, END + 1000 * seconds)
        assert certain(look(over.public_id, first.pk, END + 1000 * seconds)).stage == "open"
    assert certain(propose(over.public_id, first.pk, END + 60_000)).stage == "waiting"
    assert asking(second.pk, END + 61_000)
    assert certain(look(over.public_id, first.pk, END + 70_000)).stage == "gone"  # that page is closed too


def test_pages_are_listened_to_for_an_hour_after_a_match(over: Match, first: User) -> None:
    def answers(at: int) -> list[bool]:
        return [player_activity.of_player(first.pk, at).is_listened_to, players_present.heard(first.pk, at)]

    assert not any(answers(END))
    look(over.public_id, first.pk, END)
    assert all(answers(END + 3_599_999)) and not any(answers(END + 3_600_000))


def test_of_an_old_match_nobody_is_told_that_the_other_has_left(over: Match, first: User, second: User) -> None:
    assert certain(look(over.public_id, first.pk, END + 10 * 60_000)).stage == "gone"
    assert certain(look(over.public_id, first.pk, END + 10 * 60_000 + 1)).stage == "past"
    look(over.public_id, second.pk, END + 10 * 60_000 + 1)
    assert certain(look(over.public_id, first.pk, END + 10 * 60_000 + 2)).stage == "open"  # both look back at it


@pytest.mark.parametrize("seconds", [60, None])
def test_who_is_in_another_match_with_a_clock_has_no_rematch_with_one(
    over: Match, first: User, second: User, seconds: int | None
) -> None:
    propose(over.public_id, second.pk, END)
    other = sit(first, make_match(turn_seconds=seconds, starts_at=END))

    told = certain(accept(over.public_id, first.pk, END + 1000))

    if seconds is None:
        assert told.stage == "agreed"
        return
    assert (told.stage, told.running, told.match) == ("busy", other.public_id, "")
    assert certain(look(over.public_id, second.pk, END + 1000)).stage == "away"
    assert certain(propose(over.public_id, second.pk, END + 1000)).stage == "away"
    submit(other, 0, at=END + 2000, do="resign")
    assert certain(look(over.public_id, second.pk, END + 3000)).stage == "waiting"
    assert certain(accept(over.public_id, first.pk, END + 3000)).stage == "agreed"


@pytest.mark.parametrize(
    ("preset_rated", "as_preset", "rated"), [(True, True, True), (False, True, False), (True, False, False)]
)
def test_two_who_have_accounts_by_now_know_the_rematch_to_be_ranked(
    over: Match, first: User, second: User, preset_rated: bool, as_preset: bool, rated: bool
) -> None:
    """The match was not ranked because a guest played; the preset's matches are."""
    Match.objects.filter(pk=over.pk).update(rated=False)
    settings = {"board_size": 11, "turn_seconds": 45, "items": ["blast"]} if as_preset else {}
    Preset.objects.filter(key="quick").update(settings=settings, rated=preset_rated)
    assert not certain(propose(over.public_id, first.pk, END)).rated
    make_accounts(first, second)

    assert certain(look(over.public_id, second.pk, END)).rated is rated
    accept(over.public_id, second.pk, END)
    assert rematch_of(over).rated is rated


def test_recent_matches_are_the_last_that_ended_with_the_players_own_total_first(
    over: Match, first: User, second: User
) -> None:
    SeatRow.objects.filter(match=over, seat=0).update(total="80")
    SeatRow.objects.filter(match=over, seat=1).update(total="-3")
    make_match()

    assert game.recent_matches(first.pk) == [
        game.RecentMatch(
            over.public_id, "alfapower", second.display_name, "en", "quick",
            won=False, totals=(80, -3), reason="resigned", place=2,
        )
    ]  # fmt: skip
    assert game.recent_matches(second.pk)[0].won and game.recent_matches(second.pk)[0].totals == (-3, 80)
    Match.objects.filter(pk=over.pk).update(winner=None)
    SeatRow.objects.filter(match=over).update(place=None)
    assert game.recent_matches(first.pk)[0].won is None

    earlier = over
    for number in range(6):
        propose(earlier.public_id, first.pk, END)
        propose(earlier.public_id, second.pk, END)
        earlier = rematch_of(earlier)
        submit(earlier, 0, at=END + 10_000 + number, do="resign")
        Match.objects.filter(pk=earlier.pk).update(finished_at=END + 10_000 + number)
    recent = [card.public_id for card in game.recent_matches(first.pk)]
    assert len(recent) == 5 and recent[0] == earlier.public_id and over.public_id not in recent
