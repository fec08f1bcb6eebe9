"""Ranked points and ratings, applied once to every Quick Join match that is over (rules §5, docs/rules.md R6.22 on)."""

import random
from unittest.mock import patch

import pytest
from django.test import Client

from accounts.models import RankChange, RatedMatch, Rating, Standing, User
from accounts.ranking.glicko import Skill, update
from accounts.ranking.points_rules import period_of
from accounts.services import ranking
from game import api as game
from game.models import Match, SeatRow
from game.signals import match_finished
from tests.accounts.ranking import DAY, HOUR, account, ended, points, verdict
from tests.support.matches import START, UserFactory, give_hand, make_match, submit, user_at
from tests.support.run_length import tries
from tests.support.types import certain


def test_r6_22_an_account_starts_with_1000(astrid: User) -> None:
    """R6.22"""
    assert points(astrid) == [1000]


@pytest.mark.parametrize("reason", ["bag_empty", "stalled"])
def test_a_match_played_out_moves_the_difference(astrid: User, bjorn: User, reason: str) -> None:
    """R6.24"""
    ended(astrid, bjorn, (301, 280), reason=reason)
    assert points(astrid, bjorn) == [1021, 979]
    ended(astrid, bjorn, (-4, 12), reason=reason)
    assert points(astrid, bjorn) == [1005, 995]


@pytest.mark.parametrize("reason", ["conceded", "forfeited", "resigned", "abandoned"])
@pytest.mark.parametrize(
    ("totals", "scored", "moved", "why"),
    [
        ((120, 90), (9, 9), 30, "moved"),
        ((90, 120), (9, 9), 0, "ahead"),
        ((90, 90), (9, 9), 0, "ahead"),
        ((341, -300), (2, 9), 0, "early"),
        ((341, -300), (9, 2), 0, "early"),
        ((341, -300), (0, 0), 0, "early"),
    ],
)
def test_an_early_end_costs_a_leaver_behind_after_three_scored_turns_of_both(
    astrid: User, bjorn: User, reason: str, totals: tuple[int, int], scored: tuple[int, int], moved: int, why: str
) -> None:
    """R6.25, R6.27: Björn leaves, and his rating counts it; Astrid's does, where both have scored in three turns."""
    row = ended(astrid, bjorn, totals, reason=reason, winner=0, scored_turns=scored)
    assert points(astrid, bjorn) == [1000 + moved, 1000 - moved]
    assert verdict(row) == why
    assert Rating.objects.get(user=bjorn).rating < 1500
    rated = Rating.objects.filter(user=astrid).first()
    assert rated is None if why == "early" else certain(rated).rating > 1500


def test_three_scored_turns_of_both_are_enough(astrid: User, bjorn: User) -> None:
    """R6.25; a match that was played out asks for none."""
    ended(astrid, bjorn, (60, 40), reason="resigned", winner=0, scored_turns=(3, 3))
    assert points(astrid, bjorn) == [1020, 980]
    ended(astrid, bjorn, (60, 40), reason="stalled", scored_turns=(1, 0))
    assert points(astrid, bjorn) == [1040, 960]


@pytest.mark.parametrize(
    ("totals", "fines", "moved"),
    [((100, 60), (0, 37), 3), ((100, 60), (5, 0), 45), ((100, 60), (20, 20), 40), ((100, 60), (0, 50), 0)],
)
def test_fines_are_left_out_of_what_moves(
    astrid: User, bjorn: User, totals: tuple[int, int], fines: tuple[int, int], moved: int
) -> None:
    """R6.28: the first won by the totals all the same."""
    row = ended(astrid, bjorn, totals, fines=fines)
    assert points(astrid, bjorn) == [1000 + moved, 1000 - moved]
    assert verdict(row) == ("moved" if moved else "even")


@pytest.mark.parametrize(("difference", "moved"), [(199, 199), (200, 200), (201, 200), (5000, 200)])
def test_no_match_moves_more_than_200(astrid: User, bjorn: User, difference: int, moved: int) -> None:
    """R6.29"""
    ended(astrid, bjorn, (difference, 0))
    assert points(astrid, bjorn) == [1000 + moved, 1000 - moved]


