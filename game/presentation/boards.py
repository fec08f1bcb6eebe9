"""The palette of the board editor: the kinds of squares, and the boards that come with the games."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from game.crossword.layout_setting import Layout
from game.crossword.layouts import PLAIN, STAR
from game.kernel.base_types import gettext_noop
from game.presentation.squares import BOARD_LABELS, SPOKEN, kinds, shown_bonus
from game.variants import VARIANTS

_BRUSHES = {
    PLAIN: gettext_noop("Plain"),
    "d": gettext_noop("Letter ×2"),
    "t": gettext_noop("Letter ×3"),
    "D": gettext_noop("Word ×2"),
    "T": gettext_noop("Word ×3"),
    STAR: gettext_noop("Star"),
}
_PLAIN_SPOKEN = gettext_noop("plain")


@dataclass(frozen=True, slots=True)
class Brush:
    """A kind of square to paint with: its `mark` in the rows, its `kind` as the style sheets name it and `short` text
    on the board, "" for a plain one; what it is called (`title`), and how a square of it is `spoken`."""

    mark: str
    kind: str
    short: str
    title: str
    spoken: str


@dataclass(frozen=True, slots=True)
class ReadyMadeBoard:
    """A board that comes with a game, by its `key` and `title`; `picture` as the template of that name draws it."""

    key: str
    title: str
    rows: Sequence[str]
    picture: Sequence[Sequence[str]]


def brushes() -> list[Brush]:
    """Every kind of square, in the language of the interface."""
    return [
        Brush(
            mark,
            shown_bonus(mark) if mark in SPOKEN else "",
            _(BOARD_LABELS[mark]) if mark in BOARD_LABELS else "",
            _(title),
            _(SPOKEN.get(mark, _PLAIN_SPOKEN)),
        )
        for mark, title in _BRUSHES.items()
    ]


def ready_made_boards() -> list[ReadyMadeBoard]:
    """The boards that games offer by name, each once."""
    found = {
        key: ReadyMadeBoard(key, _(setting.titles[key]), rows, kinds(rows))
        for variant in VARIANTS.values()
        for setting in variant.settings
        if isinstance(setting, Layout)
        for key, rows in setting.named.items()
        if rows
    }
    return list(found.values())
