"""The two worlds catch what they are for: each mutant here opens one exit by one secret, and is found.

`at` is part of the name of an exit where a mutant must show.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from game import admin, unchanged_page
from game.crossword.tiles import letter_of
from game.kernel import public_view as core_view
from game.kernel.events import Event, LoggedStep
from game.live import panels, screens, socket_keeper
from game.match import views
from game.models import LogEntry, Match, SeatRow
from game.services import announce, drafts, matches, play, settle_due, store
from game.variants.alfapower.rules import ledger, view
from game.variants.alfapower.rules.state import MatchState
from tests.support.types import certain

pytestmark = pytest.mark.long

Function = Callable[..., Any]
MUTANTS: dict[str, tuple[Function, str]] = {}
SEEDS = range(6)


def mutant(at: str, module: ModuleType | None = None, name: str = "") -> Callable[[Function], Function]:
    """Enlist a mutant that must show at an exit so named. Where a function of a module is named, the mutant takes its
    place, and is given it first; else it patches the site itself."""

    def enlist(function: Function) -> Function:
        def mutate(monkeypatch: pytest.MonkeyPatch) -> None:
            monkeypatch.setattr(module, name, partial(function, getattr(module, name)))

        MUTANTS[function.__name__] = mutate if name else function, at
        return function

    return enlist


def hands(match_id: int) -> str:
    """All the tiles in the hands and the bag, as text."""
    state = store.load(Match.objects.get(pk=match_id))
    return repr([player.hand for player in state.players] + [state.bag])


def wrap_view(monkeypatch: pytest.MonkeyPatch, change: Function) -> None:
    """Change what `view_of` gives, wherever it is used: `change(state, viewer)` are the fields that become others."""
    honest = view.view_of

    def leaky(state: MatchState, viewer: int, log: Sequence[LoggedStep], now: int) -> Any:
        return replace(honest(state, viewer, log, now), **change(state, viewer))

    monkeypatch.setattr(screens, "view_of", leaky)


@mutant("frame", view, "_unseen")
def unseen_without_the_other_hand(honest: Function, state: MatchState, viewer: int) -> Any:
    faces = [letter_of(tile) for tile in state.bag]
    return tuple((letter, faces.count(letter)) for letter in state.tileset.letters)


@mutant("GET match", view, "_unseen")
def unseen_in_the_order_of_the_bag(honest: Function, state: MatchState, viewer: int) -> Any:
    return tuple(sorted(honest(state, viewer), key=lambda n: n[0] not in state.bag))


@mutant("frame")
def events_tell_their_owners_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "seen_by", lambda self, viewer, over: {**self.public, **self.owner})


def receipts_with(kind: str, honest: Function, receipt: Any, event: Event, seen: dict[str, Any]) -> Any:
    """What only the owner of such an event may know stands in everybody's receipt."""
    return honest(receipt, event, {**seen, **(event.owner if event.kind == kind else {})})


for _kind in ("attempt_failed", "item_used", "alfa_chosen"):
    _told: Any = partial(receipts_with, _kind)
    _told.__name__ = f"receipts with what {_kind} tells its owner"
    mutant("frame", ledger, "_add")(_told)


@mutant("the view of an onlooker", core_view, "left_ms")
def a_player_view_that_holds_the_hand(honest: Function, state: MatchState, now: int) -> Any:
    return repr([player.hand for player in state.players])


@mutant("GET match")
def the_choice_for_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    wrap_view(monkeypatch, lambda state, viewer: {"choice": view.hand_tiles(state, state.choice)})


