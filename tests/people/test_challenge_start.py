"""From an accepted challenge to its match: once, by the numbers of both, with both pages there if it is live."""

import pytest
from django.urls import reverse

from accounts.models import User
from game import api as game
from game.models import Deal, Match
from lobby import api as lobby
from news.models import News
from people.models import Challenge
from people.services import challenge_ends, challenge_start
from tests.lobby.conftest import proven_record, send_number
from tests.people.challengers import DAY, LIVE, SECOND, SLOW, UNTIMED, accept, account, challenge, state
from tests.people.players import NOW
from tests.support.matches import submit

A, B = "0a" * 32, "bc" * 32


def test_the_fair_page_can_prove_the_deal_of_a_slow_one(astrid: User, bjorn: User, row: Challenge) -> None:
    assert send_number(astrid, row.deal, A) == {"ok": True}
    assert send_number(bjorn, row.deal, B)["code"] == "no_deal", "nobody has accepted yet"
    late = NOW + 13 * DAY
    lobby.sweep(late)
    challenge_ends.sweep(late)
    assert accept(row, late).deal == row.deal, "the same commitment"
    assert send_number(bjorn, row.deal, B) == {"ok": True}
    match = Match.objects.get(public_id=challenge_start.finish(row.public_id, late))
    assert (match.commitment, match.started_at, match.rated) == (row.deal, late, False)
    assert not Deal.objects.exists()
    record = proven_record(match, late + 1)
    assert record["fair"]["players"] == [A, B] and record["lobby_order"] == ["Astrid", "Björn"]


@pytest.mark.parametrize("pace", [SLOW, UNTIMED])
def test_without_a_number_the_match_is_made_after_five_seconds_by_the_sweep(
    astrid: User, bjorn: User, pace: lobby.MatchPace
) -> None:
    row = challenge(astrid, bjorn, NOW, pace)
    accept(row, NOW + DAY)
    challenge_ends.sweep(NOW + DAY + 4_999)
    assert state(row)[0] == "accepted" and not Match.objects.exists()
    challenge_ends.sweep(NOW + DAY + 5_000)
    match = Match.objects.get()
    assert (state(row)[0], row.match, match.started_at) == ("begun", match.public_id, NOW + DAY + 5_000)
    told = News.objects.get(user=astrid, kind="challenge-answer")
    assert told.path == reverse("game:match", args=[match.public_id])
    challenge_ends.sweep(NOW + DAY + 6_000)
    assert Match.objects.count() == 1


@pytest.mark.parametrize("variant", list(game.games()))
@pytest.mark.parametrize("pace", [LIVE, SLOW, UNTIMED])
def test_a_match_of_each_game_is_begun_by_a_challenge(
    astrid: User, bjorn: User, variant: str, pace: lobby.MatchPace
) -> None:
    row = challenge(astrid, bjorn, NOW, pace, variant=variant)
    accept(row)
    for player in (astrid, bjorn):
        challenge_start.hear(player.pk, row.public_id, NOW + 5 * SECOND)
    match = Match.objects.get()
    assert (match.variant, match.slow, match.rated, match.language) == (variant, pace is SLOW, False, "en")
    assert match.started_at == NOW + 5 * SECOND + (challenge_start.LEAD_MS if pace is LIVE else 0)
    assert {*match.seats.values_list("user_id", flat=True)} == {astrid.pk, bjorn.pk}


PAGES = [
    # seconds since the asker's page was heard, and the asked's, when the numbers were waited for; what becomes of it
    (0, 0, "begun"),
    (3, 3, "begun"),
    (4, 0, "accepted"),
    (0, 4, "accepted"),
    (20, 0, "lapsed"),
    (0, 20, "open"),
]


@pytest.mark.parametrize(("asker", "asked", "stage"), PAGES)
def test_both_pages_of_a_live_one_are_there_when_it_begins(
    astrid: User, bjorn: User, asker: int, asked: int, stage: str
) -> None:
    row = challenge(astrid, bjorn, NOW, LIVE)
    accept(row)
    now = NOW + 30 * SECOND
    Challenge.objects.update(seen_at=now - asker * SECOND, asked_seen_at=now - asked * SECOND)
    challenge_start.finish(row.public_id, now)
    assert state(row) == (stage, False)


def test_who_began_another_match_with_a_clock_does_not_begin_this_one(astrid: User, bjorn: User) -> None:
    for busy, stage in ((bjorn, "open"), (astrid, "lapsed")):
        now = game.now_ms()
        row = Challenge.objects.first() or challenge(astrid, bjorn, now, LIVE)
        accept(row, now)
        third = account(f"Third {busy.display_name}")
        players = [game.Entrant(player.pk, player.display_name) for player in (busy, third)]
        other = game.create_match(settings={}, entrants=players, starts_at=now)
        challenge_start.hear(astrid.pk, row.public_id, now + 5 * SECOND)
        challenge_start.hear(bjorn.pk, row.public_id, now + 5 * SECOND)
        challenge_start.finish(row.public_id, now + 5 * SECOND)
        assert state(row) == (stage, False) and Match.objects.count() == (1 if stage == "open" else 2)
        submit(Match.objects.get(public_id=other), 0, at=now + 6 * SECOND, do="resign")


def test_a_commitment_that_is_gone_makes_no_match(row: Challenge) -> None:
    accept(row)
    game.drop_deal(row.deal)
    challenge_ends.sweep(NOW + 5 * SECOND)
    assert state(row)[0] == "lapsed" and not Match.objects.exists()