def test_the_end_of_a_match_leaves_what_the_ranking_asks_for() -> None:
    """R6.28: what the failed attempts cost, and the turns that scored, of each seat."""
    row = make_match(turn_seconds=None, board_size=11)
    give_hand(row, 0, "CATEEEE")
    cat = [[5, 4 + at, letter] for at, letter in enumerate("CAT")]
    submit(row, 0, do="place", tiles=[[5, 4, "C"], [5, 5, "T"]])
    submit(row, 0, do="place", tiles=cat)
    submit(row, 1, do="resign")
    result = game.result(row.pk)
    assert [(seat.fines, seat.scored_turns) for seat in certain(result).seats] == [(1, 1), (0, 0)]


def test_abandoned_by_both_is_nothing(astrid: User, bjorn: User) -> None:
    row = ended(astrid, bjorn, (90, 40), reason="abandoned")
    assert points(astrid, bjorn) == [1000, 1000] and verdict(row) == "nobody"
    assert not Rating.objects.exists() and not RankChange.objects.exists()


def test_a_tie_moves_nothing_and_is_a_win_for_the_first(astrid: User, bjorn: User) -> None:
    row = ended(astrid, bjorn, (200, 200))
    assert points(astrid, bjorn) == [1000, 1000] and verdict(row) == "even"
    assert Rating.objects.get(user=astrid).rating > 1500


def test_only_two_accounts_and_only_quick_join(astrid: User, bjorn: User) -> None:
    """R6.23"""
    guest = UserFactory.create(display_name="Guest")
    assert verdict(ended(astrid, guest, rated=False)) == "guest"
    assert verdict(ended(astrid, bjorn, rated=False)) == "unranked"
    assert verdict(ended(astrid, bjorn, rated=False, preset="")) is None
    assert points(astrid, bjorn, guest) == [1000, 1000, 1000]
    assert not Rating.objects.exists()


def test_a_guest_who_signs_up_later_gains_nothing_from_before(astrid: User) -> None:
    """What counts is who they were when the match ended; one that began with a guest stays what its page said."""
    guest = UserFactory.create(display_name="Guest")
    row = ended(guest, astrid, rated=False)
    guest.is_guest = False
    guest.save()
    ranking.rank(row.pk)
    assert verdict(row) == "guest" and points(guest) == [1000]


def test_at_most_five_a_day_between_the_same_two(astrid: User, bjorn: User, clara: User) -> None:
    """R6.26: whoever sat first; the next day and other opponents are another matter."""
    for number in range(5):
        pair = (astrid, bjorn) if number % 2 else (bjorn, astrid)
        assert verdict(ended(*pair, (10, 0), at=START + number)) == "moved"
    before = points(astrid, bjorn), [Rating.objects.get(user=player).rating for player in (astrid, bjorn)]
    assert verdict(ended(astrid, bjorn, at=START + HOUR)) == "often"
    assert (points(astrid, bjorn), [Rating.objects.get(user=p).rating for p in (astrid, bjorn)]) == before
    assert verdict(ended(astrid, clara, at=START + HOUR)) == "moved"
    assert verdict(ended(astrid, bjorn, at=START + DAY)) == "moved"


def test_a_match_made_void_leaves_its_place_in_the_day(astrid: User, bjorn: User) -> None:
    rows = [ended(astrid, bjorn, at=START + number) for number in range(5)]
    ranking.make_void(rows[0].pk, START + HOUR, "a fault")
    assert verdict(ended(astrid, bjorn, at=START + HOUR)) == "moved"


def test_each_language_has_a_rating_of_its_own(astrid: User, bjorn: User) -> None:
    """R6.27"""
    ended(astrid, bjorn)
    ended(bjorn, astrid, language="sv", at=START + HOUR)
    english, swedish = (Rating.objects.get(user=astrid, language=language) for language in ("en", "sv"))
    assert english.rating == pytest.approx(update(Skill(), [(Skill(), 1)]).rating)
    assert swedish.rating == pytest.approx(update(Skill(), [(Skill(), 0)]).rating)
    assert english.deviation == swedish.deviation < 350


