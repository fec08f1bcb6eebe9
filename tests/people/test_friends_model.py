"""Friends as a state machine: whatever four players do, it is as the plain model says, and the limits hold."""

from typing import Any
from unittest.mock import patch

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from accounts.api import block, unblock
from accounts.models import User
from people.services import friend_questions, friends
from people.services.pairs import Refused
from tests.people.players import NOW, crowd, open_questions, pairs
from tests.support.run_length import tries

PLAYERS, MOST_FRIENDS, MOST_QUESTIONS = 4, 2, 2
"""So few that the limits are met all the time."""

two = st.tuples(st.integers(0, PLAYERS - 1), st.integers(0, PLAYERS - 1)).filter(lambda pair: pair[0] != pair[1])


class Friends(RuleBasedStateMachine):
    """The model: sets of pairs. A question is (asker, asked), and is put off or not."""

    def __init__(self) -> None:
        super().__init__()
        User.objects.all().delete()
        self.keys = [player.pk for player in crowd(PLAYERS)]
        self.friends: set[frozenset[int]] = set()
        self.questions: dict[tuple[int, int], bool] = {}
        self.blocks: set[tuple[int, int]] = set()

    def full(self, one: int) -> bool:
        return sum(one in pair for pair in self.friends) >= MOST_FRIENDS

    def becomes(self, one: int, other: int) -> str:
        """Make two friends in the model, or say why not."""
        if self.full(one):
            return "friends_full"
        if self.full(other):
            return "their_friends_full"
        self.friends.add(frozenset((one, other)))
        self.questions.pop((one, other), None)
        self.questions.pop((other, one), None)
        return ""

    def happens(self, work: Any, one: int, other: int) -> str:
        try:
            work(self.keys[one], self.keys[other], NOW)
        except Refused as refusal:
            return refusal.code
        return ""

    @rule(pair=two)
    def ask(self, pair: tuple[int, int]) -> None:
        one, other = pair
        if (one, other) in self.blocks:
            expected = "you_have_blocked"
        elif frozenset(pair) in self.friends:
            expected = "already_friends"
        elif (other, one) in self.questions:
            expected = self.becomes(one, other)
        elif pair in self.questions:
            expected = ""
        elif self.full(one):
            expected = "friends_full"
        elif sum(asker == one for asker, _ in self.questions) >= MOST_QUESTIONS:
            expected = "questions_full"
        else:
            expected = ""
            self.questions[pair] = (other, one) in self.blocks
        assert self.happens(friend_questions.ask, one, other) == expected

    @rule(pair=two)
    def accept(self, pair: tuple[int, int]) -> None:
        one, other = pair
        if (one, other) in self.blocks:
            expected = "you_have_blocked"
        elif frozenset(pair) in self.friends:
            expected = "already_friends"
        elif (other, one) not in self.questions:
            expected = "no_question"
        else:
            expected = self.becomes(one, other)
        assert self.happens(friend_questions.accept, one, other) == expected

    @precondition(lambda self: self.questions)
    @rule(data=st.data())
    def put_off(self, data: st.DataObject) -> None:
        asker, asked = data.draw(st.sampled_from(sorted(self.questions)))
        friend_questions.put_off(self.keys[asked], self.keys[asker], NOW)
        self.questions[asker, asked] = True

    @precondition(lambda self: self.questions)
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        asker, asked = data.draw(st.sampled_from(sorted(self.questions)))
        assert friend_questions.withdraw(self.keys[asker], self.keys[asked], NOW)
        del self.questions[asker, asked]

    @rule(pair=two)
    def leave(self, pair: tuple[int, int]) -> None:
        was = frozenset(pair) in self.friends
        assert friends.leave(self.keys[pair[0]], self.keys[pair[1]], NOW) == was
        self.friends.discard(frozenset(pair))

    @rule(pair=two)
    def block(self, pair: tuple[int, int]) -> None:
        one, other = pair
        if block(self.keys[one], self.keys[other], NOW):
            self.blocks.add(pair)
            self.friends.discard(frozenset(pair))
            self.questions.pop(pair, None)
            if (other, one) in self.questions:
                self.questions[other, one] = True

    @rule(pair=two)
    def unblock(self, pair: tuple[int, int]) -> None:
        unblock(self.keys[pair[0]], self.keys[pair[1]])
        self.blocks.discard(pair)

    @invariant()
    def is_as_the_model_says(self) -> None:
        keys = self.keys
        assert pairs() == {(keys[a], keys[b]) for pair in self.friends for a in pair for b in pair - {a}}
        assert open_questions() == {(keys[a], keys[b], put_off) for (a, b), put_off in self.questions.items()}
        for one, other in self.blocks:
            assert frozenset((one, other)) not in self.friends
            assert self.keys[other] not in {
                question.asker_id for question in friend_questions.asked_of(self.keys[one])
            }, "a blocker is asked nothing by the blocked"


class TestFriends(TestCase):
    @patch.object(friends, "MOST_FRIENDS", MOST_FRIENDS)
    @patch.object(friend_questions, "MOST_QUESTIONS", MOST_QUESTIONS)
    def test_whatever_players_do_friends_are_mutual_few_and_kept_apart_by_blocks(self) -> None:
        steps = settings(max_examples=tries(15, 200), stateful_step_count=30)
        run_state_machine_as_test(Friends, settings=steps)
