"""What is written and told at the end of a match, and what other apps are told of it."""

from collections import OrderedDict
from collections.abc import Sequence
from itertools import permutations

import pytest
from django.dispatch.dispatcher import Signal

from dictionary import api as dictionary
from game import api as game
from game.kernel.actions import Leave
from game.models import Match, SeatRow
from game.services import replays, settle_due, store
from game.services.results import Result
from game.signals import match_finished
from tests.support.matches import START, UserFactory, make_match, resigned, state_of, submit, user_at
from tests.support.types import certain


def test_a_conceded_match_names_winner_and_leaver() -> None:
    row = make_match(board_size=11)
    submit(row, 1, at=START + 5_000, do="resign")
    result = certain(game.result(row.pk))
    assert (result.reason, result.winner, result.drawn, result.played_out) == ("resigned", 0, False, False)
    assert [(seat.place, seat.left) for seat in result.seats] == [(1, False), (2, True)]
    assert [seat.user_id for seat in result.seats] == [user_at(row, 0).pk, user_at(row, 1).pk]
    assert (result.public_id, result.language, result.variant) == (row.public_id, "en", "alfapower")
    assert result.finished_at == START + 5_000
    assert all(isinstance(seat.total, int) for seat in result.seats)


def test_only_players_and_only_of_matches_that_are_over() -> None:
    row = make_match(board_size=11)
    player = user_at(row, 0)
    assert game.result(row.pk) is None and game.result_for(row.public_id, player.pk) is None
    submit(row, 0, do="resign")
    assert game.result_for(row.public_id, player.pk) == game.result(row.pk)
    assert game.result_for(row.public_id, UserFactory.create().pk) is None
    assert game.result_for("no\0match", player.pk) is None


def test_a_player_whose_account_is_gone_keeps_name_and_total() -> None:
    row = make_match(board_size=11)
    submit(row, 0, do="resign")
    name = user_at(row, 0).display_name
    user_at(row, 0).delete()
    gone = certain(game.result(row.pk)).seats[0]
    assert (gone.user_id, gone.name) == (None, name)


def over(
    row: Match,
    places: Sequence[int | None],
    out: tuple[bool, bool, bool] = (False, False, False),
    winner: int | None = None,
    reason: str = "bag_empty",
) -> Result:
    """The match as one of three that ended with these places."""
    SeatRow.objects.create(match=row, seat=2, user=UserFactory.create(display_name="Clara"), name="Clara", total="30")
    for seat, (place, left) in enumerate(zip(places, out, strict=True)):
        SeatRow.objects.filter(match=row, seat=seat).update(place=place, out=left, total=str(100 - 10 * seat))
    Match.objects.filter(pk=row.pk).update(status="over", reason=reason, winner=winner, finished_at=START)
    return certain(game.result(row.pk))


@pytest.mark.parametrize(
    ("places", "out", "winner", "drawn", "played_out"),
    [
        ((1, 2, 3), (False, False, False), 0, False, True),
        ((1, 1, 3), (False, False, False), None, True, True),
        ((2, 1, 3), (False, False, True), 1, False, True),  # one left, the rest played on
        ((3, 1, 2), (True, False, True), 1, False, False),  # all but one left
        ((None, None, None), (False, False, False), None, False, False),  # everybody was gone
    ],
)
def test_places_of_three(
    places: tuple[int | None, ...],
    out: tuple[bool, bool, bool],
    winner: int | None,
    drawn: bool,
    played_out: bool,
) -> None:
    result = over(make_match(board_size=11), places, out, winner)
    assert tuple(seat.place for seat in result.seats) == places
    assert tuple(seat.left for seat in result.seats) == out
    assert (result.winner, result.drawn, result.played_out) == (winner, drawn, played_out)
    assert [seat.name for seat in result.others(1)] == [result.seats[2].name, result.seats[0].name]


def test_the_list_of_a_player_names_all_the_others_and_the_best_of_their_totals() -> None:
    row = make_match(board_size=11)
    over(row, (1, 1, 3))
    names = [seat.name for seat in SeatRow.objects.filter(match=row).order_by("seat")]
    mine, _, last = (game.recent_matches(certain(seat.user_id))[0] for seat in SeatRow.objects.filter(match=row))
    assert (mine.opponent, mine.totals, mine.won, mine.drawn) == (f"{names[1]}, {names[2]}", (100, 90), False, True)
    assert (last.opponent, last.totals, last.won, last.drawn) == (f"{names[0]}, {names[1]}", (80, 100), False, False)


