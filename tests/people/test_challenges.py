"""Challenges (rules/people.md §3): who may challenge whom, how many, how long they stand, and what becomes of them."""

from collections.abc import Callable

import pytest

from accounts import api as accounts
from accounts.models import User
from accounts.services import data_export, leaving, merging
from game import api as game
from game.models import Deal, Match
from lobby import api as lobby
from news.models import News
from people.models import Challenge
from people.services import challenge_ends, challenge_start, challenges
from people.services import challenge_limits as limits
from people.services.challenge_rows import NoChallenge
from tests.people.challengers import (
    DAY,
    LIVE,
    MINUTE,
    SECOND,
    SLOW,
    UNTIMED,
    accept,
    account,
    challenge,
    choose,
    guest,
    have_played,
    played,
    state,
    usual,
)
from tests.people.players import HOUR, NOW, be_friends, crowd
from tests.support.sanctioned import closed


def refused(act: Callable[[], object]) -> str:
    """The code by which it is refused, "" where it is not."""
    try:
        act()
    except limits.Refused as refusal:
        return refusal.code
    return ""


# Who ---------------------------------------------------------------------------------------------------------

CHOICES = [
    # who may, what the asker is, whether that is let in
    ("everyone", "stranger", True),
    ("everyone", "friend", True),
    ("experienced", "stranger", False),
    ("experienced", "friend", False),
    ("experienced", "nine", False),
    ("experienced", "ten", True),
    ("experienced", "ten and left one", True),
    ("experienced", "nine and left one", False),
    ("experienced", "nine and a bot", False),
    ("friends", "stranger", False),
    ("friends", "ten", False),
    ("friends", "friend", True),
    ("nobody", "friend", False),
    ("nobody", "ten", False),
]


@pytest.mark.parametrize(("who", "asker", "may"), CHOICES)
def test_each_chooses_who_may_challenge_them(
    astrid: User, bjorn: User, who: str, asker: str, may: bool
) -> None:  # R9.33
    choose(bjorn, who)
    if asker == "friend":
        be_friends(astrid, bjorn)
    played(astrid, 10 if asker.startswith("ten") else 9 if asker.startswith("nine") else 0)
    if asker.endswith("left one"):
        played(astrid, 1, reason="resigned", outcome="l")
    if asker.endswith("a bot"):
        played(astrid, 1, bot="calm")
    assert refused(lambda: challenge(astrid, bjorn)) == ("" if may else "takes_none")


GUESTS = [
    # asker, asked, how long ago they have played with each other in minutes, the refusal
    (guest, account, None, "guests"),
    (guest, account, 59, ""),
    (guest, account, 61, "guests"),
    (guest, guest, 1, ""),
    (account, guest, 1, ""),
    (account, guest, 61, "takes_none"),
    (account, account, None, ""),
]


@pytest.mark.parametrize(("asking", "of", "ago", "code"), GUESTS)
def test_guests_challenge_and_are_challenged_by_whom_they_have_just_played(
    asking: Callable[[str], User], of: Callable[[str], User], ago: int | None, code: str
) -> None:  # R9.33
    asker, asked = asking("Astrid"), of("Björn")
    if ago is not None:
        have_played(asker, asked, NOW - ago * MINUTE)
    assert refused(lambda: challenge(asker, asked)) == code


def test_bots_banned_players_and_oneself_are_never_challenged(astrid: User, bjorn: User) -> None:
    accounts.become_bot(bjorn.pk)
    assert refused(lambda: challenge(astrid, bjorn)) == "takes_none"
    assert refused(lambda: challenge(bjorn, astrid)) == "not_for_bots"
    clara = account("Clara")
    closed(clara.pk)
    assert refused(lambda: challenge(astrid, clara)) == "takes_none"
    assert refused(lambda: challenge(astrid, astrid)) == "yourself"


# How many ----------------------------------------------------------------------------------------------------


