"""What the picture of a finished match shows of each game: whose letters they are, walls, arrows, black tiles."""

import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.test import Client
from PIL import ImageDraw

from game.finished import share_picture
from game.kernel.actions import Resign
from game.models import ShareLink
from game.presentation import PRESENTATIONS
from game.presentation.picture_squares import PictureSquare
from game.variants import VARIANTS
from game.variants.alfapet.rules.board import DOWN as ARROW_DOWN
from game.variants.keebble.rules.board import DOWN, RIGHT
from tests.support import alfapet, keebble
from tests.support.acts import NOW, act
from tests.support.matches import make_match, resigned, user_at
from tests.support.types import certain

TITLE = re.compile("<title>(.*?)</title>", re.DOTALL)


def seen(state: Any) -> Any:
    """The match when all seats but the first have resigned, as a stranger sees it."""
    for seat in range(1, len(state.players)):
        state = act(state, Resign(), seat=seat).state
    return VARIANTS[state.rules.variant].view(state, None, (), NOW)


def drawn(state: Any) -> list[list[PictureSquare]]:
    """The squares of the picture that a stranger gets of the match."""
    shown, view = PRESENTATIONS[state.rules.variant], seen(state)
    names = [f"Player {seat}" for seat in range(len(state.players))]
    assert share_picture.draw(view, names).startswith(b"\x89PNG")
    return [[shown.picture_square(square) for square in row] for row in shown.squares(view, names)]


def same(kind: PictureSquare, square: Any) -> PictureSquare:
    """Every square is drawn like this."""
    return kind


def test_keebble_shows_owners_and_walls() -> None:
    board = keebble.board(["CaT.#"], ["0.4"], walls=[(0, 1, RIGHT), (0, 2, DOWN)])
    row = drawn(keebble.sheet(board, seats=5))[0]
    assert [square.letter for square in row[:4]] == ["C", "a", "T", ""]
    assert row[0].mark and row[2].mark and row[0].mark != row[2].mark and row[0].fill != row[2].fill
    assert not row[1].mark and row[4].fill != row[3].fill
    assert [square.walls for square in row[:4]] == [(), ("right",), ("down",), ()]


def test_alfapet_shows_arrows_and_black_tiles() -> None:
    board = alfapet.lay_out({(7, 5): "KAb#"}, {(8, 7): "EL"}, arrows={(7, 7): ARROW_DOWN})
    row = drawn(alfapet.table(board))[7]
    assert [square.letter for square in row[5:9]] == ["K", "A", "b", ""]
    assert [square.arrow for square in row[5:9]] == ["", "", "down", ""]
    assert row[8].fill not in {row[9].fill, row[7].fill} and not row[8].edge


def test_a_wall_an_arrow_and_a_mark_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each changes the picture by itself."""
    plain = PictureSquare("#ffffff", "A", "#000000")
    marked = replace(plain, mark=((0, 0), (0.3, 0), (0, 0.3)), mark_ink="#ff0000")
    kinds = [plain, marked, replace(plain, walls=("right",)), replace(plain, walls=("down",))]
    kinds += [replace(plain, arrow=arrow) for arrow in share_picture.ARROWS]
    view = seen(keebble.sheet())
    pictures = set()
    for kind in kinds:
        monkeypatch.setitem(
            PRESENTATIONS, "keebble", replace(PRESENTATIONS["keebble"], picture_square=partial(same, kind))
        )
        pictures.add(share_picture.draw(view, ["Astrid", "Björn"]))
    assert len(pictures) == len(kinds)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_link_names_the_game(client: Client, variant: str) -> None:
    row = resigned(make_match(variant=variant))
    client.force_login(user_at(row, 0))
    client.post(f"/match/{row.public_id}/share")
    at = f"/shared/{ShareLink.objects.get(match=row).token}/"
    title = str(VARIANTS[variant].title)
    for address, word in ((at, "Result"), (f"{at}replay/", "Replay")):
        html = Client().get(address).content.decode()
        named = word if title == "AlfaPower" else f"{word} · {title}"
        assert certain(TITLE.search(html))[1].split() == f"{named} · AlfaPower".split()
        assert f' · {title}"' in html and f'content="{title}. ' in html


def test_the_picture_is_headed_by_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    headed = []
    monkeypatch.setattr(share_picture, "_words", lambda pen, title, *rest: headed.append(title))
    for state in (keebble.sheet(), alfapet.table()):
        share_picture.draw(seen(state), ["Astrid", "Björn"])
    assert headed == ["Keebble", "Alfapet"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_headline_and_the_players_leave_each_other_room(monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    told: list[tuple[float, str]] = []
    real = ImageDraw.ImageDraw.text

    def note(pen: Any, at: tuple[float, float], text: str, *rest: Any, **more: Any) -> None:
        told.append((at[1], text))
        real(pen, at, text, *rest, **more)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", note)
    long = replace(PRESENTATIONS["keebble"], headline=lambda view, names: "a few rather long words " * 9)
    monkeypatch.setitem(PRESENTATIONS, "keebble", long)
    share_picture.draw(seen(keebble.sheet(seats=seats)), [f"Astrid {seat}" for seat in range(seats)])
    last_line = max(top for top, text in told if "rather" in text or "long" in text)
    first_name = min(top for top, text in told if text.startswith("Astrid"))
    assert first_name - last_line > 60  # the height of the line, and half of the name's
