"""Split a panel into pieces: what a template marks as a piece (`{% piece "score-", side %}…`, one element with that id)
is sent alone where nothing else of its panel has changed. There may be pieces within a piece.

A piece may stand in a list that grows at its beginning, as that of the turns does. There a new piece is sent to be put
first, and one that has fallen off the end is left to the page, which may have drawn on from there.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

OUT_OF_BAND = ' hx-swap-oob="true"'
"""By what a pushed panel finds its place; on the page it is there."""
EDGE = "\0"
"""What stands around the name of a piece in its mark. No text of a user has the character in it."""
END = EDGE + EDGE
"""What stands behind a piece as a template draws it."""
_MARK = re.compile(r"\0([^\0]+)\0")
_ANY_MARK = re.compile(r"\0[^\0]*\0")
KEPT = (
    "hidden", "role", "tabindex", "aria-hidden", "data-r", "data-c", "data-ri", "data-full", "data-running",
    "data-phase", "data-mine", "data-seat", "data-size", "data-language", "data-opened", "data-alfa-replace",
    "data-title", "data-tries", "data-can", "data-hint", "data-last-by", "data-opponent",
)  # fmt: skip
"""Attributes that are not sent again where they are as they were: the page gives them to what comes from what it comes
in place of. No script changes them, and whatever has one of them has it in every drawing."""
_KEPT = re.compile(rf' (?:{"|".join(KEPT)})="[^"]*"| hidden(?= [a-z-]+="|$)')
"""One of them with its value. No value has a quotation mark in it, so none is taken for an attribute."""
_RUN = re.compile(r"(?:\0turn-\d+\0)+")
OF_A_PIECE = 150
"""Bytes that a piece takes beside its text."""
GROWING = "turnlist"
"""The id of the list that grows; its pieces are named `turn-` and a number."""
BEGINS_PAST = "earlier"
"""The piece that says where the list goes on past its end: right only beside the end as it was sent with."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A panel as drawn: its `frame`, which has a mark in the place of each piece, the `pieces` by id, those within
    a piece before it."""

    frame: str
    pieces: Mapping[str, str] = field(default_factory=dict)

    def size(self) -> int:
        """About how many bytes it takes."""
        return len(self.frame) + OF_A_PIECE * len(self.pieces) + sum(map(len, self.pieces.values()))

    def whole(self) -> str:
        """The panel."""
        return self.filled(self.frame)

    def filled(self, html: str) -> str:
        """The frame, or a piece, with all that is within it."""
        return _MARK.sub(lambda mark: self.filled(self.pieces[mark[1]]), html) if EDGE in html else html


def mark(piece: str) -> str:
    """What stands in a frame for the piece with that id."""
    return f"{EDGE}{piece}{EDGE}"


def marked(piece: str, html: str) -> str:
    """A piece as a template draws it: its mark before it, an empty one behind."""
    return f"{mark(piece)}{html}{END}"


def unmarked(html: str) -> str:
    """What was drawn, without the marks, for a page that nothing is pushed to."""
    return _ANY_MARK.sub("", html) if EDGE in html else html


def apart(html: str) -> Drawn:
    """A panel as a template draws it, taken apart at its marks."""
    text, *rest = html.split(EDGE)
    around: list[list[str]] = [[text]]
    within: list[str] = []
    found: dict[str, str] = {}
    for name, text in zip(rest[::2], rest[1::2], strict=True):
        if name:
            around.append([text])
            within.append(name)
        else:
            piece, inside = within.pop(), "".join(around.pop())
            found[piece] = inside
            around[-1] += mark(piece), text
    return Drawn("".join(around.pop()), found)


def changes(before: Drawn, after: Drawn) -> list[str]:
    """The fragments that lead a page from one drawing of a panel to the next: out of band, each to its own id. A page
    that has them already is not changed by them."""
    new: list[str] = []
    if before.frame != after.frame:
        begun = _begun(before.frame, after.frame)
        if not begun:
            return [_leaner(before.frame, after.whole())]
        new = begun
    grown = "".join(after.filled(after.pieces[piece]) for piece in new)
    found = [_put_first(grown)] if grown else []
    sent = {*new, BEGINS_PAST}
    for piece, html in reversed(list(after.pieces.items())):  # what is within one that is sent goes with it
        if piece in sent or html != before.pieces[piece]:
            sent.update(_MARK.findall(html))
            if piece not in sent:
                found.append(_leaner(before.pieces[piece], after.filled(html)))
    return found


def _leaner(before: str, after: str) -> str:
    """An element without the attributes that the page keeps of what it had in the same place."""
    kept = set(_KEPT.findall(before.partition(">")[0]))
    root, end, inside = after.partition(">")
    return _KEPT.sub(lambda found: "" if found[0] in kept else found[0], root) + end + inside


def _begun(before: str, after: str) -> list[str]:
    """The pieces that stand at the beginning of the list now, where that is all by which two frames differ, but for
    what has fallen off its end; nothing else gives any."""
    runs = [_RUN.search(frame) for frame in (before, after)]
    if any(run is None for run in runs) or _RUN.sub("", before, 1) != _RUN.sub("", after, 1):
        return []
    was, now = (_MARK.findall(run[0]) for run in runs if run is not None)
    new = [piece for piece in now if piece not in was]
    left = now[len(new) :]
    return new if now[: len(new)] == new and left and left == was[: len(left)] else []


def newest(panel: Drawn) -> list[str]:
    """The fragments by which the newest piece of the list is on a page as it is here, whether the page has it in an
    older form or not at all. Where the page may have no list yet, it is the panel."""
    run = _RUN.search(panel.frame)
    named = _MARK.findall(run[0]) if run else []
    if len(named) < 2:
        return [panel.whole()]
    html = panel.filled(panel.pieces[named[0]])
    return [_put_first(html), html.replace(" id=", f"{OUT_OF_BAND} id=", 1)]


def _put_first(html: str) -> str:
    return f'<ol hx-swap-oob="afterbegin:#{GROWING}">{html}</ol>'
