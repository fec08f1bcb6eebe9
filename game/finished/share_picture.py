"""Draw the preview picture of a share link: the last board of the match, who played, and how it ended.

Drawn with the site's own fonts and the light theme's colours (static/css/alfapower/tokens.css), 1200 × 630 points as
sites that preview links ask for. It shows nothing but what the shared page shows.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from game.kernel.base_types import Seat
from game.presentation import PRESENTATIONS
from game.presentation.picture_squares import PictureSquare
from game.variants import VARIANTS

SIZE = (1200, 630)
MARGIN = 44
BOARD = SIZE[1] - 2 * MARGIN
"""The board's side in points, its frame within."""
FRAME = 10
TEXT_LEFT = MARGIN + BOARD + 56
TEXT_WIDTH = SIZE[0] - TEXT_LEFT - MARGIN

GROUND, GROUND_HIGH, BRAND, INK, INK_SOFT = "#0b2830", "#0f3a45", "#ffc938", "#eef6f4", "#a9c8cd"
BETWEEN, WALL, ARROW = "#bccbc8", "#10272e", "#bf3a16"

_FONTS = {"display": "bricolage-grotesque", "text": "figtree"}
HEADLINE_SIZES = (64, 52, 42, 34)
FEW = 3
"""So many players' lines leave room for a large headline."""
ARROWS = {"right": ((0.84, 0.32), (1.04, 0.5), (0.84, 0.68)), "down": ((0.32, 0.84), (0.5, 1.04), (0.68, 0.84))}
"""Where an arrow's tip lies on a square of side 1: at the edge to which it points."""
SITE = "AlfaPower"


@dataclass(frozen=True, slots=True)
class Player:
    """A line of the picture: the seat's colour, the name as the font can show it, the total."""

    colour: str
    name: str
    total: str


