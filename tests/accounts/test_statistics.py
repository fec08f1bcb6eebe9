"""Statistics pages: figures that add up, filters, what others may see, and the table for a spreadsheet."""

import csv
import io
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts import api as accounts
from accounts.models import BoughtItem, PlayedMatch, PlayedWord, User
from accounts.statistics import figures as stats
from accounts.statistics.csv_export import as_text
from accounts.statistics.figures import Step
from accounts.statistics.filters import Choice
from accounts.statistics.line_chart import curve
from game import api as game
from game.models import Match
from tests.accounts.ranking import DAY, account
from tests.support.matches import START, UserFactory, make_match, submit, user_at
from tests.support.types import certain

FIGURES = {
    field.name: 0
    for field in PlayedMatch._meta.get_fields()
    if field.concrete and field.get_internal_type() in ("BigIntegerField", "PositiveIntegerField")
}


def played(
    user: User,
    opponent: User | None = None,
    more_words: dict[str, int] | Mapping[Any, Any] = MappingProxyType({}),
    **values: Any,
) -> PlayedMatch:
    """A finished match of the user's, with these columns; the others are nothing or Standard."""
    match = Match.objects.create(
        variant="alfapower", language="en", state="{}", seed=bytes(32), commitment="", lexicon_name="",
        lexicon_version="", lexicon_digest="", started_at=START, status=Match.Status.OVER,
    )  # fmt: skip
    defaults = FIGURES | {
        "match": match, "seat": 0, "language": "en", "preset": "standard", "rated": True, "board_size": 15,
        "reason": "bag_empty", "outcome": "w", "finished_at": START,
    }  # fmt: skip
    row = PlayedMatch.objects.create(user=user, opponent=opponent, **(defaults | values))
    words = {row.best_word: row.best_word_points} if row.best_word else {}
    PlayedWord.objects.bulk_create(
        PlayedWord(played=row, word=word, points=points) for word, points in {**words, **more_words}.items()
    )
    return row


def page_of(user: User, query: str = "") -> str:
    return reverse("accounts:player", args=[user.public_id]) + query


def test_the_figures_of_two_games_are_never_added_up(client: Client, monkeypatch: pytest.MonkeyPatch, me: User) -> None:
    """A second game's matches change no figure, and bring the choice of a game to the page."""
    other = game.Game("other", "Other game", range(2, 3), ())
    both = {**game.games(), "other": other}
    monkeypatch.setattr(game, "games", lambda: both)
    rival = account("Rival")
    played(me, rival, turns=10, points=200)
    assert "f-game" not in client.get(page_of(me)).content.decode()

    played(me, rival, turns=3, points=9, variant="other", own={"hops": 2}, outcome="l")
    default, others = Choice(), Choice.of({"game": "other"}, rated_only=False)
    assert [stats.statistics(me, choice, START).sums["points"] for choice in (default, others)] == [200, 9]
    assert (stats.against(me, rival).won, stats.against(me, rival, "other").lost) == (1, 1)
    assert [one.key for one in stats.games_of(me, rated_only=False)] == ["alfapower", "other"]
    page = client.get(page_of(me, "?game=other")).content.decode()
    assert '<option value="other" selected' in " ".join(page.split())
    assert Choice.of({"game": "no such"}, rated_only=False) == default and others.query == "game=other"


def test_figures_add_up_over_matches(me: User) -> None:
    played(me, outcome="w", turns=10, points=200, time_ms=100_000, best_turn=40, reason="resigned", seat=1)
    played(me, outcome="l", turns=5, points=40, time_ms=50_000, best_turn=90, preset="quick")
    played(me, outcome="n", reason="abandoned", preset="")
    played(account("Olof"), outcome="w", turns=99)
    found = stats.statistics(me, Choice(), START)
    assert (found.all.won, found.all.lost, found.all.nobody, found.all.matches, found.all.share) == (1, 1, 1, 3, 0.5)
    assert (found.points_a_turn, found.seconds_a_turn, found.best_turn) == (16, 10, 90)
    assert {tally.key: (tally.won, tally.lost) for tally in found.endings} == {
        "resigned": (1, 0), "bag_empty": (0, 1), "abandoned": (0, 0),
    }  # fmt: skip
    assert {tally.key: tally.matches for tally in found.presets} == {"standard": 1, "quick": 1, "": 1}
    assert [(tally.key, tally.won, tally.lost) for tally in found.seats] == [(0, 0, 1), (1, 1, 0)]


