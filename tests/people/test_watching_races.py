"""On real row locks: choices and ends of friendships at the same instant leave nobody in who is shut out."""

from collections.abc import Callable
from functools import partial

import pytest

from accounts.api import block
from game.services import announce
from people.models import ContactSettings, MatchWatch
from people.services import friends
from people.watching.services import choices
from tests.people.players import NOW, accounts, be_friends
from tests.people.watched import match_of, may
from tests.support.at_once import well_at_once

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 5


def test_choices_at_once_keep_one_row_and_the_last_one_that_was_committed_holds() -> None:
    for number in range(ROUNDS):
        elsa, noor = accounts(f"Elsa {number}", f"Noor {number}")
        row = match_of(elsa, noor)
        asked = ("everyone", "friends", "nobody")
        well_at_once(*(partial(choices.choose_for_match, elsa.pk, False, row.public_id, one) for one in asked))
        chosen = MatchWatch.objects.get(match=row, user=elsa).may_watch
        assert may(row, None) is (chosen == "everyone")
        well_at_once(*(partial(choices.choose, noor.pk, may_watch=one, shows_onlookers=True) for one in asked))
        assert ContactSettings.objects.get(user=noor).may_watch in asked


def test_whatever_ends_first_the_onlooker_is_out_and_was_told_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(ROUNDS):
        elsa, noor, friend = accounts(f"Elsa {number}", f"Noor {number}", f"Friend {number}")
        be_friends(elsa, friend)
        be_friends(noor, friend)
        row = match_of(elsa, noor, rated=False)
        seen: list[bool] = []
        told = partial(_look, row.pk, seen, partial(may, row, friend))
        monkeypatch.setattr(announce, "_ping", told)
        well_at_once(
            partial(friends.leave, friend.pk, elsa.pk, NOW),
            partial(block, noor.pk, friend.pk, NOW),
            partial(choices.choose_for_match, elsa.pk, False, row.public_id, "friends"),
        )
        assert not may(row, friend)
        assert seen and not seen[-1], "who looks at the last word sees that it is closed"


def _look(
    match_id: int, seen: list[bool], may_stay: Callable[[], bool], group: str, message: dict[str, object]
) -> None:
    """What an onlooker's page does when it is told to look again."""
    if message.get("look_again") == match_id:
        seen.append(may_stay())
