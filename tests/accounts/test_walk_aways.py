"""Which ends of live matches are walk-aways, sentence by sentence (rules/people.md §6, "Leaving is counted"), what is
shown of them to whom, and what becomes of a guest's."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from accounts import api
from accounts.models import CountedMatch, Staying, User
from accounts.services import data_export, merging, walk_aways
from accounts.statistics.walk_away_rules import after
from game import api as game
from game.models import Match, Outage
from game.services import settle_due, store
from tests.support.browsers import signed_in
from tests.support.matches import FOR_EVER, START, UserFactory, make_match, submit, user_at

MINUTE = 60_000


def counted(**settings: Any) -> Match:
    """A live match that counts, as Quick Join makes it."""
    row = make_match(**settings)
    walk_aways.count_match(row.public_id, [user_at(row, seat).pk for seat in (0, 1)])
    return row


def play(row: Match, both: int) -> None:
    """Each seat ends so many turns, by passing."""
    for number in range(2 * both):
        assert submit(row, number % 2, START + 1000 * (number + 1), do="pass").code == ""


def concede(row: Match) -> None:
    assert submit(row, 0, START + 30_000, do="resign").code == ""


def pass_on(row: Match) -> None:
    """Seat 0 passes until that has ended the match."""
    play(row, row_setting(row, "passes_to_concede") - 1)
    assert submit(row, 0, START + 30_000, do="pass").code == ""


def row_setting(row: Match, key: str) -> int:
    return store.load(row).rules.number(key)


def play_and(turns: int, end: Callable[[Match], None]) -> Callable[[Match], None]:
    """Each has ended so many turns when it ends like that."""

    def run(row: Match) -> None:
        play(row, turns)
        end(row)

    return run


def let_time_run_out(row: Match) -> None:
    settle_due.enforce(row.pk, START + 3_600_000)


def stay_away(row: Match) -> None:
    row.seats.filter(seat=0).update(seen_at=START + 10_000)
    row.seats.filter(seat=1).update(seen_at=START + FOR_EVER)
    settle_due.enforce(row.pk, START + 400_000)


def call_off(row: Match) -> None:
    for seat in (0, 1):
        assert submit(row, seat, START + 1000, do="call_off").code == ""


def adjourn(row: Match) -> None:
    for seat in (0, 1):
        assert submit(row, seat, START + 1000, do="adjourn").code == ""
    concede(row)


def adjourned(row: Match) -> Match:
    adjourn(row)
    return row


def conceded(row: Match) -> Match:
    concede(row)
    return row


def all_go(row: Match) -> None:
    row.seats.update(seen_at=START)
    settle_due.enforce(row.pk, START + 400_000)


def left_of(row: Match) -> list[str | None]:
    """How each seat left; None where the match does not count."""
    rows = {one.user_id: one for one in CountedMatch.objects.filter(match=row.public_id, is_void=False)}
    return [rows[user.pk].left if (user := user_at(row, seat)).pk in rows else None for seat in (0, 1)]


LONG: dict[str, Any] = {"turn_seconds": 600, "passes_to_concede": 10}
ENDS: list[tuple[str, dict[str, Any], Callable[[Match], None], list[str | None]]] = [
    ("abandons", LONG, stay_away, ["abandoned", ""]),
    ("abandons after any number of turns", LONG, play_and(4, stay_away), ["abandoned", ""]),
    ("forfeits by timeouts", {"timeouts_to_forfeit": 1}, let_time_run_out, ["forfeited", ""]),
    ("resigns before having ended any turn", {}, concede, ["resigned", ""]),
    ("resigns before having ended three turns", LONG, play_and(2, concede), ["resigned", ""]),
    ("resigns having ended three turns", LONG, play_and(3, concede), ["", ""]),
    ("concedes by passes, the third ends no turn", {}, pass_on, ["conceded", ""]),
    ("concedes by passes having ended three turns", {"passes_to_concede": 4}, pass_on, ["", ""]),
    ("one called off is none", {}, call_off, [None, None]),
    ("nor what happens after adjourning", {}, adjourn, [None, None]),
    ("nobody wins where all have gone together", LONG, all_go, [None, None]),
    ("classic: resigns", {"variant": "classic"}, concede, ["resigned", ""]),
    ("keebble: resigns", {"variant": "keebble"}, concede, ["resigned", ""]),
    ("alfapet: resigns", {"variant": "alfapet", "turn_seconds": 60}, concede, ["resigned", ""]),
    ("flex: resigns", {"variant": "flex", "turn_seconds": 60}, concede, ["resigned", ""]),
]


@pytest.mark.parametrize(("settings", "end", "expected"), [row[1:] for row in ENDS], ids=[row[0] for row in ENDS])
def test_what_the_end_of_a_match_counts_as(
    settings: dict[str, Any], end: Callable[[Match], None], expected: list[str | None]
) -> None:  # R15.1, R15.2
    row = counted(**settings)
    end(row)
    row.refresh_from_db()
    assert row.status == Match.Status.OVER
    assert left_of(row) == expected


AWAY_AT = START + 10_000
OUTAGES = [
    ("before the last sign of life", -8_000, -7_000, "abandoned"),
    ("as the player goes", -1_000, 20_000, ""),
    ("while the player is away", 100_000, 103_000, ""),
]


@pytest.mark.parametrize(("from_at", "to_at", "left"), [row[1:] for row in OUTAGES], ids=[row[0] for row in OUTAGES])
def test_an_outage_of_the_sites_is_never_one(from_at: int, to_at: int, left: str) -> None:  # R15.3
    row = counted(**LONG)
    Outage.objects.create(from_at=AWAY_AT + from_at, to_at=AWAY_AT + to_at)
    if from_at < -1_000:  # a page that came through it is heard from again
        settle_due.enforce(row.pk, AWAY_AT - 1)
    row.seats.filter(seat=0).update(seen_at=AWAY_AT)
    settle_due.enforce(row.pk, START + 500_000)
    settle_due.enforce(row.pk, START + 900_000)
    row.refresh_from_db()
    assert (row.reason, left_of(row)[0]) == ("abandoned", left)


@pytest.mark.parametrize(("acts", "left"), [(False, ""), (True, "forfeited")], ids=["never again", "after it"])
def test_timeouts_after_an_outage_are_none_until_the_player_has_acted(acts: bool, left: str) -> None:  # R15.3
    row = counted(timeouts_to_forfeit=1, passes_to_concede=10)
    Outage.objects.create(from_at=START + 1_000, to_at=START + 4_000)
    settle_due.enforce(row.pk, START + 5_000)
    if acts:
        play(row, 1)
    settle_due.enforce(row.pk, START + 900_000)
    assert left_of(row)[0] == left


def test_what_is_not_counted_from_the_start_never_is() -> None:
    """Rooms with friends, challenges and practice: only Quick Join says that a match counts."""
    row = make_match()
    concede(row)
    assert not CountedMatch.objects.exists() and not Staying.objects.exists()
    assert api.walk_aways_of(user_at(row, 0).pk) == walk_aways.NONE_YET


def test_an_end_that_is_told_twice_counts_once() -> None:
    row = counted()
    concede(row)
    walk_aways.note_end(row.pk, row.public_id)
    assert Staying.objects.get(user=user_at(row, 0)).count == 1


@pytest.fixture
def leaver() -> User:
    """An account."""
    return UserFactory.create(display_name="Lux", is_guest=False)


def history(user: User, walked: str, *, at: int = START) -> None:
    """Matches that the player has left ("x") or stayed in ("."), the oldest first, a minute apart; counted as they
    would be."""
    for number, one in enumerate(walked):
        before = CountedMatch.objects.filter(user=user).count()
        ended_at = at + number * MINUTE
        CountedMatch.objects.create(
            match=f"m{user.pk}-{before}-{number}"[:16], user=user, ended_at=ended_at,
            left="abandoned" if one == "x" else "", turns=1,
        )  # fmt: skip
    windows = walk_aways._windows([user.pk])[user.pk]
    standing, _ = Staying.objects.get_or_create(user=user)
    for number, walked_one in enumerate(windows):
        then = after(walk_aways._standing(standing), windows[: number + 1], at + number * MINUTE, walked=walked_one)
        walk_aways._write(standing, then)
    standing.save()


def test_the_window_is_the_last_twenty(leaver: User) -> None:  # R15.4
    history(leaver, "xxx" + "." * 19)
    assert CountedMatch.objects.filter(user=leaver).count() == 20
    known = walk_aways.of(leaver.pk, START)
    assert (known.count, known.of, known.until) == (1, 20, None)


def test_at_six_a_pause_of_ten_minutes_is_shown_and_ends(leaver: User) -> None:  # R15.5
    history(leaver, "x" * 6)
    ended_at = START + 5 * MINUTE
    known = walk_aways.of(leaver.pk, ended_at)
    assert (known.count, known.of, known.until) == (6, 6, ended_at + 10 * MINUTE)
    assert (known.pause_ms, known.next_pause_ms) == (10 * MINUTE, 20 * MINUTE)
    assert walk_aways.of(leaver.pk, ended_at + 10 * MINUTE).until is None
    assert walk_aways.paused_among([leaver.pk], ended_at) == {leaver.pk}
    assert walk_aways.paused_among([leaver.pk], ended_at + 10 * MINUTE) == frozenset()


def test_operators_can_switch_pauses_off(leaver: User, settings: LazySettings) -> None:  # R15.6
    history(leaver, "x" * 6)
    settings.QUICK_JOIN_PAUSES = False
    known = walk_aways.of(leaver.pk, START)
    assert (known.count, known.until, known.next_pause_ms) == (6, None, None)
    assert walk_aways.paused_among([leaver.pk], START) == frozenset()
    page = signed_in(leaver).get(reverse("accounts:walk-aways")).content.decode()
    assert "no pause" in page and "Quick Join waits" not in page


def test_a_guests_are_the_accounts_and_where_they_met_it_counts_once(leaver: User) -> None:  # R15.8
    guest = UserFactory.create()
    history(leaver, "xx.x")
    history(guest, "x.x", at=START + 60 * MINUTE)
    row = make_match(users=[guest, leaver])
    walk_aways.count_match(row.public_id, [guest.pk, leaver.pk])
    concede(row)
    merging.merge(guest.pk, leaver.pk)
    known = walk_aways.of(leaver.pk, START)
    own = int(user_at(row, 0) == leaver)  # the account's own side of the match that both played
    assert (known.count, known.of, known.until) == (5 + own, 8, None)
    assert not CountedMatch.objects.exclude(user=leaver).exists()


def test_the_page_shows_squares_reasons_and_when_each_falls_out(leaver: User) -> None:
    row = make_match(users=[leaver, UserFactory.create(display_name="Ida")])
    walk_aways.count_match(row.public_id, [leaver.pk])
    seat = 0 if user_at(row, 0) == leaver else 1
    assert submit(row, seat, START + 1000, do="resign").code == ""
    history(leaver, "..x")
    page = signed_in(leaver).get(reverse("accounts:walk-aways")).content.decode()
    assert page.count('class="is-left"') == 2 and page.count("<i></i>") == 2 and page.count("is-none") == 16
    assert "you conceded in your first turn" in page and "you did not return in time" in page
    assert "Ida" in page and "2 of 4" in page and "falls out in 18 matches" in page


def test_only_the_one_concerned_sees_it(leaver: User, client: Client) -> None:  # R15.7
    history(leaver, "x" * 5)
    assert client.get(reverse("accounts:walk-aways"))["Location"].startswith(reverse("account_login"))
    other = signed_in(UserFactory.create(is_guest=False))
    assert "No live match counts yet" in other.get(reverse("accounts:walk-aways")).content.decode()
    profile = other.get(reverse("accounts:player", args=[leaver.public_id])).content.decode()
    assert "walk-away" not in profile and "you left" not in profile.lower()
    mine = json.dumps(data_export.of(leaver), default=str)
    assert mine.count("abandoned") == 5


@pytest.mark.parametrize(
    ("begun", "is_said"),
    [(counted, True), (make_match, False), (lambda: adjourned(counted()), False), (lambda: conceded(counted()), False)],
    ids=["counts", "counts for nothing", "adjourned", "over"],
)
def test_the_menu_says_before_the_press_that_conceding_would_be_one(  # R15.1
    begun: Callable[[], Match], is_said: bool
) -> None:
    row = begun()
    browser = signed_in(user_at(row, 0))
    menu = browser.get(reverse("accounts:block-in-match", args=[row.public_id])).content.decode()
    assert ("conceding counts as a walk-away" in menu) == is_said


def test_at_four_a_word_on_the_home_page_which_is_closed_for_a_day(
    leaver: User, monkeypatch: pytest.MonkeyPatch
) -> None:  # R15.4
    browser, word = signed_in(leaver), "live matches ended because you left"
    history(leaver, "xxx")
    assert word not in browser.get("/").content.decode()
    history(leaver, "x", at=START + 60 * MINUTE)
    assert f"4 of your last 4 {word}" in " ".join(browser.get("/").content.decode().split())
    monkeypatch.setattr(game, "now_ms", lambda: START)
    assert browser.post(reverse("accounts:hide-walk-aways"))["Location"] == "/"
    assert word not in browser.get("/").content.decode()
    monkeypatch.setattr(game, "now_ms", lambda: START + 24 * 60 * MINUTE)
    assert word in browser.get("/").content.decode()