def test_five_are_open_to_different_players_and_one_to_the_same(astrid: User, bjorn: User) -> None:  # R9.32
    first = challenge(astrid, bjorn)
    with pytest.raises(limits.Refused) as met:
        challenge(astrid, bjorn)
    assert (met.value.code, met.value.challenge) == ("already_open", first.public_id)
    others = crowd(5)
    for other in others[:4]:
        challenge(astrid, other)
    assert refused(lambda: challenge(astrid, others[4])) == "most_open"
    challenges.take_back(astrid.pk, first.public_id, NOW)
    assert refused(lambda: challenge(astrid, others[4])) == ""


def test_who_is_challenged_answers_instead_of_challenging_back(astrid: User, bjorn: User, row: Challenge) -> None:
    with pytest.raises(limits.Refused) as met:
        challenge(bjorn, astrid)
    assert (met.value.code, met.value.challenge) == ("asks_you", row.public_id)


def test_ten_a_day_go_to_players_who_have_accepted_none_before(astrid: User, bjorn: User) -> None:  # R9.32
    accept(challenge(astrid, bjorn, NOW - 2 * DAY), NOW - 2 * DAY)
    challenge_ends.sweep(NOW - 2 * DAY + 5 * SECOND)
    for other in crowd(10):
        challenges.take_back(astrid.pk, challenge(astrid, other).public_id, NOW)
    clara, friend = account("Clara"), account("Frida")
    be_friends(astrid, friend)
    assert refused(lambda: challenge(astrid, clara)) == "most_a_day"
    assert refused(lambda: challenge(astrid, bjorn)) == "", "he has accepted one before"
    assert refused(lambda: challenge(astrid, friend)) == "", "a friend"
    assert refused(lambda: challenge(astrid, clara, NOW + DAY)) == ""


def test_open_slow_challenges_count_among_the_slow_matches(bjorn: User) -> None:
    asker = guest("Astrid")
    others = crowd(4)
    have_played(asker, bjorn, NOW)
    for other in others:
        have_played(asker, other, NOW)
        challenge(asker, other)
    challenge(asker, bjorn)
    assert challenges.how_many_unhurried(asker.pk) == 5
    with pytest.raises(lobby.Enough) as enough:
        lobby.ask_whether_free(asker.pk, lobby.Step.SEEK, usual(UNTIMED).settings, "alfapower")
    assert enough.value.most == 5


def test_who_plays_by_a_clock_neither_makes_nor_accepts_a_live_one(astrid: User, bjorn: User) -> None:
    waiting = challenge(bjorn, astrid, game.now_ms(), LIVE)
    begun(astrid, account("Clara"))
    with pytest.raises(lobby.Busy):
        accept(waiting, game.now_ms())
    with pytest.raises(lobby.Busy):
        challenge(astrid, account("David"), game.now_ms(), LIVE)
    challenge(astrid, account("Erik"), game.now_ms(), SLOW)


def begun(one: User, other: User) -> str:
    """A live match of the two."""
    players = [game.Entrant(player.pk, player.display_name) for player in (one, other)]
    return game.create_match(settings={}, entrants=players, starts_at=game.now_ms())


# How long ----------------------------------------------------------------------------------------------------

STANDS = [
    # pace, when the asker's page was heard last, when it is looked at, whether it stands
    (SLOW, 0, 14 * DAY - 1, True),
    (SLOW, 0, 14 * DAY, False),
    (UNTIMED, 0, 14 * DAY - 1, True),
    (LIVE, 0, 19 * SECOND, True),
    (LIVE, 0, 20 * SECOND, False),
    (LIVE, 10 * MINUTE - 2, 10 * MINUTE - 1, True),
    (LIVE, 10 * MINUTE - 2, 10 * MINUTE, False),
]


@pytest.mark.parametrize(("pace", "heard", "now", "stands"), STANDS)
@pytest.mark.parametrize("swept", [True, False])
def test_a_live_one_stands_while_its_page_is_there_and_a_slow_one_for_14_days(
    astrid: User, bjorn: User, pace: lobby.MatchPace, heard: int, now: int, stands: bool, swept: bool
) -> None:  # R9.31
    row = challenge(astrid, bjorn, NOW, pace)
    Challenge.objects.update(seen_at=NOW + heard)
    if swept:
        challenge_ends.sweep(NOW + now)
    accept(row, NOW + now)
    assert state(row) == ("accepted" if stands else "lapsed", False)
    assert Deal.objects.exists() is stands
    told = News.objects.filter(user=astrid, kind="challenge-answer", withdrawn_at=None)
    assert told.exists() is not stands


