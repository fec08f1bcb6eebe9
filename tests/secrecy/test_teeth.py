"""The two worlds catch what they are for: each mutant here opens one exit by one secret, and is found.

A mutant is a function that patches the site; `at` is part of the name of an exit where it must show.
"""

import logging
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async

from game import admin, unchanged
from game.crossword.tiles import face
from game.kernel.events import Event
from game.live import keeper, panels, screens
from game.match import views
from game.models import LogEntry, Match
from game.services import announce, drafts, matches, play, store
from game.variants.alfapower import ledger, view

pytestmark = pytest.mark.long

MUTANTS = {}
SEEDS = range(6)


def mutant(at):
    """Enlist a mutant that must show at an exit so named."""

    def enlist(function):
        MUTANTS[function.__name__] = (function, at)
        return function

    return enlist


def hands(match_id):
    """All the tiles in the hands and the bag, as text."""
    state = store.load(Match.objects.get(pk=match_id))
    return repr([player.hand for player in state.players] + [state.bag])


def wrap_view(monkeypatch, change):
    """Change what `view_of` gives, wherever it is used: `change(state, viewer)` are the fields that become others."""
    honest = view.view_of

    def leaky(state, viewer, log, now):
        return replace(honest(state, viewer, log, now), **change(state, viewer))

    monkeypatch.setattr(screens, "view_of", leaky)


@mutant("frame")
def unseen_without_the_other_hand(monkeypatch):
    def only_the_bag(state, viewer):
        faces = [face(tile) for tile in state.bag]
        return tuple((letter, faces.count(letter)) for letter in state.tileset.letters)

    monkeypatch.setattr(view, "_unseen", only_the_bag)


@mutant("GET match")
def unseen_in_the_order_of_the_bag(monkeypatch):
    honest = view._unseen
    monkeypatch.setattr(
        view, "_unseen", lambda state, viewer: tuple(sorted(honest(state, viewer), key=lambda n: n[0] not in state.bag))
    )


@mutant("frame")
def events_tell_their_owners_fields(monkeypatch):
    monkeypatch.setattr(Event, "seen_by", lambda self, viewer, over: {**self.public, **self.owner})


@mutant("frame")
def receipts_with_the_words_of_a_failed_try(monkeypatch):
    honest = ledger._add

    def add(receipt, event, seen):
        whole = event.owner if event.kind == "attempt_failed" else {}
        return honest(receipt, event, {**seen, **whole})

    monkeypatch.setattr(ledger, "_add", add)


@mutant("frame")
def receipts_with_the_tiles_of_a_swap(monkeypatch):
    honest = ledger._add

    def add(receipt, event, seen):
        whole = event.owner if event.kind == "item_used" else {}
        return honest(receipt, event, {**seen, **whole})

    monkeypatch.setattr(ledger, "_add", add)


@mutant("frame")
def receipts_with_the_tile_of_an_alfa_choice(monkeypatch):
    honest = ledger._add

    def add(receipt, event, seen):
        whole = event.owner if event.kind == "alfa_chosen" else {}
        return honest(receipt, event, {**seen, **whole})

    monkeypatch.setattr(ledger, "_add", add)


@mutant("the view of a stranger")
def a_player_view_that_holds_the_hand(monkeypatch):
    monkeypatch.setattr(view, "left_ms", lambda state, now: repr([player.hand for player in state.players]))


@mutant("GET match")
def the_choice_for_both_seats(monkeypatch):
    wrap_view(monkeypatch, lambda state, viewer: {"choice": view.hand_tiles(state, state.choice)})


@mutant("GET match")
def the_other_hand_on_the_rack(monkeypatch):
    def other(state, viewer):
        return {} if viewer is None else {"hand": view.hand_tiles(state, state.players[1 - viewer].hand)}

    wrap_view(monkeypatch, other)


@mutant("GET panels")
def panels_drawn_from_the_state(monkeypatch):
    honest = panels.screen

    def leaky(seen, table):
        context = honest(seen, table)
        row = Match.objects.get(public_id=table.public_id)
        return context | {"opp": replace(context["opp"], name=store.load(row).players[1 - seen.viewer].hand[0])}

    monkeypatch.setattr(panels, "screen", leaky)


