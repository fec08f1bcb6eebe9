"""Several at one device: names typed in, one user acts for whoever is on turn, nothing counts, and it is kept."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import FactsDue, PlayedMatch, RatedMatch
from accounts.services import facts
from game import api as game
from game.live import panels
from game.live.screens import screen_of
from game.models import Match
from game.services import matches, presence, settle_due, store
from game.services.presence import Place
from game.variants.keebble.rules.settings import UPGRADES
from lobby.services import local_matches
from tests.lobby.conftest import START, Clock, act, begun_alone, page_of, sole_user
from tests.support.matches import state_of
from tests.support.players.keebble import carried_out
from tests.support.types import certain

GAME = "keebble"
NAMES = {"name-0": "Astrid", "name-1": " Bo ", "name-2": "", "name-3": "Cilla", "name-4": ""}
CHOOSE, BEGIN = (reverse(f"lobby:{name}", args=[GAME]) for name in ("one_device", "one_device_start"))


@pytest.fixture
def row(clock: Clock, client: Client) -> Match:
    """A match of three at the client's device, of two rounds."""
    answer = client.post(BEGIN, {**NAMES, "max_rounds": "2", "language": "en"}, follow=True)
    assert answer.status_code == 200 and "data-deal=" in answer.content.decode()
    return begun_alone(client)


def take(client: Client, row: Match, rng: random.Random) -> dict[str, int]:
    """The seat on turn takes some option."""
    state = state_of(row)
    return act(client, row, do="take", **carried_out(state, rng.choice(state.open), rng))


def test_the_page_of_the_game_leads_there_and_the_names_are_kept(clock: Clock, client: Client) -> None:
    assert f'href="{CHOOSE}?preset=keebble"' in client.get("/play/keebble/").content.decode()
    page = client.get(CHOOSE).content.decode()
    assert page.count('name="name-') == 5 and 'name="max_rounds"' in page and 'name="turn_seconds"' not in page
    client.post(BEGIN, NAMES)
    assert 'value="Cilla"' in client.get(CHOOSE).content.decode()


def test_each_preset_remembers_its_own_last_time(clock: Clock, client: Client) -> None:
    """By a preset's link one comes to its rules, and the next time to what one made of them."""
    plain, upgraded = (f"{CHOOSE}?preset=keebble{more}" for more in ("", "-upgrades"))

    def chosen(path: str) -> tuple[int, str]:
        page = client.get(path).content.decode()
        rounds = re.search(r'name="max_rounds"[^>]*value="(\d+)"', page)
        return len(re.findall(r'name="upgrades"[^>]*\bchecked', page)), certain(rounds)[1]

    before = chosen(plain)
    assert before[0] == 0 and chosen(upgraded)[0] == len(UPGRADES)
    (action,) = re.findall(r'action="(/one-device[^"]+)"', client.get(upgraded).content.decode())
    answer = client.post(action, {**NAMES, "max_rounds": "7", "language": "en", "upgrades": UPGRADES[0]})
    assert answer.status_code == 302
    assert chosen(plain) == before and chosen(upgraded) == (1, "7")


@pytest.mark.parametrize(
    "typed", [{"name-0": "Astrid"}, {}, {**NAMES, "name-1": "<b>"}, {**NAMES, "name-1": "Moss (bot)"}]
)
def test_names_that_cannot_be_are_said_and_what_was_typed_stays(
    clock: Clock, client: Client, typed: dict[str, str]
) -> None:
    answer = client.post(BEGIN, typed)
    page = answer.content.decode()
    assert answer.status_code == 422 and "Two names at least" in page and "<b>" not in page.split("Two names")[1][:200]
    assert all(f'value="{name.strip()}"' in page for name in typed.values() if name.isalpha())
    assert not Match.objects.exists()


@pytest.mark.parametrize("name", ["alfapower", "classic", "flex", "chess"])
def test_a_game_that_is_not_played_so_is_not_there(client: Client, name: str) -> None:
    assert client.get(reverse("lobby:one_device", args=[name])).status_code == 404
    assert client.post(reverse("lobby:one_device_start", args=[name]), NAMES).status_code == 404


