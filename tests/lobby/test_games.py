"""Several games in one lobby: what each declares is installed, its own queue, rooms whose game the host chooses, and
rematches that keep the game."""

import random
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game import api as game
from game.models import Match
from game.services import audit
from game.variants import VARIANTS
from lobby.models import Preset, Rematch
from lobby.services import quick_join, rematch, room_game, rooms
from tests.lobby.conftest import HTMX, START, Clock, refusal_of, room_of
from tests.support.browsers import signed_in
from tests.support.classic_matches import classic_match, to_a_draw
from tests.support.matches import START as BEGAN
from tests.support.matches import submit, user_at
from tests.support.types import certain
from tests.support.word_lists import know_every_word

HOME = reverse("lobby:home")


def test_classic_comes_with_its_presets() -> None:
    mine = Preset.objects.get(key="classic")
    assert (mine.key, mine.settings, mine.rated, mine.title_sv) == ("classic", {}, True, "Klassiskt")
    mine.full_clean()


def test_the_home_page_is_alfapowers_with_a_card_for_each_other_game(client: Client) -> None:
    page = client.get(HOME).content.decode()
    assert page.count('class="pace"') == 4
    cards = page.partition('id="games-h"')[2].partition("</section>")[0]
    assert re.findall(r'class="gamecard" href="/play/(\w+)/"', cards) == list(game.games())[1:]
    assert "<button" not in cards
    own = client.get(reverse("lobby:game", args=["classic"])).content.decode()
    assert re.findall(r'name="preset" value="(\S+)"', own.partition("gp-bots")[0]) == ["classic", "classic-slow"]
    assert "15 × 15" in own and "60 s" in own
    counts = client.get(reverse("lobby:counts"), {"lg": "en", "game": "classic"}).content.decode()
    assert 'id="waiting-classic"' in counts and 'id="waiting-quick"' not in counts
    assert client.get(reverse("lobby:counts"), {"lg": "en", "game": "chess"}).status_code == 404


def test_without_another_game_nothing_is_said_of_games(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in set(VARIANTS) - {game.DEFAULT_VARIANT}:
        monkeypatch.setitem(VARIANTS, key, replace(VARIANTS[key], offered=False))
    assert "games-h" not in client.get(HOME).content.decode()
    with pytest.raises(quick_join.UnknownPreset):
        quick_join.queue("classic", "en")


def test_a_host_has_another_game_played_in_the_same_language(host: User, guest: User, clock: Clock) -> None:
    code = room_of(host, guest, language="sv")
    view = rooms.set_ready(code, guest.pk, 1, True, START)
    changed = room_game.set_game(code, host.pk, "classic", START)
    assert (changed.variant, changed.settings, changed.version) == ("classic", {"language": "sv"}, view.version + 1)
    assert not any(seat.is_ready for seat in changed.taken) and changed.news == {"code": "game", "game": "classic"}
    assert room_game.set_game(code, host.pk, "classic", START).version == changed.version
    assert room_game.set_game(code, host.pk, "alfapower", START).settings == {"language": "sv"}


def test_a_game_that_is_not_there_and_a_guest_are_refused_by_name(host: User, guest: User) -> None:
    code = room_of(host, guest)
    assert refusal_of(room_game.set_game, code, host.pk, "chess", START) == "unknown_game"
    assert refusal_of(room_game.set_game, code, guest.pk, "classic", START) == "not_host"
    assert certain(rooms.look(code, host.pk, START)).variant == "alfapower"


def test_who_cannot_all_play_it_keep_the_game_they_have(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    wide = replace(VARIANTS["alfapower"], seats=(2, 3, 4))
    monkeypatch.setitem(VARIANTS, "alfapower", wide)
    code = room_of(*people[:3], seats=3)
    assert refusal_of(room_game.set_game, code, people[0].pk, "classic", START) == "bad_seats"
    rooms.leave(code, people[2].pk, START)
    assert len(room_game.set_game(code, people[0].pk, "classic", START).seats) == 2


def test_the_room_page_of_classic_has_its_settings_and_no_others(clock: Clock) -> None:
    host, guest = Client(), Client()
    code = host.post(reverse("lobby:new_room"))["Location"].split("/")[2]
    guest.post(reverse("lobby:join"), {"code": code})
    room = reverse("lobby:room", args=[code])
    answer = host.post(reverse("lobby:room_game", args=[code]), {"game": "classic"}, **HTMX).content.decode()
    assert 'name="bingo"' in answer and 'name="passes_to_end"' in answer
    page = host.get(room).content.decode()
    for mine in ("Bonus for seven tiles", "Tiles left at the end", "classic15", "standard15", "blank15"):
        assert mine in page, mine
    for foreign in ("Alfa", "Swap", "coins", "prices", "Map size"):
        assert foreign not in page.partition('id="room-settings"')[2].partition("</form>")[0], foreign
    assert "The game is now Classic." in guest.get(room).content.decode()
    posted = {"version": 2, "bingo": "40", "leftover": "value", "layout": "blank15"}
    host.post(reverse("lobby:room_settings", args=[code]), posted, **HTMX)
    assert "Bonus for seven tiles 40" in guest.get(room).content.decode()
    refused = host.post(reverse("lobby:room_settings", args=[code]), {"version": 3, "alfa_enabled": "1"}, **HTMX)
    assert refused.status_code == 400 and "alfa_enabled" in refused.content.decode()
    assert host.post(reverse("lobby:room_game", args=[code]), {"game": "chess"}).status_code == 400
    guest.post(reverse("lobby:room_leave", args=[code]))
    stranger = Client().get(reverse("lobby:invitation", args=[code])).content.decode()
    assert "<b>Classic</b>" in stranger


def test_a_rematch_keeps_the_game_and_the_draw_says_who_starts(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    know_every_word(monkeypatch)
    row = classic_match()
    submit(row, 0, at=BEGAN + 5_000, do="resign")
    first, second = (user_at(row, seat) for seat in (0, 1))
    asked = certain(rematch.propose(row.public_id, first.pk, BEGAN + 6_000))
    assert (asked.begins, asked.starter) == (False, "")
    clock.now = BEGAN + 6_500
    card = signed_in(second).get(reverse("lobby:rematch", args=[row.public_id]))
    assert "the deal says who starts" in card.content.decode()
    rematch.accept(row.public_id, second.pk, BEGAN + 7_000)
    again = Match.objects.get(public_id=Rematch.objects.get(previous=row).match)
    assert again.variant == "classic"
    assert again.lobby_order == [first.display_name, second.display_name]  # as they sat
    assert audit.first_difference(again) is None


def test_a_draw_is_told_as_one_in_the_players_list(
    monkeypatch: pytest.MonkeyPatch, client: Client, clock: Clock
) -> None:
    know_every_word(monkeypatch)
    row = classic_match(3)
    to_a_draw(row, random.Random(3))
    client.force_login(user_at(row, 0))
    page = client.get(HOME).content.decode()
    assert "Draw" in page and ">Classic<" not in page.partition('id="recent"')[0].partition('id="games"')[0]
    assert game.recent_matches(user_at(row, 1).pk)[0].drawn
