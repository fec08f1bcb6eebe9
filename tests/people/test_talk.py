"""Talk in a match: who may say what, when, how often, and who reads it (rules/people.md §4, decision 0052)."""

from typing import Any

import pytest

from accounts.api import SanctionKind, block, sanction, unblock
from accounts.models import User
from people.models import TalkLine, TalkSeat
from people.talk.refusals import NoTalk, Refused
from people.talk.said_lines import SAID_LINES
from people.talk.services import choices
from people.talk.services import lines as talk_lines
from people.talk.services.table import OPEN_AFTER_LIVE, OPEN_AFTER_SLOW, table_of, text_is_open
from tests.people.players import account, be_friends
from tests.people.talkers import AT, LATER, all_allow, friends_at, reads, refusal, say, strangers_at
from tests.support.matches import START, make_match, resigned, submit, user_at

DAYS = 259_200


def test_there_are_twelve_said_lines_that_fit_their_column() -> None:
    assert len(SAID_LINES) == 12 and max(map(len, SAID_LINES)) <= 20


# R said lines: for all in every match, guests too -----------------------------------------------------------


# R14.1
@pytest.mark.parametrize("variant", ["alfapower", "classic", "flex", "keebble", "alfapet"])
def test_guests_say_lines_in_every_game(variant: str) -> None:
    row = make_match(variant=variant)
    one, other = user_at(row, 0), user_at(row, 1)
    say(row, one, said="good_luck")
    assert reads(row, one) == reads(row, other) == ["good_luck"]
    assert refusal(row, one, at=AT + LATER, text="Hi") == "accounts_only"


# R14.1
def test_six_a_match_and_one_in_ten_seconds() -> None:
    row, (elsa, mikael) = strangers_at()
    for number in range(talk_lines.MOST_SAID):
        at = AT + number * 10_000
        assert refusal(row, elsa, at=at) == ""
        assert number == 5 or refusal(row, elsa, at=at + 9_999) == "said_soon"
    assert refusal(row, elsa, at=AT + 600_000) == "said_spent"
    assert refusal(row, mikael, at=AT + 600_000) == "", "each"
    other, _users = make_match(users=[elsa, account("Noor")], by_lot=False), None
    assert refusal(other, elsa, at=AT + 600_000) == "", "a match"


def test_lines_of_a_clock_that_went_back_count() -> None:
    row, (elsa, _mikael) = strangers_at()
    say(row, elsa, at=AT)
    assert refusal(row, elsa, at=AT - 5_000) == "said_soon"


# R free text: friends, or all switch it on; accounts only -------------------------------------------------------


# R14.2
def test_friends_write_and_strangers_when_all_have_switched_it_on() -> None:
    row, (elsa, mikael) = strangers_at()
    assert refusal(row, elsa, text="Hi") == "text_closed"
    choices.allow_text(row.public_id, elsa.pk, allows=True, now_ms=AT)
    assert refusal(row, elsa, text="Hi") == refusal(row, mikael, text="Hi") == "text_closed"
    choices.allow_text(row.public_id, mikael.pk, allows=True, now_ms=AT)
    assert refusal(row, elsa, text="Hi") == ""
    choices.allow_text(row.public_id, mikael.pk, allows=False, now_ms=AT)
    assert refusal(row, elsa, at=AT + LATER, text="Hi") == "text_closed"
    be_friends(elsa, mikael)
    assert refusal(row, elsa, at=AT + LATER, text="Hi") == ""


def test_of_three_each_is_a_friend_of_each() -> None:
    row, (elsa, mikael, noor) = strangers_at("Elsa", "Mikael", "Noor", variant="alfapet")
    be_friends(elsa, mikael, noor)
    assert not text_is_open(table_of(row.public_id, elsa.pk))
    be_friends(mikael, noor)
    assert text_is_open(table_of(row.public_id, elsa.pk))


def test_who_has_left_is_not_asked_and_says_nothing() -> None:
    """§: "all" are the seats still in the match."""
    row, (elsa, mikael, noor) = strangers_at("Elsa", "Mikael", "Noor", variant="alfapet")
    all_allow(row, [elsa, mikael])
    assert not text_is_open(table_of(row.public_id, elsa.pk))
    seat = table_of(row.public_id, noor.pk).me.seat
    assert not submit(row, seat, START + 2_000, do="resign").code
    assert text_is_open(table_of(row.public_id, elsa.pk))
    assert refusal(row, noor) == "you_have_left"
    say(row, elsa, text="Bye Noor")
    assert reads(row, noor) == ["Bye Noor"]