def draw(view: Any, names: Sequence[str]) -> bytes:
    """The picture (PNG) of a match that is over, as a stranger sees it, in the language that is active."""
    shown = [readable(name, seat) for seat, name in enumerate(names)]
    image = Image.new("RGB", SIZE, GROUND)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, SIZE[0], SIZE[1] // 2), fill=GROUND_HIGH)
    pen.polygon([(0, SIZE[1] // 2), (SIZE[0], SIZE[1] // 2), (SIZE[0], SIZE[1] // 2 + 90), (0, SIZE[1] // 2 + 10)],
                fill=GROUND_HIGH)  # fmt: skip
    game = PRESENTATIONS[view.rules.variant]
    _board(pen, [[game.picture_square(square) for square in row] for row in game.squares(view, shown)])
    players = [
        Player(game.picture_seats[seat], shown[seat], with_minus(total.total)) for seat, total in enumerate(view.totals)
    ]
    _words(pen, _(VARIANTS[view.rules.variant].title), game.headline(view, shown), players)
    file = io.BytesIO()
    image.quantize(128, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def readable(name: str, seat: Seat) -> str:
    """The name, or the player's number where the font has no picture for a letter of it."""
    font = _font("text", 600, 40)
    unknown = bytes(font.getmask("\uffff"))
    if all(char == " " or bytes(font.getmask(char)) != unknown for char in name):
        return name
    return _("Player %(number)d") % {"number": seat + 1}


def with_minus(number: int) -> str:
    """A number whose minus is a real one."""
    return f"−{-number}" if number < 0 else str(number)


def _board(pen: ImageDraw.ImageDraw, grid: list[list[PictureSquare]]) -> None:
    pen.rounded_rectangle((MARGIN, MARGIN, MARGIN + BOARD, MARGIN + BOARD), 18, fill=BETWEEN)
    step = (BOARD - 2 * FRAME) / len(grid)
    for draw_one in (_square, _walls):  # walls over all squares: they stand between two
        for row, squares_of_row in enumerate(grid):
            for col, square in enumerate(squares_of_row):
                draw_one(pen, square, (MARGIN + FRAME + col * step, MARGIN + FRAME + row * step), step)


def _square(pen: ImageDraw.ImageDraw, square: PictureSquare, corner: tuple[float, float], step: float) -> None:
    left, top, side = corner[0] + 1, corner[1] + 1, step - 2
    box = (left, top, left + side, top + side)
    if square.edge:
        pen.rounded_rectangle(box, side * 0.16, fill=square.fill, outline=square.edge, width=square.thick)
    else:
        pen.rounded_rectangle(box, side * 0.1, fill=square.fill)
    if square.letter:
        font = _font("display", 700, max(8, round(side * 0.68)))
        pen.text((left + side / 2, top + side / 2), square.letter, square.ink, font, "mm")
    if square.mark:
        pen.polygon([(left + side * x, top + side * y) for x, y in square.mark], fill=square.mark_ink)
    if square.arrow:
        tip = [(left + side * x, top + side * y) for x, y in ARROWS[square.arrow]]
        pen.polygon(tip, fill=ARROW)


def _walls(pen: ImageDraw.ImageDraw, square: PictureSquare, corner: tuple[float, float], step: float) -> None:
    left, top, thick = corner[0], corner[1], max(2, step * 0.06)
    if "right" in square.walls:
        pen.rectangle((left + step - thick, top, left + step + thick, top + step), fill=WALL)
    if "down" in square.walls:
        pen.rectangle((left, top + step - thick, left + step, top + step + thick), fill=WALL)


def _words(pen: ImageDraw.ImageDraw, title: str, said: str, players: Sequence[Player]) -> None:
    pen.text((TEXT_LEFT, MARGIN), title, BRAND, _font("display", 800, 40), "la")
    if title != SITE:
        pen.text((SIZE[0] - MARGIN, MARGIN + 40), SITE, INK_SOFT, _font("display", 700, 26), "rs")
    many = len(players) > FEW
    lines, size = fitted(said, HEADLINE_SIZES[2:] if many else HEADLINE_SIZES)
    top = 120 if many else 150
    for line in lines:
        pen.text((TEXT_LEFT, top), line, INK, _font("display", 700, size), "la")
        top += round(size * 1.12)
    step = 62 if many else 84
    top = SIZE[1] - MARGIN - step * len(players)
    for player in players:
        pen.rounded_rectangle((TEXT_LEFT, top + 8, TEXT_LEFT + 10, top + 60), 5, fill=player.colour)
        room = TEXT_WIDTH - 34 - _font("display", 700, 52).getlength(player.total) - 24
        pen.text((TEXT_LEFT + 30, top + 34), _shortened(player.name, room), INK, _font("text", 600, 34), "lm")
        pen.text((TEXT_LEFT + TEXT_WIDTH, top + 34), player.total, player.colour, _font("display", 700, 52), "rm")
        top += step


def fitted(said: str, sizes: Sequence[int] = HEADLINE_SIZES) -> tuple[list[str], int]:
    """The sentence in at most three lines, in the largest size in which it has room."""
    for size in sizes:
        lines = [""]
        for word in said.split():
            wider = f"{lines[-1]} {word}".strip()
            if _font("display", 700, size).getlength(wider) <= TEXT_WIDTH:
                lines[-1] = wider
            else:
                lines.append(word)
        if len(lines) <= 3 and all(_font("display", 700, size).getlength(line) <= TEXT_WIDTH for line in lines):
            break
    return [line for line in lines if line][:3], size


def _shortened(name: str, room: float) -> str:
    """The name, cut with an ellipsis where it is wider than `room` (points)."""
    font, shown = _font("text", 600, 34), name
    while font.getlength(shown) > room and len(shown) > 1:
        name = name[:-1].rstrip()
        shown = f"{name}…"
    return shown


@lru_cache(maxsize=64)
def _font(family: str, weight: int, size: int) -> ImageFont.FreeTypeFont:
    """A font of the site; `weight` as in CSS, `size` in points of the picture."""
    file = settings.BASE_DIR / "static" / "fonts" / f"{_FONTS[family]}-latin-wght-normal.woff2"
    font = ImageFont.truetype(str(file), size)
    font.set_variation_by_axes([weight])
    return font
