"""The rules of friends, sentence by sentence (rules/people.md §3, first paragraph; docs/decisions/0047-friends.md)."""

import pytest

from accounts.api import block
from accounts.models import User
from accounts.services import leaving, sanctions
from accounts.services.bot_accounts import become_bot
from accounts.services.guests import create_guest
from people.services import friend_questions, friends
from tests.people.players import NOW, account, accounts, are_both_friends, be_friends, crowd, open_questions, refusal
from tests.support.sanctioned import closed


# R10.1
def test_friends_are_made_by_a_question_and_its_answer(elsa: User, noor: User) -> None:
    assert not friend_questions.ask(elsa.pk, noor.pk, NOW)
    assert not are_both_friends(elsa, noor)
    friend_questions.accept(noor.pk, elsa.pk, NOW)
    assert are_both_friends(elsa, noor)
    assert not open_questions()


def test_asking_again_changes_nothing(elsa: User, noor: User) -> None:
    for _ in range(2):
        friend_questions.ask(elsa.pk, noor.pk, NOW)
    assert open_questions() == {(elsa.pk, noor.pk, False)}


def test_asking_who_has_asked_makes_friends(elsa: User, noor: User) -> None:
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    assert friend_questions.ask(noor.pk, elsa.pk, NOW)
    assert are_both_friends(elsa, noor)
    assert not open_questions()


# R10.3
def test_not_now_stays_open_for_the_asker_and_is_shown_to_the_one_asked_no_more(elsa: User, noor: User) -> None:
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    assert friend_questions.put_off(noor.pk, elsa.pk, NOW)
    assert not friend_questions.put_off(noor.pk, elsa.pk, NOW)
    assert [question.asked_id for question in friend_questions.asked_by(elsa.pk)] == [noor.pk]
    assert friend_questions.asked_of(noor.pk) == []
    assert friend_questions.ask(noor.pk, elsa.pk, NOW), "and later the one asked may still ask in turn"
    assert are_both_friends(elsa, noor)


def test_a_question_is_taken_back_also_one_put_off(elsa: User, noor: User) -> None:
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    friend_questions.put_off(noor.pk, elsa.pk, NOW)
    assert friend_questions.withdraw(elsa.pk, noor.pk, NOW)
    assert not friend_questions.withdraw(elsa.pk, noor.pk, NOW)
    assert refusal(lambda: friend_questions.accept(noor.pk, elsa.pk, NOW)) == "no_question"


def test_either_leaves_and_both_are_friends_no_more(elsa: User, noor: User) -> None:
    be_friends(elsa, noor)
    assert friends.leave(noor.pk, elsa.pk, NOW)
    assert not are_both_friends(elsa, noor)
    assert not friends.leave(noor.pk, elsa.pk, NOW)


# R10.2
@pytest.mark.parametrize("who", ["guest", "bot", "banned", "deleted"])
def test_accounts_of_people_alone_are_asked_and_ask(who: str) -> None:
    elsa, other = account("Elsa"), create_guest() if who == "guest" else account("Noor")
    key = other.pk
    if who == "bot":
        become_bot(key)
    elif who == "banned":
        closed(key)
    elif who == "deleted":
        leaving.delete(key)
    assert refusal(lambda: friend_questions.ask(elsa.pk, key, NOW)) == "no_player"
    assert refusal(lambda: friend_questions.ask(key, elsa.pk, NOW)) == "accounts_only"
    assert not open_questions()


def test_nobody_asks_oneself_a_friend_or_whom_one_has_blocked(elsa: User, noor: User, bo: User) -> None:
    be_friends(elsa, noor)
    block(elsa.pk, bo.pk, NOW)
    assert refusal(lambda: friend_questions.ask(elsa.pk, elsa.pk, NOW)) == "yourself"
    assert refusal(lambda: friend_questions.ask(elsa.pk, noor.pk, NOW)) == "already_friends"
    assert refusal(lambda: friend_questions.ask(elsa.pk, bo.pk, NOW)) == "you_have_blocked"