def test_both_are_rated_by_what_the_other_was_before(astrid: User, bjorn: User) -> None:
    for number in range(3):
        ended(astrid, bjorn, at=START + number * 40 * DAY)
    last = {change.user_id: change for change in RankChange.objects.filter(rated_match__ended_at=START + 80 * DAY)}
    mine, other = last[astrid.pk], last[bjorn.pk]
    volatility = Rating.objects.get(user=astrid).volatility
    before = Skill(mine.rating_before, mine.deviation_before, volatility)
    after = update(before, [(Skill(other.rating_before, other.deviation_before), 1)])
    assert mine.rating_after == pytest.approx(after.rating, abs=0.01)
    # Forty days without a match: less sure than after the last one.
    previous = RankChange.objects.get(user=astrid, rated_match__ended_at=START + 40 * DAY)
    assert mine.rating_before == previous.rating_after and mine.deviation_before > previous.deviation_after


def test_told_twice_it_counts_once(astrid: User, bjorn: User) -> None:
    row = ended(astrid, bjorn)
    before = points(astrid, bjorn), list(Rating.objects.values()), list(Standing.objects.values())
    match_finished.send(sender=Match, match=row)
    ranking.rank(row.pk)
    assert (points(astrid, bjorn), list(Rating.objects.values()), list(Standing.objects.values())) == before


def test_the_end_of_a_real_match_is_ranked_at_once(astrid: User, bjorn: User) -> None:
    """From the door to the points, in the transaction that ends it."""
    row = make_match(users=(astrid, bjorn), board_size=11)
    Match.objects.filter(pk=row.pk).update(preset="quick", rated=True)
    submit(row, 0, do="resign")
    assert (points(user_at(row, 0), user_at(row, 1)), verdict(row)) == ([1000, 1000], "early")
    assert Rating.objects.get().user == user_at(row, 0), "the one who left so early"


def test_a_ranking_that_fails_undoes_no_end_and_is_made_up_for(astrid: User, bjorn: User) -> None:
    """The savepoint is rolled back, the match is over all the same; the sweep tells its end again."""
    with patch.object(ranking, "_enter", side_effect=RuntimeError("no rating today")):
        row = ended(astrid, bjorn, (300, 250))
    row.refresh_from_db()
    tell_at = certain(row.tell_at)
    assert row.status == "over" and tell_at > START
    assert not RatedMatch.objects.exists() and not Rating.objects.exists()
    assert game.announce_ends_again(START) == 0
    assert game.announce_ends_again(tell_at) == 1
    assert points(astrid, bjorn) == [1050, 950]
    assert game.announce_ends_again(tell_at + DAY) == 0


def test_an_account_that_is_gone_when_the_match_is_ranked_moves_nothing(astrid: User, bjorn: User) -> None:
    row = ended(astrid, bjorn, tell=False)
    bjorn.delete()
    ranking.rank(row.pk)
    assert verdict(row) == "gone" and points(astrid) == [1000]


def test_a_deleted_account_leaves_its_opponents_points_and_a_line_without_a_name(astrid: User, bjorn: User) -> None:
    row = ended(astrid, bjorn)
    bjorn.delete()
    assert points(astrid) == [1050]
    assert sorted(change.points for change in RatedMatch.objects.get(match=row).changes.all()) == [-50, 50]
    assert RatedMatch.objects.get(match=row).changes.get(seat=1).user is None
    assert ranking.make_void(row.pk, START, "both gone soon") is True
    assert points(astrid) == [1000]


def test_void_and_again(astrid: User, bjorn: User) -> None:
    """What later matches have built stays; the points of all accounts still sum to what they started with."""
    first, second = ended(astrid, bjorn, (300, 250)), ended(bjorn, astrid, (280, 250), at=START + HOUR)
    assert ranking.make_void(first.pk, START, "a fault") and not ranking.make_void(first.pk, START, "again")
    assert points(astrid, bjorn) == [970, 1030]
    assert ranking.reinstate(first.pk, "no fault") and not ranking.reinstate(second.pk, "was never void")
    assert points(astrid, bjorn) == [1020, 980]


def skills() -> list[dict[str, object]]:
    """All that is known of everybody's strength, exactly."""
    return [dict(row) for row in Rating.objects.order_by("user", "language").values()]


