"""The picture of a finished match that goes round with its link: the last board, who played, and how it ended.

Drawn with the site's own fonts and the light theme's colours (static/css/alfapower/tokens.css), 1200 × 630 points as
those who show links ask for. Nothing but what the shared page shows stands in it.
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
from game.shown import SHOWN
from game.shown.squares import Square, is_near

SIZE = (1200, 630)
MARGIN = 44
BOARD = SIZE[1] - 2 * MARGIN
"""The board's side in points, its frame within."""
FRAME = 10
TEXT_LEFT = MARGIN + BOARD + 56
TEXT_WIDTH = SIZE[0] - TEXT_LEFT - MARGIN

GROUND, GROUND_HIGH, BRAND, INK, INK_SOFT = "#0b2830", "#0f3a45", "#ffc938", "#eef6f4", "#a9c8cd"
NEAR, FAR = "#62d8a3", "#d3a8f2"
BETWEEN, EMPTY, DEAD = "#bccbc8", "#e9efed", "#2b3d42"
BONUS = {"d": "#bfe1f6", "t": "#1769a3", "D": "#ffd3bd", "T": "#bf3a16", "*": "#ffd3bd"}
CLAIM_NEAR, CLAIM_FAR = "#d3ecdf", "#eadcf4"
TILE, TILE_EDGE, TILE_INK = "#fff4d9", "#c59f57", "#20292c"
ALFA, ALFA_INK = "#14262c", "#ffd05a"

_FONTS = {"display": "bricolage-grotesque", "text": "figtree"}
HEADLINE_SIZES = (64, 52, 42, 34)


@dataclass(frozen=True, slots=True)
class Player:
    """A line of the picture: whether the seat wears the first colour, the name as the font can show it, the total."""

    near: bool
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
    game = SHOWN[view.rules.variant]
    _board(pen, game.squares(view, shown))
    players = [
        Player(is_near(seat, None), shown[seat], with_minus(total.total)) for seat, total in enumerate(view.totals)
    ]
    _words(pen, game.headline(view, shown), players)
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


def _board(pen: ImageDraw.ImageDraw, grid: list[list[Square]]) -> None:
    pen.rounded_rectangle((MARGIN, MARGIN, MARGIN + BOARD, MARGIN + BOARD), 18, fill=BETWEEN)
    step = (BOARD - 2 * FRAME) / len(grid)
    for squares_of_row in grid:
        for square in squares_of_row:
            left, top = MARGIN + FRAME + square.cell.col * step, MARGIN + FRAME + square.cell.row * step
            _square(pen, square, (left + 1, top + 1, left + step - 1, top + step - 1))


def _square(pen: ImageDraw.ImageDraw, square: Square, box: tuple[float, float, float, float]) -> None:
    cell, looks = square.cell, square.css.split()
    side = box[2] - box[0]
    if cell.letter:
        black = "cell--alfa" in looks
        ground, edge, ink = (ALFA, ALFA_INK, ALFA_INK) if black else (TILE, TILE_EDGE, TILE_INK)
        pen.rounded_rectangle(box, side * 0.16, fill=ground, outline=edge, width=2 if black else 1)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        letter = cell.letter.lower() if cell.blank else cell.letter
        pen.text(middle, letter, ink, _font("display", 700, max(8, round(side * 0.68))), "mm")
        return
    colour = BONUS.get(cell.bonus, EMPTY)
    if "cell--dead" in looks:
        colour = DEAD
    elif "cell--claim" in looks:
        colour = CLAIM_NEAR if "is-you" in looks else CLAIM_FAR
    pen.rounded_rectangle(box, side * 0.1, fill=colour)


def _words(pen: ImageDraw.ImageDraw, said: str, players: Sequence[Player]) -> None:
    pen.text((TEXT_LEFT, MARGIN), "AlfaPower", BRAND, _font("display", 800, 40), "la")
    lines, size = fitted(said)
    top = 150
    for line in lines:
        pen.text((TEXT_LEFT, top), line, INK, _font("display", 700, size), "la")
        top += round(size * 1.12)
    top = SIZE[1] - MARGIN - 84 * len(players)
    for player in players:
        colour = NEAR if player.near else FAR
        pen.rounded_rectangle((TEXT_LEFT, top + 8, TEXT_LEFT + 10, top + 60), 5, fill=colour)
        room = TEXT_WIDTH - 34 - _font("display", 700, 52).getlength(player.total) - 24
        pen.text((TEXT_LEFT + 30, top + 34), _shortened(player.name, room), INK, _font("text", 600, 34), "lm")
        pen.text((TEXT_LEFT + TEXT_WIDTH, top + 34), player.total, colour, _font("display", 700, 52), "rm")
        top += 84


def fitted(said: str) -> tuple[list[str], int]:
    """The sentence in at most three lines, in the largest size in which it has room."""
    for size in HEADLINE_SIZES:
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
