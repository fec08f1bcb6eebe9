"""Slow seeks (R9.26 to R9.28): who wants a slow match waits with the page closed, is met once, and cannot step
back."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from accounts.models import Rating, User
from accounts.services import leaving, merging
from game.models import Deal, DealNumber, Match
from game.services import matches
from lobby.api import sweep
from lobby.models import Preset, SlowSeek
from lobby.services import quick_join, slow_seeks
from lobby.slow_shown import seeks_of
from tests.lobby.conftest import Clock, make_accounts, press, proven_record, send_number
from tests.support.browsers import signed_in
from tests.support.matches import resigned
from tests.support.sanctioned import closed
from tests.support.types import certain

PRESET = "alfapower-slow"
DAY = 24 * 3600
A, B = "0a" * 32, "bc" * 32


@pytest.fixture(autouse=True)
def numbers() -> None:
    """The real deals, in place of the folder's that are ready at once."""


def stages(player: User, clock: Clock) -> list[str]:
    return [seek.stage for seek in seeks_of(player.pk, clock.now)]


@pytest.mark.parametrize("first", [0, 1])
def test_the_second_to_press_meets_the_first_whose_page_is_closed(people: list[User], clock: Clock, first: int) -> None:
    waiter, comer = (people[0], people[1])[:: -1 if first else 1]
    press(waiter, clock)
    clock.later(3 * DAY)
    seek = press(comer, clock)
    assert (seek.user, seek.comer, seek.match) == (waiter, comer, "")
    assert (stages(waiter, clock), stages(comer, clock)) == (["met"], ["begins"])
    clock.later(5)
    sweep(clock.now)
    match = Match.objects.get()
    assert (match.slow, match.preset, match.started_at, match.language) == (True, PRESET, clock.now, "en")
    assert {*match.seats.values_list("user", flat=True)} == {waiter.pk, comer.pk}
    assert (stages(waiter, clock), stages(comer, clock)) == (["begun"], [])
    sweep(clock.later(slow_seeks.TOLD_MS / 1000))
    assert not SlowSeek.objects.exists() and Match.objects.count() == 1


def test_the_fair_page_can_prove_such_a_deal(astrid: User, bjorn: User, clock: Clock) -> None:
    deal = press(astrid, clock).deal
    assert send_number(astrid, deal, A) == {"ok": True}
    assert send_number(bjorn, deal, B)["code"] == "no_deal", "nobody has a place in it yet"
    clock.later(13 * DAY)
    sweep(clock.now)
    assert press(bjorn, clock).deal == deal, "who comes sees the same commitment"
    assert send_number(bjorn, deal, B) == {"ok": True}
    match = slow_seeks.finish(SlowSeek.objects.get().pk, clock.now)
    row = Match.objects.get(public_id=match)
    assert row.commitment == deal and not Deal.objects.exists()
    record = proven_record(row, clock.now + 1)
    assert record["fair"]["commitment"] == deal and record["fair"]["players"] == [A, B]
    assert record["lobby_order"] == ["Astrid", "Björn"]


@pytest.mark.parametrize(("sent", "given"), [((), [None, None]), ((A,), [A, None]), ((None, B), [None, B])])
def test_after_five_seconds_the_match_is_made_by_what_is_there(  # R9.27
    people: list[User], clock: Clock, sent: tuple[str | None, ...], given: list[str | None]
) -> None:
    deal = press(people[0], clock).deal
    if sent and sent[0]:
        send_number(people[0], deal, sent[0])
    clock.later(DAY)
    seek = press(people[1], clock)
    if len(sent) > 1 and sent[1]:
        send_number(people[1], deal, sent[1])
    clock.later(4.999)
    assert slow_seeks.finish(seek.pk, clock.now) == "" and sweep(clock.now) == 0
    clock.later(0.001)
    assert sweep(clock.now) == 1
    row = Match.objects.get()
    assert row.started_at == clock.now, "the first turn's clock runs from then"
    assert matches.export(resigned(row, at=clock.now + 1))["fair"]["players"] == given