def test_everybody_is_called_by_name(row: Match, client: Client) -> None:
    """Siblings D2. Whoever holds the device reads it: "You" would be somebody else a moment later."""
    rng, people = random.Random(1), "(Astrid|Bo|Cilla)"
    for _ in range(4):
        page = client.get(reverse("game:match", args=[row.public_id])).content.decode()
        cards = re.findall(r'<span class="kseat__n">\s*(.*?)\s*</span>', page)
        assert sorted(cards) == ["Astrid", "Bo", "Cilla"]
        assert re.search(rf"{people}’s turn", page)
        main = page[page.index("<main") : page.index("</main>")]
        # "You open round 2" stands on a card that nobody has taken yet.
        assert not re.search(r">\s*You\b(?! open)", main)
        take(client, row, rng)


def test_it_is_played_to_the_end_by_one_user_and_counts_for_nobody(row: Match, client: Client) -> None:
    assert (row.one_device, row.practice, row.rated) == (True, True, False)
    assert sorted(matches.names_of(row.pk)) == ["Astrid", "Bo", "Cilla"]
    assert store.load(row).deadline is None
    rng, handed = random.Random(1), 0
    for _ in range(20):
        state = state_of(row)
        if state.over:
            break
        page = page_of(client, row)
        assert page.context["view"].viewer == state.active and page.context["view"].can.take
        assert 'id="hand-on"' not in page.content.decode()
        assert take(client, row, rng)["ok"]
        handed += 1
    assert state.over and handed == 12
    assert "Astrid" in page_of(client, row).content.decode()
    facts.sweep()
    assert not PlayedMatch.objects.exists() and not RatedMatch.objects.exists() and not FactsDue.objects.exists()
    assert not game.has_practised(sole_user(row).pk) and game.finished_matches(0, 10) == []


def test_a_page_whose_turn_is_over_says_to_whom_the_device_goes(row: Match, client: Client) -> None:
    first = store.load(row).active
    assert take(client, row, random.Random(1))["ok"]
    live = Match.objects.get(pk=row.pk)
    screen = screen_of(live, first, START + 1)
    name = matches.names_of(row.pk)[store.load(live).active]
    banner = panels.render(screen.view, screen.table)["banner"]
    assert f"Hand it to {name}" in banner and f'href="/match/{row.public_id}/"' in banner


def test_the_socket_of_a_page_sits_where_the_turn_is(row: Match, client: Client) -> None:
    asked = [(row.public_id, sole_user(row).pk)]
    for _ in range(2):
        live = Match.objects.get(pk=row.pk)
        assert presence.places(asked) == {asked[0]: Place(row.pk, store.load(live).active)}
        assert take(client, row, random.Random(1))["ok"]


def test_an_old_page_acts_for_nobody_else(row: Match, client: Client) -> None:
    state = store.load(row)
    rng = random.Random(1)
    old = {"do": "take", **carried_out(state, state.open[0], rng), "turn": state.turn}
    assert act(client, row, **old, nonce="nonce-one")["ok"]
    assert not act(client, row, **old, nonce="nonce-two")["ok"] and state_of(row).turn == 2


def test_it_is_nobody_elses_and_nobody_is_missed(row: Match, client: Client) -> None:
    stranger = Client()
    assert page_of(stranger, row).status_code == 404
    settle_due.sweep(START + 40 * 24 * 3_600_000)
    assert Match.objects.get(pk=row.pk).status == Match.Status.LIVE
    home = client.get(reverse("lobby:home")).content.decode()
    assert "Your turn" in home and "Cilla" in home


def test_once_more_it_begins_with_the_same_names(row: Match, client: Client) -> None:
    user = sole_user(row).pk
    assert local_matches.again(row.public_id, user) is None
    rng = random.Random(2)
    while not state_of(row).over:
        assert take(client, row, rng)["ok"]
    what = certain(local_matches.again(row.public_id, user))
    assert what.names[what.own] == "Astrid" and tuple(what.names) == matches.names_of(row.pk)
    assert what.settings["max_rounds"] == 2
    card = client.get(reverse("lobby:rematch", args=[row.public_id])).content.decode()
    assert reverse("lobby:alone_again", args=[row.public_id]) in card
