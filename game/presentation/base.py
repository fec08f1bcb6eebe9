"""The interface by which a game is shown on the pages of a match: `Presentation` is one frozen bundle of answers.

A view, a receipt, a state is the game's own (`game.variants`): the pages read of it what every game has by the same
names, and hand it on for the rest. A page's part that is one game's is a template in `templates/game/<key>/`, which `{%
part %}` finds; a game that has none there shows nothing in that place, or what all games show.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from game.kernel.base_types import Seat
from game.kernel.match import CoreState
from game.kernel.view import CoreView
from game.presentation import picture_squares
from game.presentation.last_actions import Deed
from game.presentation.picture_squares import PictureSquare
from game.presentation.player_cards import Streak
from game.presentation.squares import Square, side_of
from game.presentation.turn_lines import TurnLine

StateT = TypeVar("StateT", bound=CoreState)
ViewT = TypeVar("ViewT", bound=CoreView)
Names = Sequence[str]

PANELS: tuple[str, ...] = (
    "state", "told", "banner", "card-opp", "timer", "card-you", "facts", "bag", "board", "hint", "rack", "actions",
    "p-turns", "p-unseen", "offers", "ends",
)  # fmt: skip
"""The panels of every game, each a template `panels/<id>.html` with one root element of that id."""

OF_HANDS = frozenset({"bag", "hint", "rack", "actions", "p-unseen"})
"""Those of them that a game without hands and bag has not: what can be done is a panel of its own."""
OF_BAG = "view.bag"

WATCHED: tuple[str, ...] = (
    "watched-state", "told", "banner", "card-opp", "timer", "card-you", "facts", "board", "p-turns", "p-unseen",
    "watched-bar",
)  # fmt: skip
"""The panels of an onlooker's page, in every game; "watched-state" and "watched-bar" are its own."""

NEEDS: Mapping[str, tuple[str, ...]] = {
    "banner": (
        "hand_to",
        "table.public_id",
        "away",
        "absence_window",
        "credited",
        "turn_seconds",
        "view.over",
        "view.held",
        "waits_left",
    ),
    "offers": ("offers",),
    "ends": ("offers",),
    "card-opp": ("others", "table.one_device"),
    "card-you": ("you", "table.one_device"),
    "facts": (
        "table.preset",
        "table.public_id",
        "table.commitment",
        "size",
        "language",
        "pace",
        "head_starts",
        "view.bag",
    ),
    "bag": ("view.bag",),
    "board": ("size",),
    "told": ("deeds",),
    "hint": ("opp.name", "seats"),
    "rack": ("view.hand", "empty_places", "hand_size"),
    "actions": ("last_pass",),
    "p-turns": (
        "lines",
        "foreign",
        "book",
        "head_starts",
        "view.turn",
        "view.viewer",
        "table.public_id",
        "table.earlier",
    ),
    "p-unseen": ("view.bag", "view.unseen", "letters", "against", "is_watched"),
}
"""All that these panels are made of, by the names of the page's context. Where that is the same, so is the panel: it is
drawn once for all versions, seats and matches. The other panels are another text each time."""


@dataclass(frozen=True, slots=True)
class Member:
    """One of several that a setting names by a key (a power): its `title`, the `icon` (inside of an SVG on 24 px, or a
    label as on the board), and what it brings that can be counted: "extra" points that would not have been there
    without it, whole "words", or "" for nothing."""

    title: str
    icon: str = ""
    returns: str = ""


def nothing_own(view: Any, seat: Seat) -> None:
    """A card with nothing on it but what every game has."""


def by_side(seat: Seat, viewer: Seat | None, seats: int) -> str:
    """The class of a seat that wears the colour of the viewer or of the others."""
    return f"seat-{side_of(seat, viewer)}"


def nothing_watched(view: Any) -> dict[str, Any]:
    """An onlooker's panels are drawn from nothing but what every game's are."""
    return {}


def cannot_redraw(dealt: Any) -> dict[str, str]:
    """The browser leaves it to the site, and to anyone with the record."""
    return {}


def no_preview(state: Any) -> None:
    """The page asks the site what a turn is worth: it is computed in one place only."""


def no_more_to_see(states: Sequence[Any], facts: Sequence[Any], names: Names, viewer: Seat | None) -> dict[str, Any]:
    """Nothing on the end page takes more of the match than every game's scores."""
    return {}


def no_limit(state: Any) -> None:
    """Failed attempts cost nothing, or no word is ever refused."""