@pytest.mark.parametrize("swept_first", [False, True])
def test_who_comes_is_led_to_the_match_by_their_page_and_the_other_finds_it_at_home(
    people: list[User], clock: Clock, swept_first: bool
) -> None:
    waiter, comer = map(signed_in, people[:2])
    play, page = reverse("lobby:seek"), reverse("lobby:slow")
    assert waiter.post(play, {"preset": PRESET, "lg": "en"})["Location"] == page
    said = waiter.get(page).content.decode()
    assert "Your seek stands for 14 days" in said and "You may close the page." in said
    assert f'data-deal="{SlowSeek.objects.get().deal}"' in said
    assert "This browser is the only way back" in said, "a guest"
    assert comer.post(play, {"preset": PRESET, "lg": "en"})["Location"] == page
    said = comer.get(page).content.decode()
    assert "The match begins" in said and "Against Astrid." in said and "Cancel" not in said
    assert f'data-deal="{SlowSeek.objects.get().deal}"' in said
    word = {"coming": SlowSeek.objects.get().pk}
    assert "HX-Redirect" not in comer.post(reverse("lobby:slow_poll"), word)
    clock.later(5)
    if swept_first:
        sweep(clock.now)
    assert "HX-Redirect" not in signed_in(people[2]).post(reverse("lobby:slow_poll"), word), "a stranger"
    led = comer.post(reverse("lobby:slow_poll"), word)["HX-Redirect"]
    match = reverse("game:match", args=[Match.objects.get().public_id])
    assert led == match and comer.get(match).status_code == 200
    home = waiter.get("/").content.decode()
    assert "Björn came, and your match began." in home and match in home
    waiter.post(reverse("lobby:slow_cancel", args=[SlowSeek.objects.get().pk]))
    assert "Björn came" not in waiter.get("/").content.decode() and Match.objects.count() == 1


def test_a_page_that_shows_it_already_is_drawn_nothing_anew(people: list[User], clock: Clock) -> None:
    press(people[0], clock)
    browser = signed_in(people[0])
    shown = certain(browser.get(reverse("lobby:slow"))).context["said"]
    assert browser.post(reverse("lobby:slow_poll"), {"shown": shown}).status_code == 204
    press(people[1], clock)
    assert "Björn has come." in browser.post(reverse("lobby:slow_poll"), {"shown": shown}).content.decode()


@pytest.mark.parametrize(
    ("preset", "language", "meets"),
    [(PRESET, "en", True), (PRESET, "sv", False), ("classic-slow", "en", False)],
)
def test_queues_of_presets_and_languages_are_apart(
    people: list[User], clock: Clock, preset: str, language: str, meets: bool
) -> None:
    press(people[0], clock)
    assert (press(people[1], clock, preset, language).comer == people[1]) is meets


def test_one_seek_for_each_preset_and_language_beside_a_live_one(people: list[User], clock: Clock) -> None:
    astrid = people[0]
    first = press(astrid, clock)
    quick_join.seek(astrid.pk, quick_join.queue("quick", "en"), clock.now)
    assert press(astrid, clock) == first and press(astrid, clock, language="sv") != first
    press(astrid, clock, "classic-slow")
    assert SlowSeek.objects.count() == 3 == Deal.objects.count()
    assert certain(quick_join.poll(astrid.pk, clock.now)).stage == "waiting"
    met = press(people[1], clock)
    assert press(people[1], clock) == met, "Play pressed twice is pressed once"
    clock.later(5)
    sweep(clock.now)
    assert certain(quick_join.poll(astrid.pk, clock.now)).stage == "waiting", "a slow match takes no live place along"


def test_the_closest_in_rating_is_met_and_of_equals_who_waited_longest(people: list[User], clock: Clock) -> None:
    for player, rating in zip(people, (1500, 1900, 1900, 1880), strict=True):
        Rating.objects.create(
            user=player, variant="alfapower", language="en", pace="slow", rating=rating, rated_at=0, matches=9
        )
        Rating.objects.create(user=player, variant="alfapower", language="en", rating=3000 - rating, rated_at=0)
    seeks = [press(people[0], clock)]
    for player in people[1:3]:
        clock.later(1)
        preset = Preset.objects.get(key=PRESET)
        seeks.append(
            SlowSeek.objects.create(
                user=player, preset=preset, terms=quick_join.terms_of(preset), language="en", rating=1900,
                made_at=clock.now, lapses_at=clock.now + DAY * 1000, deal=f"{len(seeks):064x}",
            )
        )  # fmt: skip
    Deal.objects.create(commitment=seeks[1].deal, sealed="", committed_at=clock.now)
    assert press(people[3], clock).user == people[1]