def test_a_step_writes_its_own_columns_only() -> None:
    row = make_match()
    Match.objects.filter(pk=row.pk).update(rated=True)  # while the step is on its way
    settle_due.apply_system(row, state_of(row), 0, Leave(START), START + 9_000)
    row.refresh_from_db()
    assert (row.version, row.rated) == (2, True)


def test_an_end_that_one_of_two_could_not_take_is_told_again_after_a_minute() -> None:
    heard = []

    def takes(sender: type[Match], match: Match, **kwargs: Signal) -> None:
        heard.append(match.pk)

    def fails(sender: type[Match], match: Match, **kwargs: Signal) -> None:
        raise RuntimeError("not today")

    row = make_match()
    match_finished.connect(takes, sender=Match)
    match_finished.connect(fails)
    try:
        submit(row, 0, at=START + 1_000, do="resign")
        row.refresh_from_db()
        assert (row.status, row.tell_at) == (Match.Status.OVER, START + 61_000)
        match_finished.disconnect(fails)
        assert settle_due.announce_ends_again(START + 60_999) == 0
        assert settle_due.announce_ends_again(START + 61_000) == 1
    finally:
        match_finished.disconnect(takes, sender=Match)
        match_finished.disconnect(fails)
    row.refresh_from_db()
    assert (row.tell_at, heard) == (None, [row.pk] * 2)


def test_a_story_has_a_state_for_every_turn() -> None:
    row = make_match()
    dealt = state_of(row)
    submit(row, 0, do="buy", item="swap")
    for seat in (0, 1):
        submit(row, seat, do="pass")
    replay = replays.replay_match(resigned(row, 1)).replay
    assert (replay.last, [state.turn for state in replay.states]) == (3, [1, 2, 3, 3])
    assert ([len(turn) for turn in replay.turns], replay.logged) == ([2, 1, 1], (1, 3, 4, 5))
    assert [(step.seat, step.before.players[step.seat].hand) for step in replay.steps] == [
        (seat, dealt.players[seat].hand) for seat in (0, 0, 1, 1)
    ]


def test_a_story_tells_everybody_which_words_were_rejected() -> None:
    row = make_match(board_size=11)
    letters = [tile for tile in state_of(row).players[0].hand if tile.isalpha()]
    wrong = next(a + b for a, b in permutations(letters, 2) if a + b not in dictionary.current("en"))
    tiles = [[5, 5 + place, letter] for place, letter in enumerate(wrong)]
    assert submit(row, 0, do="place", tiles=tiles).code == "invalid_words"
    replay = replays.replay_match(resigned(row, 1)).replay
    assert [receipt.try_words for receipt in replay.receipts] == [((wrong,),)]


def test_the_story_looked_at_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, told, replay_match = [resigned(make_match(seed=bytes([n]) * 32)) for n in range(3)], [], replays.replay_match
    monkeypatch.setattr(replays, "MOST_REMEMBERED", 2)
    monkeypatch.setattr(replays, "_told", OrderedDict())
    monkeypatch.setattr(replays, "replay_match", lambda row: told.append(rows.index(row)) or replay_match(row))
    for n in (0, 1, 0, 2, 0, 1):
        assert certain(replays.replay_of(rows[n])).last == 1
    assert told == [0, 1, 2, 1]


@pytest.mark.parametrize(("tell_at", "told"), [(START, True), (START + 1, False), (None, False)])
def test_an_end_that_somebody_told_in_the_meantime_is_not_told_twice(
    monkeypatch: pytest.MonkeyPatch, tell_at: int, told: bool
) -> None:
    row, heard = make_match(), []
    submit(row, 0, do="resign")
    Match.objects.filter(pk=row.pk).update(tell_at=START)
    look = store.lock

    def lock(match_id: int) -> Match:
        Match.objects.filter(pk=match_id).update(tell_at=tell_at)
        return look(match_id)

    monkeypatch.setattr(store, "lock", lock)
    monkeypatch.setattr(store, "tell_end", lambda match, now: heard.append((match.pk, now)))
    assert settle_due.announce_ends_again(START) == 1
    assert heard == ([(row.pk, START)] if told else [])
