"""The home page: Quick Join as the presets have it, live counts, the player's own matches first."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from dictionary import api as dictionary
from game import api as game
from game.crossword.layouts import standard_layout
from lobby.board_thumbnails import Mini, mini_board
from lobby.models import Preset
from tests.lobby.conftest import Clock
from tests.support.browsers import signed_in
from tests.support.matches import make_match

HOME = reverse("lobby:home")
COUNTS = reverse("lobby:counts")


@pytest.fixture
def seeker(clock: Clock) -> None:
    """Somebody else, waiting live for Quick in Swedish."""
    other = Client()
    other.post(reverse("lobby:seek"), {"preset": "quick", "lg": "sv"})
    other.post(reverse("lobby:poll"))


def test_a_visitor_sees_each_preset_behind_one_button_and_is_made_nobody(client: Client) -> None:
    page = client.get(HOME).content.decode()

    offered = re.findall(r'class="(?:btn|pace)" name="preset" value="(\w+)"', page)
    assert offered == ["standard", "quick", "standard", "strategy"]
    for said in ("11 × 11", "15 × 15 blank", "30 s", "No timer"):
        assert said in page, said
    own = client.get("/play/alfapower/").content.decode()
    for chip in ("11 × 11", "15 × 15 blank", "4 powers", "8 powers", "Alfa tiles", "30 s", "No timer"):
        assert chip in own, chip
    assert "Your turn" not in page
    assert "sessionid" not in client.cookies


def test_the_page_keeps_the_content_policy(client: Client) -> None:
    page = client.get(HOME).content.decode()

    assert "style=" not in page and not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r'\son\w+="', page)


def test_an_inactive_preset_is_not_offered_and_none_is_said(client: Client) -> None:
    Preset.objects.filter(key="quick").update(active=False)
    assert 'value="quick"' not in client.get(HOME).content.decode()
    Preset.objects.update(active=False)
    assert "nothing to play" in client.get(HOME).content.decode()


@pytest.mark.parametrize(("accepted", "chosen"), [("en", "en"), ("sv", "sv"), ("fi", "en")])
def test_the_match_language_begins_as_that_of_the_interface(client: Client, accepted: str, chosen: str) -> None:
    page = client.get(HOME, headers={"accept-language": accepted}).content.decode()

    assert re.findall(r'name="lg" value="(\w+)" checked', page) == [chosen]


def test_the_counts_are_of_the_chosen_language_and_replace_only_themselves(client: Client, seeker: None) -> None:
    swedish = client.get(COUNTS, {"lg": "sv"}).content.decode()
    english = client.get(COUNTS, {"lg": "en"}).content.decode()

    assert re.search(r'id="waiting-quick" hx-swap-oob="true">.*?<span class="num">1</span> waiting', swedish)
    assert "waitn has" not in english and english.count("Nobody is waiting") == 1
    assert "<button" not in swedish  # nothing that could hold the focus is replaced
    on_page = client.get(HOME, headers={"accept-language": "sv"}).content.decode()
    assert re.search(r'class="waitn has" id="waiting-quick" ?>', on_page) and "1 väntar. Du börjar direkt." in on_page


@pytest.mark.parametrize("query", [{}, {"lg": ""}, {"lg": "fi"}, {"lg": "en' or 1"}])
def test_counts_of_no_language_are_refused(client: Client, query: dict[str, str]) -> None:
    assert client.get(COUNTS, query).status_code == 400


def test_live_matches_come_first_with_the_way_back(
    client: Client, astrid: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = game.MatchCard(
        variant="alfapower",
        public_id="abc",
        opponent="<b>Elsa",
        language="en",
        board_size=15,
        preset="standard",
        turn_seconds=60,
        your_turn=True,
        scores=(80, 128),
        left_ms=37_001,
    )
    shown = {astrid.pk: game.RunningMatches([card])}
    monkeypatch.setattr(game, "running_matches", lambda user_id, with_last: shown.get(user_id, game.RunningMatches()))
    client.force_login(astrid)

    page = client.get(HOME).content.decode()

    assert page.index("Your turn in 1 match") < page.index("New match")
    assert reverse("game:match", args=["abc"]) in page
    for text in ("Standard, English", "You 80, &lt;b&gt;Elsa 128.", "38 s"):
        assert text in page, text
    assert "<b>Elsa" not in page


@pytest.mark.parametrize(
    ("left_ms", "time", "said"),
    [
        (37_001, None, "38 s"),
        (-5, None, "0 s"),
        (187_200_000, game.TurnTime(187_200_000, 259_200_000, 0, 0), "2 d 4 h"),
        (446_400_000, game.TurnTime(187_200_000, 259_200_000, 259_200_000, 259_200_000), "2 d 4 h + 3 d"),
        (90_000, game.TurnTime(90_000, 259_200_000, 0, 0), "2 min"),
        (90_000, game.TurnTime(0, 259_200_000, 93_600_000, 259_200_000), "1 d 2 h of the reserve"),
    ],
)
def test_a_running_match_says_what_is_left_of_the_turn(
    client: Client,
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
    left_ms: int,
    time: game.TurnTime | None,
    said: str,
) -> None:
    card = game.MatchCard(
        variant="classic", public_id="abc", opponent="Elsa", language="en", board_size=15, preset="", turn_seconds=60,
        your_turn=True, scores=(0, 0), left_ms=left_ms, slow=time is not None, time=time,
    )  # fmt: skip
    monkeypatch.setattr(game, "running_matches", lambda user_id, with_last: game.RunningMatches([card]))
    client.force_login(people[0])
    assert f'<b class="num">{said}</b>' in client.get(HOME).content.decode()


def test_of_the_matches_on_my_turn_what_runs_out_first_is_first(people: list[User]) -> None:
    now = game.now_ms()
    wanted = []
    for number, seconds in enumerate((None, 604_800, 86_400, 300)):
        row = make_match(starts_at=now, users=people[:2], turn_seconds=seconds)
        wanted.append((number, row.public_id, row.seats.get(seat=0).user_id))
    for player in people[:2]:
        mine = [public_id for _number, public_id, first in wanted if first == player.pk]
        cards = game.live_matches(player.pk)
        assert [card.public_id for card in cards if card.your_turn] == mine[::-1]
        assert [card.your_turn for card in cards] == sorted((card.your_turn for card in cards), reverse=True)


def drawn(mini: Mini) -> dict[tuple[int, int], str]:
    """The marks of a picture by cell, read back from its paths; `tile` where a letter hides the cell."""
    marks = {}
    kinds = {"var(--tile)": "tile", "var(--dw)": "D", "var(--tw)": "T", "var(--dl)": "d", "var(--tl)": "t"}
    for colour, path in (*mini.squares, *mini.discs):
        for x, y in re.findall(r"M([\d.]+) ([\d.]+)h", path):
            if colour in kinds:
                marks[int(float(y)) // 10, int(float(x)) // 10] = kinds[colour]
    return marks


@pytest.mark.parametrize("size", [11, 15, 19])
@pytest.mark.parametrize("blank", [False, True])
def test_the_pictures_are_of_the_boards_the_game_lays(size: int, blank: bool) -> None:
    marks = drawn(mini_board(standard_layout(size, blank)))

    for row, line in enumerate(standard_layout(size, blank)):
        for col, mark in enumerate(line):
            expected = {".": None, "*": None}.get(mark, mark)  # the star lies under a tile in every picture
            assert marks.get((row, col)) in (expected, "tile"), (row, col)
    assert marks[size // 2, size // 2] == "tile"


def runs(letters: dict[tuple[int, int], str]) -> set[str]:
    """The words of two letters and more that stand in a picture, across and down."""
    found = set()
    for down, across in ((0, 1), (1, 0)):
        for row, col in letters:
            if (row - down, col - across) not in letters:
                word = ""
                while (row, col) in letters:
                    word, row, col = word + letters[row, col], row + down, col + across
                found.add(word)
    return {word for word in found if len(word) > 1}


def no_words(letters: dict[tuple[int, int], str], language: str) -> list[str]:
    """What stands in a picture and is not in the list."""
    listed = dictionary.current(language)
    return [word for word in runs(letters) if word not in listed]


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("size", [11, 15, 19])
@pytest.mark.parametrize("blank", [False, True])
def test_the_pictures_spell_words_of_the_readers_language(language: str, size: int, blank: bool) -> None:
    mini = mini_board(standard_layout(size, blank), language)
    letters = {(int(float(y) // 10), int(float(x) // 10)): letter for x, y, letter in mini.letters}
    assert runs(letters) and not no_words(letters, language)


def test_a_swedish_page_of_a_game_shows_swedish_words_on_its_boards(client: Client) -> None:
    page = "/play/alfapower/"
    swedish, english = (client.get(page, headers={"accept-language": code}).content.decode() for code in ("sv", "en"))
    assert ">Ä</text>" in swedish and ">Ä</text>" not in english


ONLY_WAY = ("This browser is the only way back", "you exist in this browser only")


@pytest.mark.parametrize("has_played", [False, True])
def test_the_home_page_says_once_that_a_guest_has_this_browser_alone(
    people: list[User], clock: Clock, has_played: bool
) -> None:
    """It said so by the running matches, and again by the slow seeks."""
    if has_played:
        make_match(users=people[:2])
    browser = signed_in(people[0])
    browser.post(reverse("lobby:seek"), {"preset": "alfapower-slow", "lg": "en"})
    home = browser.get("/").content.decode()
    assert 'id="slow-seeks"' in home and "Stands until" in home
    assert sum(home.count(said) for said in ONLY_WAY) == 1
