"""Boards of one's own in rooms and in practice: offered, seen by everybody, kept by the room, and never ranked."""

import json
import re
from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import SavedBoard, User
from game import api as game
from game.crossword.layouts import CLASSIC_LAYOUT, standard_layout
from game.models import Match
from lobby import forms, rules_in_words
from lobby.models import Room
from lobby.services import practice, rematch, room_game
from tests.lobby.conftest import HTMX, START, Clock, be_ready, room_pages
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory, resigned, submit
from tests.support.text_boards import OWN_ROWS
from tests.support.types import certain

STARLESS = [row.replace("*", ".") for row in OWN_ROWS]
KEYS = [("alfapower", "board"), ("flex", "layout")]


class Table:
    """Two browsers in a room for a game; the host has kept boards."""

    def __init__(self, variant: str) -> None:
        self.user = UserFactory.create()
        self.host, self.guest = signed_in(self.user), Client()
        self.host.post(reverse("lobby:new_room"))
        self.room = Room.objects.get()
        self.code = self.room.code
        room_game.set_game(self.code, self.user.pk, variant, START)
        self.guest.post(reverse("lobby:join"), {"code": self.code})
        SavedBoard.objects.create(user=self.user, name="Corners", rows=OWN_ROWS)

    def page(self, who: Client) -> str:
        return who.get(reverse("lobby:room", args=[self.code])).content.decode()

    def post(self, who: Client, **given: str) -> str:
        self.room.refresh_from_db()
        return who.post(
            reverse("lobby:room_settings", args=[self.code]), {"version": self.room.version, **given}, **HTMX
        ).content.decode()

    @property
    def settings(self) -> dict[str, int | list[str]]:
        self.room.refresh_from_db()
        return self.room.settings


@pytest.fixture(params=KEYS, ids=[variant for variant, _key in KEYS])
def keyed(request: pytest.FixtureRequest, clock: Clock) -> tuple[Table, str]:
    variant, key = request.param
    return Table(variant), key


def choice_of(page: str, key: str) -> str:
    """What is posted of the choice that is made of several."""
    return certain(re.search(rf'name="{key}"\s+value="([^"]*)"\s+id="[^"]*"\s+checked', page))[1]


def test_a_board_that_was_kept_is_a_choice_of_the_hosts_alone(keyed: tuple[Table, str]) -> None:
    table, key = keyed
    mine, theirs = table.page(table.host), table.page(table.guest)
    assert "Corners" in mine and "Corners" not in theirs
    assert reverse("accounts:boards") in mine and reverse("accounts:boards") not in theirs
    value = certain(re.search(rf'name="{key}"\s+value="([^"]*)"\s+id="s-{key}-kept-1"', mine))[1]
    assert value.split() == OWN_ROWS
    answer = table.post(table.host, **{key: value})
    assert table.settings[key] == OWN_ROWS
    assert "11 × 11. Not ranked." in answer and choice_of(table.page(table.host), key).split() == OWN_ROWS
    page = table.page(table.guest)
    for text in ("11 × 11. Not ranked.", 'class="boardpic n-11"', "pic--TL"):
        assert text in page, text
    assert choice_of(page, key) == "rows"


def test_what_becomes_of_the_board_changes_nothing_in_the_room(keyed: tuple[Table, str]) -> None:
    table, key = keyed
    table.post(table.host, **{key: " ".join(OWN_ROWS)})
    shown = table.page(table.host)
    SavedBoard.objects.all().delete()
    assert "11 × 11. Not ranked." in table.page(table.guest)
    table.post(table.host, **{key: choice_of(shown, key), "turn_seconds": "90"})
    assert (table.settings[key], table.settings["turn_seconds"]) == (OWN_ROWS, 90)


def test_the_choice_of_a_board_makes_nobody_ready_and_tells_of_itself(keyed: tuple[Table, str]) -> None:
    table, key = keyed
    table.post(table.host, **{key: "rows", f"{key}.rows": "\n".join(OWN_ROWS)})
    assert "own" in table.page(table.guest).partition('id="room-news"')[2].partition("</div>")[0]
    assert "11 × 11" in rules_in_words.difference_line(table.settings, table.room.variant)
    table.room.refresh_from_db()
    assert not any(seat.is_ready for seat in table.room.players.all())


def test_rows_copied_out_of_a_record_are_read(keyed: tuple[Table, str]) -> None:
    table, key = keyed
    table.post(table.host, **{key: "rows", f"{key}.rows": json.dumps(OWN_ROWS)})
    assert table.settings[key] == OWN_ROWS


NO_BOARDS = {
    "nothing": [""],
    "one row": ["..."],
    "a row too few": OWN_ROWS[:-1],
    "no such mark": [*OWN_ROWS[:-1], "D.........X"],
    "the star in a corner": ["*.........D", *OWN_ROWS[1:]],
}


def test_rows_that_are_no_board_are_refused_at_the_field(keyed: tuple[Table, str]) -> None:
    table, key = keyed
    for name, rows in NO_BOARDS.items():
        answer = table.post(table.host, **{key: "rows", f"{key}.rows": "\n".join(rows)})
        assert "Write 11, 15 or 19 rows" in answer and f'id="err-{key}"' in answer, name
        assert key not in table.settings, name