def test_a_void_match_leaves_no_trace_in_the_two_ratings(astrid: User, bjorn: User, clara: User) -> None:
    """The one before the first match is the one of somebody never seen; later ones are as if it had not been."""
    first = ended(astrid, bjorn)
    ended(clara, bjorn, language="sv")
    ended(clara, astrid, at=START + 30 * DAY)
    met = RankChange.objects.get(user=clara, rated_match__language="en")
    ranking.make_void(first.pk, START, "a fault")
    never = Rating.objects.get(user=bjorn, language="en")
    assert (never.rating, never.deviation, never.volatility, never.matches) == (1500, 350, 0.06, 0)
    assert not Standing.objects.get(user=bjorn, language="en", span="all").listed
    left = Rating.objects.get(user=astrid)
    expected = update(Skill(), [(Skill(met.rating_before, met.deviation_before), 0)])
    assert Skill(left.rating, left.deviation, left.volatility) == expected
    assert (left.matches, left.rated_at) == (1, START + 30 * DAY)
    assert Standing.objects.get(user=astrid, language="en", span="all").rating == left.rating


def test_void_and_again_in_any_order_comes_to_the_same_to_the_last_bit(astrid: User, bjorn: User, clara: User) -> None:
    people, rng = (astrid, bjorn, clara), random.Random(7)
    rows = []
    for number in range(14):
        first, second = rng.sample(people, 2)
        totals = (rng.randint(100, 400), rng.randint(100, 400))
        at = START + (number - 3 * (number % 5 == 0)) * DAY  # some are told late
        rows.append(ended(first, second, totals, at=at, language=rng.choice(("en", "en", "sv"))))
    whole = skills()
    some = rng.sample(rows, 6)
    for row in some:
        assert ranking.make_void(row.pk, START, "a fault")
    assert skills() != whole
    for row in rng.sample(some, len(some)):
        assert ranking.reinstate(row.pk, "no fault")
    assert skills() == whole


def test_a_full_day_has_no_room_for_a_match_to_count_again(astrid: User, bjorn: User, admin_client: Client) -> None:
    """R6.26"""
    rows = [ended(astrid, bjorn, (10, 0), at=START + number) for number in range(5)]
    ranking.make_void(rows[0].pk, START + HOUR, "a fault")
    sixth = ended(bjorn, astrid, (10, 0), at=START + HOUR)
    before = points(astrid, bjorn), skills()
    with pytest.raises(ranking.DayIsFull):
        ranking.reinstate(rows[0].pk, "no fault")
    chosen = {"action": "count_again", "_selected_action": [rows[0].pk]}
    page = admin_client.post("/admin/accounts/ratedmatch/", chosen, follow=True).content.decode()
    assert "1 match stays void" in page
    assert (points(astrid, bjorn), skills()) == before and RatedMatch.objects.get(match=rows[0]).voided_at
    ranking.make_void(sixth.pk, START + HOUR, "")
    assert ranking.reinstate(rows[0].pk, "no fault") and verdict(rows[0]) == "moved"


