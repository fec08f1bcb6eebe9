"""One person, several pages: each thing one can be in, met by each step one can take, is as the table says, whichever
came first; and what begins takes the person's other pages along."""

import re
from collections.abc import Callable
from typing import TypeAlias

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from bots import api as bots
from game.models import Match
from lobby.models import Rematch, Seeker
from lobby.services import engagements, practice, quick_join, rematch, rooms
from lobby.services.engagements import TABLE, Outcome, State, Step
from lobby.usual_rules import MatchPace, usual_rules
from people.services import challenges
from people.services.challenges import Wanted
from tests.lobby.conftest import Clock, be_ready, over_between, press, room_of, room_pages, sit, wait, waiting_pages
from tests.support.browsers import signed_in
from tests.support.matches import make_match
from tests.support.repeated_rows import repeated
from tests.support.types import certain

Be: TypeAlias = Callable[[], object]


@pytest.fixture
def over(clock: Clock, people: list[User]) -> Match:
    """A finished match with a clock between Astrid and Björn, who are both here still."""

    def make() -> int:
        return over_between(people[0], people[1], clock).pk

    return Match.objects.get(pk=repeated(f"a match that is over at {clock.now}", make))


def _challenge(asker: User, asked: User, clock: Clock) -> None:
    rules = usual_rules("alfapower", MatchPace.SLOW)
    challenges.make(asker.pk, asked.pk, Wanted("alfapower", "", certain(rules).settings), clock.now)


@pytest.fixture
def be(people: list[User], clock: Clock, over: Match) -> dict[State, Be]:
    """Ways for Astrid to come into each state."""
    astrid, bjorn, clara, david = people
    code = rooms.create(clara.pk, "en", clock.now)

    def counted_in() -> None:
        wait(clock, astrid, david)
        waiting_pages(clock, 3, astrid, david)

    def sit_ready() -> None:
        rooms.join(code, astrid.pk, clock.now)
        be_ready(code, astrid, now=clock.now)

    def agree() -> None:
        rematch.propose(over.public_id, astrid.pk, clock.now)
        Rematch.objects.filter(previous=over).update(starts_at=clock.now + 3_000, deal="0" * 64)

    return {
        State.WAITING: lambda: wait(clock, astrid),
        State.COUNTED_IN: counted_in,
        State.SEATED: lambda: rooms.join(code, astrid.pk, clock.now),
        State.READY: sit_ready,
        State.OFFERING: lambda: rematch.propose(over.public_id, astrid.pk, clock.now),
        State.OFFERED: lambda: rematch.propose(over.public_id, bjorn.pk, clock.now),
        State.AGREED: agree,
        State.TIMED: lambda: sit(astrid, make_match(starts_at=clock.now)),
        State.UNTIMED: lambda: sit(astrid, make_match(starts_at=clock.now, turn_seconds=None)),
        State.CHALLENGES: lambda: _challenge(astrid, bjorn, clock),
        State.SEEKS: lambda: press(astrid, clock),
    }


@pytest.fixture
def take(people: list[User], clock: Clock) -> dict[Step, Be]:
    """Ways for Astrid to take each step towards a match with a clock; each raises Busy, or what says the same."""
    astrid, _bjorn, clara, david = people
    other, level = rooms.create(david.pk, "en", clock.now), next(iter(bots.LEVELS))

    def ask() -> None:
        row = over_between(astrid, clara, clock)
        if certain(rematch.propose(row.public_id, astrid.pk, clock.now)).stage == "busy":
            raise rooms.Refused("in_match")

    def ready() -> None:
        rooms.join(other, astrid.pk, clock.now)
        be_ready(other, astrid, now=clock.now)

    def alone() -> None:
        wanted = practice.wanted(level=level, preset="quick", language="en", clock=True, at_once=True, own=None)
        practice.open_deal(astrid.pk, wanted, clock.now)

    def begun() -> None:
        if engagements.busy_among([astrid.pk], {}, "alfapower"):
            raise rooms.Refused("in_match")
        engagements.begun([astrid.pk], sit(astrid, make_match(starts_at=clock.now)).public_id, clock.now)

    return {
        Step.SEEK: lambda: wait(clock, astrid, preset="standard"),
        Step.READY: ready,
        Step.ASK: ask,
        Step.ALONE: alone,
        Step.BEGUN: begun,
        Step.UNHURRIED: lambda: press(astrid, clock, "classic-slow"),
    }


