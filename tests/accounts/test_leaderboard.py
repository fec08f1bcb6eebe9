"""Leaderboards: their order, pages, own place and marks; and the pages that show them."""

import random

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import Rating, Standing, User
from accounts.ranking import leaderboard, points_rules
from accounts.ranking.leaderboard import Board, around, page_of
from accounts.services import ranking
from game import api as game
from tests.accounts.ranking import DAY, HOUR, account, ended
from tests.support.matches import START, UserFactory
from tests.support.types import certain

POINTS = Board("points", "", "all")


@pytest.fixture(autouse=True)
def _still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "now_ms", lambda: START)


@pytest.fixture
def crowd() -> list[Standing]:
    """Forty players with few different points, so that many are equal; in the order the board has them."""
    chance = random.Random(5)
    names = (f"Player {number}" for number in range(40))
    people = User.objects.bulk_create(User(username=name, display_name=name) for name in names)
    rows = [
        Standing(user=player, variant="alfapower", span="all", matches=4, won=3,
                 points=chance.randrange(-4, 5))
        for player in people
    ]  # fmt: skip
    Standing.objects.bulk_create(rows)
    return sorted(rows, key=lambda row: (-row.points, row.user_id))


def walk(board: Board, step: str) -> list[leaderboard.Line]:
    """All pages of a board in one direction, from the top or from the end."""
    page = page_of(board, START, None)
    while step == "before" and page.after:
        page = page_of(board, START, None, after=page.after)
    seen = [list(page.lines)]
    while getattr(page, step):
        page = page_of(board, START, None, **{step: getattr(page, step)})
        seen.append(list(page.lines))
    return [line for part in (seen if step == "after" else reversed(seen)) for line in part]


@pytest.mark.parametrize("step", ["after", "before"])
@pytest.mark.parametrize("size", [1, 7, 40, 50])
def test_pages_in_both_directions_are_the_whole_board_with_shared_places(
    crowd: list[Standing], monkeypatch: pytest.MonkeyPatch, step: str, size: int
) -> None:
    monkeypatch.setattr(leaderboard, "PAGE", size)
    lines = walk(POINTS, step)
    assert [line.user_id for line in lines] == [row.user_id for row in crowd]
    assert [line.figure for line in lines] == [1000 + row.points for row in crowd]
    assert [line.place for line in lines] == [1 + sum(o.points > row.points for o in crowd) for row in crowd]
    assert {line.won_percent for line in lines} == {75}


def test_the_own_place_comes_with_its_neighbours(crowd: list[Standing]) -> None:
    for number in (0, 1, 20, 39):
        lines = around(POINTS, START, crowd[number].user_id)
        near = crowd[max(0, number - 2) : number + 3]
        assert [line.user_id for line in lines] == [row.user_id for row in near]
        assert [line.place for line in lines] == [1 + sum(o.points > row.points for o in crowd) for row in near]
    assert around(POINTS, START, account("Nobody").pk) == []


def test_a_bad_cursor_is_the_first_page(crowd: list[Standing]) -> None:
    first = [line.user_id for line in page_of(POINTS, START, None).lines]
    for cursor in ("", "x", "~", "nan~1", "inf~1", "1e30~1", "3~x", "3~-1", f"3~{2**80}", "\0~1"):
        assert [line.user_id for line in page_of(POINTS, START, None, after=cursor).lines] == first, cursor
        assert [line.user_id for line in page_of(POINTS, START, None, before=cursor).lines] == first, cursor


def test_each_board_has_what_belongs_to_its_language_and_time(astrid: User, bjorn: User, clara: User) -> None:
    ended(astrid, bjorn, (110, 100), at=START - 40 * DAY)
    ended(clara, astrid, (130, 100), at=START - HOUR)
    ended(bjorn, clara, (105, 100), at=START - HOUR, language="sv")

    def on(by: str, language: str, span: str) -> list[tuple[str, int]]:
        return [(line.name, line.figure) for line in page_of(Board(by, language, span), START, None).lines]

    assert on("points", "", "all") == [("Clara", 1025), ("Björn", 995), ("Astrid", 980)]
    assert on("points", "en", "all") == [("Clara", 30), ("Björn", -10), ("Astrid", -20)]
    assert on("points", "sv", "all") == [("Björn", 5), ("Clara", -5)]
    assert on("points", "", "week") == [("Clara", 25), ("Björn", 5), ("Astrid", -30)]
    assert on("points", "en", "month") == [("Clara", 30), ("Astrid", -30)]
    Rating.objects.update(deviation=60)
    ratings = {row.user.display_name: round(row.rating) for row in Rating.objects.filter(language="en")}
    assert dict(on("rating", "en", "all")) == ratings
    [(first, gain), (second, loss)] = on("rating", "en", "week")
    assert (first, second) == ("Clara", "Astrid") and gain > 0 > loss


