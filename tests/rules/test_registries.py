"""The registries: what can be done and told is read and written by one class each, and nothing unknown gets through."""

import json
from typing import Any

import pytest

from game.crossword.actions import Place, PlainPlace, Swap
from game.crossword.tiles import Placed
from game.dispatch.log_entries import action_data, action_of, events_of
from game.kernel.actions import (
    FAMILY,
    Abandon,
    Action,
    Adjourn,
    CallOff,
    Credit,
    Leave,
    Origin,
    Pass,
    Resign,
    Return,
    Timeout,
    WaitOn,
)
from game.kernel.events import Event, Kind, LoggedStep
from game.kernel.fields import BadField, Fields
from game.kernel.variant import Variant
from game.services import player_messages
from game.variants import VARIANTS
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapower.rules.actions import Buy, Choose, Use
from game.variants.alfapower.rules.ledger import receipts
from game.variants.flex.rules.actions import Arrange, Decline
from game.variants.keebble.rules.actions import Take

ACTIONS: dict[tuple[str, str], list[Action]] = {  # by game and language
    ("alfapower", "en"): [
        Place((Placed(0, 1, "A"), Placed(2, 3, "?*", "B"))),
        Pass(),
        Buy("blast"),
        Use("claim", (1, 2)),
        Use("swap", None, ("A", "?*")),
        Choose("?"),
        Choose(None),
        Resign(),
        CallOff(),
        Adjourn(),
        WaitOn(),
        Timeout(),
        Abandon(everyone=False),
        Leave(5_000),
        Return(),
        Credit(2_500),
    ],
    ("classic", "en"): [
        PlainPlace((Placed(0, 1, "A"), Placed(2, 3, "?", "B"), Placed(0, 0, "A*"))),
        Swap(("A", "?")),
    ],
    ("alfapet", "sv"): [
        Lay((Placed(0, 1, "A"), Placed(2, 3, "?", "Å"))),
        Lay((Placed(0, 1, "A"),), black=(0, 0), arrow=(0, 1, "down")),
        Swap(("#", ">", "?", "Å")),
    ],
    ("keebble", "sv"): [
        Take(0),
        Take(2, tiles=((3, 4, "Å"), (3, 5, "t3"))),
        Take(1, save=True),
        Take(4, walls=((0, 0, "down"),), cells=((1, 2),), parts=((7, 7, "content"),)),
    ],
    ("flex", "en"): [
        Arrange((Placed(0, 1, "A"), Placed(2, 3, "?", "B"))),
        Arrange((Placed(0, 1, "A"),), moves=(((7, 7), (7, 8)), ((7, 8), (0, 0))), takes=((1, 2), (3, 4))),
        Swap(("A", "?")),
        Decline(),
    ],
}
LISTED = [(game, language, action) for (game, language), actions in ACTIONS.items() for action in actions]


def test_the_list_is_of_all_that_any_game_knows() -> None:
    known = {action for variant in VARIANTS.values() for action in variant.actions}
    assert known == {type(action) for _, _, action in LISTED}
    bases = {kind.__name__ for kind in Action.__subclasses__()} - {"Foreign"}
    assert {action.__name__ for action in known} == bases | {"PlainPlace"}


@pytest.mark.parametrize(("game", "language", "action"), LISTED, ids=[f"{one[0]} {one[2].do}" for one in LISTED])
def test_the_log_of_every_game_reads_what_it_wrote(game: str, language: str, action: Place) -> None:
    assert action_of(action_data(action), 0, game, language) == action


def test_a_field_that_a_record_may_hold_malformed_no_page_may_send() -> None:
    sent = {"do": "take", "option": 0, "turn": 1, "nonce": "n" * 8, "tiles": [[0, 0, "A"]]}
    assert player_messages.read_action(sent, "keebble", "en").action == Take(0, tiles=((0, 0, "A"),))
    many = {**sent, "tiles": [[row, col, "A"] for row in range(8) for col in range(8)]}
    taken = player_messages.read_action(many, "keebble", "en").action
    assert isinstance(taken, Take) and len(taken.tiles) == 64
    for name, value in (("tiles", [[0, 0]]), ("save", 1), ("walls", 7), ("cells", None), ("parts", [[0, 0, 0]])):
        with pytest.raises(player_messages.BadMessage, match=name):
            player_messages.read_action({**sent, name: value}, "keebble", "en")
        assert action_of({"do": "take", "option": 0, name: value}, 0, "keebble", "en").malformed


def test_everyones_absence_is_an_entry_without_a_seat() -> None:
    assert action_of({"do": "abandon"}, None, "alfapower", "en") == Abandon(everyone=True)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_a_game_has_only_what_the_family_has_and_what_is_the_sites(variant: Variant[Any, Any]) -> None:
    names = [action.do for action in variant.actions]
    assert len(set(names)) == len(names)
    of_the_site = {action.do for action in variant.actions if action.origin is Origin.SITE}
    of_courtesy = {action.do for action in variant.actions if action.origin is Origin.COURTESY}
    assert set(names) - of_the_site - of_courtesy <= set(FAMILY) and of_courtesy == {"wait_on"}
    assert of_the_site == {"leave", "return", "credit"}, "the site is the same in every game"


@pytest.mark.parametrize("data", [{"do": "exchange", "tiles": ["A"]}, {"do": None}, {}, {"do": ["pass"]}])
def test_what_no_game_has_is_a_fault_in_a_log_too(data: dict[str, list[str] | str]) -> None:
    with pytest.raises(BadField) as fault:
        action_of(data, 0, "alfapower", "en")
    assert fault.value.key == "do"


def test_fields_remember_what_they_were_asked_for_and_name_the_way_to_a_fault() -> None:
    fields = Fields({"since": 5, "more": 1}, language="en", most=2, path="actions[3]")
    assert fields.whole("since") == 5 and not fields.all_asked()
    assert fields.get("more") == 1 and fields.all_asked()
    for name, read in (("less", fields.need), ("less", fields.whole), ("more", fields.list)):
        with pytest.raises(BadField) as fault:
            read(name)
        assert fault.value.key == f"actions[3].{name}"


@pytest.mark.parametrize("kind", Kind)
def test_an_event_of_every_kind_is_read_as_it_was_written(kind: Kind) -> None:
    data: dict[str, Any] = {"kind": kind.value, "seat": 1, "public": {"a": 1}, "owner": {"tiles": []}}
    (event,) = events_of(json.dumps([data]))
    assert event == Event(kind, 1, {"a": 1}, {"tiles": []}) and event.kind is kind
    assert event.data() == data
    assert type(event.data()["kind"]) is str


def test_an_event_of_no_known_kind_is_a_fault_and_no_line_less() -> None:
    with pytest.raises(ValueError, match="tiles_moved"):
        events_of('[{"kind":"tiles_moved","seat":0,"public":{},"owner":{}}]')
    began = Event(Kind.TURN_BEGAN, 0, {"turn": 1, "deadline": None})
    unknown: Any = "tiles_moved"
    with pytest.raises(AssertionError):
        receipts([LoggedStep((began, Event(unknown, 0)))], None, False)


def test_of_a_fact_about_nobody_a_stranger_sees_what_is_public() -> None:
    fact = Event(Kind.TILES_DRAWN, None, {"open": 1}, {"closed": 2})
    assert [fact.seen_by(viewer, False) for viewer in (None, 0)] == [{"open": 1}] * 2
    assert fact.seen_by(None, True) == {"open": 1, "closed": 2}
