"""Alfapet's two racks alone: one account holds both seats and sees both racks, nobody else sees either, nothing counts,
and it can be played again."""

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import BestTotal, FactsDue, PlayedMatch, RatedMatch, User
from accounts.services import facts
from game import api as game
from game.live import panels
from game.live.screens import read, screen_from, screen_of
from game.match_stream import state_of as streamed
from game.models import Match
from game.services import matches, presence, seat_facts, store
from game.services.presence import Place
from lobby.services import local_matches
from tests.lobby.conftest import START, Clock, act, begun_alone, page_of, sole_user
from tests.support.matches import make_match, state_of

GAME = "alfapet"
NAMES = {"name-0": "Rack A", "name-1": "Rack B"}
CHOOSE, BEGIN = (reverse(f"lobby:{name}", args=[GAME]) for name in ("one_device", "one_device_start"))


@pytest.fixture
def row(clock: Clock, client: Client) -> Match:
    """Two racks of the client's."""
    assert client.post(BEGIN, {**NAMES, "language": "sv"}, follow=True).status_code == 200
    return begun_alone(client)


def tiles_in(html: str, piece: str) -> list[str]:
    """The tiles of the rack to play from, as a page has them."""
    return re.findall(r'data-tile="([^"]+)"', unescape(html).split(f'id="{piece}"')[1].split('id="actions"')[0])


def test_the_page_of_the_game_leads_there_and_the_racks_have_names(clock: Clock, client: Client) -> None:
    home = client.get(reverse("lobby:game", args=["alfapet"])).content.decode()
    assert f'href="{CHOOSE}?preset=' in home and "Play both racks yourself" in home
    page = client.get(CHOOSE).content.decode()
    assert 'value="Rack A"' in page and 'value="Rack B"' in page and 'name="name-2"' not in page
    assert 'name="rack"' in page and 'name="turn_seconds"' not in page
    swedish = client.get(CHOOSE, headers={"Accept-Language": "sv"}).content.decode()
    assert "Spela båda ställen själv" in swedish and 'value="Ställ A"' in swedish


@pytest.mark.parametrize("names", [{"name-0": "A1"}, {}, {**NAMES, "name-2": "Rack C"}])
def test_it_takes_two(clock: Clock, client: Client, names: dict[str, str]) -> None:
    assert client.post(BEGIN, names).status_code == 422
    assert not Match.objects.exists()


def test_the_page_shows_both_racks_and_whose_plays(row: Match, client: Client) -> None:
    seen = []
    for _ in range(2):
        state, names = state_of(row), matches.names_of(row.pk)
        answer = page_of(client, row)
        view, html = answer.context["view"], answer.content.decode()
        assert view.viewer == state.active and view.my_turn and view.can.play
        assert [[tile.tile for tile in hand] for hand in view.hands] == [list(p.hand) for p in state.players]
        assert [tile for tile, n in view.unseen for _ in range(n)] == sorted(state.bag, key=state.tileset.letters.index)
        assert tiles_in(html, "rack") == list(state.players[state.active].hand)
        told = html.split('id="racks"')[1].split("</section>")[0]
        assert f"{names[state.active]} plays" in told and f"{names[1 - state.active]} waits" in told
        assert f'data-title="{names[state.active]}’s turn"' in html and 'id="hand-on"' not in html
        seen.append(state.active)
        assert act(client, row, do="swap", tiles=list(state.players[state.active].hand[:2]))["ok"]
    assert sorted(seen) == [0, 1]
    swapped = page_of(client, row).context["view"].receipts[:2]
    assert all(len(receipt.gave) == len(receipt.got) == 2 for receipt in swapped)
    told = client.get(reverse("game:turns", args=[row.public_id])).content.decode()
    assert told.count(" for ") >= 2 and "Rack A" in told and "You" not in told


def test_an_open_page_goes_on_with_the_rack_on_turn(row: Match, client: Client) -> None:
    first, asked = state_of(row).active, [(row.public_id, sole_user(row).pk)]
    assert act(client, row, do="pass")["ok"]
    live = Match.objects.get(pk=row.pk)
    screen = screen_from(read(live), first, START + 1)
    assert screen.view.viewer == 1 - first and screen.view.my_turn and screen.table.is_all
    assert tiles_in(panels.render(screen.view, screen.table)["rack"] + 'id="actions"', "rack") == list(
        state_of(row).players[1 - first].hand
    )
    assert presence.places(asked) == {asked[0]: Place(row.pk, 1 - first)}
    assert streamed(read(live), first)["seat"] == 1 - first