def test_old_ones_that_came_to_nothing_are_forgotten(bjorn: User, row: Challenge) -> None:
    challenges.decline(bjorn.pk, row.public_id, "", NOW)
    challenge_ends.sweep(NOW + 30 * DAY - 1)
    assert Challenge.objects.exists()
    challenge_ends.sweep(NOW + 30 * DAY)
    assert not Challenge.objects.exists()


# Answers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["", "later", "other_settings", "too_many", "not_that_game"])
def test_one_of_four_reasons_or_none_is_told_to_the_asker(astrid: User, bjorn: User, reason: str) -> None:
    row = challenges.decline(bjorn.pk, challenge(astrid, bjorn).public_id, reason, NOW)
    assert (row.stage, row.reason) == ("declined", reason) and not Deal.objects.exists()
    assert News.objects.get(user=astrid).values["reason"] == reason
    assert News.objects.get(user=bjorn).withdrawn_at is not None


def test_another_reason_is_none(bjorn: User, row: Challenge) -> None:
    with pytest.raises(ValueError, match="rude"):
        challenges.decline(bjorn.pk, row.public_id, "rude", NOW)


def test_other_settings_turn_asker_and_asked_round(astrid: User, bjorn: User) -> None:  # R9.31
    row = challenge(astrid, bjorn)
    answer = challenges.counter(bjorn.pk, row.public_id, usual(SLOW, starting_coins=35), NOW)
    assert state(row) == ("countered", False)
    assert (answer.asker, answer.asked, answer.answers, answer.stage) == (bjorn, astrid, row, "open")
    assert answer.deal and answer.deal != row.deal and Deal.objects.count() == 1
    assert challenges.answer_to(row) == answer
    told = News.objects.get(user=astrid, kind="challenge")
    assert told.values["counters"] and told.path.endswith(f"/{answer.public_id}/")
    third = challenges.counter(astrid.pk, answer.public_id, usual(SLOW), NOW)
    assert (third.asker, third.asked) == (astrid, bjorn), "and back"


def test_nobody_else_answers_and_nothing_is_answered_twice(astrid: User, bjorn: User) -> None:
    clara, row = account("Clara"), challenge(astrid, bjorn)
    acts: tuple[Callable[[], object], ...] = (
        lambda: challenge_start.accept(clara.pk, row.public_id, NOW),
        lambda: challenge_start.accept(astrid.pk, row.public_id, NOW),
        lambda: challenges.decline(astrid.pk, row.public_id, "", NOW),
        lambda: challenges.counter(astrid.pk, row.public_id, usual(), NOW),
        lambda: challenges.take_back(bjorn.pk, row.public_id, NOW),
        lambda: challenges.look(clara.pk, row.public_id),
        lambda: challenge_start.accept(bjorn.pk, "none", NOW),
    )
    for act in acts:
        with pytest.raises(NoChallenge):
            act()
    challenges.take_back(astrid.pk, row.public_id, NOW)
    acts = (lambda: accept(row), lambda: challenges.decline(bjorn.pk, row.public_id, "", NOW))
    for act in acts:
        act()
        assert state(row) == ("taken_back", False)
    with pytest.raises(NoChallenge):
        challenges.counter(bjorn.pk, row.public_id, usual(), NOW)


# Who is told -------------------------------------------------------------------------------------------------

MAILED = [(SLOW, "stranger", False), (SLOW, "friend", True), (SLOW, "played", True), (LIVE, "friend", False)]


@pytest.mark.parametrize(("pace", "who", "mailed"), MAILED)
def test_mail_of_a_challenge_comes_of_slow_ones_from_friends_and_those_one_has_played(
    astrid: User, bjorn: User, pace: lobby.MatchPace, who: str, mailed: bool
) -> None:
    if who == "friend":
        be_friends(astrid, bjorn)
    if who == "played":
        played(bjorn, 1, opponent=astrid)
    challenge(astrid, bjorn, NOW, pace)
    told = News.objects.get(user=bjorn)
    assert (told.push_at is not None, told.mail_at is not None) == (True, mailed)


