"""The facts of finished matches are written after the end, once, and never in its way."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command

from accounts import api as accounts
from accounts.models import BoughtItem, FactsDue, PlayedMatch, PlayedWord
from game import api as game
from game.models import Match
from game.services import settle_due
from tests.support.matches import START, UserFactory, give_hand, make_match, submit, user_at
from tests.support.types import certain


def resigned(**settings: Any) -> Match:
    row = make_match(**settings)
    submit(row, 0, do="buy", item="swap")
    submit(row, 0, do="pass")
    submit(row, 1, do="resign")
    return row


def test_the_end_of_a_match_makes_its_facts_due_and_the_job_writes_them_once() -> None:
    row = resigned()
    assert list(FactsDue.objects.values_list("match_id", flat=True)) == [row.pk]
    assert not PlayedMatch.objects.exists()
    assert accounts.write_facts(START) == 1
    assert accounts.write_facts(START) == 0
    assert not FactsDue.objects.exists()
    first, second = PlayedMatch.objects.filter(match=row).order_by("seat")
    assert (first.user, first.opponent) == (user_at(row, 0), user_at(row, 1)) == (second.opponent, second.user)
    assert (first.outcome, second.outcome, first.reason) == ("w", "l", "resigned")
    assert (first.passes, first.coins_earned, first.coins_spent) == (1, 3, 3)
    assert (first.total, first.opponent_total) == (second.opponent_total, second.total)
    assert (first.board_size, first.turn_seconds, first.language, first.rated) == (15, 60, "en", False)
    bought = BoughtItem.objects.get()
    assert (bought.played, bought.item, bought.price, bought.bought, bought.used) == (first, "swap", 3, 1, 0)
    assert (bought.alone, bought.outcome, bought.seat, bought.board_size) == (True, "w", 0, 15)


def test_an_item_that_both_bought_was_bought_by_neither_alone() -> None:
    row = make_match()
    for seat in (0, 1):
        submit(row, seat, do="buy", item="swap")
    submit(row, 0, do="resign")
    accounts.write_facts(START)
    assert list(BoughtItem.objects.values_list("alone", flat=True)) == [False, False]


def test_of_a_running_match_nothing_is_due_and_nothing_written() -> None:
    row = make_match()
    submit(row, 0, do="buy", item="swap")
    submit(row, 0, do="pass")
    call_command("write_facts")
    assert not FactsDue.objects.exists() and not PlayedMatch.objects.exists()


def test_nobody_wins_when_both_are_gone() -> None:
    row = make_match(present=False)
    settle_due.settled(row.pk, START + 10**7)
    assert Match.objects.get(pk=row.pk).winner is None
    accounts.write_facts(START)
    assert set(PlayedMatch.objects.values_list("outcome", flat=True)) == {"n"}


def test_a_match_that_cannot_be_read_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    broken = make_match()
    give_hand(broken, 0, "STORMEN")
    submit(broken, 0, do="resign")
    resigned()
    for _ in range(4):
        accounts.write_facts(START)
    assert PlayedMatch.objects.count() == 2
    assert FactsDue.objects.get().tries == 3  # and then it is left alone
    assert caplog.text.count(f"match {broken.pk}: its facts could not be written") == 3


def test_the_command_writes_what_an_older_site_never_wrote(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [resigned(), resigned()]
    FactsDue.objects.all().delete()
    call_command("write_facts")
    assert PlayedMatch.objects.count() == 2 * len(rows)
    call_command("write_facts")
    said = ["2 matches without facts; 2 looked at.", "0 matches without facts; 0 looked at."]
    assert capsys.readouterr().out.splitlines() == said


def test_a_closed_account_leaves_the_figures_and_not_the_name() -> None:
    row = resigned()
    accounts.write_facts(START)
    user_at(row, 0).delete()
    first, second = PlayedMatch.objects.filter(match=row).order_by("seat")
    assert first.user is None and second.opponent is None
    assert first.passes == 1


def test_words_asked_for_anew_are_put_beside_the_facts_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    row = resigned()
    accounts.write_facts(START)
    assert not PlayedWord.objects.exists()
    facts = certain(game.match_facts(row.pk))
    first = replace(facts.seats[0], best_words=(("ZEAL", 40), ("AT", 3)))
    monkeypatch.setattr(game, "match_facts", lambda match_id: replace(facts, seats=(first, facts.seats[1])))
    for _ in range(2):
        FactsDue.objects.create(match=row)
        assert accounts.write_facts(START) == 1
    assert list(PlayedWord.objects.values_list("played__seat", "word", "points")) == [(0, "ZEAL", 40), (0, "AT", 3)]
    assert PlayedMatch.objects.count() == 2 and BoughtItem.objects.count() == 1


@pytest.mark.parametrize(
    ("places", "winner", "outcomes"),
    [((2, 1, 3), 1, "lwl"), ((1, 3, 1), None, "dld"), ((None, None, None), None, "nnn")],
)
def test_three_seats_have_a_row_each_with_places_and_no_single_opponent(
    monkeypatch: pytest.MonkeyPatch, places: tuple[int, int, int], winner: int, outcomes: str
) -> None:
    row = resigned()
    facts = certain(game.match_facts(row.pk))
    third = replace(facts.seats[0], seat=2, total=77, items=())
    users = (*facts.users, UserFactory.create().pk)
    told = replace(facts, seats=(*facts.seats, third), users=users, winner=winner, places=places)
    monkeypatch.setattr(game, "match_facts", lambda match_id: told)
    accounts.write_facts(START)

    rows = list(PlayedMatch.objects.filter(match=row).order_by("seat"))
    assert "".join(played.outcome for played in rows) == outcomes
    assert [(played.seats, played.place, played.opponent) for played in rows] == [(3, place, None) for place in places]
    assert rows[0].opponent_total == max(facts.seats[1].total, 77)
    assert [played.variant for played in rows] == ["alfapower"] * 3