@mutant("GET match")
def a_length_that_follows_the_hand(monkeypatch):
    honest = screens.screen_of

    def padded(row, viewer, now):
        screen = honest(row, viewer, now)
        width = sum(map(ord, hands(row.pk)[:200])) % 97
        return replace(screen, table=replace(screen.table, preset="x" * width))

    monkeypatch.setattr(views, "screen_of", padded)


@mutant("frame, nudged")
def beats_that_follow_the_state(monkeypatch):
    read = keeper.Keeper.read

    async def leaky(self, match_id, **more):
        reading = await read(self, match_id, **more)
        unchanged.beat = lambda version, left=None: digests[0]
        digests[:] = [await sync_to_async(hands)(match_id)]
        return reading

    digests = []
    monkeypatch.setattr(unchanged, "beat", unchanged.beat)
    monkeypatch.setattr(keeper.Keeper, "read", leaky)


@mutant("POST refused")
def refusals_that_name_tiles(monkeypatch):
    honest = play.submit

    def leaky(match_id, *rest):
        receipt = honest(match_id, *rest)
        return replace(receipt, data={"rejected": [hands(match_id)]}) if receipt.code else receipt

    monkeypatch.setattr(views.play, "submit", leaky)


@mutant("POST readout")
def a_readout_that_knows_the_other_hand(monkeypatch):
    honest = views.read_out

    def leaky(state, seat, laid):
        swapped = state.players[::-1]
        return honest(replace(state, players=swapped), seat, laid)

    monkeypatch.setattr(views, "read_out", leaky)


@mutant("POST their nonce")
def a_nonce_that_answers_anybody(monkeypatch):
    def stored(row, earlier, seat, message):
        return play.Receipt(row.version, "nonce_reused", {"rejected": [earlier.events]})

    monkeypatch.setattr(play, "_stored_answer", stored)


@mutant("GET record")
def a_record_before_the_end(monkeypatch):
    honest = views.settled

    def settled(match_id, now):
        row = honest(match_id, now)
        row.status = Match.Status.OVER
        return row

    monkeypatch.setattr(views, "settled", settled)
    monkeypatch.setattr(matches, "export", lambda row: {"hands": hands(row.pk)})


@mutant("stranger GET match")
def a_stranger_in_the_opponents_chair(monkeypatch):
    def anybody(public_id, user_id):
        for seat in matches.SeatRow.objects.select_related("match").filter(match__public_id=public_id):
            if seat.user_id != user_id and LogEntry.objects.filter(match=seat.match).exists():
                return seat

    monkeypatch.setattr(matches, "seat_of", anybody)


@mutant("GET match")
def a_draft_of_the_other_seat(monkeypatch):
    honest = drafts.kept
    other = matches.SeatRow.objects.exclude
    monkeypatch.setattr(drafts, "kept", lambda seat: honest(other(pk=seat.pk).get(match=seat.match)))


@mutant("staff GET /admin/game/match/")
def an_admin_that_shows_the_state(monkeypatch):
    shown = (*admin.MatchAdmin.fields, "state")
    monkeypatch.setattr(admin.MatchAdmin, "fields", shown)
    monkeypatch.setattr(admin.MatchAdmin, "readonly_fields", shown)


@mutant("channel messages")
def pings_with_content(monkeypatch):
    honest = announce._ping

    def ping(group, message):
        honest(group, message | {"at": hands(Match.objects.last().pk)})

    monkeypatch.setattr(announce, "_ping", ping)


@mutant("log lines")
def log_lines_with_a_hand(monkeypatch):
    honest = play.submit

    def submit(match_id, *rest):
        logging.getLogger("game.play").info("match %s: %s", match_id, hands(match_id))
        return honest(match_id, *rest)

    monkeypatch.setattr(views.play, "submit", submit)


@mutant("log lines")
def log_lines_with_the_seed(monkeypatch):
    honest = views.settled

    def settled(match_id, now):
        row = honest(match_id, now)
        logging.getLogger("game").warning("match %s: seed %s", match_id, bytes(row.seed).hex())
        return row

    monkeypatch.setattr(views, "settled", settled)


@pytest.mark.parametrize("name", MUTANTS)
def test_a_leak_is_found_where_it_is(differences, monkeypatch, name):
    mutate, at = MUTANTS[name]
    mutate(monkeypatch)
    parts = ["staff"] if "staff" in at else ["pages"] if "GET" in at else ["refusals"] if "POST" in at else []
    assert any(at in found for seed in SEEDS for found in differences(seed, parts)), f"nothing seen at: {at}"
