"""The reader of the home page, read once a request for all the lobby's parts of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import get_language

from game import api as game
from lobby.cards import FinishedMatch, PresetCard, preset_cards, recent_matches, waiting_now
from lobby.models import MATCH_LANGUAGES
from lobby.people_line import PeopleLine, line_of
from lobby.running_matches import Shelf, shelf_of

_USUAL = "standard"
"""The preset that is offered to a player who has played none."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of the home page: the chosen match language, their matches, the cards of the site's main game, and the
    preset that is offered first (None where there is none). `is_new`: they have played nothing."""

    language: str
    shelf: Shelf
    recent: Sequence[FinishedMatch]
    cards: Sequence[PresetCard]
    usual: PresetCard | None
    people: PeopleLine

    @property
    def is_new(self) -> bool:
        """Whether the first match is still to come."""
        return self.shelf.is_empty and not self.recent

    @property
    def is_on_turn(self) -> bool:
        """Whether it is their turn in a running match."""
        return self.shelf.on_turn > 0


def reader_of(request: HttpRequest) -> Reader:
    """The reader of this request, as of the first call."""
    if not is_read(request):
        request.home_reader = _read(request)  # type: ignore[attr-defined]
    known: Reader = request.home_reader  # type: ignore[attr-defined]
    return known


def is_read(request: HttpRequest) -> bool:
    """Whether the reader of this request has been read: on the home page they have."""
    return hasattr(request, "home_reader")


def match_language(request: HttpRequest) -> str:
    """The language chosen on the page (`lg`), else that of the interface or one like it."""
    language = request.POST.get("lg", get_language() or "")[:2]
    return language if language in MATCH_LANGUAGES else "en"


def usual_of(cards: Sequence[PresetCard], recent: Sequence[FinishedMatch]) -> PresetCard | None:
    """The card that is offered first: that of the preset played last, else the usual one, else the first."""
    by_key = {card.key: card for card in cards}
    wanted = [match.card.preset for match in recent] + [_USUAL]
    return next((by_key[key] for key in wanted if key in by_key), next(iter(cards), None))


def _read(request: HttpRequest) -> Reader:
    now_ms, language = game.now_ms(), match_language(request)
    cards = [card for card in preset_cards(language, now_ms) if card.variant == game.DEFAULT_VARIANT]
    user_id = request.user.pk if request.user.is_authenticated else None
    shelf = shelf_of(user_id) if user_id is not None else Shelf()
    recent = recent_matches(user_id, now_ms) if user_id is not None else []
    people = line_of(game.DEFAULT_VARIANT, waiting_now(cards), now_ms)
    return Reader(language, shelf, recent, tuple(cards), usual_of(cards, recent), people)