def test_a_cancelled_seek_is_met_by_nobody_and_its_commitment_used_by_nobody(people: list[User], clock: Clock) -> None:
    seek = press(people[0], clock)
    slow_seeks.cancel(people[1].pk, seek.pk)
    assert SlowSeek.objects.exists(), "another's"
    slow_seeks.cancel(people[0].pk, seek.pk)
    assert not SlowSeek.objects.exists() and not Deal.objects.exists() and not DealNumber.objects.exists()
    assert press(people[1], clock).comer is None
    assert press(people[0], clock).deal != seek.deal


@pytest.mark.parametrize("who", [0, 1])
def test_once_somebody_has_come_nobody_can_step_back(people: list[User], clock: Clock, who: int) -> None:
    press(people[0], clock)
    seek = press(people[1], clock)
    answer = signed_in(people[who]).post(reverse("lobby:slow_cancel", args=[seek.pk]), follow=True)
    assert "Somebody has just come, and the match begins." in answer.content.decode()
    clock.later(5)
    assert sweep(clock.now) == 1 and Match.objects.count() == 1


def test_a_seek_lapses_after_fourteen_days_with_its_commitment(people: list[User], clock: Clock) -> None:
    press(people[0], clock)
    sweep(clock.later(14 * DAY - 1))
    assert SlowSeek.objects.count() == Deal.objects.count() == 1, "which lives as long as the seek"
    clock.later(1)
    assert press(people[1], clock).comer is None, "lapsed, though it has not been swept yet"
    sweep(clock.now)
    assert [seek.user for seek in SlowSeek.objects.all()] == [people[1]] and Deal.objects.count() == 1


def test_without_its_commitment_a_seek_makes_no_match(people: list[User], clock: Clock) -> None:
    press(people[0], clock)
    Deal.objects.all().delete()
    assert press(people[1], clock).comer is None
    assert [seek.user for seek in SlowSeek.objects.all()] == [people[1]]
    press(people[0], clock)
    Deal.objects.all().delete()
    sweep(clock.later(5))
    assert not Match.objects.exists() and not SlowSeek.objects.exists()


def test_terms_are_kept_and_only_equal_ones_meet(people: list[User], clock: Clock) -> None:
    press(people[0], clock)
    preset = Preset.objects.get(key=PRESET)
    preset.settings = {**preset.settings, "board_size": 15}
    preset.save()
    assert [seek.outdated for seek in seeks_of(people[0].pk, clock.now)] == [True]
    assert press(people[1], clock).comer is None
    new = press(people[0], clock)
    assert (new.user, new.comer) == (people[1], people[0]), "pressed anew, by the new terms"
    assert SlowSeek.objects.count() == 1


def test_nobody_comes_by_a_preset_that_is_switched_off_and_it_is_said(people: list[User], clock: Clock) -> None:
    seek = press(people[0], clock)
    Preset.objects.filter(key=PRESET).update(active=False)
    assert stages(people[0], clock) == ["closed"]
    with pytest.raises(quick_join.NotOffered):
        press(people[1], clock)
    with pytest.raises(quick_join.NotOffered):
        slow_seeks.press(people[1].pk, quick_join.Queue(seek.preset, "en"), clock.now)
    assert "Not offered any more, so nobody can come." in signed_in(people[0]).get("/").content.decode()


def test_bots_accounts_are_refused(people: list[User], clock: Clock) -> None:
    User.objects.filter(pk=people[0].pk).update(is_bot=True)
    with pytest.raises(quick_join.NotForBots):
        press(people[0], clock)
    assert not SlowSeek.objects.exists()
    press(people[1], clock)
    User.objects.filter(pk=people[1].pk).update(is_bot=True)
    assert press(people[2], clock).comer is None, "one that has become a bot's is not met"


GONE: dict[str, Callable[[User], object]] = {
    "deleted": lambda player: leaving.delete(player.pk),
    "banned": lambda player: closed(player.pk),
}


@pytest.mark.parametrize("how", GONE)
def test_seeks_of_who_is_gone_are_gone(people: list[User], clock: Clock, how: str) -> None:
    press(people[0], clock)
    GONE[how](people[0])
    assert not SlowSeek.objects.exists() and not Deal.objects.exists()
    assert press(people[1], clock).comer is None