@pytest.mark.parametrize("name", ["match", "panels", "turns", "draft", "record", "replay"])
def test_nobody_else_sees_either_rack(row: Match, client: Client, name: str) -> None:
    other = Client()
    other.post(reverse("lobby:one_device_start", args=[GAME]), NAMES)
    for stranger in (Client(), other):
        answer = page_of(stranger, row, name)
        assert answer.status_code == 404 and 'id="rack' not in answer.content.decode()
    assert presence.places([(row.public_id, 10**6)]) == {}
    screen = screen_of(Match.objects.get(pk=row.pk), None, START + 1)
    assert (screen.view.hand, screen.view.hands, screen.table.is_all) == ((), (), False)


def test_in_a_match_of_two_people_each_sees_the_own_rack(clock: Clock, people: list[User]) -> None:
    made = make_match(users=people[:2], variant=GAME, turn_seconds=None)
    for seat in (0, 1):
        screen = screen_of(made, seat, START + 1)
        assert screen.view.hands == () and not screen.table.is_all and screen.view.viewer == seat
        assert [tile.tile for tile in screen.view.hand] == list(store.load(made).players[seat].hand)


def passed_to_the_end(client: Client, row: Match) -> None:
    for _ in range(4):
        assert act(client, row, do="pass")["ok"]
    assert state_of(row).over


def test_it_counts_for_nobody(row: Match, client: Client) -> None:
    assert (row.one_device, row.practice, row.rated) == (True, True, False)
    passed_to_the_end(client, row)
    facts.sweep()
    for counted in (PlayedMatch, RatedMatch, FactsDue, BestTotal):
        assert not counted.objects.exists()
    assert seat_facts.match_facts(row.pk) is None and seat_facts.best_kind(row.pk) == ""
    assert game.finished_matches(0, 10) == [] and not game.has_practised(sole_user(row).pk)


def test_the_end_names_the_racks_and_calls_nobody_you(row: Match, client: Client) -> None:
    passed_to_the_end(client, row)
    final, names = Match.objects.get(pk=row.pk), matches.names_of(row.pk)
    html = page_of(client, row).content.decode()
    verdict = html.split('<h1 id="v">')[1].split("</h1>")[0]
    assert "You" not in verdict and (final.winner is None or names[final.winner] in verdict)
    record = json.loads(page_of(client, row, "record").content)
    assert record["players"] == list(names) and len(record["hands"]) == 2 and record["settings"]["turn_seconds"] is None
    assert sorted(record["lobby_order"]) == ["Rack A", "Rack B"] and len(record["start"]) == 2


def test_where_matches_are_listed_both_racks_are_named_and_nobody_has_won(row: Match, client: Client) -> None:
    passed_to_the_end(client, row)
    home = client.get(reverse("lobby:home")).content.decode()
    listed = home.split(reverse("game:match", args=[row.public_id]))[0].split('class="bestw"')[-1]
    assert ", ".join(matches.names_of(row.pk)) in listed
    assert not any(said in listed for said in ("Won", "Lost", "Draw", "Abandoned", "You "))
    change = client.get(reverse("accounts:rank-change", args=[row.public_id])).content.decode()
    assert "Matches on one device are not ranked." in change


def test_once_more_the_seats_before_are_the_order_of_the_lobby(row: Match, client: Client) -> None:
    user = sole_user(row).pk
    assert local_matches.again(row.public_id, user) is None
    passed_to_the_end(client, row)
    card = client.get(reverse("lobby:rematch", args=[row.public_id])).content.decode()
    assert reverse("lobby:alone_again", args=[row.public_id]) in card
    assert client.post(reverse("lobby:alone_again", args=[row.public_id]), follow=True).status_code == 200
    again = begun_alone(client)
    assert again.pk != row.pk and again.lobby_order == list(matches.names_of(row.pk))
    assert again.one_device and sole_user(again).pk == user
    assert again.seats.exclude(user=None).get().name == row.seats.exclude(user=None).get().name
