"""What is told of friends: on the site, with push off and no mail, and taken back when it is no longer so."""

import pytest

from accounts.models import Sanction, SanctionKind, User
from accounts.services import leaving, sanctions
from news.kinds import Usual, kinds
from news.models import News
from people.news_kinds import NEWS_KINDS
from people.services import friend_questions, friends
from people.services.friends import ACCEPTED, ASKED, BY_LINK
from tests.people.players import NOW
from tests.support.sanctioned import closed, sanctioned


def told() -> set[tuple[str, str]]:
    """Who is told what, and has not been untold."""
    rows = News.objects.filter(withdrawn_at=None).values_list("user__display_name", "kind")
    return set(rows)


def test_each_kind_is_on_the_site_with_push_off_and_no_mail() -> None:
    for key in (ASKED, ACCEPTED, BY_LINK):
        kind = kinds()[key]
        assert (kind.push, kind.mail) == (Usual.OFF, Usual.NEVER)
        assert "Noor" in kind.words({"name": "Noor"}).title
    assert {ASKED, ACCEPTED, BY_LINK} <= {kind.key for kind in NEWS_KINDS}


def test_the_one_asked_is_told_and_the_asker_of_a_yes(elsa: User, noor: User) -> None:
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    assert told() == {("Noor", ASKED)}
    friend_questions.accept(noor.pk, elsa.pk, NOW)
    assert told() == {("Elsa", ACCEPTED)}


def test_asking_in_turn_is_a_yes(elsa: User, noor: User) -> None:
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    friend_questions.ask(noor.pk, elsa.pk, NOW)
    assert told() == {("Elsa", ACCEPTED)}


@pytest.mark.parametrize("ending", ["put_off", "withdraw"])
def test_a_question_that_is_over_is_told_no_more_and_nobody_hears_of_it(elsa: User, noor: User, ending: str) -> None:
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    pair = (noor.pk, elsa.pk) if ending == "put_off" else (elsa.pk, noor.pk)
    getattr(friend_questions, ending)(*pair, NOW)
    assert told() == set()


def test_a_friendship_that_is_over_is_told_no_more(elsa: User, noor: User) -> None:
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    friend_questions.accept(noor.pk, elsa.pk, NOW)
    friends.leave(noor.pk, elsa.pk, NOW)
    assert told() == set()


@pytest.mark.parametrize("gone", ["banned", "deleted"])
def test_who_is_gone_is_told_of_no_more(elsa: User, noor: User, gone: str) -> None:
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    if gone == "banned":
        closed(elsa.pk)
    else:
        leaving.delete(elsa.pk)
    assert told() <= {("Elsa", "decision")}, "what was decided is told to herself alone"
    assert friend_questions.asked_of(noor.pk) == []


def test_a_name_that_is_hidden_is_hidden_in_it_too_and_comes_back(elsa: User, noor: User) -> None:
    friend_questions.ask(elsa.pk, noor.pk, NOW)
    made = sanctioned(elsa.pk, SanctionKind.RENAME)

    def named() -> str:
        return str(News.objects.get(user=noor).values["name"])

    assert named() == Sanction.objects.get().shown_name
    sanctions.lift_sanction(made.pk, None)
    assert named() == "Elsa"