def test_one_guest_closes_it_for_all() -> None:
    guest = make_match()
    row = make_match(users=[account("Elsa"), user_at(guest, 0)], by_lot=False)
    elsa = user_at(row, 0)
    all_allow(row, [elsa])
    assert refusal(row, elsa, text="Hi") == "text_closed"
    with pytest.raises(Refused, match="accounts_only"):
        choices.allow_text(row.public_id, user_at(row, 1).pk, allows=True, now_ms=AT)


# R14.2
def test_one_in_three_seconds_and_thirty_in_ten_minutes_in_all_matches() -> None:
    row, (elsa, mikael) = friends_at()
    second = make_match(users=[elsa, mikael], by_lot=False)
    assert refusal(row, elsa, text="1") == ""
    assert refusal(second, elsa, at=AT + 2_999, text="2") == "text_soon"
    for number in range(1, 30):
        assert refusal(row if number % 2 else second, elsa, at=AT + number * 3_000, text="x") == ""
    assert refusal(row, elsa, at=AT + 599_999, text="x") == "text_many"
    assert refusal(row, elsa, at=AT + 600_000, text="x") == ""
    assert refusal(row, mikael, at=AT, text="x") == "", "each"


def test_a_sanction_closes_free_text_and_leaves_said_lines() -> None:
    row, (elsa, mikael) = friends_at()
    sanction(elsa.pk, SanctionKind.MUTE, reason="insults", words="Please stop.", by=None)
    assert refusal(row, elsa, text="Hi") == "muted"
    assert refusal(row, elsa) == refusal(row, mikael, text="Hi") == ""


# Bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"said": "insult"}, "no_such_line"),
        ({"said": "hello" * 100}, "no_such_line"),
        ({"said": "hello", "text": "Hi"}, "no_such_line"),
        ({"text": ""}, "no_such_line"),
        ({"text": " \t\n\u3000"}, "empty"),
        ({"text": "\x00\u200b\u202e"}, "empty"),
        ({"text": "x" * 281}, "too_long"),
        ({"text": "x" * 100_000}, "too_long"),
        ({"text": "x" * 280}, ""),
        ({"said": "hello", "nonce": "short"}, "bad_nonce"),
        ({"said": "hello", "nonce": "x" * 33}, "bad_nonce"),
        ({"said": "hello", "nonce": "with space"}, "bad_nonce"),
    ],
)
def test_a_line_that_cannot_be_said_is_refused_by_its_code(what: dict[str, Any], code: str) -> None:
    row, (elsa, _mikael) = friends_at()
    assert refusal(row, elsa, **what) == code
    assert TalkLine.objects.count() == (not code)


def test_the_same_nonce_is_the_same_line() -> None:
    row, (elsa, mikael) = friends_at()
    first = say(row, elsa, nonce="a" * 32)
    assert say(row, elsa, nonce="a" * 32, at=AT + 1).pk == first.pk
    assert say(row, elsa, nonce="a" * 32, text="Something else").pk == first.pk
    assert say(row, mikael, nonce="a" * 32).pk != first.pk, "of each seat"


# Where there is no talk ----------------------------------------------------------------------------------------


# R14.1
def test_none_for_strangers_in_practice_and_alone() -> None:
    row, (elsa, _mikael) = strangers_at()
    stranger = account("Noor")
    alone = make_match(users=[elsa])
    practice = make_match(users=[elsa, stranger])
    type(practice).objects.filter(pk=practice.pk).update(practice=True)
    for where, who in ((row, stranger), (alone, elsa), (practice, elsa)):
        for do in (lambda w, u: say(w, u), lambda w, u: table_of(w.public_id, u.pk)):
            with pytest.raises(NoTalk):
                do(where, who)
    for public_id in ("nothing", "x" * 300, "", "no such"):
        with pytest.raises(NoTalk):
            table_of(public_id, elsa.pk)


def test_programs_do_not_talk_and_are_not_talked_to() -> None:
    row, (elsa, mikael) = friends_at()
    User.objects.filter(pk=mikael.pk).update(is_bot=True)
    for user in (elsa, mikael):
        with pytest.raises(NoTalk):
            say(row, user)