def test_two_hundred_friends_are_the_most_on_either_side(elsa: User, noor: User, bo: User) -> None:
    friend_questions.ask(noor.pk, elsa.pk, NOW)
    friend_questions.ask(elsa.pk, bo.pk, NOW)
    be_friends(elsa, *crowd(friends.MOST_FRIENDS))
    assert refusal(lambda: friend_questions.accept(elsa.pk, noor.pk, NOW)) == "friends_full"
    assert refusal(lambda: friend_questions.accept(bo.pk, elsa.pk, NOW)) == "their_friends_full"
    assert refusal(lambda: friend_questions.ask(elsa.pk, account("Ilse").pk, NOW)) == "friends_full"
    assert len(open_questions()) == 2, "what is refused stays open"
    friends.leave(elsa.pk, friends.friends_of(elsa.pk)[0].id, NOW)
    friend_questions.accept(elsa.pk, noor.pk, NOW)
    assert are_both_friends(elsa, noor)


def test_thirty_questions_are_open_at_most_put_off_or_not(elsa: User, noor: User) -> None:
    others = crowd(friends.MOST_QUESTIONS)
    for other in others:
        friend_questions.ask(elsa.pk, other.pk, NOW)
    friend_questions.put_off(others[0].pk, elsa.pk, NOW)
    assert refusal(lambda: friend_questions.ask(elsa.pk, noor.pk, NOW)) == "questions_full"
    friend_questions.ask(noor.pk, elsa.pk, NOW)
    assert friend_questions.ask(elsa.pk, noor.pk, NOW), "an answer is no question"
    friend_questions.withdraw(elsa.pk, others[0].pk, NOW)
    assert not friend_questions.ask(elsa.pk, account("Bo").pk, NOW)


# R10.5
def test_a_block_ends_friendship_and_what_the_blocker_asked(elsa: User, bo: User, noor: User) -> None:
    be_friends(elsa, bo)
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    block(elsa.pk, bo.pk, NOW)
    block(elsa.pk, noor.pk, NOW)
    assert not are_both_friends(elsa, bo)
    assert not open_questions()


def test_what_the_blocked_had_asked_stays_open_for_them_and_is_shown_to_nobody(elsa: User, bo: User) -> None:
    friend_questions.ask(bo.pk, elsa.pk, NOW)
    block(elsa.pk, bo.pk, NOW)
    assert [question.asked_id for question in friend_questions.asked_by(bo.pk)] == [elsa.pk]
    assert friend_questions.asked_of(elsa.pk) == []


@pytest.mark.parametrize("who", ["bot", "banned"])
def test_a_friend_who_is_banned_or_a_program_now_is_shown_to_nobody(elsa: User, noor: User, who: str) -> None:
    be_friends(elsa, noor)
    if who == "bot":
        become_bot(noor.pk)
    else:
        ban = closed(noor.pk)
    assert friends.friends_of(elsa.pk) == []
    if who == "banned":
        sanctions.lift_sanction(ban.pk, None)
        assert [friend.id for friend in friends.friends_of(elsa.pk)] == [noor.pk], "and is one again afterwards"


def test_what_a_deleted_account_had_is_gone_and_counts_no_more(elsa: User, noor: User, bo: User) -> None:
    be_friends(elsa, noor)
    friend_questions.ask(elsa.pk, bo.pk, NOW)
    leaving.delete(noor.pk)
    leaving.delete(bo.pk)
    assert friends.friends_of(elsa.pk) == []
    assert not open_questions()


def test_friends_are_listed_by_name() -> None:
    elsa, noor, bo, ilse = accounts("Elsa", "noor", "Bo", "Ilse")
    be_friends(elsa, noor, bo, ilse)
    assert [friend.display_name for friend in friends.friends_of(elsa.pk)] == ["Bo", "Ilse", "noor"]
