"""The options of a round as cards: what one does, in few words, and who has taken it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game.kernel.base_types import Seat, gettext_noop
from game.presentation.squares import BOARD_LABELS, SPOKEN
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.option import OVERWRITE, WILD, Option
from game.variants.keebble.rules.view import OnlookersView, OptionView, View
from game.variants.keebble.screens.seats import mark_of
from game.variants.keebble.screens.squares import KINDS

ICONS = {
    kinds.WALL: "wall", kinds.START_PLAYER: "first", kinds.POINTS: "plus", kinds.BACKPACK: "backpack",
    kinds.WORD_CHANGE: "letters", kinds.CLEAR: "clear", kinds.STRAIGHT: "straight", kinds.CONNECT: "connect",
    kinds.SWAP: "swap", kinds.DESTROY: "dead",
}  # fmt: skip

VERBS = {
    kinds.LETTERS: gettext_noop("Write"), kinds.BACKPACK: gettext_noop("Write"), kinds.WALL: gettext_noop("Build"),
    kinds.SPECIAL: gettext_noop("Mark"), kinds.DESTROY: gettext_noop("Destroy"),
}  # fmt: skip
"""What the button says that carries it out; the others are taken."""

WRITTEN = (kinds.LETTERS, kinds.BACKPACK)


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter to be written: what stands on it, "?" for a wildcard, and what it is worth; `token` as it is sent."""

    face: str
    value: int
    token: str


@dataclass(frozen=True, slots=True)
class OptionCard:
    """An option: `given` are the letters that it has the viewer write, of which `over` overwrite a letter of the
    viewer's own; `icon`, or for a special cell its `mark` ("DL") with what stands there (`short`). `taker` has taken it
    (the seat, and the number of its mark); None while it is open, or where it was `struck` out."""

    index: int
    kind: str
    title: str
    text: str
    verb: str
    icon: str
    mark: str
    short: str
    given: tuple[Letter, ...]
    over: int
    taker: Seat | None
    taken: int
    struck: bool
    n: int


@dataclass(frozen=True, slots=True)
class Power:
    """An active power: `icon` or the `letter` it changes, its number with its sign, and the whole in words."""

    icon: str
    letter: str
    number: int
    text: str


def cards(view: View) -> tuple[OptionCard, ...]:
    """The list of the round."""
    takers = {one.index: one.seat for one in view.receipts if one.round == view.round and one.index is not None}
    return tuple(_card(view, shown, takers.get(shown.index)) for shown in view.options)


def _card(view: View, shown: OptionView, taker: Seat | None) -> OptionCard:
    option = shown.option
    mine = view.players[view.viewer].backpack if view.viewer is not None else ()
    given = mine if option.kind == kinds.BACKPACK else option.letters
    title, text = told(option, view)
    return OptionCard(
        index=shown.index,
        kind=option.kind,
        title=title,
        text=text,
        verb=_verb(option.kind),
        icon=ICONS.get(option.kind, ""),
        mark=KINDS.get(option.type, ""),
        short=_(BOARD_LABELS[option.type]) if option.type else "",
        given=letters(given, view) if option.kind in WRITTEN else letters((option.letter,), view),
        over=given.count(OVERWRITE),
        taker=taker,
        taken=0 if taker is None else mark_of(taker, view.viewer, len(view.players)),
        struck=not shown.open and taker is None,
        n=option.n,
    )


def _verb(kind: str) -> str:
    if kind == kinds.SWAP:
        return pgettext("option", "Change")
    return _(VERBS[kind]) if kind in VERBS else _("Take")


def letters(given: Sequence[str], view: View | OnlookersView) -> tuple[Letter, ...]:
    """Letters as they are shown, marks of overwriting left out."""
    worth = dict(view.values)
    return tuple(
        Letter(WILD, int(one[1:]), one) if one.startswith(WILD) else Letter(one, worth[one], one)
        for one in given
        if one and one != OVERWRITE
    )


def signed(n: int) -> str:
    """A number with its sign, the minus a real one."""
    return f"+{n}" if n >= 0 else f"−{-n}"


def told(option: Option, view: View) -> tuple[str, str]:
    """What an option is called and what it does."""
    n = option.n
    match option.kind:
        case kinds.LETTERS:
            return _letters_told(option)
        case kinds.WALL:
            return (
                ngettext("Build %(n)d wall", "Build %(n)d walls", n) % {"n": n},
                _("Words stop at a wall."),
            )
        case kinds.SPECIAL:
            said = _(SPOKEN[option.type])
            return ngettext("Mark %(n)d cell", "Mark %(n)d cells", n) % {"n": n}, f"{said[0].upper()}{said[1:]}."
        case kinds.START_PLAYER:
            return _("Go first"), _("You open round %(n)d.") % {"n": view.round + 1}
        case kinds.POINTS:
            return ngettext("%(n)d point", "%(n)d points", n) % {"n": n}, _("Yours at once.")
        case kinds.BACKPACK:
            return _("Empty backpack"), _("Write all you have saved.")
        case kinds.SWAP:
            return (
                ngettext("Change %(n)d letter", "Change %(n)d letters", n) % {"n": n},
                _("Any letter becomes another."),
            )
        case kinds.DESTROY:
            return _("Destroy %(n)d") % {"n": n}, _("Owner, type, score or the cell.")
    return _power_up_told(option, view.rules.number("powerup_points"))


def _letters_told(option: Option) -> tuple[str, str]:
    count = len(option.letters) - option.letters.count(OVERWRITE)
    title = ngettext("Write %(n)d letter", "Write %(n)d letters", count) % {"n": count}
    if OVERWRITE in option.letters:
        return title, _("One replaces a letter of yours.")
    if any(letter.startswith(WILD) for letter in option.letters):
        return title, _("The wildcard can be any letter.")
    return title, _("Anywhere that is empty.")


def _power_up_told(option: Option, points: int) -> tuple[str, str]:
    number = {"letter": option.letter, "n": signed(option.n)}
    title, text = {
        kinds.LETTER_CHANGE: (_("%(letter)s %(n)s"), _("Every %(letter)s counts %(n)s.")),
        kinds.WORD_CHANGE: (_("Words %(n)s"), _("For every new word.")),
        kinds.CLEAR: (_("End all powers"), _("Nothing is active any more.")),
        kinds.STRAIGHT: (_("Straight"), _("Letters of a turn in one line.")),
        kinds.CONNECT: (_("Connect"), _("New letters must touch.")),
    }[option.kind]
    gives = ngettext("%(points)d point.", "%(points)d points.", points) % {"points": points} if points else ""
    return title % number, f"{text % number} {gives}".rstrip()


def powers(view: View | OnlookersView) -> tuple[Power, ...]:
    """The active powers, the oldest first."""
    texts = {
        kinds.LETTER_CHANGE: _("Every %(letter)s counts %(n)s"),
        kinds.WORD_CHANGE: _("Every new word counts %(n)s"),
        kinds.STRAIGHT: _("Letters of a turn share a row or a column"),
        kinds.CONNECT: _("New letters must touch a letter"),
    }
    return tuple(
        Power(
            icon=ICONS.get(power.kind, ""),
            letter=power.letter,
            number=power.n,
            text=texts[power.kind] % {"letter": power.letter, "n": signed(power.n)},
        )
        for power in view.powers
    )