PAIRS = [(state, step) for state in State for step in Step]


@pytest.mark.parametrize(("state", "step"), PAIRS, ids=[f"{state.name}-{step.name}" for state, step in PAIRS])
def test_each_pair_is_as_the_table_says(
    people: list[User], clock: Clock, be: dict[State, Be], take: dict[Step, Be], state: State, step: Step
) -> None:
    astrid, outcome = people[0], TABLE[state][step]
    be[state]()
    before = engagements.of(astrid.pk, clock.now)
    assert state in before
    if outcome is Outcome.REFUSED:
        with pytest.raises((engagements.Busy, rooms.Refused)):
            take[step]()
        assert engagements.of(astrid.pk, clock.now) - {State.SEATED} == before, "a room may be entered"
        return
    take[step]()
    after = engagements.of(astrid.pk, clock.now)
    place = quick_join.look(astrid.pk, clock.now)
    if outcome in (Outcome.STAYS, Outcome.COUNTS):
        assert state in after
    elif outcome is Outcome.LEADS:
        assert state not in after and place is not None and place.elsewhere and place.match
    else:
        assert state not in after or state is State.AGREED, "what is agreed on is called off when its time comes"
    assert step is not Step.BEGUN or place is None or place.match, "no place waits on beside what has begun"


WAYS = {State.WAITING: Step.SEEK, State.READY: Step.READY, State.OFFERING: Step.ASK}


@pytest.mark.parametrize(("one", "other"), [(one, other) for one in WAYS for other in WAYS if one is not other])
def test_of_two_wishes_the_order_makes_no_difference(
    people: list[User], clock: Clock, be: dict[State, Be], take: dict[Step, Be], one: State, other: State
) -> None:
    be[one]()
    take[WAYS[other]]()
    assert {one, other} <= engagements.of(people[0].pk, clock.now)


def test_a_rematch_that_is_accepted_while_its_asker_waits_takes_the_waiting_page_along(
    astrid: User, bjorn: User, clock: Clock, over: Match
) -> None:  # strangers F1
    rematch.propose(over.public_id, astrid.pk, clock.now)
    wait(clock, astrid, preset="alfapet")
    page = signed_in(astrid)
    rematch.accept(over.public_id, bjorn.pk, clock.later(1))
    for _ in range(6):
        said = page.post(reverse("lobby:poll"), {"stage": "waiting"})
        if "HX-Redirect" in said:
            break
        text = said.content.decode()
        assert "lost touch" not in text and "lost your place" not in text and "The match begins" in text
        assert "you are no longer in this queue" in text
        rematch.look(over.public_id, bjorn.pk, clock.later(1))
    assert said["HX-Redirect"] == reverse("game:match", args=[Rematch.objects.get(previous=over).match])


def test_the_other_way_round_the_proposal_is_taken_back_and_its_page_says_why(
    people: list[User], clock: Clock, over: Match
) -> None:
    astrid, bjorn, _clara, david = people
    rematch.propose(over.public_id, astrid.pk, clock.now)
    wait(clock, astrid, david)
    for _ in range(8):
        waiting_pages(clock, 1, astrid, david)
        rematch.look(over.public_id, astrid.pk, clock.now)
    assert State.TIMED in engagements.of(astrid.pk, clock.now)
    assert certain(rematch.accept(over.public_id, bjorn.pk, clock.now)).stage == "away"
    assert not Rematch.objects.get(previous=over).match


def test_while_it_is_counted_in_a_held_place_is_found_by_nobody_and_waits_on_if_nothing_comes_of_it(
    astrid: User, clara: User, clock: Clock
) -> None:
    wait(clock, astrid)
    engagements.hold([astrid.pk], clock.now + 3_000)
    wait(clock, clara)
    assert [certain(place).stage for place in waiting_pages(clock, 2, astrid, clara)] == ["matched", "waiting"]
    engagements.release([astrid.pk])
    clock.later(1)
    assert certain(quick_join.poll(astrid.pk, clock.now)).stage == "found"