# R14.4
@pytest.mark.parametrize(("settings", "after"), [({}, OPEN_AFTER_LIVE), ({"turn_seconds": DAYS}, OPEN_AFTER_SLOW)])
def test_one_may_say_thanks_for_a_while_after_the_end(settings: dict[str, Any], after: int) -> None:
    row, (elsa, mikael) = friends_at(**settings)
    over = resigned(row)
    assert over.finished_at is not None
    assert refusal(row, elsa, at=over.finished_at, said="thanks") == "", "who has conceded too"
    assert refusal(row, mikael, at=over.finished_at + after - 1, said="thanks") == ""
    assert refusal(row, mikael, at=over.finished_at + after, text="And") == "talk_over"
    with pytest.raises(Refused, match="talk_over"):
        choices.allow_text(row.public_id, elsa.pk, allows=True, now_ms=over.finished_at + after)
    assert reads(row, elsa) == ["thanks", "thanks"], "and what was said stays readable"


# Mute and block ------------------------------------------------------------------------------------------------


def mutes(one: User, other: User) -> None:
    choices.mute(one.pk, other.pk, AT)


def blocks(one: User, other: User) -> None:
    block(one.pk, other.pk, AT)


# R14.3
@pytest.mark.parametrize("act", [mutes, blocks])
def test_neither_reads_the_other_and_the_other_sees_no_difference(act: Any) -> None:
    row, (elsa, mikael) = strangers_at()
    say(row, elsa, said="hello")
    say(row, mikael, said="good_luck")
    act(elsa, mikael)
    assert reads(row, elsa) == ["hello"], "nothing of his, of before neither"
    assert reads(row, mikael) == ["hello", "good_luck"], "what he has read stays"
    say(row, mikael, at=AT + LATER, said="nice_word")
    assert reads(row, mikael)[-1] == "nice_word" and reads(row, elsa) == ["hello"]
    assert refusal(row, elsa, at=AT + LATER) == "you_hear_nobody"


@pytest.mark.parametrize("act", [mutes, blocks])
def test_what_was_not_shown_is_never_shown(act: Any) -> None:
    row, (elsa, mikael) = strangers_at()
    act(elsa, mikael)
    say(row, mikael, said="nice_word")
    choices.unmute(elsa.pk, mikael.pk)
    unblock(elsa.pk, mikael.pk)
    assert reads(row, elsa) == []
    say(row, mikael, at=AT + LATER, said="ouch")
    assert reads(row, elsa) == ["ouch"]


def test_among_three_each_hears_whom_they_hear() -> None:
    row, (elsa, mikael, noor) = strangers_at("Elsa", "Mikael", "Noor", variant="alfapet")
    mutes(elsa, mikael)
    say(row, mikael, said="hello")
    say(row, elsa, said="ouch")
    say(row, noor, said="thinking")
    assert reads(row, elsa) == ["ouch", "thinking"]
    assert reads(row, mikael) == ["hello", "thinking"]
    assert reads(row, noor) == ["hello", "ouch", "thinking"]


# R14.3
def test_a_mute_holds_in_every_match() -> None:
    row, (elsa, mikael) = strangers_at()
    mutes(elsa, mikael)
    other = make_match(users=[elsa, mikael], by_lot=False)
    say(other, mikael)
    assert reads(other, elsa) == []


def test_nobody_mutes_themselves_or_nobody(elsa: User) -> None:
    for other in (elsa.pk, 10**9):
        with pytest.raises(NoTalk):
            choices.mute(elsa.pk, other, AT)


# What was read -------------------------------------------------------------------------------------------------


def test_unread_is_what_others_have_said_since() -> None:
    row, (elsa, mikael) = strangers_at()

    def unread(user: User) -> int:
        table = table_of(row.public_id, user.pk)
        return talk_lines.how_many_unread(table, talk_lines.read(table))

    first, second = say(row, elsa), say(row, elsa, at=AT + LATER)
    assert (unread(elsa), unread(mikael)) == (0, 2)
    choices.note_read(row.public_id, mikael.pk, second.pk)
    choices.note_read(row.public_id, mikael.pk, first.pk)
    assert unread(mikael) == 0, "an older page changes nothing"
    choices.note_read(row.public_id, mikael.pk, 10**17)
    assert TalkSeat.objects.get(user=mikael).read_to == second.pk, "nobody reads ahead"


def test_moderators_read_all_with_who_muted_whom() -> None:
    row, (elsa, mikael) = friends_at()
    line = say(row, mikael, text="You play like a spoon")
    mutes(elsa, mikael)
    say(row, mikael, at=AT + 3_000, text="Well?")
    assert [(one.name, one.text, one.muted_name) for one in talk_lines.of_match(row.pk)] == [
        ("Mikael", "You play like a spoon", ""),
        ("Elsa", "", "Mikael"),
        ("Mikael", "Well?", ""),
    ]
    assert [one.line_id for one in talk_lines.around(line.pk)][0] == line.pk
    assert talk_lines.around(line.pk + 1_000) == []