def test_the_boards_add_up_what_the_book_says(astrid: User, bjorn: User, clara: User) -> None:
    """Every line is the sum of its player's changes in its language and time, also across the turn of a week."""
    people = (astrid, bjorn, clara)
    for number in range(12):
        first, second = people[number % 3], people[(number + 1 + number // 6) % 3]
        language = "sv" if number % 4 == 0 else "en"
        ended(first, second, (200 + 7 * number, 230), at=START + number * DAY, language=language)
    late = ended(astrid, clara, (500, 1), at=START - 30 * DAY)  # a match of last month that is told only now
    ranking.make_void(late.pk, START, "")
    assert Standing.objects.count() == 3 * 3 * 3
    for line in Standing.objects.all():
        mine = RankChange.objects.filter(user=line.user, rated_match__voided_at=None)
        if line.language:
            mine = mine.filter(rated_match__language=line.language)
        here = [change for change in mine if period_of(line.span, change.ended_at) == line.period]
        assert line.points == sum(change.points for change in here)
        assert (line.matches, line.won) == (len(here), sum(change.won for change in here))
        if line.language and line.span == "all":
            assert line.rating == pytest.approx(Rating.objects.get(user=line.user, language=line.language).rating)
        elif line.language:
            assert line.rating == pytest.approx(sum(change.rating_change for change in here))
        else:
            assert line.rating is None
    assert sum(line.points for line in Standing.objects.filter(language="", span="all")) == 0


def test_a_closed_account_leaves_the_boards_until_it_is_opened(astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn)
    bjorn.is_active = False
    bjorn.save()
    assert set(Standing.objects.filter(listed=True).values_list("user", flat=True)) == {astrid.pk}
    bjorn.is_active = True
    bjorn.save()
    assert set(Standing.objects.filter(listed=True).values_list("user", flat=True)) == {astrid.pk, bjorn.pk}


@pytest.mark.parametrize(
    ("moment", "month", "week"),
    [
        (1_798_761_599_999, "2026-12", "2026-W53"),
        (1_798_761_600_000, "2027-01", "2026-W53"),
        (0, "1970-01", "1970-W01"),
    ],
)
def test_months_and_weeks_are_named_in_an_order(moment: int, month: str, week: str) -> None:
    assert (period_of("month", moment), period_of("week", moment), period_of("all", moment)) == (month, week, "")


MATCHES = tries(24, 60)


def test_whatever_is_played_and_taken_back_the_points_of_all_stay_together() -> None:
    """Reliability I27, over a year of everything that can happen between four accounts and a guest."""
    chance = random.Random(27)
    people = [account(name) for name in ("Astrid", "Björn", "Clara", "David")]
    guest = UserFactory.create(display_name="Guest")
    rows = []
    for number in range(MATCHES):
        first, second = chance.sample([*people, guest], 2)
        reason = chance.choice(["bag_empty", "stalled", "conceded", "resigned", "abandoned"])
        early = reason in ("conceded", "resigned") or (reason == "abandoned" and chance.random() < 0.5)
        rows.append(
            ended(
                first, second, (chance.randrange(-20, 300), chance.randrange(-20, 300)), reason=reason,
                winner=chance.randrange(2) if early else None, at=START + number * DAY // 3,
                rated=guest not in (first, second), preset=chance.choice(["quick", "quick", ""]),
            )
        )  # fmt: skip
        if chance.random() < 0.3:
            ranking.rank(chance.choice(rows).pk)
            if taken_back := RatedMatch.objects.filter(match=chance.choice(rows)).first():
                ranking.make_void(taken_back.pk, START, "")
        for voided in RatedMatch.objects.exclude(voided_at=None)[: chance.randrange(2)]:
            ranking.reinstate(voided.pk, "")
        assert sum(points(*people)) == 4000 and points(guest) == [1000]
    counted = RatedMatch.objects.filter(voided_at=None, verdict__in=["moved", "even", "ahead"]).count()
    assert sum(rating.matches for rating in Rating.objects.all()) == 2 * counted > MATCHES * 2 // 3
    assert not RatedMatch.objects.filter(match__preset="").exists()


def test_a_draw_moves_no_points_and_feeds_the_ratings_as_half_a_win(astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, (300, 250))
    before = {player.pk: Rating.objects.get(user=player).rating for player in (astrid, bjorn)}
    held = points(astrid, bjorn)

    row = ended(astrid, bjorn, (280, 280), places=(1, 1))
    after = {player.pk: Rating.objects.get(user=player).rating for player in (astrid, bjorn)}
    assert verdict(row) == "even" and points(astrid, bjorn) == held
    assert before[astrid.pk] > after[astrid.pk] > after[bjorn.pk] > before[bjorn.pk]
    changes = RankChange.objects.filter(rated_match=row.pk)
    assert [(change.won, change.drawn) for change in changes] == [(False, True)] * 2
    line = Standing.objects.get(user=astrid, language="", span="all")
    assert (line.matches, line.won) == (2, 1)

    ranking.make_void(row.pk, START, "a test")
    assert {player.pk: Rating.objects.get(user=player).rating for player in (astrid, bjorn)} == pytest.approx(before)


def test_a_draw_that_came_first_is_a_draw_when_players_are_rated_anew(astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, (280, 280), places=(1, 1))
    before = Rating.objects.get(user=astrid).rating
    ranking.make_void(ended(astrid, bjorn, (300, 250), at=START + HOUR).pk, START, "a test")
    assert Rating.objects.get(user=astrid).rating == pytest.approx(before)


def test_a_match_of_more_than_two_is_not_the_rankings_business(astrid: User, bjorn: User) -> None:
    row = ended(astrid, bjorn, (300, 250), tell=False)
    SeatRow.objects.create(match=row, seat=2, user=account("Clara"), name="Clara", total="100", place=3)
    ranking.rank(row.pk)
    assert verdict(row) is None