@pytest.mark.parametrize(
    ("query", "best_words"),
    [
        ({}, {"ZEAL", "ÅKA", "OLD", "CUSTOM"}),
        ({"language": "sv"}, {"ÅKA"}),
        ({"preset": "quick"}, {"ÅKA"}),
        ({"preset": "custom"}, {"CUSTOM"}),
        ({"period": "30"}, {"ZEAL", "ÅKA", "CUSTOM"}),
        ({"kind": "rated"}, {"ZEAL", "ÅKA", "OLD"}),
        ({"language": "xx", "period": "7 weeks", "kind": "best"}, {"ZEAL", "ÅKA", "OLD", "CUSTOM"}),
    ],
)
def test_filters(query: dict[str, Any], best_words: set[str], me: User) -> None:
    played(me, best_word="ZEAL")
    played(me, best_word="ÅKA", language="sv", preset="quick")
    played(me, best_word="OLD", finished_at=START - 31 * DAY)
    played(me, best_word="CUSTOM", preset="", rated=False)
    found = stats.statistics(me, Choice.of(query, rated_only=False), START)
    assert {word.text for word in found.best_words} == best_words


def test_the_best_words_are_the_best_of_all_words_and_each_stands_once(me: User) -> None:
    """Two of them may be of one match, and one of them of two."""
    played(me, best_word="BABEL", best_word_points=72, more_words={"ZOWIE": 54, "EXAM": 28})
    played(me, best_word="SQUID", best_word_points=48, more_words={"MIXUP": 30, "BABEL": 20})
    played(me, best_word="BIKIE", best_word_points=33)
    played(account("Olof"), best_word="OTHERS", best_word_points=99)
    found = stats.statistics(me, Choice(), START).best_words
    assert [(word.text, word.points) for word in found] == [
        ("BABEL", 72), ("ZOWIE", 54), ("SQUID", 48), ("BIKIE", 33), ("MIXUP", 30),
    ]  # fmt: skip


def test_items_are_summed_over_prices(me: User) -> None:
    row = played(me)
    common = {"played": row, "item": "blast", "alone": True, "rated": True, "board_size": 15, "seat": 0, "outcome": "w"}
    BoughtItem.objects.create(price=10, bought=2, used=2, brought=0, gave=0, **common)
    BoughtItem.objects.create(price=12, bought=1, used=0, brought=0, gave=0, first=False, **common)
    (blast,) = stats.statistics(me, Choice(), START).items
    assert (blast.bought, blast.used, blast.paid) == (3, 2, 32)


def test_the_filters_stay_where_they_leave_nothing(client: Client, me: User) -> None:
    """Of unrated matches alone the rated ones are none, which is not the same as no matches."""
    played(me, rated=False)
    door = reverse("accounts:player", args=[me.public_id])
    html = client.get(door, {"kind": "rated"}).content.decode()
    assert 'name="kind"' in html and 'id="figures"' in html and "No matches yet" not in html
    assert "No matches yet" in Client().get(door).content.decode()  # to others there is nothing to choose from


def test_swedish_speaks_swedish_and_begins_its_labels_alike(client: Client, me: User) -> None:
    door = reverse("accounts:player", args=[me.public_id])
    empty = client.get(door, headers={"accept-language": "sv"}).content.decode()
    assert [tile in empty for tile in (">N<", ">Z<")] == [True, False]
    played(me)
    html = client.get(door, headers={"accept-language": "sv"}).content.decode()
    labels = re.findall(r"<dt>([^<]+)</dt>", html)
    assert labels and all(label[0].isupper() for label in labels)
    heads = re.findall(r"<th[^>]*>([^<]+)</th>", html.split("Senaste matcher")[1].split("</thead>")[0])
    assert len(set(heads)) == len(heads)


def test_streaks() -> None:
    assert stats.streaks("wwlwnww") == stats.Streaks(now=3, best=3)
    assert stats.streaks("wwwl") == stats.Streaks(now=0, best=3)
    assert stats.streaks("") == stats.Streaks(now=0, best=0)


def test_others_see_what_is_rated_and_only_the_player_sees_the_rest(client: Client) -> None:
    user, rival = account(), account("Olof")
    played(user, rival, best_word="OPEN", tries=3)
    played(user, rival, best_word="HIDDEN", rated=False, preset="")
    seen = client.get(page_of(user, "?kind=")).content.decode()
    assert "OPEN" in seen and "HIDDEN" not in seen and "Failed tries" not in seen
    assert "/match/" not in seen and "matches.csv" not in seen and "Head to head" not in seen
    client.force_login(user)
    mine = client.get(page_of(user)).content.decode()
    assert "OPEN" in mine and "HIDDEN" in mine and "Failed tries" in mine and "Head to head" in mine
    assert mine.count("/match/") == 2


def test_a_visitor_who_has_met_the_player_reads_how_it_went(client: Client, me: User) -> None:
    them = account("Them")
    played(me, them, outcome="w")
    played(me, them, outcome="l")
    assert "2 matches, 1 won and 1 lost by you." in client.get(page_of(them)).content.decode()