@pytest.mark.parametrize(("variant", "said"), [("alfapower", "star has to be in the centre"), ("flex", "")])
def test_alfapower_asks_for_the_star_and_flex_does_not(clock: Clock, variant: str, said: str) -> None:
    table, key = Table(variant), dict(KEYS)[variant]
    answer = table.post(table.host, **{key: " ".join(STARLESS)})
    assert (said in answer) if said else table.settings[key] == STARLESS
    assert (key in table.settings) is (not said)


def test_the_guest_posts_no_board(keyed: tuple[Table, str]) -> None:
    table, key = keyed
    table.post(table.guest, **{key: " ".join(OWN_ROWS)})
    assert key not in table.settings


def test_who_is_invited_sees_the_board_first(clock: Clock) -> None:
    table = Table("alfapower")
    table.guest.post(reverse("lobby:room_leave", args=[table.code]))
    table.post(table.host, board=" ".join(OWN_ROWS))
    page = Client().get(reverse("lobby:invitation", args=[table.code])).content.decode()
    assert "own board, 11 × 11" in page and 'class="boardpic n-11"' in page and "Not ranked." in page
    table.post(table.host, board="standard")
    assert "boardpic" not in Client().get(reverse("lobby:invitation", args=[table.code])).content.decode()


def test_a_board_decides_the_size_and_says_nothing_of_what_is_idle() -> None:  # R1.46
    rules = {"board": OWN_ROWS, "board_size": 19, "blank_board": True, "turn_seconds": 90}
    assert game.changed_settings(rules) == {"board": OWN_ROWS, "board_size": 11, "turn_seconds": 90}
    assert rules_in_words.difference_line(rules) == "own board, 11 × 11 · 90 s"
    assert forms.sections(rules)[0].summary == "own board, 11 × 11, English"
    assert forms.sections({})[0].summary == "15 × 15, normal board, English"
    assert game.describe(rules).layout == tuple(OWN_ROWS)


@pytest.mark.parametrize(
    "rows", [OWN_ROWS, list(standard_layout(19, blank=False))], ids=["own", "rows of the standard one"]
)
def test_the_match_of_a_room_is_played_on_it_and_so_is_its_rematch(
    clock: Clock, rows: Sequence[str]
) -> None:  # R1.46, R1.47
    table = Table("alfapower")
    table.post(table.host, board=" ".join(rows))
    version = Room.objects.get().version
    guest_id = int(table.guest.session["_auth_user_id"])
    players = [table.user, User.objects.get(pk=guest_id)]
    be_ready(table.code, *players, version=version, now=clock.now)
    view = room_pages(table.code, clock, 6, players)[1]
    row = resigned(Match.objects.get(public_id=view.match), at=clock.now + 3_000)
    again = certain(game.finished_match(row.public_id, table.user.pk))
    assert (again.rated, again.preset) == (False, "")
    is_own = rows == OWN_ROWS
    assert again.settings.get("board") == (OWN_ROWS if is_own else None)
    assert again.settings["board_size"] == len(rows)
    later = clock.now + 4_000
    rematch.propose(row.public_id, table.user.pk, later)
    standing = certain(rematch.accept(row.public_id, guest_id, later))
    assert not standing.rated
    other = certain(game.finished_match(row.public_id, guest_id))
    assert other.settings == again.settings


def test_a_practice_is_played_on_it_and_played_again_on_it(people: list[User]) -> None:  # R1.46
    own = {"board": OWN_ROWS, "turn_seconds": None}
    what = practice.wanted(
        level="calm", preset=practice.OWN, language="sv", clock=False, at_once=True, own=own, variant="alfapower"
    )
    assert what.settings == {"board": OWN_ROWS, "board_size": 11, "language": "sv", "turn_seconds": None}
    public_id = practice.make(people[0].pk, what, practice.open_deal(people[0].pk, what, START), START)
    row = Match.objects.get(public_id=public_id)
    assert row.practice and not row.rated
    seat = row.seats.get(bot="").seat
    submit(row, seat, at=START + 2_000, do="resign")
    assert certain(practice.again(public_id, people[0].pk)).settings == what.settings


def test_the_page_of_practice_offers_what_was_kept(client: Client, clock: Clock) -> None:
    user = UserFactory.create()
    SavedBoard.objects.create(user=user, name="Corners", rows=OWN_ROWS)
    assert "Corners" not in client.get("/practice/").content.decode()
    client.force_login(user)
    assert "Corners" in client.get("/practice/").content.decode()


def test_the_first_practice_has_its_good_word_on_a_board_of_ones_own_too(people: list[User]) -> None:
    what = practice.Wanted("calm", {"board": OWN_ROWS, "board_size": 11, "turn_seconds": None}, "", True)
    assert len(certain(practice.first_deal(people[0].pk, what))) == 32


def test_rows_like_those_of_a_named_board_of_another_game_are_a_board() -> None:
    assert game.describe({"board": list(CLASSIC_LAYOUT)}).own_board
    assert not game.describe({"layout": "classic15"}, "flex").own_board
