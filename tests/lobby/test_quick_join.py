"""Quick Join by its services (rules §2), the clock in the test's hands. The pages: test_waiting_page.py."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from game import api as game
from lobby import api
from lobby.models import Seeker
from lobby.services.quick_join import Queue, cancel, look, poll, queue, seek, waiting_counts
from tests.lobby.conftest import Clock, make_accounts, stage, until_made, wait, waiting_pages
from tests.support.run_length import LONG
from tests.support.types import certain

pytestmark = pytest.mark.usefixtures("made")


@pytest.fixture
def quick() -> Queue:
    return queue("quick", "en")


def test_two_seekers_are_paired_confirm_and_get_one_match(
    astrid: User, bjorn: User, clock: Clock, made: list[Any], quick: Queue
) -> None:  # R2.3
    seek(astrid.pk, quick, clock.now)
    assert stage(poll(astrid.pk, clock.now)) == "waiting"
    seek(bjorn.pk, quick, clock.later(0.5))

    assert stage(poll(bjorn.pk, clock.later(0.5))) == "found"
    assert stage(poll(astrid.pk, clock.later(0.5))) == "found"  # found is not yet there
    counted = certain(poll(bjorn.pk, clock.later(0.5)))
    first_clock = clock.now + 4000
    assert (stage(counted), counted.match, counted.starts_at) == ("matched", "", first_clock)
    for _ in range(4):  # until a second before the first clock
        assert made == [] and stage(poll(astrid.pk, clock.later(0.3))) == "matched"
        assert made == [] and stage(poll(bjorn.pk, clock.later(0.3))) == "matched"
    started = certain(poll(bjorn.pk, clock.later(0.7)))

    assert made == [
        {
            "settings": {"board_size": 11, "turn_seconds": 30, "language": "en"},
            "entrants": [game.Entrant(astrid.pk, "Astrid"), game.Entrant(bjorn.pk, "Björn")],
            "starts_at": first_clock + 100,  # a second to get there
            "variant": "alfapower",
            "preset": "quick",
            "rated": False,
        }
    ]
    later = certain(poll(astrid.pk, clock.later(1)))
    assert (later.match, later.starts_at) == (started.match, started.starts_at) == ("match1", clock.now)
    assert len(made) == 1


def test_a_match_is_rated_between_two_accounts_only(people: list[User], clock: Clock, made: list[Any]) -> None:  # R1.41
    make_accounts(*people[:3])
    for pair in (people[:2], people[2:]):
        wait(clock, *pair)
        until_made(clock, *pair)

    assert [wanted["rated"] for wanted in made] == [True, False]


def test_pressing_play_is_no_live_page_yet(astrid: User, bjorn: User, clock: Clock, quick: Queue) -> None:  # R2.2
    """Somebody whose page never loads must not cost the other twenty seconds."""
    seek(astrid.pk, quick, clock.now)
    seek(bjorn.pk, quick, clock.now)

    assert stage(poll(bjorn.pk, clock.later(0.1))) == "waiting"
    assert stage(poll(astrid.pk, clock.later(0.1))) == "found"


def test_nobody_is_paired_with_themselves(astrid: User, clock: Clock, made: list[Any], quick: Queue) -> None:
    for _ in range(3):  # three tabs
        seek(astrid.pk, quick, clock.now)
    for _ in range(9):
        assert stage(poll(astrid.pk, clock.later(0.3))) == "waiting"

    assert Seeker.objects.count() == 1 and made == []


@pytest.mark.parametrize(
    ("one", "other"),
    [("quick en", "quick sv"), ("quick en", "standard en"), ("quick en", "strategy sv"), ("standard en", "classic en")],
)
def test_presets_and_languages_are_worlds_apart(astrid: User, bjorn: User, clock: Clock, one: str, other: str) -> None:
    """Those of another game too, by the same settings."""
    seek(astrid.pk, queue(*one.split()), clock.now)
    seek(bjorn.pk, queue(*other.split()), clock.now)
    for _ in range(3):
        assert [stage(place) for place in waiting_pages(clock, 1, astrid, bjorn)] == ["waiting", "waiting"]


def test_the_oldest_is_taken_first_and_a_third_waits(people: list[User], clock: Clock, quick: Queue) -> None:
    astrid, bjorn, clara, david = people
    queue_of_two = (clara, astrid)  # joined in this order, against that of their rows
    for player in queue_of_two:
        seek(player.pk, quick, clock.later(1))
    # Two who looked at the same instant and missed each other: lay the state down as the locks could leave it.
    Seeker.objects.update(seen_at=clock.now)
    seek(bjorn.pk, quick, clock.later(1))

    poll(bjorn.pk, clock.now)

    assert Seeker.objects.get(user=clara).partner == Seeker.objects.get(user=bjorn).pk
    assert stage(poll(astrid.pk, clock.now)) == "waiting"
    assert stage(poll(david.pk, clock.now)) is None  # no place, no pairing


def test_a_page_not_heard_for_three_seconds_is_not_paired(
    astrid: User, bjorn: User, clock: Clock, quick: Queue
) -> None:
    wait(clock, astrid)
    seek(bjorn.pk, quick, clock.now)

    assert stage(poll(bjorn.pk, clock.later(3.001))) == "waiting"
    poll(astrid.pk, clock.now)  # back after a reload: the place was kept
    assert stage(poll(bjorn.pk, clock.later(1))) == "found"


@pytest.mark.parametrize("words", [0, 1, 2])
def test_three_missed_seconds_of_the_other_free_a_page(
    astrid: User, bjorn: User, clara: User, clock: Clock, made: list[Any], quick: Queue, words: int
) -> None:  # R2.4
    """Found, or in the middle of the count-in: nobody sits on "Opponent found" for an opponent whose page is closed."""
    for player in (astrid, bjorn):
        seek(player.pk, quick, clock.now)
    joined = clock.now
    poll(astrid.pk, clock.later(1))
    poll(bjorn.pk, clock.now)  # paired here
    waiting_pages(clock, words, astrid, bjorn)
    kept = "matched" if words else "found"
    for _ in range(3):  # Astrid's page is closed now
        assert stage(poll(bjorn.pk, clock.later(1))) == kept

    back = certain(poll(bjorn.pk, clock.later(0.1)))

    assert (stage(back), back.joined_at, back.starts_at) == ("waiting", joined, None) and made == []
    assert wait(clock, clara)[0].stage == "found"  # by Björn, and not by Astrid, whose place is older
    until_made(clock, bjorn, clara)
    assert [entrant.name for entrant in made[0]["entrants"]] == ["Björn", "Clara"]
    assert poll(astrid.pk, clock.later(17)) is None and api.sweep(clock.now) == 1


def test_who_comes_back_in_time_after_the_other_was_freed_waits_on_at_the_front(
    met: list[User], clock: Clock, made: list[Any]
) -> None:
    """Rules §2: only one that does not come within 20 s loses its place."""
    astrid, bjorn = met
    poll(bjorn.pk, clock.later(3.5))

    assert stage(poll(astrid.pk, clock.later(1))) == "found"  # freed herself, she finds Björn anew
    assert made == []


def test_a_place_unseen_for_twenty_seconds_is_gone(astrid: User, bjorn: User, clock: Clock, quick: Queue) -> None:
    for player in (astrid, bjorn):
        seek(player.pk, quick, clock.now)
    poll(astrid.pk, clock.now)

    assert look(astrid.pk, clock.now + 19_999) is not None
    assert api.sweep(clock.now + 19_999) == 0
    clock.later(20)
    assert look(astrid.pk, clock.now) is None
    assert poll(astrid.pk, clock.now) is None  # before the sweep and after it: the same answer
    assert api.sweep(clock.now) == 2
    assert poll(astrid.pk, clock.now) is None
    assert not Seeker.objects.exists()


def test_a_gone_place_is_taken_anew_and_not_revived(astrid: User, clock: Clock, quick: Queue) -> None:
    seek(astrid.pk, quick, clock.now)
    seek(astrid.pk, quick, clock.later(25))

    assert certain(poll(astrid.pk, clock.now)).joined_at == clock.now


def test_pressing_play_again_keeps_the_place_and_another_queue_gives_it_up(
    astrid: User, clock: Clock, quick: Queue
) -> None:
    joined = clock.now
    seek(astrid.pk, quick, joined)
    seek(astrid.pk, quick, clock.later(5))
    assert certain(look(astrid.pk, clock.now)).joined_at == joined

    seek(astrid.pk, queue("quick", "sv"), clock.later(5))

    place = certain(look(astrid.pk, clock.now))
    assert (place.queue.language, place.joined_at) == ("sv", clock.now)
    assert Seeker.objects.count() == 1


@pytest.mark.usefixtures("met")
@pytest.mark.parametrize(
    "leave", [lambda who, now: cancel(who), lambda who, now: seek(who, queue("standard", "en"), now)]
)
def test_leaving_a_pair_frees_the_other_at_once(
    astrid: User, bjorn: User, clara: User, clock: Clock, made: list[Any], leave: Callable[..., Any]
) -> None:
    leave(astrid.pk, clock.now)
    wait(clock, clara)

    assert stage(poll(bjorn.pk, clock.later(1))) == "found"  # and by Clara
    until_made(clock, clara, bjorn)
    assert [entrant.name for entrant in made[0]["entrants"]] == ["Björn", "Clara"]


@pytest.mark.usefixtures("met")
def test_cancelling_gives_the_place_up_until_there_is_a_match(
    astrid: User, bjorn: User, clara: User, clock: Clock
) -> None:
    assert cancel(clara.pk) == ""  # nothing to cancel
    assert cancel(astrid.pk) == "" and look(astrid.pk, clock.now) is None

    wait(clock, astrid)
    poll(bjorn.pk, clock.later(1))
    until_made(clock, astrid, bjorn)
    assert cancel(astrid.pk) == "match1"
    assert certain(look(astrid.pk, clock.now)).match == "match1"


@pytest.mark.usefixtures("met")
@pytest.mark.parametrize("gap", [0.001, 0.25, 0.5, 0.75, 0.999] if LONG else [0.001, 0.5, 0.999])
@pytest.mark.parametrize("words", range(6))
def test_a_page_that_offers_to_cancel_cancels(
    people: list[User], clock: Clock, made: list[Any], quick: Queue, words: int, gap: float
) -> None:
    """Whenever it is pressed in the count-in: no match, and the other one waits on at the front of the queue."""
    astrid, bjorn, clara, david = people
    poll(astrid.pk, clock.later(1))
    for _ in range(words):  # the two pages' words fall `gap` apart, Astrid's press just before her next one
        poll(bjorn.pk, clock.later(gap))
        shown = poll(astrid.pk, clock.later(1 - gap))
    poll(bjorn.pk, clock.later(gap))
    if words and not certain(shown).may_cancel(clock.now - round(gap * 1000)):
        return  # the page offers nothing any more

    assert cancel(astrid.pk) == "" and made == []

    joined = Seeker.objects.get(user=bjorn).joined_at
    seek(clara.pk, quick, clock.now)
    back = certain(poll(bjorn.pk, clock.later(1)))
    assert (stage(back), back.joined_at, back.starts_at) == ("waiting", joined, None)
    Seeker.objects.filter(user=clara).update(seen_at=clock.now)
    wait(clock, david)  # finds the oldest of the two who wait
    assert Seeker.objects.get(user=david).partner == Seeker.objects.get(user=bjorn).pk
    assert look(astrid.pk, clock.now) is None


def test_a_page_offers_to_cancel_for_half_of_the_count_in(met: list[User], clock: Clock) -> None:
    offered = []
    for _ in range(4):
        place = certain(waiting_pages(clock, 1, *met)[0])
        offered.append((stage(place), place.may_cancel(clock.now), place.match))
    assert offered == [
        ("found", True, ""), ("matched", True, ""), ("matched", False, ""), ("matched", False, "match1"),
    ]  # fmt: skip


def test_a_match_being_counted_in_is_not_hidden_by_play_in_another_tab(met: list[User], clock: Clock) -> None:
    astrid, bjorn = met
    waiting_pages(clock, 2, astrid, bjorn)
    seek(astrid.pk, queue("standard", "en"), clock.now)
    assert stage(look(astrid.pk, clock.now)) == "matched"
    place, _ = until_made(clock, astrid, bjorn)

    starts = certain(place.starts_at)
    seek(astrid.pk, queue("standard", "en"), starts - 1)
    assert certain(poll(astrid.pk, starts - 1)).match == "match1"

    clock.now = starts
    seek(astrid.pk, queue("strategy", "en"), clock.now)  # the first clock runs: a new search is a new search
    assert stage(poll(astrid.pk, clock.now)) == "waiting"
    assert stage(poll(bjorn.pk, clock.now)) == "matched"


def test_a_match_leads_there_for_a_while_and_is_then_swept(met: list[User], clock: Clock, made: list[Any]) -> None:
    astrid, _ = met
    place, _ = until_made(clock, *met)

    clock.now = certain(place.starts_at) + 19_999
    assert certain(poll(astrid.pk, clock.now)).match == "match1"
    clock.now += 1
    assert (poll(astrid.pk, clock.now), api.sweep(clock.now)) == (None, 2)
    assert len(made) == 1


def test_a_game_that_cannot_be_made_changes_nothing(
    met: list[User], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting_pages(clock, 3, *met)
    clock.later(1)
    before = list(Seeker.objects.order_by("pk").values())
    monkeypatch.setattr(game, "create_match", lambda **_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        poll(met[1].pk, clock.now)

    assert list(Seeker.objects.order_by("pk").values()) == before


def test_the_count_is_of_live_pages_without_an_opponent(astrid: User, bjorn: User, clock: Clock, quick: Queue) -> None:
    assert waiting_counts("en", clock.now) == {}
    seek(astrid.pk, quick, clock.now)
    assert waiting_counts("en", clock.now) == {}
    poll(astrid.pk, clock.now)
    assert waiting_counts("en", clock.now) == {quick.preset.pk: 1}
    assert waiting_counts("sv", clock.now) == {}
    assert waiting_counts("en", clock.now + 3_001) == {}
    wait(clock, bjorn)
    assert waiting_counts("en", clock.now) == {}