def test_nothing_of_a_running_match_is_on_any_page(client: Client) -> None:
    row = make_match()
    submit(row, 0, do="buy", item="swap")
    submit(row, 0, do="pass")
    accounts.write_facts(START)
    accounts.compute_balance(START)
    for seat in (0, 1):
        user = user_at(row, seat)
        client.force_login(user)
        assert "No matches yet" in client.get(page_of(user)).content.decode()
        assert client.get(reverse("accounts:matches_csv", args=[user.public_id])).content.decode().count("\n") == 1
    assert "No rated matches yet" in client.get(reverse("accounts:balance")).content.decode()


def test_guests_and_closed_accounts_are_named_without_a_link(client: Client, me: User) -> None:
    guest, closed = UserFactory.create(display_name="Guest 1000"), account("Closed")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    for opponent in (guest, closed, None):
        played(me, opponent)
    page = client.get(page_of(me)).content.decode()
    assert "Guest 1000" in page and "Closed" in page and "Deleted player" in page
    assert page_of(guest) not in page and page_of(closed) not in page


def test_the_table_of_matches(client: Client, me: User) -> None:
    rival = account("-Olof")
    played(me, rival, best_word="ÅKA", language="sv", finished_at=4_000_000_000_000, total=-7, seat=1)
    played(me, best_word="ZEAL")
    address = reverse("accounts:matches_csv", args=[me.public_id])
    response = client.get(address, {"language": "sv"})
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"].startswith("attachment")
    (row,) = csv.DictReader(io.StringIO(response.content.decode("utf-8")))
    assert row["finished_at"] == "2096-10-02T07:06:40+00:00"
    assert (row["best_word"], row["opponent"], row["total"], row["seat"], row["outcome"]) == (
        "ÅKA", "'-Olof", "-7", "2", "won",
    )  # fmt: skip
    client.force_login(rival)
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx"])
def test_no_text_of_the_table_is_a_formula(text: str) -> None:
    assert as_text(text) == f"'{text}"
    assert as_text("x" + text) == "x" + text


@pytest.mark.parametrize("query", ["?preset=%00", "?preset=" + "x" * 500, "?language[]=sv", "?period=-1&kind=%F0%9F"])
def test_odd_addresses_are_answered(client: Client, query: str) -> None:
    user = account()
    played(user)
    assert client.get(page_of(user, query)).status_code == 200


def test_the_page_asks_the_database_as_often_for_a_thousand_matches_as_for_one(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, me: User
) -> None:
    for _ in range(12):
        played(me, account("Olof"))
    with django_assert_max_num_queries(27):
        client.get(page_of(me))


def test_a_guest_who_signs_in_brings_the_figures_along() -> None:
    guest, user = UserFactory.create(), account()
    rival = account("Olof")
    row = played(guest, rival)
    back = played(rival, guest)
    met = played(guest, user)
    accounts.player_merged.send(sender=User, from_id=guest.pk, to_id=user.pk)
    for each in (row, back, met):
        each.refresh_from_db()
    assert (row.user, back.opponent, met.user) == (user, user, None)


def test_a_curve_keeps_to_its_box_and_to_round_values() -> None:
    drawn = certain(curve([Step(0, 1000, 1021, True), Step(1, 1021, 988, False)]))
    assert [rule.value for rule in drawn.rules] == [980, 1000, 1020, 1040]
    assert all(36 <= mark.y <= 190 and 70 <= mark.x <= 700 for mark in drawn.marks)
    assert (drawn.first, drawn.last, drawn.highest) == (1000, 988, 1021)
    assert drawn.marks[0].y < drawn.marks[1].y  # higher values stand higher
    assert curve([]) is None
    assert certain(curve([Step(0, 1000, 1000, True)])).rules[0].value == 1000  # a flat one too


def test_the_end_of_a_match_leads_to_the_opponent_unless_a_guest(client: Client) -> None:
    row = make_match()
    submit(row, 0, do="resign")
    client.force_login(user_at(row, 0))
    address, rival = reverse("accounts:rank-change", args=[row.public_id]), user_at(row, 1)
    assert "in figures" not in client.get(address).content.decode()
    User.objects.filter(pk=rival.pk).update(is_guest=False)
    assert page_of(rival) in client.get(address).content.decode()


@pytest.mark.parametrize(("seat", "kind"), [(0, "called_off"), (1, "called_off"), (0, "resigned")])
def test_of_a_match_called_off_its_number_is_all_that_counts(client: Client, seat: int, kind: str) -> None:
    """And nobody but the player sees it."""
    row = make_match(users=[account("Ann"), account("Bo")])
    if kind == "called_off":
        for other in (0, 1):
            assert not submit(row, other, do="call_off").code
        assert not PlayedMatch.objects.exists()
    else:
        assert not submit(row, 0, do="resign").code
    said = "1 match was called off by agreement."
    player = user_at(row, seat)
    client.force_login(player)
    assert (said in client.get(page_of(player)).content.decode()) == (kind == "called_off")
    assert said not in client.get(page_of(player, "?game=classic")).content.decode()
    assert said not in Client().get(page_of(player)).content.decode()
