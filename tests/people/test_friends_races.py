"""On real row locks: friends stay mutual and few whatever happens at the same instant, and nobody watches who is shut
out."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.api import block
from accounts.models import User
from game.services import announce
from people.models import ContactSettings, FriendQuestion, Friendship, MatchWatch
from people.services import friend_questions, friends, personal_links
from people.services.pairs import Refused
from people.watching.services import choices
from tests.people.players import NOW, accounts, are_both_friends, be_friends, crowd, open_questions, pair, pairs
from tests.people.watched import match_of, may
from tests.support.at_once import at_once, codes_of, well_at_once

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 5


codes = partial(codes_of, (Refused,))


def test_who_ask_each_other_at_once_are_friends() -> None:
    for number in range(ROUNDS):
        one, other = pair(number)
        asks = [(one.pk, other.pk), (other.pk, one.pk)]
        results = well_at_once(*(partial(friend_questions.ask, a, b, NOW) for a, b in asks))
        assert sorted(results) == [False, True]
        assert are_both_friends(one, other) and not open_questions()


def test_two_answers_at_once_make_one_friendship() -> None:
    for number in range(ROUNDS):
        one, other = pair(number)
        friend_questions.ask(one.pk, other.pk, NOW)
        answers = [partial(friend_questions.accept, other.pk, one.pk, NOW)] * 3
        assert codes(at_once(*answers)) == ["already_friends"] * 2
        assert are_both_friends(one, other)


def test_of_those_who_want_the_two_hundredth_place_one_gets_it(elsa: User) -> None:
    be_friends(elsa, *crowd(friends.MOST_FRIENDS - 1))
    token = personal_links.new_link(elsa.pk, NOW).token
    wanting = crowd(4, "wanting")
    for one in wanting[:2]:
        friend_questions.ask(one.pk, elsa.pk, NOW)
    works: list[Callable[[], Any]] = [partial(friend_questions.accept, elsa.pk, one.pk, NOW) for one in wanting[:2]]
    works += [partial(personal_links.use, token, one.pk, NOW) for one in wanting[2:]]
    refused = codes(at_once(*works))
    assert len(refused) == 3 and set(refused) <= {"friends_full", "their_friends_full"}
    assert Friendship.objects.filter(user=elsa).count() == friends.MOST_FRIENDS
    assert {(b, a) for a, b in pairs()} == pairs()


def test_of_the_last_use_of_a_link_one_is_made(elsa: User) -> None:
    link = personal_links.new_link(elsa.pk, NOW)
    link.uses = personal_links.MOST_USES - 1
    link.save()
    others = crowd(4)
    assert codes(at_once(*(partial(personal_links.use, link.token, one.pk, NOW) for one in others))) == ["no_link"] * 3
    assert Friendship.objects.filter(user=elsa).count() == 1


def test_the_thirtieth_question_is_asked_once(elsa: User) -> None:
    others = crowd(friends.MOST_QUESTIONS + 3)
    for other in others[: friends.MOST_QUESTIONS - 1]:
        friend_questions.ask(elsa.pk, other.pk, NOW)
    last = others[friends.MOST_QUESTIONS - 1 :]
    refused = codes(at_once(*(partial(friend_questions.ask, elsa.pk, one.pk, NOW) for one in last)))
    assert refused == ["questions_full"] * 3
    assert FriendQuestion.objects.filter(asker=elsa).count() == friends.MOST_QUESTIONS


def test_who_blocks_while_the_other_answers_is_no_friend() -> None:
    for number in range(ROUNDS):
        one, other = pair(number)
        friend_questions.ask(one.pk, other.pk, NOW)
        results = at_once(
            partial(friend_questions.accept, other.pk, one.pk, NOW), partial(block, one.pk, other.pk, NOW)
        )
        assert set(codes(results)) <= {"no_question"}
        assert not are_both_friends(one, other) and not open_questions()


def test_what_is_taken_back_while_it_is_answered_is_one_of_both() -> None:
    for number in range(ROUNDS):
        one, other = pair(number)
        friend_questions.ask(one.pk, other.pk, NOW)
        accepted, withdrawn = at_once(
            partial(friend_questions.accept, other.pk, one.pk, NOW),
            partial(friend_questions.withdraw, one.pk, other.pk, NOW),
        )
        assert (accepted is None) != withdrawn
        assert are_both_friends(one, other) == (accepted is None) and not open_questions()


def test_whoever_leaves_in_two_tabs_leaves_once() -> None:
    one, other = accounts("One", "Other")
    be_friends(one, other)
    leaves = [(one.pk, other.pk), (other.pk, one.pk), (one.pk, other.pk)]
    assert sorted(well_at_once(*(partial(friends.leave, a, b, NOW) for a, b in leaves))) == [False, False, True]
    assert pairs() == set()


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
        be_friends(friend, elsa, noor)
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
