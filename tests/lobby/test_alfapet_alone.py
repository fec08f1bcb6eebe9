"""A match for one: chosen, dealt with the browser's number, begun at once, kept until it is finished, and its best."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import BestTotal, PlayedMatch, RatedMatch, User
from accounts.services import bests, facts
from accounts.statistics import figures as stats
from accounts.statistics.filters import Choice
from game import api as game
from game import dictionary_hooks
from game.models import Match, SeatRow
from game.services import settle_due, store
from game.variants import VARIANTS
from lobby.services import local_matches, rematch
from tests.lobby.conftest import START, Clock, begun_alone
from tests.lobby.test_own_boards import choice_of
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory, make_match, state_of, store_state, submit
from tests.support.types import certain

GAME = "alfapet"


def begun(user: User, **settings: Any) -> Match:
    """A running match that the user plays alone."""
    what = local_matches.wanted(GAME, {"turn_seconds": None, **settings})
    return Match.objects.get(
        public_id=local_matches.make(user.pk, what, local_matches.open_deal(user.pk, what, START), START)
    )


def passed_out(row: Match, score: int | None = None) -> Match:
    """The match, ended by passes, with that score."""
    if score is not None:
        state = state_of(row)
        store_state(row, state.put_player(0, replace(state.players[0], score=score, hand=())))
    for _ in range(2):
        submit(row, 0, do="pass")
    return Match.objects.get(pk=row.pk)


def test_the_page_of_the_game_leads_to_a_match_without_waiting(clock: Clock, client: Client) -> None:
    page = client.get(reverse("lobby:game", args=[GAME])).content.decode()
    choose = reverse("lobby:alone", args=[GAME])
    assert f'href="{choose}?preset=' in page and reverse("lobby:alone", args=["alfapower"]) not in page
    form = client.get(choose).content.decode()
    assert 'name="rack"' in form and 'name="specials"' in form and 'name="theme_words"' in form
    posted = {"rack": "8", "language": "sv", "turn_seconds": "none", "theme_words": ""}
    answer = client.post(reverse("lobby:alone_start", args=[GAME]), posted, follow=True)
    assert answer.status_code == 200 and "data-deal=" in answer.content.decode()
    row = begun_alone(client)
    assert Match.objects.count() == row.seats.count() == 1 and not row.practice and not row.rated
    assert store.load(row).rules.number("rack") == 8 and store.load(row).deadline is None
    assert begun_alone(client) == row
    assert client.get(reverse("lobby:alone_starting"))["Location"] == reverse("lobby:home")
    assert choice_of(client.get(choose).content.decode(), "rack") == "8"
    home = client.get(reverse("lobby:home")).content.decode()
    assert "Alone" in home and "You 0." in home


def test_what_cannot_be_chosen_is_said_at_its_field(clock: Clock, client: Client) -> None:
    start = reverse("lobby:alone_start", args=[GAME])
    answer = client.post(start, {"language": "sv", "theme_words": "a"})
    assert answer.status_code == 422 and "2 to 17 letters" in answer.content.decode()
    assert client.post(start, {"rack": "9"}).status_code == 422
    assert client.post(start, {"coins": "9"}).status_code == 422
    assert not Match.objects.exists()


@pytest.mark.parametrize("name", ["alfapower", "chess"])
def test_a_game_that_is_not_played_alone_is_not_there(client: Client, name: str) -> None:
    assert client.get(reverse("lobby:alone", args=[name])).status_code == 404
    assert client.post(reverse("lobby:alone_start", args=[name])).status_code == 404


def test_it_begins_once_however_often_it_is_asked_for(people: list[User], clock: Clock) -> None:
    what = local_matches.wanted(GAME, {"turn_seconds": None})
    deal = local_matches.open_deal(people[0].pk, what, START)
    made = {local_matches.make(people[0].pk, what, deal, START) for _ in range(2)}
    assert len(made) == 1 and Match.objects.count() == 1


def test_nobody_waits_for_who_plays_alone_without_a_clock(people: list[User], clock: Clock) -> None:
    row = begun(people[0])
    settle_due.sweep(START + 40 * 24 * 3_600_000)
    assert Match.objects.get(pk=row.pk).status == Match.Status.LIVE
    submit(row, 0, at=START + 41 * 24 * 3_600_000, do="pass")
    assert state_of(row).turn == 2


def test_the_word_look_up_is_open_to_who_plays_alone(people: list[User], clock: Clock) -> None:
    begun(people[0])
    assert not dictionary_hooks.is_closed_to(people[0].pk)
    make_match(users=people[:2], variant=GAME)
    assert dictionary_hooks.is_closed_to(people[0].pk)


def test_it_is_counted_for_no_rank_and_in_no_statistics_of_matches_between_people(
    people: list[User], clock: Clock
) -> None:
    row = passed_out(begun(people[0]))
    facts.sweep()
    assert (row.reason, row.winner) == ("all_passed", None)
    assert PlayedMatch.objects.get(match=row).seats == 1 and not RatedMatch.objects.exists()
    assert stats.statistics(people[0], Choice(variant=GAME), START).all.matches == 0


def test_it_can_be_played_again_by_the_same_rules(people: list[User], clock: Clock) -> None:
    row = passed_out(begun(people[0], rack=6))
    client = signed_in(people[0])
    clock.now = START + 10_000
    card = client.get(reverse("lobby:rematch", args=[row.public_id]))
    assert card.status_code == 286 and "Play again" in card.content.decode()
    assert certain(rematch.propose(row.public_id, people[0].pk, clock.now)).stage == "gone"
    assert client.post(reverse("lobby:alone_again", args=[row.public_id])).status_code == 302
    assert store.load(begun_alone(client)).rules.number("rack") == 6
    assert signed_in(people[1]).post(reverse("lobby:alone_again", args=[row.public_id])).status_code == 404


def totals() -> list[int]:
    return list(BestTotal.objects.order_by("kind").values_list("total", flat=True))


def test_the_best_total_is_kept_for_each_rack_language_board_and_specials(astrid: User, clock: Clock) -> None:
    passed_out(begun(astrid), 120)
    passed_out(begun(astrid), 90)
    assert totals() == [120]
    passed_out(begun(astrid), 150)
    best = BestTotal.objects.get()
    assert (best.total, best.match) == (150, Match.objects.order_by("pk").last())
    for apart in ({"rack": 8}, {"language": "en"}, {"board_size": 15}, {"specials": False}):
        passed_out(begun(astrid, **apart), 10)
    assert BestTotal.objects.count() == 5
    passed_out(begun(astrid, turn_seconds=30, passes_to_end=2), 160)  # of the same kind as the first
    assert BestTotal.objects.count() == 5 and 160 in totals()


def test_a_theme_leaving_and_company_are_no_best(people: list[User], clock: Clock) -> None:
    passed_out(begun(people[0], theme_words=["HUND"]), 500)
    for row in (begun(people[0]), make_match(users=people[:2], variant=GAME)):
        submit(row, 0, do="resign")
    assert not BestTotal.objects.exists()


def test_the_end_page_tells_what_the_match_is_to_ones_best(people: list[User], clock: Clock) -> None:
    first, second = (passed_out(begun(people[0]), total) for total in (120, 90))
    client = signed_in(people[0])

    def card(row: Match) -> str:
        return client.get(reverse("accounts:rank-change", args=[row.public_id])).content.decode()

    assert "your best of its kind" in card(first)
    assert ">120<" in card(second) and "your best of its kind" not in card(second)
    assert "without a theme" in card(passed_out(begun(people[0], theme_words=["HUND"])))


def test_what_a_guest_reached_is_the_account_s_where_it_is_better(people: list[User], clock: Clock) -> None:
    guest, account = people[0], UserFactory.create(display_name="Elsa", is_guest=False)
    passed_out(begun(guest), 120)
    passed_out(begun(guest, rack=6), 10)
    passed_out(begun(account, rack=6), 30)
    bests.move(guest.pk, account.pk)
    assert {best.total for best in BestTotal.objects.filter(user=account)} == {120, 30}
    assert not BestTotal.objects.filter(user=guest).exists()


def test_the_board_ranks_accounts_that_show_their_figures(people: list[User], clock: Clock, client: Client) -> None:
    for name, total in (("Elsa", 120), ("Folke", 200), ("Greta", 120), ("Hidden", 300), ("Guest", 400)):
        user = UserFactory.create(display_name=name, is_guest=name == "Guest")
        User.objects.filter(pk=user.pk).update(hides_figures=name == "Hidden")
        passed_out(begun(user), total)
    kind = certain(BestTotal.objects.first()).kind
    lines = [(line.place, line.best.user.display_name, line.best.total) for line in bests.board(GAME, kind)]
    assert lines == [(1, "Folke", 200), (2, "Elsa", 120), (2, "Greta", 120)]
    elsa = User.objects.get(display_name="Elsa")
    assert certain(bests.own_line(GAME, kind, elsa.pk)).place == 2
    client.force_login(elsa)
    asked = {"game": GAME, "language": "sv"}
    page = client.get(reverse("accounts:bests"), asked).content.decode()
    assert "Folke" in page and "Hidden" not in page and "Guest" not in page and "Place 2" in page
    assert "Folke" not in client.get(reverse("accounts:bests"), {**asked, "rack": "8"}).content.decode()
    assert client.get(reverse("accounts:bests"), {"rack": "99", "game": "chess"}).status_code == 200
    assert reverse("accounts:bests") in client.get(reverse("accounts:leaderboard")).content.decode()


def test_without_such_a_game_there_is_no_board(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VARIANTS, GAME, replace(VARIANTS[GAME], offered=False))
    assert client.get(reverse("accounts:bests")).status_code == 404
    assert reverse("accounts:bests") not in client.get(reverse("accounts:leaderboard")).content.decode()
    assert SeatRow.objects.count() == 0 and game.games().keys() >= {"alfapower"}
