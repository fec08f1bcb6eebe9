"""What is written and told at the end of a match, and its replay afterwards."""

from itertools import permutations

import pytest
from cachetools import LRUCache
from django.dispatch.dispatcher import Signal

from dictionary import api as dictionary
from game.kernel.actions import Leave
from game.models import Match
from game.services import replays, settle_due, store
from game.signals import match_finished
from tests.support.matches import START, make_match, resigned, state_of, submit
from tests.support.types import certain


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
    monkeypatch.setattr(replays, "_told", LRUCache(2))
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
