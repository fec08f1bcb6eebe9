"""On real row locks: friends stay mutual and few whatever happens at the same instant."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.api import block
from people.models import FriendQuestion, Friendship
from people.services import friend_questions, friends, personal_links
from people.services.pairs import Refused
from tests.people.players import NOW, account, accounts, are_both_friends, be_friends, crowd, open_questions, pairs
from tests.support.at_once import at_once, well_at_once

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 5


def codes(results: list[object]) -> list[str]:
    """The codes of refusals; any other fault is one of the test's."""
    wrong = [result for result in results if isinstance(result, Exception) and not isinstance(result, Refused)]
    assert wrong == []
    return sorted(result.code for result in results if isinstance(result, Refused))


def test_who_ask_each_other_at_once_are_friends() -> None:
    for number in range(ROUNDS):
        one, other = accounts(f"One {number}", f"Other {number}")
        asks = [(one.pk, other.pk), (other.pk, one.pk)]
        results = well_at_once(*(partial(friend_questions.ask, a, b, NOW) for a, b in asks))
        assert sorted(results) == [False, True]
        assert are_both_friends(one, other) and not open_questions()


def test_two_answers_at_once_make_one_friendship() -> None:
    for number in range(ROUNDS):
        one, other = accounts(f"One {number}", f"Other {number}")
        friend_questions.ask(one.pk, other.pk, NOW)
        answers = [partial(friend_questions.accept, other.pk, one.pk, NOW)] * 3
        assert codes(at_once(*answers)) == ["already_friends"] * 2
        assert are_both_friends(one, other)


def test_of_those_who_want_the_two_hundredth_place_one_gets_it() -> None:
    elsa = account("Elsa")
    for other in crowd(friends.MOST_FRIENDS - 1):
        be_friends(elsa, other)
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


def test_of_the_last_use_of_a_link_one_is_made() -> None:
    elsa = account("Elsa")
    link = personal_links.new_link(elsa.pk, NOW)
    link.uses = personal_links.MOST_USES - 1
    link.save()
    others = crowd(4)
    assert codes(at_once(*(partial(personal_links.use, link.token, one.pk, NOW) for one in others))) == ["no_link"] * 3
    assert Friendship.objects.filter(user=elsa).count() == 1


def test_the_thirtieth_question_is_asked_once() -> None:
    elsa = account("Elsa")
    others = crowd(friends.MOST_QUESTIONS + 3)
    for other in others[: friends.MOST_QUESTIONS - 1]:
        friend_questions.ask(elsa.pk, other.pk, NOW)
    last = others[friends.MOST_QUESTIONS - 1 :]
    refused = codes(at_once(*(partial(friend_questions.ask, elsa.pk, one.pk, NOW) for one in last)))
    assert refused == ["questions_full"] * 3
    assert FriendQuestion.objects.filter(asker=elsa).count() == friends.MOST_QUESTIONS


def test_who_blocks_while_the_other_answers_is_no_friend() -> None:
    for number in range(ROUNDS):
        one, other = accounts(f"One {number}", f"Other {number}")
        friend_questions.ask(one.pk, other.pk, NOW)
        results = at_once(
            partial(friend_questions.accept, other.pk, one.pk, NOW), partial(block, one.pk, other.pk, NOW)
        )
        assert set(codes(results)) <= {"no_question"}
        assert not are_both_friends(one, other) and not open_questions()


def test_what_is_taken_back_while_it_is_answered_is_one_of_both() -> None:
    for number in range(ROUNDS):
        one, other = accounts(f"One {number}", f"Other {number}")
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
