"""The rules of friends, sentence by sentence (rules/people.md §3, first paragraph; docs/decisions/0047-friends.md)."""

from collections.abc import Callable

import pytest

from accounts.api import block
from accounts.models import User
from accounts.services import leaving, sanctions
from accounts.services.bot_accounts import become_bot
from accounts.services.guests import create_guest
from people.services import friend_questions, friends
from people.services.pairs import Refused
from tests.people.players import NOW, account, accounts, are_both_friends, be_friends, crowd, open_questions
from tests.support.sanctioned import closed


def refusal(work: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        work()
    return refused.value.code


# R10.1
def test_friends_are_made_by_a_question_and_its_answer() -> None:
    elsa, noor = accounts("Elsa", "Noor")
    assert not friend_questions.ask(elsa.pk, noor.pk, NOW)
    assert not are_both_friends(elsa, noor)
    friend_questions.accept(noor.pk, elsa.pk, NOW)
    assert are_both_friends(elsa, noor)
    assert not open_questions()


def test_asking_again_changes_nothing() -> None:
    elsa, noor = accounts("Elsa", "Noor")
    for _ in range(2):
        friend_questions.ask(elsa.pk, noor.pk, NOW)
    assert open_questions() == {(elsa.pk, noor.pk, False)}


def test_asking_who_has_asked_makes_friends() -> None:
    elsa, noor = accounts("Elsa", "Noor")
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    assert friend_questions.ask(noor.pk, elsa.pk, NOW)
    assert are_both_friends(elsa, noor)
    assert not open_questions()


# R10.3
def test_not_now_stays_open_for_the_asker_and_is_shown_to_the_one_asked_no_more() -> None:
    elsa, noor = accounts("Elsa", "Noor")
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    assert friend_questions.put_off(noor.pk, elsa.pk, NOW)
    assert not friend_questions.put_off(noor.pk, elsa.pk, NOW)
    assert [question.asked_id for question in friend_questions.asked_by(elsa.pk)] == [noor.pk]
    assert friend_questions.asked_of(noor.pk) == []
    assert friend_questions.ask(noor.pk, elsa.pk, NOW), "and later the one asked may still ask in turn"
    assert are_both_friends(elsa, noor)


def test_a_question_is_taken_back_also_one_put_off() -> None:
    elsa, noor = accounts("Elsa", "Noor")
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    friend_questions.put_off(noor.pk, elsa.pk, NOW)
    assert friend_questions.withdraw(elsa.pk, noor.pk, NOW)
    assert not friend_questions.withdraw(elsa.pk, noor.pk, NOW)
    assert refusal(lambda: friend_questions.accept(noor.pk, elsa.pk, NOW)) == "no_question"


def test_either_leaves_and_both_are_friends_no_more() -> None:
    elsa, noor = accounts("Elsa", "Noor")
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


def test_nobody_asks_oneself_a_friend_or_whom_one_has_blocked() -> None:
    elsa, noor, lux = accounts("Elsa", "Noor", "Lux")
    be_friends(elsa, noor)
    block(elsa.pk, lux.pk, NOW)
    assert refusal(lambda: friend_questions.ask(elsa.pk, elsa.pk, NOW)) == "yourself"
    assert refusal(lambda: friend_questions.ask(elsa.pk, noor.pk, NOW)) == "already_friends"
    assert refusal(lambda: friend_questions.ask(elsa.pk, lux.pk, NOW)) == "you_have_blocked"


def fill(player: User, number: int, prefix: str = "crowd") -> list[User]:
    """Give the player as many friends."""
    others = crowd(number, prefix)
    for other in others:
        be_friends(player, other)
    return others


def test_two_hundred_friends_are_the_most_on_either_side() -> None:
    elsa, noor, bo = accounts("Elsa", "Noor", "Bo")
    friend_questions.ask(noor.pk, elsa.pk, NOW)
    friend_questions.ask(elsa.pk, bo.pk, NOW)
    fill(elsa, friends.MOST_FRIENDS)
    assert refusal(lambda: friend_questions.accept(elsa.pk, noor.pk, NOW)) == "friends_full"
    assert refusal(lambda: friend_questions.accept(bo.pk, elsa.pk, NOW)) == "their_friends_full"
    assert refusal(lambda: friend_questions.ask(elsa.pk, account("Ilse").pk, NOW)) == "friends_full"
    assert len(open_questions()) == 2, "what is refused stays open"
    friends.leave(elsa.pk, crowd_member(elsa), NOW)
    friend_questions.accept(elsa.pk, noor.pk, NOW)
    assert are_both_friends(elsa, noor)


def crowd_member(player: User) -> int:
    return friends.friends_of(player.pk)[0].id


def test_thirty_questions_are_open_at_most_put_off_or_not() -> None:
    elsa, noor = accounts("Elsa", "Noor")
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
def test_a_block_ends_friendship_and_what_the_blocker_asked() -> None:
    elsa, lux, noor = accounts("Elsa", "Lux", "Noor")
    be_friends(elsa, lux)
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    block(elsa.pk, lux.pk, NOW)
    block(elsa.pk, noor.pk, NOW)
    assert not are_both_friends(elsa, lux)
    assert not open_questions()


def test_what_the_blocked_had_asked_stays_open_for_them_and_is_shown_to_nobody() -> None:
    elsa, lux = accounts("Elsa", "Lux")
    friend_questions.ask(lux.pk, elsa.pk, NOW)
    block(elsa.pk, lux.pk, NOW)
    assert [question.asked_id for question in friend_questions.asked_by(lux.pk)] == [elsa.pk]
    assert friend_questions.asked_of(elsa.pk) == []


@pytest.mark.parametrize("who", ["bot", "banned"])
def test_a_friend_who_is_banned_or_a_program_now_is_shown_to_nobody(who: str) -> None:
    elsa, noor = accounts("Elsa", "Noor")
    be_friends(elsa, noor)
    if who == "bot":
        become_bot(noor.pk)
    else:
        ban = closed(noor.pk)
    assert friends.friends_of(elsa.pk) == []
    if who == "banned":
        sanctions.lift_sanction(ban.pk, None)
        assert [friend.id for friend in friends.friends_of(elsa.pk)] == [noor.pk], "and is one again afterwards"


def test_what_a_deleted_account_had_is_gone_and_counts_no_more() -> None:
    elsa, noor, bo = accounts("Elsa", "Noor", "Bo")
    be_friends(elsa, noor)
    friend_questions.ask(elsa.pk, bo.pk, NOW)
    leaving.delete(noor.pk)
    leaving.delete(bo.pk)
    assert friends.friends_of(elsa.pk) == []
    assert not open_questions()


def test_friends_are_listed_by_name() -> None:
    elsa, noor, bo, ilse = accounts("Elsa", "noor", "Bo", "Ilse")
    for other in (noor, bo, ilse):
        be_friends(elsa, other)
    assert [friend.display_name for friend in friends.friends_of(elsa.pk)] == ["Bo", "Ilse", "noor"]
