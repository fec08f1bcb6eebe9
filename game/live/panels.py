"""Render a `View` as the panels of the match screen: panel id → HTML.

The page includes the very same templates; a push carries what has changed (pushes.py), each to its own place. Only
`#state` holds the version and only `#timer` what changes by itself, so that an unchanged panel is the same text again.
Drawing only: every panel is made from a `View`, which has nothing hidden in it, and from what is public about the table
around it.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.crossword.tiles import ALPHABETS, BLANK, HAND_SIZE
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import absence_window
from game.live import pieces
from game.live.pieces import Drawn
from game.presentation import PRESENTATIONS, Presentation
from game.presentation.great_plays import Moment, great_one, moment_of
from game.presentation.head_starts import head_starts_in_words, short_head_start_of
from game.presentation.last_actions import with_reasons
from game.presentation.offers import offers_shown
from game.presentation.player_cards import Card, Table, addressed, drawn_for, nearest_streak
from game.presentation.slow_clock import clock_of_days, pace_in_words, reserve_of
from game.presentation.turn_lines import TurnLine, newest_first, timed
from ui import jinja_environment
from ui.remembered import MIB, Memory

memory = Memory(12 * MIB, Drawn.size)

VOWELS: Mapping[str, str] = {"en": "AEIOU", "sv": "AEIOUYÅÄÖ"}


def shown_of(view: Any) -> Presentation[Any, Any]:
    """How the game of a view is shown."""
    return PRESENTATIONS[view.rules.variant]


@cache
def template_of(game: str, name: str) -> str | None:
    """The part of that name: the game's own, else the one of all games, else None. It is one in Jinja2 (`.jinja`), or,
    for a page alone, a template of Django's (`.html`)."""
    for path in (f"game/{game}/{name}", f"game/{name}"):
        if jinja_environment.is_part(f"{path}.jinja"):
            return f"{path}.jinja"
        if _is_template(f"{path}.html"):
            return f"{path}.html"
    return None


def _is_template(path: str) -> bool:
    try:
        get_template(path, using="django")
    except TemplateDoesNotExist:
        return False
    return True


def render(view: Any, table: Table) -> dict[str, str]:
    """Every panel as an out-of-band fragment, for a page that asks for all of them."""
    return {panel: drawn.whole() for panel, drawn in draw(view, table).items()}


def draw(view: Any, table: Table, wanted: Sequence[str] = ()) -> dict[str, Drawn]:
    """Every panel as an out-of-band fragment, in pieces: for a push, which may need only some. Or those `wanted`."""
    return draw_from(screen(view, table), shown_of(view), wanted)


def draw_from(
    context: Mapping[str, Any], shown: Presentation[Any, Any], wanted: Sequence[str] = ()
) -> dict[str, Drawn]:
    """The same from what `screen` gave."""
    language, found = get_language(), {}
    for panel in wanted or shown.all_panels:
        names = shown.needed(panel)
        if names is None:
            found[panel] = _draw(shown.key, panel, context)
        else:
            values = tuple([_named(context, name) for name in names])
            found[panel] = _drawn(shown.key, panel, language, names, values)
    if "board" in found:
        table = context["table"]
        squares = shown.drawn_squares(drawn_for(context["view"], table), table.names)
        found["board"] = Drawn(found["board"].frame, squares)
    return found


@memory.remember
def _drawn(game: str, panel: str, language: str | None, names: tuple[str, ...], values: tuple[Any, ...]) -> Drawn:
    """The panel from the values of what it needs, and from nothing else: no template sees more than was compared."""
    context: dict[str, Any] = {"game": game}
    for name, value in zip(names, values, strict=True):
        *around, last = name.split(".")
        inside = context
        for part in around:
            inside = inside.setdefault(part, {})
        inside[last] = value
    return _draw(game, panel, context)


def _draw(game: str, panel: str, context: Mapping[str, Any]) -> Drawn:
    path = template_of(game, f"panels/{panel}")
    assert path is not None, panel
    return pieces.apart(jinja_environment.drawn(path, {**context, "oob": True}))


def _named(context: Mapping[str, Any], name: str) -> Any:
    first, *rest = name.split(".")
    value = context[first]
    for part in rest:
        value = getattr(value, part)
    return value


def turn_lines(view: Any, names: Sequence[str], took: Mapping[int, Millis] = MappingProxyType({})) -> list[TurnLine]:
    """The turns of a view, newest first, with the time they `took` where that is shown; the running one only when there
    is something to show of it."""
    line = shown_of(view).line
    return newest_first(view.receipts, lambda receipt: timed(line(receipt, view, names), took))


def screen(view: Any, table: Table) -> dict[str, Any]:
    """The context of the match page and of its panels. The viewer is one of the seats.

    `cards` are the players' in turn order: `you`, then the `others`. Of these `opp` is the one that a sentence about
    the other player means: the one on turn, else the next; `away` is one who has left the page. For one who plays for
    all the cards are in the order of the seats, and every player is called by name.
    """
    if view.viewer is None:
        raise ValueError("the match screen is drawn for a seat")
    shown, rules = shown_of(view), view.rules
    you, *others = cards = cards_of(view, table, 0 if table.is_all else view.viewer)
    called = addressed(view, table)
    playing = (card for card in others if not card.left)
    told = shown.screen(called)
    public = of_everybody(view, table, cards, called, view.viewer)
    return {
        **public,
        "alphabet": ALPHABETS[rules.text("language")],
        "opp": next((card for card in others if card.on_turn), next(playing, you)),
        "offers": offers_shown(view, table),
        "waits_left": view.waits_left if table.ends_by_agreement and not you.left else 0,
        "away": next((card for card in others if not card.present and not card.left), None),
        "against": "" if table.is_all else ", ".join(card.name for card in others),
        "hand_to": table.names[view.active] if table.one_device and not (view.my_turn or view.over) else "",
        "is_watched": False,
        "unhurried": not view.over and (view.slow or rules.limit("turn_seconds") is None),
        "book": rules.text("language") if view.slow and not view.over else "",
        "outcome": _outcome(called),
        **(_of_own_hand(view) if shown.has_hands else {}),
        **told,
        "hint": _hint(view, "left" if you.left else told["hint"], is_told=bool(public["deeds"])),
    }


