"""The stored form of a match: all its settings, a number, and a way from each form to the next and back (R1.45)."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from game.crossword.tiles import TileSet
from game.dispatch import stored_forms
from game.dispatch.new_match import changed_rules, deal_again, new_match, read_rules
from game.dispatch.record_check import verify
from game.dispatch.record_reading import recorded_settings
from game.kernel.chance import FairChance
from game.kernel.setting_types import Ruleset, with_defaults
from game.kernel.variant import StoredForm
from game.variants import VARIANTS
from game.variants.alfapower.rules.formats import format_1, format_2
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.state import MatchState
from tests.support.text_boards import do, scene
from tests.support.types import certain

STATES = [
    scene("..... ..... .CAT. ..... ....."),
    scene(
        "..... .X... .CAt. .X.#. .....", hand="SE?O*", slots=["swap", "blast"], scores=(-3, 12), passes=(1, 0),
        claims={(0, 0): 1}, fortified={(2, 2): 2}, choice="SE", items=["blast", "swap"], prices={"swap": 1},
        turn_seconds=None, language="sv", tries_per_turn=4, away=(None, 77),
    ),
]  # fmt: skip


@pytest.mark.parametrize("state", [*STATES, do(STATES[0], "resign").state])
def test_what_is_stored_is_read_again(state: MatchState) -> None:
    assert stored_forms.decode(json.loads(stored_forms.canonical(stored_forms.encode(state)))) == state


@pytest.mark.parametrize("state", STATES)
def test_a_stored_match_names_every_setting(state: MatchState) -> None:
    stored = stored_forms.encode(state)["settings"]
    assert stored.keys() == {setting.key for setting in VARIANTS["alfapower"].settings}
    assert stored["prices"].keys() == format_1.DEFAULTS["prices"].keys()


def test_a_new_setting_of_the_game_asks_for_a_new_form() -> None:
    """A setting that neither the frozen form nor its upgrade names would be missing from every match there is."""
    of_items = {option.key for item in ITEMS.values() for option in item.options}  # nobody misses those of a later item
    later = format_1.LATER_SETTINGS.keys() | format_2.LATER_SETTINGS.keys()
    known = format_1.DEFAULTS.keys() | later | of_items
    assert {setting.key for setting in VARIANTS["alfapower"].settings} <= known


def test_the_frozen_defaults_are_what_a_record_leaves_out() -> None:
    frozen = {**format_1.DEFAULTS, "tries_per_turn": 10, "empty_bag_concedes": True}
    for setting in VARIANTS["alfapower"].record_settings:
        value = list(setting.default) if isinstance(setting.default, tuple) else setting.default
        assert value == frozen[setting.key], setting.key


def test_a_form_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown form of a stored match: 99"):
        stored_forms.decode({**stored_forms.encode(STATES[0]), "format": 99})


def test_a_match_of_the_first_form_has_no_limit_of_tries() -> None:
    old = format_1.downgrade(format_2.downgrade(stored_forms.encode(replace(STATES[0], tries=7))))
    assert "tries" not in old and old["settings"] == {}
    read = stored_forms.decode(old)
    assert (read.rules.limit("tries_per_turn"), read.tries, read.tries_left) == (None, 0, None)
    assert stored_forms.in_form(read, 1) == old


def test_the_first_form_names_the_prices_that_were_changed_alone() -> None:
    old = format_1.downgrade(format_2.downgrade(stored_forms.encode(STATES[-1])))
    assert old["settings"]["prices"] == {"swap": 1}


def test_in_a_match_of_the_second_form_passes_concede_with_an_empty_bag() -> None:
    begun_before = replace(scene("..... ..... .CAT. ..... .....", bag="", passes=(2, 0)), tries=3)
    old = format_2.downgrade(stored_forms.encode(begun_before))
    assert "empty_bag_concedes" not in old["settings"]
    read = stored_forms.decode(old)
    assert (read.rules.flag("empty_bag_concedes"), read.tries) == (True, 3)
    assert certain(do(read, "pass").state.outcome).reason == "conceded"
    assert do(begun_before, "pass").state.outcome is None
    assert stored_forms.in_form(read, 2) == old


@dataclass
class LaterRelease:
    """A release to come: other defaults of two settings, one more field in the state, and one dropped (`phase`)."""

    monkeypatch: pytest.MonkeyPatch

    def begins(self) -> None:
        """From now on the code is that release's."""
        variant = VARIANTS["alfapower"]
        defaults = {"passes_to_concede": 9, "prices": {"swap": 50}}

        def write(state: MatchState) -> dict[str, Any]:
            kept = {key: value for key, value in variant.stored.dump(state).items() if key != "phase"}
            return {**kept, "mood": "calm"}

        def read(data: Mapping[str, Any]) -> Any:
            assert data["mood"] == "calm" and "phase" not in data
            return variant.stored.load(self.downgrade(data))

        form = SimpleNamespace(upgrade=self.upgrade, downgrade=self.downgrade)
        stored = StoredForm(newest=4, dump=write, load=read, earlier={**variant.stored.earlier, 3: form})
        later = replace(variant, settings=with_defaults(variant.settings, defaults), stored=stored)
        self.monkeypatch.setitem(VARIANTS, "alfapower", later)

    @staticmethod
    def upgrade(data: Mapping[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in data.items() if key != "phase"}
        return {**kept, "format": 4, "mood": "calm"}

    @staticmethod
    def downgrade(data: Mapping[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in data.items() if key != "mood"}
        return {**kept, "format": 3, "phase": "over" if data["outcome"] else "alfa" if data["choice"] else "play"}


@pytest.mark.parametrize("state", STATES)
def test_a_later_release_reads_plays_and_proves_what_this_one_stored(
    state: MatchState, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = stored_forms.encode(state)
    second = format_2.downgrade(stored)
    oldest = format_1.downgrade(second)
    digests = {1: stored_forms.digest(oldest), 2: stored_forms.digest(second), 3: stored_forms.digest(stored)}
    settings = recorded_settings(state.rules)
    LaterRelease(monkeypatch).begins()

    read = stored_forms.decode(stored)
    assert read == state
    assert read.rules.number("passes_to_concede") == 3 and read.rules.price("swap") == state.rules.price("swap")
    for number, digest in digests.items():
        assert stored_forms.digest(stored_forms.in_form(read, number)) == digest
    assert stored_forms.in_form(stored_forms.decode(oldest), 1) == oldest
    assert stored_forms.encode(read)["format"] == 4
    assert recorded_settings(read.rules) == settings  # the record means what it meant
    assert do(read, "pass" if not state.choice else "choose", tile=None).code is None


def test_a_later_default_changes_neither_records_nor_rematches(monkeypatch: pytest.MonkeyPatch) -> None:
    record = {
        "format": "alfapower-record/1", "variant": "alfapower", "lexicon": {"words": []}, "players": ["Ann", "Bo"],
        "hands": [[*"CATDOGS"], [*"EEEEEEE"]], "actions": [{"seat": n % 2, "do": "pass"} for n in range(5)],
    }  # fmt: skip
    before = verify(record).data()
    assert before["final"]["reason"] == "conceded"
    LaterRelease(monkeypatch).begins()
    assert verify(record).data() == before
    rules = read_rules("alfapower", {})
    assert rules.number("passes_to_concede") == 9  # a new room has the new default
    assert changed_rules(STATES[0].rules) == {"passes_to_concede": 3, "prices": {"swap": 3}}


def test_what_came_with_a_later_item_is_no_setting_of_an_older_match() -> None:
    """One more item is one file: its price and its options are missing from the matches there are, and not missed."""
    values = dict(STATES[0].rules.values)
    prices = {item: price for item, price in values["prices"].items() if item != "place_tw"}
    older = Ruleset("alfapower", {**{k: v for k, v in values.items() if k != "fortify_cap"}, "prices": prices})
    state = replace(STATES[0], rules=older)
    assert stored_forms.decode(stored_forms.encode(state)) == state
    assert changed_rules(older) == {}
    assert recorded_settings(older) == {"empty_bag_concedes": False}  # which a record that does not name it has on
    assert do(state, "buy", item="place_tw").code == "item_disabled"


def test_a_replay_meets_the_states_that_were_stored() -> None:
    """What the first form could not hold is as it was then, so that counting it today changes no digest."""
    tried = do(scene("..... ..... .CAT. ..... .....", hand="SEEEEEE"), "place", tiles="S 2 4", words=set()).state
    assert (tried.tries, tried.players[0].fines) == (1, 1)
    kept = stored_forms.as_kept(tried, 1)
    assert (kept.tries, kept.players[0].fines, kept.players[0].score) == (0, 0, -1)
    assert stored_forms.as_kept(tried, VARIANTS["alfapower"].stored.newest) is tried


def test_the_deal_of_a_stored_match_is_that_of_its_own_bag_and_board() -> None:
    chance = FairChance(bytes(32))
    tiles = TileSet({"A": 20, "B": 20}, {"A": 1, "B": 3})
    layout = ["." * 11] * 5 + ["....D*D...."] + ["." * 11] * 5
    dealt = new_match(read_rules("alfapower", {"board_size": 11}), chance, 5_000, tileset=tiles, layout=layout)
    assert deal_again(dealt.state, chance, 5_000) == dealt


def test_equal_data_have_one_text_and_one_digest() -> None:
    assert stored_forms.canonical({"b": [1, None], "a": "Å"}) == '{"a":"Å","b":[1,null]}'
    assert stored_forms.digest({"b": 1, "a": "Å"}) == hashlib.sha256('{"a":"Å","b":1}'.encode()).hexdigest()
