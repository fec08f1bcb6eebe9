"""The two end pages at the same instant, on real row locks: one rematch, or none with a reason."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product

import pytest

from game.models import Match
from lobby.models import Rematch
from lobby.rematch_shown import Standing
from lobby.services.rematch import accept, decline, look, propose, withdraw
from tests.support.at_once import well_at_once
from tests.support.matches import START, make_match, resigned, user_at
from tests.support.types import certain

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

END = START + 5_000
ROUNDS = 60


@pytest.fixture
def over() -> Match:
    return resigned(make_match(board_size=11), at=END)


@pytest.fixture
def anew(over: Match) -> Callable[[], None]:
    """Forget what was wanted and made, as if the match had just ended."""

    def forget() -> None:
        Rematch.objects.all().delete()
        Match.objects.exclude(pk=over.pk).delete()

    return forget


@pytest.mark.long
def test_both_press_at_once_and_it_is_one_match(over: Match, anew: Callable[[], None]) -> None:
    players = [user_at(over, seat).pk for seat in (0, 1)]
    for _ in range(ROUNDS):
        anew()
        standings = well_at_once(*(partial(propose, over.public_id, player, END) for player in players))

        assert sorted(standing.stage for standing in standings) == ["agreed", "waiting"]
        assert Match.objects.count() == 2 and Rematch.objects.count() == 1
        one, other = (certain(look(over.public_id, player, END)).match for player in players)
        assert one == other != ""


@pytest.mark.long
@pytest.mark.parametrize("away", [withdraw, decline])
def test_one_accepts_while_it_is_taken_back_or_declined_in_another_tab(
    over: Match, anew: Callable[[], None], away: Callable[[str, int, int], Standing | None]
) -> None:
    """The one who asked takes it back; or the one who was asked says no in one tab and yes in the other."""
    asks, answers = (user_at(over, seat).pk for seat in (0, 1))
    leaves = asks if away is withdraw else answers
    seen: Counter[tuple[str, ...]] = Counter()
    for number in range(ROUNDS):
        anew()
        propose(over.public_id, asks, END)
        works = [partial(accept, over.public_id, answers, END), partial(away, over.public_id, leaves, END)]
        results = well_at_once(*works) if number % 2 else well_at_once(*works[::-1])[::-1]

        stages = tuple(standing.stage for standing in results)
        is_open = stages == ("open", "open")
        assert is_open or stages == ("agreed", "agreed")
        assert Match.objects.count() == (1 if is_open else 2)
        assert results[0].withdrawn is is_open
        seen[stages] += 1
    assert sum(seen.values()) == ROUNDS


def test_every_tab_of_both_pressing_everything_makes_one_match_or_none(over: Match, anew: Callable[[], None]) -> None:
    players = [user_at(over, seat).pk for seat in (0, 1)]
    buttons = list(product((propose, accept, look), players))
    for _ in range(15):
        anew()
        well_at_once(*(partial(button, over.public_id, player, END) for button, player in buttons))

        assert Match.objects.count() == 2 and Rematch.objects.get().match
