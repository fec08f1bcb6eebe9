"""Rules 2, 3 and 4: the start, exchange, pass and timeout, the counters, leaving, the endings and the places."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from game.crossword.actions import Swap
from game.kernel.actions import Abandon, Action, Foreign, Pass, Resign, Return, Timeout
from game.kernel.chance import FairChance, fair_number
from game.kernel.deadlines import GRACE, SLACK, TIMED_ABSENCE, UNTIMED_ABSENCE
from game.kernel.match import Outcome
from game.kernel.reducer import settle
from game.variants.alfapet.rules import setup
from game.variants.alfapet.rules.state import MatchState
from game.variants.alfapet.rules.variant import VARIANT
from tests.support.acts import NOW, act, code_of
from tests.support.alfapet import across, lay, lay_out, rules, table
from tests.support.types import certain

KABEL = {(7, 5): "KABEL"}
EVERYONE = Abandon(everyone=True)
ABANDON = Abandon(everyone=False)


def counters(state: MatchState) -> list[tuple[int, int]]:
    return [(player.passes, player.timeouts) for player in state.players]


def leave(state: MatchState, *seats: int) -> MatchState:
    for seat in seats:
        state = act(state, Resign(), seat=seat).state
    return state


# the start


class Drawn:
    """Chance that takes these tiles, then whoever is named, then the first tile each time."""

    def __init__(self, tiles: str, starter: str = "0") -> None:
        self.wanted = [*tiles, starter]

    def pick(self, bag: Sequence[str], number: int) -> int:
        return list(bag).index(self.wanted.pop(0)) if self.wanted else 0


@pytest.mark.parametrize(
    ("tiles", "starter", "order"),
    [
        ("A", "0", (0,)),
        ("AB", "1", (1, 0)),
        ("ABC", "2", (2, 0, 1)),
        ("#AB", "2", (2, 0, 1)),
        ("AXZE", "2", (2, 3, 0, 1)),  # X and Z are worth as much: the lot picks
        ("AXZE", "1", (1, 2, 3, 0)),
        ("?#>?", "3", (3, 0, 1, 2)),  # all worth nothing
    ],
)
def test_the_highest_tile_starts_and_the_others_follow_as_they_stood(
    tiles: str, starter: str, order: tuple[int]
) -> None:
    dealt = setup.deal(rules(), len(tiles), Drawn(tiles, starter), NOW, None)
    assert dealt.order == order
    assert dealt.step.state.start == tuple(tiles)
    assert dealt.step.state.active == 0


def test_who_is_not_among_the_highest_does_not_start() -> None:
    with pytest.raises(ValueError, match="not in list"):
        setup.deal(rules(), 3, Drawn("ABC", "0"), NOW, None)


def test_all_tiles_go_back_before_the_racks_are_dealt_seat_by_seat() -> None:
    state = setup.deal(rules(rack=6), 3, Drawn("ZXQ"), NOW, None).step.state
    dealt = [tile for player in state.players for tile in player.hand]
    assert [len(player.hand) for player in state.players] == [6, 6, 6]
    assert sorted([*dealt, *state.bag]) == sorted(state.tileset.bag())
    assert dealt == sorted(dealt)  # the first of the bag each time, seat 0 before seat 1


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_numbers_of_the_fair_deal(seats: int) -> None:
    seed = bytes(range(32))
    state = setup.deal(rules(), seats, FairChance(seed), NOW, None).step.state
    bag = list(state.tileset.bag())
    start = [bag.pop(fair_number(seed, n) % len(bag)) for n in range(seats)]
    bag = list(state.tileset.bag())
    hands = [
        [bag.pop(fair_number(seed, seats + 1 + seat * 7 + n) % len(bag)) for n in range(7)] for seat in range(seats)
    ]
    assert list(state.start) == start
    assert [list(player.hand) for player in state.players] == hands
    assert state.draws == seats + 1 + seats * 7


def test_without_specials_the_bag_and_the_board_are_the_simple_ones() -> None:
    state = setup.deal(rules(specials=False), 2, FairChance(bytes(32)), NOW, None).step.state
    assert not {"#", ">"} & {*state.bag, *state.players[0].hand, *state.players[1].hand}
    assert "m" not in state.board.layout


# exchange, pass, timeout


def test_an_exchange_goes_into_the_bag_first_so_that_the_same_may_come_back() -> None:
    state = table(None, ["#>?KLAB", "A"], bag="OPQ", passes=(1, 0))
    after = act(state, Swap(("#", "K", "?")), seat=0).state
    assert after.players[0].hand == (">", "L", "A", "B", "#", "?", "K")  # of the sorted bag # ? K O P Q
    assert after.bag == ("O", "P", "Q")
    assert (after.active, counters(after)[0]) == (1, (0, 0))  # it ends the turn and is no pass


@pytest.mark.parametrize(
    ("tiles", "bag", "code"),
    [
        ((), "OPQ", "no_tiles"),
        (("Q",), "OPQ", "not_in_hand"),
        (("K", "K"), "OPQ", "not_in_hand"),
        (("K", "L"), "O", "bag_too_small"),
        (("Q", "K"), "", "not_in_hand"),
    ],
)
def test_an_exchange_that_is_refused(tiles: tuple[Any, ...], bag: str, code: str) -> None:
    assert code_of(table(None, ["KL", "A"], bag=bag), Swap(tiles), seat=0) == code


def test_a_pass_counts_in_passes_and_clears_timeouts_a_timeout_counts_in_both() -> None:
    state = table(None, ["K", "A"], passes_to_end=5)
    state = act(state, Timeout(), seat=0).state
    assert counters(state) == [(1, 1), (0, 0)]
    state = act(state, Pass(), seat=1).state
    state = act(state, Pass(), seat=0).state
    assert counters(state) == [(2, 0), (1, 0)]


def test_a_word_sets_both_to_0_and_a_refused_action_changes_nothing() -> None:
    state = act(table(lay_out(KABEL), ["SX", "A"], bag="B"), Timeout(), seat=0).state
    state = act(state, Pass(), seat=1).state
    assert code_of(state, Swap(("Q",)), seat=0) == "not_in_hand"
    assert counters(state)[0] == (1, 1)
    assert counters(lay(state, *across(7, 10, "S")).state)[0] == (0, 0)


def test_turns_go_round() -> None:
    state = table(None, ["K", "A", "B", "C"], passes_to_end=5)
    seen = []
    for _ in range(9):
        seen.append(state.active)
        state = act(state, Pass()).state
    assert seen == [0, 1, 2, 3, 0, 1, 2, 3, 0]


# refusals


def test_the_order_of_refusals() -> None:
    state = table(None, ["K", "A", "B"], passes_to_end=5)
    assert code_of(state, Foreign("buy"), seat=1) == "not_in_this_game"
    assert code_of(state, Pass(), seat=1) == "not_your_turn"
    out = leave(state, 1)
    assert [code_of(out, action, seat=1) for action in (Pass(), Resign(), ABANDON)] == ["not_your_turn"] * 3
    over = leave(out, 0)
    assert [code_of(over, Resign(), seat=seat) for seat in (0, 1, 2)] == ["match_over"] * 3


# the endings


def test_bag_empty_when_who_laid_has_no_letter_tile_left() -> None:
    state = table(lay_out(KABEL), ["S#>", "AX?"], scores=(3, 20))
    after = lay(state, *across(7, 10, "S")).state
    assert (after.outcome, after.active) == (Outcome("bag_empty", 0, (1, 2)), 0)
    assert after.players[0].score == 14  # whoever went out gains nothing; of the other's rack 11 are taken off


@pytest.mark.parametrize(("hand", "bag"), [("SA", ""), ("S?", ""), ("S", "A")])
def test_the_match_goes_on_while_there_is_a_letter_tile(hand: str, bag: str) -> None:
    assert not lay(table(lay_out(KABEL), [hand, "A"], bag=bag), *across(7, 10, "S")).state.over


def test_an_exchange_of_the_last_tiles_ends_nothing_and_neither_does_a_rack_of_others() -> None:
    state = table(lay_out(KABEL), ["S", ""])
    assert not act(state, Pass(), seat=0).state.over


@pytest.mark.parametrize("most", [2, 3, 5])
def test_all_passed_when_every_seat_has_passed_so_often_running(most: int) -> None:
    state = table(None, ["K", "A", "B"], passes_to_end=most)
    for _ in range(3 * most):
        assert not state.over
        state = act(state, Pass()).state
    assert (state.outcome, state.active) == (Outcome("all_passed", 1, (2, 1, 3)), 2)  # A is worth 1, K 3, B 4


def test_timeouts_are_passes_in_this() -> None:
    state = table(None, ["K", "A"], passes=(1, 2), active=0)
    assert certain(act(state, Timeout(), seat=0).state.outcome).reason == "all_passed"


def test_equal_totals_share_the_place_and_the_next_is_skipped() -> None:
    state = table(None, ["A", "E", "K", "I"], passes=(1, 2, 2, 2), scores=(1, 1, 3, 1))
    assert act(state, Pass(), seat=0).state.outcome == Outcome("all_passed", None, (1, 1, 1, 1))
    state = table(None, ["A", "E", "K", "I"], passes=(1, 2, 2, 2), scores=(5, 5, 3, 9))
    assert act(state, Pass(), seat=0).state.outcome == Outcome("all_passed", 3, (2, 2, 4, 1))


# leaving


@pytest.mark.parametrize(("action", "reason"), [(Resign(), "resigned"), (ABANDON, "abandoned")])
@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_the_other_wins_whatever_the_totals(action: Action, reason: str, seat: int) -> None:
    state = act(table(None, ["K", "A"], scores=(100, 100)), action, seat=seat).state
    assert state.outcome == Outcome(reason, 1 - seat, (1, 2) if seat else (2, 1))
    assert (state.gone, state.active) == ((seat,), 0)


def test_too_many_timeouts_forfeit() -> None:
    state = table(None, ["K", "A"], timeouts_to_forfeit=1, passes=(5, 5))
    assert certain(act(state, Timeout(), seat=0).state.outcome).reason == "forfeited"  # before all passed is looked at


def test_with_more_left_the_seat_is_out_its_rack_stays_with_it_and_the_others_play_on() -> None:
    state = table(None, ["K", "A", "B", "C"], bag="DE", passes_to_end=5)
    state = leave(state, 0)
    assert (state.over, state.active, state.gone) == (False, 1, (0,))
    assert state.players[0].hand == ("K",) and state.bag == ("D", "E")
    state = leave(state, 3)  # not on turn: the turn stays
    assert (state.active, state.turn) == (1, 2)
    state = act(act(state, Pass(), seat=1).state, Pass(), seat=2).state
    assert state.active == 1
    state = leave(state, 1)
    assert state.outcome == Outcome("resigned", 2, (4, 2, 1, 3))  # the first to leave last
    assert (state.gone, state.active) == ((0, 3, 1), 1)


def test_the_reason_is_that_of_the_last_to_leave() -> None:
    state = leave(table(None, ["K", "A", "B"]), 0)
    assert certain(act(state, ABANDON, seat=2).state.outcome).reason == "abandoned"


def test_seats_that_are_out_come_last_however_many_points_they_have() -> None:
    state = leave(table(None, ["K", "A", "B"], scores=(500, 1, 2)), 0)
    for _ in range(4):
        state = act(state, Pass()).state
    assert certain(state.outcome).places == (3, 1, 2)


def test_when_a_seat_leaves_it_may_be_that_all_have_passed() -> None:
    state = table(None, ["K", "A", "B"], passes=(0, 2, 2))
    state = leave(state, 0)
    assert (state.outcome, state.active) == (Outcome("all_passed", 1, (3, 1, 2)), 0)


def test_all_gone_at_once_and_nobody_wins() -> None:
    state = act(leave(table(None, ["K", "A", "B"]), 1), EVERYONE, seat=0).state
    assert (state.outcome, state.gone) == (Outcome("abandoned", None, None), (1,))


# solo


@pytest.mark.parametrize(
    ("actions", "reason"),
    [((Pass(), Pass()), "all_passed"), ((Resign(),), "resigned"), ((ABANDON,), "abandoned")],
)
def test_solo_has_neither_winner_nor_places(actions: tuple[Pass, Pass], reason: str) -> None:
    state = table(None, ["K"], scores=(7,))
    for action in actions:
        assert state.active == 0
        state = act(state, action, seat=0).state
    assert state.outcome == Outcome(reason, None, None)


def test_solo_goes_turn_after_turn() -> None:
    state = lay(table(None, ["KABELS"], bag="AB"), *across(7, 5, "KABEL")).state
    assert (state.active, state.turn) == (0, 2)
    assert lay(state, *across(7, 10, "S")).state.players[0].score == 10 + 11


# time


def timed(state: MatchState) -> MatchState:
    return replace(state, rules=rules(turn_seconds=60, passes_to_end=5), deadline=NOW + 60_000)


def away(state: MatchState, **since: int) -> MatchState:
    for seat, moment in since.items():
        place = int(seat[1:])
        state = state.put_player(place, replace(state.players[place], away_since=moment))
    return state


def test_a_timeout_gives_the_turn_to_the_next_at_its_own_moment() -> None:
    state = timed(table(None, ["K", "A", "B"]))
    (settled,) = settle(VARIANT, state, NOW + 60_000 + GRACE + SLACK, acting=False)
    assert settled.step.state.deadline == NOW + 2 * 60_000 + GRACE + SLACK
    assert settled.step.state.active == 1


def test_an_untimed_solo_match_is_never_abandoned() -> None:
    state = away(table(None, ["K"]), s0=NOW)
    assert not settle(VARIANT, state, NOW + 100 * UNTIMED_ABSENCE, acting=False)


def test_a_timed_solo_match_is_by_seat_0() -> None:
    state = away(timed(table(None, ["K"])), s0=NOW)
    state = replace(state, deadline=None)
    (settled,) = settle(VARIANT, state, NOW + TIMED_ABSENCE, acting=False)
    assert (settled.seat, certain(settled.step.state.outcome).reason) == (0, "abandoned")
    assert settled.step.state.gone == (0,)


def test_of_four_who_is_away_too_long_is_out_and_comes_not_back() -> None:
    state = away(table(None, ["K", "A", "B", "C"]), s2=NOW)
    (settled,) = settle(VARIANT, state, NOW + UNTIMED_ABSENCE, acting=False)
    state = settled.step.state
    assert (settled.seat, state.gone, state.over) == (2, (2,), False)
    assert code_of(state, Return(), seat=2) == "not_your_turn"


def test_all_still_in_the_match_gone_within_ten_seconds_is_nobodys_doing() -> None:
    state = leave(table(None, ["K", "A", "B"]), 0)
    state = away(state, s1=NOW, s2=NOW + 10_000)
    (settled,) = settle(VARIANT, state, NOW + UNTIMED_ABSENCE, acting=False)
    assert settled.seat is None and certain(settled.step.state.outcome).winner is None
    state = away(state, s1=NOW, s2=NOW + 10_001)
    (settled,) = settle(VARIANT, state, NOW + UNTIMED_ABSENCE, acting=False)
    assert settled.seat == 1 and certain(settled.step.state.outcome).winner == 2