def test_a_place_held_for_a_match_that_never_begins_is_free_again_by_itself(people: list[User], clock: Clock) -> None:
    wait(clock, people[0])
    engagements.hold([people[0].pk], clock.now + 3_000)
    place = certain(waiting_pages(clock, 24, people[0])[0])
    assert (place.stage, place.elsewhere) == ("waiting", False)


def test_the_match_of_a_room_takes_a_waiting_page_along(astrid: User, bjorn: User, clock: Clock) -> None:
    code = room_of(astrid, bjorn, now=clock.now)
    wait(clock, bjorn)
    be_ready(code, astrid, bjorn, now=clock.now)
    views = room_pages(code, clock, 4, (astrid, bjorn))
    assert views[0].match
    assert certain(quick_join.look(bjorn.pk, clock.now)).match == views[0].match
    assert not Seeker.objects.filter(match="").exists()


def test_without_a_place_nothing_is_offered_that_would_keep_it(people: list[User], clock: Clock) -> None:
    """Strangers F1b: "You keep your place" under "You have lost your place"."""
    wait(clock, people[0])
    browser = signed_in(people[0])
    assert "You keep your place" in browser.get(reverse("lobby:waiting")).content.decode()
    clock.later(60)
    said = browser.post(reverse("lobby:poll"), {"stage": "waiting"}).content.decode()
    assert "You have lost your place" in said
    assert re.search(r'<div id="place-meanwhile"[^>]*hx-swap-oob="true"[^>]*>\s*</div>', said)


@pytest.mark.parametrize(
    "address", ["/guide/", "/words/", "/leaderboard/", "/puzzle/", "/accounts/", "/accounts/name/", "/"]
)
def test_every_other_page_says_that_a_match_has_begun(
    astrid: User, bjorn: User, clock: Clock, over: Match, address: str
) -> None:
    """Strangers F1c: the asker reads the guide when the other one accepts."""
    browser = signed_in(astrid)
    rematch.propose(over.public_id, astrid.pk, clock.now)
    assert f'hx-get="{reverse("lobby:here")}"' in browser.get(address, follow=True).content.decode()
    rematch.accept(over.public_id, bjorn.pk, clock.later(1))
    for _ in range(5):
        rematch.look(over.public_id, bjorn.pk, clock.later(1))
    made = Rematch.objects.get(previous=over).match
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{address}"}
    said = browser.get(reverse("lobby:here"), {"shown": ""}, headers=headers).content.decode()
    assert "Your match against Björn has begun." in said and reverse("game:match", args=[made]) in said
    again = browser.get(reverse("lobby:here"), {"shown": f"begun {made}"}, headers=headers)
    assert again.status_code == 204, "it stands there already"


def test_the_page_of_the_match_itself_does_not_say_it(people: list[User], clock: Clock, over: Match) -> None:
    row = sit(people[0], make_match(starts_at=clock.now))
    page = f"http://testserver{reverse('game:match', args=[row.public_id])}"
    answer = signed_in(people[0]).get(
        reverse("lobby:here"), {"shown": ""}, headers={"HX-Request": "true", "HX-Current-URL": page}
    )
    assert answer.status_code == 204


def test_the_home_page_that_lists_the_match_does_not_say_it_twice(
    people: list[User], clock: Clock, over: Match
) -> None:
    sit(people[0], make_match(starts_at=clock.now))
    page = signed_in(people[0]).get("/").content.decode()
    assert "Go to the match" not in page and re.search(r'name="shown" value="begun [^"]+"', page)


def test_the_table_of_the_docs_is_the_table() -> None:
    text = (settings.BASE_DIR / "docs/decisions/0032-engagements.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in text.splitlines() if line[:1] == "|"]
    told = {row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]}
    assert told == {str(state): {str(step): str(TABLE[state][step]) for step in Step} for state in State}


def test_a_visitor_is_about_nothing() -> None:
    assert Client().get("/").status_code == 200
    assert engagements.of(0, 0) == frozenset()