@pytest.mark.parametrize("over", ["taken back", "lapsed", "declined", "accepted", "countered"])
def test_what_is_over_or_answered_is_told_no_more(astrid: User, bjorn: User, over: str, row: Challenge) -> None:
    ways: dict[str, Callable[[], object]] = {
        "taken back": lambda: challenges.take_back(astrid.pk, row.public_id, NOW),
        "lapsed": lambda: challenge_ends.sweep(NOW + 14 * DAY),
        "declined": lambda: challenges.decline(bjorn.pk, row.public_id, "", NOW),
        "accepted": lambda: accept(row),
        "countered": lambda: challenges.counter(bjorn.pk, row.public_id, usual(), NOW),
    }
    ways[over]()
    assert not News.objects.filter(user=bjorn, kind="challenge", withdrawn_at=None).exists()


# Who goes ----------------------------------------------------------------------------------------------------


def test_a_block_takes_back_what_the_blocker_has_asked(astrid: User, bjorn: User, row: Challenge) -> None:
    accounts.block(astrid.pk, bjorn.pk, NOW)
    assert state(row) == ("taken_back", False) and not Deal.objects.exists()


@pytest.mark.parametrize("accepted", [False, True])
def test_what_the_blocked_has_asked_looks_unanswered_and_lapses(astrid: User, bjorn: User, accepted: bool) -> None:
    row = challenge(astrid, bjorn)
    if accepted:
        accept(row)
    accounts.block(bjorn.pk, astrid.pk, NOW)
    assert state(row) == ("open", True)
    with pytest.raises(NoChallenge):
        challenges.look(bjorn.pk, row.public_id)
    with pytest.raises(NoChallenge):
        accept(row)
    assert challenges.look(astrid.pk, row.public_id).stage == "open"
    assert challenges.of_player(bjorn.pk, NOW) == ([], [])
    challenge_ends.sweep(NOW + 14 * DAY)
    assert state(row)[0] == "lapsed" and not Match.objects.exists()
    assert News.objects.filter(user=astrid, kind="challenge-answer").exists()


def test_who_leaves_for_good_takes_their_challenges_along(astrid: User, bjorn: User) -> None:
    asked, asking = challenge(astrid, bjorn), challenge(bjorn, account("Clara"))
    closed(bjorn.pk)
    assert (state(asked), state(asking)) == (("open", True), ("taken_back", False))
    leaving.delete(bjorn.pk)
    assert not Challenge.objects.exists()


def test_a_guests_challenges_are_the_accounts(astrid: User, bjorn: User) -> None:
    visitor = guest("Gäst")
    for other in (astrid, bjorn):
        have_played(visitor, other, NOW)
    both = challenge(astrid, bjorn), challenge(visitor, bjorn), challenge(visitor, astrid)
    merging.merge(visitor.pk, astrid.pk)
    assert [*Challenge.objects.filter(stage="open")] == [both[0]], "one to the same player, none to oneself"
    row = challenge(bjorn, account("Clara"))
    assert row.stage == "open"


def test_the_export_has_ones_own_challenges_but_none_that_is_hidden(astrid: User, bjorn: User) -> None:
    challenge(astrid, bjorn)
    assert [one["stage"] for one in data_export.of(bjorn)["challenges"]] == ["open"]
    accounts.block(bjorn.pk, astrid.pk, NOW)
    assert data_export.of(bjorn)["challenges"] == []
    assert [one["stage"] for one in data_export.of(astrid)["challenges"]] == ["open"]


def test_a_hundred_challenges_are_listed_by_as_many_statements_as_one(
    bjorn: User, django_assert_max_num_queries: Callable[..., object]
) -> None:
    for other in crowd(100):
        challenge(other, bjorn)
    with django_assert_max_num_queries(1):  # type: ignore[attr-defined]
        asking, asked = challenges.of_player(bjorn.pk, NOW + HOUR)
    assert (asking, len(asked)) == ([], 100)
