"""Turns as lines to read, in every game: who, what, how many points."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game.crossword.tiles import BLANK, is_alfa, letter_of
from game.kernel.base_types import Millis, Seat, gettext_noop
from game.presentation.durations import time_taken_in_words
from game.presentation.squares import side_of
from ui.remembered import MIB, Memory

_NAMES = {BLANK: gettext_noop("blank"), "#": gettext_noop("black tile"), ">": gettext_noop("arrow")}
"""Tiles that are no letters."""

R = TypeVar("R", bound=Any)
"""A game's receipt of a turn."""

MOST_TRIES_NAMED = 20


@dataclass(frozen=True, slots=True)
class WordSum:
    """How the points of one word came about: its `text`, its `points`, and the `terms` they are made of, in words."""

    text: str
    points: int
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TurnLine:
    """One turn: `css` the seat's class, `who` "You" or the name, `what` its words or what happened instead (`spelled`
    tells which), `deeds` what else was done in it, `purchases` what was bought meanwhile, `fine` the failed tries and
    what they cost ("" for none). `sums` open the receipt of a turn that laid words, word by word, and `income` says
    where what it earned beside points came from. `cells` are the squares (row, column) that it touched. `took` is how
    long it took in a slow match, "" in others. `receipt` is the game's own.

    As long as nothing of it changes it is the same object, by which what was drawn of it is cached."""

    receipt: Any
    css: str
    who: str
    what: str
    spelled: bool
    deeds: tuple[str, ...] = ()
    purchases: tuple[str, ...] = ()
    fine: str = ""
    sums: tuple[WordSum, ...] = ()
    income: str = ""
    cells: tuple[tuple[int, int], ...] = ()
    took: str = ""

    @property
    def running(self) -> bool:
        """Whether the turn is still being played."""
        return not self.receipt.end

    @property
    def why(self) -> str:
        """Why it was worth that: its best word, and what made that worth more than its letters; "" where nothing
        did."""
        best = max(self.sums, key=lambda word: word.points, default=None)
        if best is None or len(best.terms) < 2:
            return ""
        return f"{best.text} {best.points}: {', '.join(best.terms[1:])}"


memory = Memory(14 * MIB, lambda line: len(repr(line)))
"""For a game's function that makes a line of all that it is made of."""


def timed(line: TurnLine, took: Mapping[int, Millis]) -> TurnLine:
    """The line with how long its turn took, where that is known."""
    length = took.get(line.receipt.turn)
    return line if length is None or line.running else _timed(line, time_taken_in_words(length))


@memory.remember
def _timed(line: TurnLine, took: str) -> TurnLine:
    return replace(line, took=took)


def newest_first(receipts: Sequence[Any], line: Callable[[Any], TurnLine]) -> list[TurnLine]:
    """The turns as lines; the running one only when there is something to show of it."""
    lines = [line(receipt) for receipt in reversed(receipts)]
    return [line for line in lines if not line.running or line.deeds or line.purchases or line.fine]


def last_play(lines: Sequence[TurnLine]) -> TurnLine | None:
    """The newest turn that has ended."""
    return next((line for line in lines if not line.running), None)


def tile_name(tile: str) -> str:
    """A tile of a hand as it is spoken: "S", "blank", "Alfa S"."""
    name = _(_NAMES[letter_of(tile)]) if letter_of(tile) in _NAMES else letter_of(tile)
    return _("Alfa %(tile)s") % {"tile": name} if is_alfa(tile) else name


def tried(number: int, words_of_tries: Sequence[Sequence[str]]) -> str:
    """The failed tries of a turn in words, with the words where they are known; "" for none."""
    if not number:
        return ""
    failed = ngettext("%(count)d failed try", "%(count)d failed tries", number) % {"count": number}
    known = [word for words in words_of_tries for word in words]
    words = ", ".join(known[:MOST_TRIES_NAMED]) + (" …" if len(known) > MOST_TRIES_NAMED else "")
    return f"{failed} ({words})" if words else failed


def by_clock(receipt: R, view: Any) -> R:
    """The receipt as it is shown: where no clock runs, no time is given back to one."""
    if receipt.credited and view.rules.limit("turn_seconds") is None:
        return replace(receipt, credited=0)
    return receipt


def credit(length: int) -> list[str]:
    """What the site gave back for its own absence (ms), if anything."""
    seconds = length // 1000
    return [_("%(seconds)d s given back after an outage") % {"seconds": seconds}] if length else []


def word_terms(word: Any) -> tuple[str, ...]:
    """The parts of a word's sum that count for something, the letters first."""
    terms = [_("letters %(points)d") % {"points": word.face}]
    if word.letters:
        terms.append(_("letter squares +%(points)d") % {"points": word.letters})
    if word.word > 1:
        terms.append(word_squares(word.word))
    return tuple(terms)


def word_squares(times: int) -> str:
    """What the word squares below a word multiply it by, in words."""
    one = {2: _("double word"), 3: _("triple word")}
    return one.get(times) or _("word squares × %(times)d") % {"times": times}


def end_in_words(end: str, over: bool, own: Mapping[str, str]) -> str:
    """How a turn without words ended, or that it runs; `own` are the ends that only one game knows."""
    ends = {
        "swapped": pgettext("a turn", "Swap"),
        "passed": pgettext("a turn", "Pass"),
        "timed_out": _("Out of time"),
        "": _("Match over") if over else _("Now"),
    }
    return {**ends, **own}[end]


def left_sentence(seat: Seat, reason: str, viewer: Seat | None, names: Sequence[str]) -> str:
    """That a seat has left while the others play on, and why."""
    who = _("You") if seat == viewer else names[seat]
    said = {
        "resigned": _("%(who)s conceded."),
        "forfeited": _("%(who)s ran out of time too often."),
        "abandoned": _("%(who)s did not come back."),
    }[reason]
    return said % {"who": who}


def line_of(
    receipt: R, viewer: Seat | None, over: bool, names: Sequence[str], own_ends: Mapping[str, str], **more: Any
) -> TurnLine:
    """A turn of words laid as a line; `own_ends` as in `end_in_words`, `more` are the other fields of the line, `css`
    among them where there are other colours than those of two."""
    told: dict[str, Any] = {"css": f"seat-{side_of(receipt.seat, viewer)}", **more}
    return TurnLine(
        receipt=receipt,
        who=_("You") if receipt.seat == viewer else names[receipt.seat],
        what=" + ".join(word.text for word in receipt.words) or end_in_words(receipt.end, over, own_ends),
        spelled=bool(receipt.words),
        fine=tried(receipt.tries, receipt.try_words),
        **told,
    )


def seven_tiles(receipt: Any) -> list[WordSum]:
    """The bonus of a turn for seven tiles, if it has one."""
    return [WordSum(_("Seven tiles"), receipt.bingo, (_("all of the hand in one turn"),))] if receipt.bingo else []


def swapped(receipt: Any) -> list[str]:
    """What was changed: the tiles where they may be seen, else how many."""
    if not receipt.swapped:
        return []
    if receipt.gave and receipt.got:
        gave, got = (" ".join(tile_name(tile) for tile in tiles) for tiles in (receipt.gave, receipt.got))
        return [_("%(gave)s for %(got)s") % {"gave": gave, "got": got}]
    return [ngettext("%(count)d tile", "%(count)d tiles", receipt.swapped) % {"count": receipt.swapped}]
