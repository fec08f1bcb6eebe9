"""The game's names in the Jinja2 environment: the parts of each game, pieces for pushes, numbers and tiles as text."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from jinja2 import Template, pass_context
from jinja2.runtime import Context

from game.live import panels, pieces
from game.presentation.turn_lines import TurnLine
from game.templatetags import match
from ui import jinja_environment
from ui.remembered import MIB, Memory

memory = Memory(12 * MIB)


def part(game: str, name: str) -> Template:
    """For `{% include part(game, "parts/card_extra") %}`: a part as the game has it, else as all games have it; nothing
    where there is neither."""
    path = panels.template_of(game, name)
    return jinja_environment.parts().get_template(path) if path else _nothing()


@cache
def _nothing() -> Template:
    return jinja_environment.parts().from_string("")


@pass_context
def panel(context: Context, name: str) -> SafeString:
    """A panel in its place on the page, from what the view has drawn."""
    return match.on_page(context["drawn_panels"][name])


def turn_pieces(lines: Sequence[TurnLine], game: str, foreign: str, links: bool) -> SafeString:
    """Turns in a list, each a piece by itself. All but the newest are as they were before."""
    language = get_language()
    drawn = [pieces.marked(f"turn-{line.receipt.turn}", _turn(line, game, foreign, links, language)) for line in lines]
    return SafeString("".join(drawn))  # nosec B703  # of turn.jinja


@memory.remember
def _turn(line: TurnLine, game: str, foreign: str, links: bool, language: str | None) -> str:
    return str(jinja_environment.macro("game/parts/turn.jinja", "turn")(line, game, foreign, links))


def square_mark(row: int, column: int) -> SafeString:
    """The place of a square in the board's frame."""
    return SafeString(pieces.marked(f"square-{row}-{column}", ""))  # nosec B703  # two numbers


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "panel": panel,
    "part": part,
    "power_icon": match.power_icon,
    "square_mark": square_mark,
    "turn_pieces": turn_pieces,
}
FILTERS: Mapping[str, Callable[..., Any]] = {
    "as_json": match.as_json,
    "blank": match.blank,
    "column": match.column,
    "game_title": match.game_title,
    "is_label": match.is_label,
    "minus": match.minus,
    "nth": match.nth,
    "pairs": match.pairs,
    "prefixed": match.prefixed,
    "preset_title": match.preset_title,
    "signed": match.signed,
    "spoken": match.spoken,
    "translated": match.translated,
    "word_path": match.word_path,
}