@mutant("GET match")
def the_other_hand_on_the_rack(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(state: MatchState, viewer: int) -> Any:
        return {} if viewer is None else {"hand": view.hand_tiles(state, state.players[1 - viewer].hand)}

    wrap_view(monkeypatch, other)


@mutant("GET panels", panels, "screen")
def panels_drawn_from_the_state(honest: Function, seen: Any, table: Any) -> Any:
    context = honest(seen, table)
    row = Match.objects.get(public_id=table.public_id)
    return context | {"opp": replace(context["opp"], name=store.load(row).players[1 - seen.viewer].hand[0])}


@mutant("GET match", views, "screen_of")
def a_length_that_follows_the_hand(honest: Function, row: Match, *rest: Any) -> Any:
    screen = honest(row, *rest)
    width = sum(map(ord, hands(row.pk)[:200])) % 97
    return replace(screen, table=replace(screen.table, preset="x" * width))


@mutant("frame, nudged")
def beats_that_follow_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    read = socket_keeper.SocketKeeper.read

    async def leaky(self: Any, match_id: int, **more: Any) -> Any:
        reading = await read(self, match_id, **more)
        unchanged_page.beat = lambda version, left=None, *, of_person=False, of_beside=False: digests[0]
        digests[:] = [await sync_to_async(hands)(match_id)]
        return reading

    digests: list[str] = []
    monkeypatch.setattr(unchanged_page, "beat", unchanged_page.beat)
    monkeypatch.setattr(socket_keeper.SocketKeeper, "read", leaky)


@mutant("POST refused", play, "submit")
def refusals_that_name_tiles(honest: Function, match_id: int, *rest: object) -> Any:
    receipt = honest(match_id, *rest)
    return replace(receipt, data={"rejected": [hands(match_id)]}) if receipt.code else receipt


@mutant("POST readout", views, "read_out")
def a_readout_that_knows_the_other_hand(honest: Function, state: MatchState, seat: int, laid: Any) -> Any:
    return honest(replace(state, players=state.players[::-1]), seat, laid)


@mutant("POST their nonce", play, "_stored_answer")
def a_nonce_that_answers_anybody(
    honest: Function, row: Match, earlier: LogEntry, seat: int, message: dict[str, Any]
) -> Any:
    return play.Receipt(row.version, "nonce_reused", {"rejected": [earlier.events]})


@mutant("GET record")
def a_record_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = settle_due.settled

    def settled(match_id: int, now: int) -> Any:
        row = honest(match_id, now)
        row.status = Match.Status.OVER
        return row

    monkeypatch.setattr(views, "settled", settled)
    monkeypatch.setattr(matches, "export", lambda row: {"hands": hands(row.pk)})


@mutant("stranger GET match", matches, "visitor")
def a_stranger_at_the_page_of_an_opponent(honest: Function, public_id: str, user_id: int, now: int) -> Any:
    for seat in SeatRow.objects.filter(match__public_id=public_id).exclude(user=user_id):
        if LogEntry.objects.filter(match=seat.match).exists():
            return honest(public_id, seat.user_id, now)


@mutant("stranger GET panels", matches, "seat_of")
def a_stranger_in_the_opponents_chair(honest: Function, public_id: str, user_id: int) -> Any:
    for seat in SeatRow.objects.select_related("match").filter(match__public_id=public_id):
        if seat.user_id != user_id and LogEntry.objects.filter(match=seat.match).exists():
            return seat


@mutant("GET match", drafts, "kept")
def a_draft_of_the_other_seat(honest: Function, seat: SeatRow) -> Any:
    return honest(SeatRow.objects.exclude(pk=seat.pk).get(match=seat.match))


@mutant("staff GET /admin/game/match/")
def an_admin_that_shows_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = (*admin.MatchAdmin.fields, "state")
    monkeypatch.setattr(admin.MatchAdmin, "fields", shown)
    monkeypatch.setattr(admin.MatchAdmin, "readonly_fields", shown)


@mutant("channel messages", announce, "_ping")
def pings_with_content(honest: Function, group: str, message: dict[str, Any]) -> None:
    honest(group, message | {"at": hands(certain(Match.objects.last()).pk)})


@mutant("log lines", play, "submit")
def log_lines_with_a_hand(honest: Function, match_id: int, *rest: object) -> Any:
    logging.getLogger("game.play").info("match %s: %s", match_id, hands(match_id))
    return honest(match_id, *rest)


@mutant("log lines", views, "settled")
def log_lines_with_the_seed(honest: Function, match_id: int, now: int) -> Any:
    row = honest(match_id, now)
    logging.getLogger("game").warning("match %s: seed %s", match_id, bytes(row.seed).hex())
    return row


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """Receipts are kept by what they are made of, not by who makes them: a leak would find those made before it."""
    ledger._receipt.cache_clear()
    yield
    ledger._receipt.cache_clear()


@pytest.mark.parametrize("name", MUTANTS)
def test_a_leak_is_found_where_it_is(
    differences: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    mutate, at = MUTANTS[name]
    mutate(monkeypatch)
    parts = ["staff"] if "staff" in at else ["pages"] if "GET" in at else ["refusals"] if "POST" in at else []
    assert any(at in found for seed in SEEDS for found in differences(seed, parts)), f"nothing seen at: {at}"