def of_everybody(view: Any, table: Table, cards: Sequence[Card], called: Any, first: Seat) -> dict[str, Any]:
    """What the screens of players and of onlookers have alike. `cards` are in the order in which they stand, the one
    that the page calls `you` first; sentences are made of the view `called`, and the seat `first` is the one whose last
    tiles are marked as `you`."""
    shown, rules = shown_of(view), view.rules
    lines = turn_lines(called, table.names, table.took)
    last = [cell for cell in view.cells if cell.last]
    return {
        "view": view,
        "table": table,
        "game": shown.key,
        "rules": rules,
        "size": view.size,
        "coordinates": range(view.size),
        "language": rules.text("language"),
        "foreign": foreign(rules.text("language")),
        "absence_window": absence_window(rules),
        "cards": cards,
        "seats": len(cards),
        "you": cards[0],
        "others": tuple(cards[1:]),
        "laid": tuple((cell.row, cell.col) for cell in last),
        "laid_by": "you" if any(cell.by == first for cell in last) else "other",
        "lines": tuple(lines),
        "deeds": tuple(with_reasons(shown.deeds(called, table.names), lines)),
        "credited": view.receipts[-1].credited // 1000 if view.receipts and rules.limit("turn_seconds") else 0,
        "has_hands": shown.has_hands,
        "turn_seconds": rules.limit("turn_seconds"),
        "pace": pace_in_words(view),
        "head_starts": head_starts_in_words(view, table.names),
        "days": clock_of_days(view),
        "title": title_of(view, table),
    }


def page(view: Any, table: Table) -> dict[str, Any]:
    """The context of the whole match page: what `screen` gives, and the panels drawn from it (`drawn_panels`)."""
    context = screen(view, table)
    return {**context, "drawn_panels": draw_from(context, shown_of(view))}


def foreign(language: str) -> str:
    """The language of a match's words where it is not that of the page, which words need not name."""
    return "" if language == get_language() else language


def of_hands(view: Any) -> dict[str, Any]:
    """What is drawn of the unseen tiles."""
    return {"hand_size": HAND_SIZE, "letters": _unseen_kinds(view)}


def _of_own_hand(view: Any) -> dict[str, Any]:
    return {**of_hands(view), "empty_places": range(HAND_SIZE - len(view.hand))}


def _hint(view: Any, own: str, *, is_told: bool) -> str:
    """Which sentence of `panels/hint.html` is shown while nothing is laid: `own` where there is one, which is the
    game's or that the viewer has left, or one of every game's. `is_told`: something was done before."""
    if own and not view.over:
        return own
    if not view.my_turn:
        return "" if view.over else "wait" if is_told else "begin"
    if not view.opened:
        return "open"
    return "answer" if is_told else "play"


def _outcome(view: Any) -> str:
    """How it ended for the viewer, by the sound that is played."""
    if view.winner is None or view.viewer is None:
        return "draw"
    return "win" if view.winner == view.viewer else "loss"


def cards_of(view: Any, table: Table, viewer: Seat) -> list[Card]:
    """The players' cards in turn order, the viewer's first."""
    seats = [*range(viewer, len(view.players)), *range(viewer)]
    sides = ["you", "opp", *(f"opp-{place}" for place in range(2, len(seats)))]
    great = None if view.over else great_one(view.receipts)
    return [_card(view, table, seat, side, moment_of(great, seat)) for seat, side in zip(seats, sides, strict=False)]


def _card(view: Any, table: Table, seat: Seat, side: str, moment: Moment) -> Card:
    player, shown = view.players[seat], shown_of(view)
    return Card(
        seat=seat,
        side=side,
        name=table.names[seat],
        score=player.score,
        hand_count=player.hand_count if shown.has_hands else 0,
        on_turn=not view.over and view.active == seat,
        present=table.present[seat],
        away_left=player.away_left,
        streak=nearest_streak(*shown.streaks(view, seat)),
        own=shown.own(view, seat),
        left=seat in table.out,
        moment=moment,
        reserve=reserve_of(view, seat),
        head_start=short_head_start_of(view, seat),
    )


class Unseen(NamedTuple):
    """How many letters of each kind the viewer cannot see, and all together."""

    vowels: int
    consonants: int
    blanks: int
    all: int

    @property
    def vowel(self) -> int:
        """The vowels in per cent."""
        return round(100 * self.vowels / self.all)

    @property
    def no_blank(self) -> int:
        """All but the blanks in per cent."""
        return round(100 * (self.vowels + self.consonants) / self.all)


def _unseen_kinds(view: Any) -> Unseen:
    vowels, letters = VOWELS[view.rules.text("language")], ALPHABETS[view.rules.text("language")]
    count = dict.fromkeys(("vowels", "consonants", "blanks"), 0)
    for letter, number in view.unseen:
        if letter == BLANK or letter in letters:
            count["blanks" if letter == BLANK else "vowels" if letter in vowels else "consonants"] += number
    return Unseen(**count, all=sum(count.values()))


def title_of(view: Any, table: Table) -> str:
    """What the page is called, and its clock."""
    if view.over:
        return _("Match over")
    if view.my_turn and not table.one_device:
        return _("Your turn")
    return _("%(name)s’s turn") % {"name": table.names[view.active]}
