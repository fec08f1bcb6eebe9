"""The fair-deal check finds a deal that follows from its seed fair, and every kind of tampering."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from game.crossword.actions import Place
from game.dispatch.deal_check import FairCheck, check
from game.dispatch.new_match import read_rules
from game.kernel.actions import Pass
from game.kernel.events import Event, Kind
from game.kernel.fair_numbers import FairNumbers, commitment
from game.kernel.match_replay import MatchReplay
from game.models import Match
from game.services import matches, replays
from game.variants.alfapower.rules.redraw import Redrawing
from tests.support.finished_matches import told_before
from tests.support.matches import START, make_match, submit, user_at
from tests.support.types import certain


@pytest.fixture
def row() -> Match:
    return told_before(seed=3, turns=6)


def checked(row: Match, replay: MatchReplay | None = None, **other: Any) -> FairCheck:
    seed, published = other.pop("seed", bytes(certain(row.seed))), other.pop("published", row.commitment)
    given = {"players": matches.names_of(row.pk), "lobby_order": row.lobby_order}
    replay = certain(replay or replays.replay_of(row))
    return check(replay, FairNumbers(published, told_seed=seed), **{**given, **other})


def retold(replay: MatchReplay, change: Callable[..., Any]) -> MatchReplay:
    """The replay with the events of its log changed."""
    turns = tuple(
        tuple(replace(step, events=tuple(map(change, step.events))) for step in steps) for steps in replay.turns
    )
    return replace(replay, turns=turns)


def test_an_honest_match_is_fair(row: Match) -> None:
    replay = certain(replays.replay_of(row))
    found = checked(row)
    assert found.fair and found.seated and found.astray == 0
    assert found.drawn == replay.states[-1].draws - 1 > 14


def test_another_seed_is_not_the_one_sealed(row: Match) -> None:
    found = checked(row, seed=bytes(32))
    assert not found.committed and found.astray and not found.hands and not found.fair


def test_a_seed_that_was_sealed_later_is_found_by_its_tiles(row: Match) -> None:
    found = checked(row, seed=bytes(32), published=commitment(bytes(32)))
    assert found.committed and found.astray and not found.fair


def test_swapped_seats_are_found_and_a_rematch_draws_none(row: Match) -> None:
    assert checked(row, lobby_order=certain(row.lobby_order)[::-1]).seated is False
    assert not checked(row, lobby_order=certain(row.lobby_order)[::-1]).fair
    assert checked(row, lobby_order=None).seated is None and checked(row, lobby_order=None).fair


def test_two_of_one_name_prove_nothing_of_the_seats_but_a_wrong_order_still_does(row: Match) -> None:
    assert checked(row, players=["Bo", "Bo"], lobby_order=["Bo", "Bo"]).seated is None
    assert checked(row, players=["Bo", "Bo"], lobby_order=["Bo", "Cy"]).seated is False


def test_one_tile_of_the_log_that_was_another_is_found(row: Match) -> None:
    once = iter([True])

    def change(event: Event) -> Event:
        if event.kind == "tiles_drawn" and event.owner["tiles"] and next(once, False):
            first, *rest = event.owner["tiles"]
            return replace(event, owner={"tiles": ["Z" if first != "Z" else "A", *rest]})
        return event

    found = checked(row, retold(certain(replays.replay_of(row)), change))
    assert found.astray == 1 and not found.fair


def test_a_hand_that_holds_what_was_not_drawn_is_found(row: Match) -> None:
    replay = certain(replays.replay_of(row))
    last = replay.states[-1]
    player = last.players[0]
    forged = last.put_player(0, replace(player, hand=(*player.hand[:-1], "?*")))
    found = checked(row, replace(replay, states=(*replay.states[:-1], forged)))
    assert found.astray == 0 and not found.hands and not found.fair


def test_a_tile_laid_from_nowhere_is_found_even_where_the_end_agrees(row: Match) -> None:
    replay, seed = certain(replays.replay_of(row)), bytes(certain(row.seed))
    at, laid = next((n, step) for n, step in enumerate(replay.steps) if isinstance(step.action, Place))
    assert isinstance(laid.action, Place)
    tiles = tuple(placed._replace(tile="no such tile") for placed in laid.action.tiles)
    steps = [*replay.steps]
    steps[at] = replace(laid, action=replace(laid.action, tiles=tiles))
    redraw = Redrawing(replay.states[0], seed)
    for step in steps:
        for event in step.events:
            if event.seat is not None:
                redraw.follow(event.seat, event.kind, {**event.public, **event.owner}, step.action)
    end = replay.states[-1]
    for seat, hand in enumerate(redraw.hands):
        end = end.put_player(seat, replace(end.players[seat], hand=tuple(sorted(hand))))
    found = checked(row, replace(replay, turns=(tuple(steps),), states=(*replay.states[:-1], end)))
    assert found.astray == 0 and not found.hands and not found.fair


@pytest.mark.parametrize("keeps", [True, False])
def test_a_swapped_alfa_tile_goes_back_as_the_settings_say(row: Match, keeps: bool) -> None:
    replay = certain(replays.replay_of(row))
    dealt = replace(replay.states[0], rules=read_rules("alfapower", {"alfa_keeps_on_swap": keeps}))
    redraw = Redrawing(dealt, bytes(certain(row.seed)))
    redraw.hands[0][0] = "A*"
    redraw.follow(0, Kind.ITEM_USED, {"gave": ["A*"], "got": ["A"]}, Pass())
    assert ("A*" in redraw.bag) is keeps and len(redraw.bag) == 86 and redraw.bag == sorted(redraw.bag)


def test_what_cannot_have_been_drawn_or_laid_is_not_forgotten(row: Match) -> None:
    replay = certain(replays.replay_of(row))
    for nothing_left in (True, False):
        redraw = Redrawing(replay.states[0], bytes(certain(row.seed)))
        assert redraw.sound
        if nothing_left:
            redraw.bag.clear()
            redraw.follow(0, Kind.TILES_DRAWN, {"tiles": ["A"]}, Pass())
        else:
            redraw.follow(0, Kind.ALFA_CHOSEN, {"tile": "no such tile"}, Pass())
        redraw.follow(1, Kind.ALFA_CHOSEN, {"tile": redraw.hands[1][0]}, Pass())  # as it should be
        assert not redraw.sound


def test_the_page_says_it_in_both_languages_once_the_match_is_over(client: Client) -> None:
    row = make_match()
    client.force_login(user_at(row, 1))
    at = f"/match/{row.public_id}/fair/"
    assert client.get(at).status_code == 404
    submit(row, 0, START + 1, do="resign")
    html = client.get(at).content.decode()
    seed = bytes(certain(Match.objects.get(pk=row.pk).seed)).hex()
    assert "The deal was not changed after the start." in html and "14 tiles were drawn again" in html and seed in html
    part = client.get(at, headers={"HX-Request": "true"}).content.decode()
    assert "The deal was not changed after the start." in part and "<html" not in part
    client.logout()
    assert client.get(at).status_code == 404


@pytest.mark.parametrize(
    ("found", "fair"),
    [
        ({}, True),
        ({"seated": None}, True),  # a rematch: no lots were drawn
        ({"seated": False}, False),
        ({"committed": False}, False),
        ({"astray": 1}, False),
        ({"hands": False}, False),
    ],
)
def test_fair_is_what_holds_in_every_part(found: dict[str, Any], fair: bool) -> None:
    whole = {"committed": True, "seated": True, "drawn": 14, "astray": 0, "hands": True}
    assert FairCheck(**whole | found).fair is fair