@pytest.mark.parametrize("how", GONE)
@pytest.mark.parametrize("who", ["waiter", "comer"])
def test_who_goes_in_the_last_five_seconds_leaves_the_other_waiting(
    people: list[User], clock: Clock, how: str, who: str
) -> None:
    press(people[0], clock)
    met = press(people[1], clock)
    gone, stays = people[:2] if who == "waiter" else people[1::-1]
    GONE[how](gone)
    left = SlowSeek.objects.get()
    assert (left.user, left.comer, left.match) == (stays, None, "")
    assert (left.deal == met.deal) is (who == "comer")
    sweep(clock.later(6))
    assert not Match.objects.exists()
    assert press(people[2], clock) == left
    sweep(clock.later(5))
    assert {seat.user for seat in Match.objects.get().seats.all()} == {stays, people[2]}


def test_a_number_of_who_came_and_went_is_not_used(people: list[User], clock: Clock) -> None:
    press(people[0], clock)
    deal = press(people[1], clock).deal
    send_number(people[1], deal, B)
    leaving.delete(people[1].pk)
    press(people[2], clock)
    sweep(clock.later(5))
    ended = resigned(Match.objects.get(), at=clock.now + 1)
    assert matches.export(ended)["fair"]["players"] == [None, None]


def test_two_who_were_left_waiting_side_by_side_are_brought_together(people: list[User], clock: Clock) -> None:
    press(people[0], clock)
    press(people[1], clock)
    clock.later(1)
    later = press(people[2], clock)
    leaving.delete(people[1].pk)
    assert SlowSeek.objects.filter(comer=None).count() == 2
    sweep(clock.now)
    seek = SlowSeek.objects.get()
    assert (seek.user, seek.comer) == (people[0], people[2])
    assert not Deal.objects.filter(commitment=later.deal).exists()


def test_what_a_guest_waits_for_an_account_goes_on_waiting_for(astrid: User, bjorn: User, clock: Clock) -> None:
    make_accounts(bjorn)
    press(astrid, clock)
    press(astrid, clock, language="sv")
    SlowSeek.objects.filter(language="sv").update(language="en", preset=Preset.objects.get(key="flex-slow"))
    press(bjorn, clock, "flex-slow", "sv")
    merging.merge(astrid.pk, bjorn.pk)
    assert SlowSeek.objects.filter(user=bjorn).count() == 3 and Deal.objects.count() == 3


def test_a_guest_and_their_account_do_not_meet(astrid: User, bjorn: User, clock: Clock) -> None:
    make_accounts(bjorn)
    press(astrid, clock)
    press(bjorn, clock)
    merging.merge(astrid.pk, bjorn.pk)
    seek = SlowSeek.objects.get()
    assert (seek.user, seek.comer) == (bjorn, None)
    sweep(clock.later(6))
    assert not Match.objects.exists()


@pytest.mark.parametrize(("accounts", "rated"), [(0, False), (1, False), (2, True)])
def test_it_is_rated_between_two_accounts(people: list[User], clock: Clock, accounts: int, rated: bool) -> None:
    make_accounts(*people[:accounts])
    press(people[0], clock)
    press(people[1], clock)
    sweep(clock.later(5))
    assert Match.objects.get().rated is rated


@pytest.mark.parametrize("variant", ["alfapower", "alfapet", "classic", "flex", "keebble"])
def test_each_game_has_a_slow_preset(people: list[User], clock: Clock, variant: str) -> None:
    preset = Preset.objects.get(key=f"{variant}-slow")
    preset.full_clean()
    assert preset.variant == variant and preset.rated and preset.active
    values = {**preset.settings}
    assert [values.pop(key) for key in ("turn_seconds", "reserve_hours", "timeouts_to_forfeit")] == [259_200, 72, 1]
    first = Preset.objects.filter(variant=variant).order_by("order").values_list("settings", flat=True)[0]
    assert values == {key: value for key, value in first.items() if key != "turn_seconds"}
    press(people[0], clock, preset.key)
    press(people[1], clock, preset.key)
    sweep(clock.later(5))
    row = Match.objects.get()
    assert (row.variant, row.slow, row.due_at) == (variant, True, row.due_at)
    page = signed_in(people[0]).get(reverse("lobby:game", args=[variant])).content.decode()
    assert f'value="{preset.key}"' in page and "3 days" in page and "259200" not in page


def test_how_many_wait_slowly_is_not_who_is_there_now(people: list[User], clock: Clock) -> None:
    press(people[0], clock)
    page = signed_in(people[1]).get("/").content.decode()
    assert 'class="waitn has" id="waiting-alfapower-slow"' in page and "Nobody is waiting." in page