def test_guests_and_closed_and_deleted_accounts_are_on_no_board(astrid: User, bjorn: User, clara: User) -> None:
    ended(astrid, bjorn)
    ended(astrid, clara)
    ended(UserFactory.create(display_name="Guest"), astrid, rated=False)
    row = ended(account("Void"), account("Void too"))
    ranking.make_void(row.pk, START, "")
    bjorn.is_active = False
    bjorn.save()
    clara.delete()
    assert [line.name for line in page_of(POINTS, START, None).lines] == ["Astrid"]


def test_a_rating_is_provisional_by_few_matches_or_a_large_deviation_and_grows_unsure_while_idle(
    astrid: User, bjorn: User
) -> None:
    ended(astrid, bjorn, at=START - HOUR)
    board, unsure = Board("rating", "en", "all"), Board("rating", "en", "all", unsure=True)
    assert page_of(board, START, None).lines == []
    lines = page_of(unsure, START, None).lines
    assert len(lines) == 2 and all(line.provisional for line in lines)
    Rating.objects.update(deviation=60, matches=30)
    [first, _] = page_of(board, START, None).lines
    assert (first.provisional, first.deviation) == (False, 60)
    assert page_of(board, START + 500 * DAY, None).lines == []
    [first, _] = page_of(unsure, START + 500 * DAY, None).lines
    assert (first.provisional, certain(first.deviation) > 110) == (True, True)


@pytest.mark.parametrize(("deviation", "ranked"), [(110.0, True), (110.01, False)])
def test_a_rating_with_a_deviation_of_at_most_110_is_ranked_and_others_stand_below(
    client: Client, deviation: float, ranked: bool
) -> None:
    old, new = account("Astrid"), account("Beginner")
    ended(new, old, at=START)
    Rating.objects.filter(user=old).update(deviation=deviation, matches=30, rated_at=START)
    html = client.get("/leaderboard/?by=rating&language=en").content.decode()
    ranked_part, _, below = html.partition('id="below"')
    assert "Beginner" in below and "Beginner" not in ranked_part and "provisional" in below
    assert ("Astrid" in ranked_part, "Astrid" in below) == (ranked, not ranked)
    client.force_login(new)
    assert 'class="me"' in client.get("/leaderboard/?by=rating&language=en").content.decode().partition('id="own"')[2]
    assert "Beginner" in client.get("/leaderboard/?by=rating&language=en&unsure=1").content.decode()


def test_no_beginner_leads_the_board_of_the_week(client: Client) -> None:
    ended(account("Beginner"), account("Other"), at=START)
    assert page_of(Board("rating", "en", "week"), START, None).lines == []


def test_the_page_has_the_boards_and_ones_own_place(client: Client, astrid: User, bjorn: User) -> None:
    ended(astrid, bjorn, at=START - HOUR)
    html = client.get("/leaderboard/").content.decode()
    assert "Astrid" in html and "1\u00a0050" in html and f"/players/{astrid.public_id}/" in html
    assert "Create an account" in html
    client.force_login(bjorn)
    for by, language, span in (("rating", "en", "all"), ("rating", "en", "week"), ("points", "sv", "month")):
        response = client.get("/leaderboard/", {"by": by, "language": language, "span": span})
        assert response.status_code == 200
    html = client.get("/leaderboard/?by=rating&language=en").content.decode()
    assert html.count('class="me"') == 2 and "provisional" in html
    assert client.get("/leaderboard/?by=x&language=../&span=\0&after=no").status_code == 200


@pytest.mark.parametrize("language", ["en", "sv"])
def test_how_it_works_is_told_with_the_figures_of_the_code(
    client: Client, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(points_rules, "START_POINTS", 4321)
    monkeypatch.setattr(points_rules, "MOST_A_DAY", 77)
    html = client.get("/ranking/", headers={"Accept-Language": language}).content.decode()
    assert "4\u00a0321" in html and "77" in html and "107" in html


def test_a_page_asks_the_database_little(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, crowd: list[Standing]
) -> None:
    with django_assert_max_num_queries(4):
        client.get("/leaderboard/")
    client.force_login(crowd[20].user)
    with django_assert_max_num_queries(13):
        client.get("/leaderboard/")