class NotUnderstood(ValueError):
    """A form of a page on paper that no such page sends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A game's page for play on paper: its interface alone, without board and clock.

    What is played is kept as JSON data that only the game reads. `begin(form, seed)` makes it of the form at the
    beginning, and None of one that lacks a player; `act(kept, form)` does what a form of the page asks, and
    `drawn_from(kept, settings)` is what the page is drawn from; before anything is begun with these settings chosen. A
    form that the page does not have is NotUnderstood.
    """

    begin: Callable[[Mapping[str, str], bytes], dict[str, Any] | None]
    act: Callable[[Mapping[str, Any], Mapping[str, str]], dict[str, Any]]
    drawn_from: Callable[[Mapping[str, Any] | None, Mapping[str, object]], dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation(Generic[StateT, ViewT]):
    """How one game is shown, by its own state and view: `Presentation[MatchState, View]`. What is `Any` here is the
    game's own, too: its receipts, its readout, and what its templates alone read.

    On the match page:

    * `has_hands` is whether players hold tiles, drawn from a bag.
    * `panels` and `needs` are those of the game's own beside PANELS and NEEDS; `needs` may name more for one of them.
    * `screen(view)` is what its panels are drawn from, beside what every game's are. Every game has `hint`, the
      sentence of `panels/hint.html` that only the game has, or ""; `last_pass`, what the next pass would bring about
      ("concede", "end", or ""), and `passes_allowed` before it.
    * `streaks(view, seat)` are the passes and the timeouts in a row of a seat; `own(view, seat)` what else is on its
      card; `seat_css(seat, viewer, seats)` the class by which it wears its colour.
    * `squares(view, names)` are the board's in rows, `drawn_squares` the same as HTML, by the ids of their elements.
    * `line(receipt, view, names)` is a turn in the list, `deeds(view, names)` what was done last.
    * `watched(view)` is what an onlooker's panels are drawn from, from the game's view for onlookers, and
      `watched_panels` are the game's own among them.
    * `preview(state)` are the numbers by which the page works the readout out itself, with the sentences for it, or
      None where it asks the server each time; `worth` is an answer of the readout as JSON.
    * `tries_left(state)` are the failed attempts that the turn still allows, None for no limit.

    When it is over: `headline`, `reasons`, `final_totals(view, names)` for the end page, and `looking_back(states,
    facts, names, viewer)` for what takes the whole match; `holding(view, seat)` is what a seat held beside tiles at a
    moment of the replay; `gcg(replay, heading)` the match as GCG. `redrawing(dealt)` is what the browser draws the
    tiles again by, from the match as it was dealt: the first `bag`, whether a swapped Alfa tile stays one
    (`keeps_alfa`), and for a game whose hands say who begins, the line of tiles (`begins`); nothing for a game that it
    cannot do that for.

    The preview picture of a share link draws each of the `squares` as `picture_square(square)` says, and the players'
    lines in the colours `picture_seats`.

    `paper` is its page for those who play on paper, None where it has none.
    `guide(language)` is what the guide is drawn from; `members` is what settings name by a key, in shop order.
    """

    key: str
    screen: Callable[[ViewT], dict[str, Any]]
    streaks: Callable[[ViewT, Seat], tuple[Streak, Streak]]
    squares: Callable[[ViewT, Names], list[list[Square]]]
    drawn_squares: Callable[[ViewT, Names], dict[str, str]]
    line: Callable[[Any, ViewT, Names], TurnLine]
    deeds: Callable[[ViewT, Names], list[Deed]]
    preview: Callable[[StateT], Mapping[str, Any] | None] = no_preview
    worth: Callable[[Any], dict[str, Any]]
    headline: Callable[[ViewT, Names], str]
    reasons: Callable[[ViewT, Names], list[str]]
    final_totals: Callable[[ViewT, Names], dict[str, Any]]
    guide: Callable[[str], dict[str, Any]]
    has_hands: bool = True
    panels: tuple[str, ...] = ()
    needs: Mapping[str, tuple[str, ...]]
    watched: Callable[[Any], dict[str, Any]] = nothing_watched
    watched_panels: tuple[str, ...] = ()
    own: Callable[[ViewT, Seat], Any] = nothing_own
    seat_css: Callable[[Seat, Seat | None, int], str] = by_side
    looking_back: Callable[[Sequence[StateT], Sequence[Any], Names, Seat | None], dict[str, Any]] = no_more_to_see
    holding: Callable[[ViewT, Seat], Any] = nothing_own
    tries_left: Callable[[StateT], int | None] = no_limit
    redrawing: Callable[[StateT], dict[str, str]] = cannot_redraw
    picture_square: Callable[[Square], PictureSquare] = picture_squares.plain
    picture_seats: Sequence[str] = picture_squares.SEATS
    gcg: Callable[[Any, Any], str] | None = None
    paper: Paper | None = None
    members: Mapping[str, Member] = field(default_factory=dict)

    @property
    def all_panels(self) -> tuple[str, ...]:
        """The panels of this game's page, in the order in which they are sent."""
        return (*(panel for panel in PANELS if self.has_hands or panel not in OF_HANDS), *self.panels)

    @property
    def all_watched_panels(self) -> tuple[str, ...]:
        """The panels of an onlooker's page, in the order in which they are sent."""
        return (*(panel for panel in WATCHED if self.has_hands or panel not in OF_HANDS), *self.watched_panels)

    def needed(self, panel: str) -> tuple[str, ...] | None:
        """The names of what a panel is made of; None for one that is another text each time."""
        own = self.needs.get(panel, ())
        common = [name for name in NEEDS.get(panel, ()) if self.has_hands or name != OF_BAG]
        return (*common, *own) or None
