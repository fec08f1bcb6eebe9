"""The lobby's parts of the home page: running matches, the offer to install the site, what to play now, players, games,
bots, rooms."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest

from accounts.api import BEATEN_BOTS
from bots import api as bots
from common.home_page import HomePlace
from common.one_second_cache import once_a_second
from game import api as game
from lobby.cards import PresetCard
from lobby.home_reader import reader_of
from lobby.models import MATCH_LANGUAGES, interface_language
from lobby.pause_shown import Pause, pause_of_reader
from lobby.people_line import PeopleLine
from lobby.services.player_activity import ACTIVITY
from lobby.slow_shown import seeks_of

Values = Mapping[str, object] | None


@dataclass(frozen=True, slots=True)
class QuickJoin:
    """Quick Join of the site's own game as plain values: its `cards`, without live ones during a `pause`; the `usual`
    one, yellow where the part `is_first` to be pressed on the page; whether `people` wait; and the match language, of
    `languages`."""

    cards: tuple[PresetCard, ...]
    usual: PresetCard | None
    people: PeopleLine
    pause: Pause | None
    language: str
    language_name: str
    languages: tuple[tuple[str, str], ...]
    variant: str
    is_first: bool


def _continue(request: HttpRequest) -> Values:
    """Running matches, and those stopped by a fault; a guest is told that they are kept in this browser only."""
    reader = reader_of(request)
    if reader.is_new:
        return None
    return {
        "shelf": reader.shelf,
        "is_guest": getattr(request.user, "is_guest", False),
    }


def _install(request: HttpRequest) -> Values:
    """The offer to install the site, for players of slow matches, who look at them day after day."""
    shelf = reader_of(request).shelf
    return {} if any(match.card.slow for match in (*shelf.boards, *shelf.lines, *shelf.others)) else None


def what_to_play(request: HttpRequest) -> Values:
    """The first match for a new player; a new match for every other; and the reader's slow seeks."""
    reader = reader_of(request)
    if reader.is_new:
        return {"is_new": True, "level": next(iter(bots.LEVELS.values())), **_slow(request)}
    return {"is_new": False, "quick": _quick_join(request, is_first=not reader.is_on_turn), **_slow(request)}


def _slow(request: HttpRequest) -> dict[str, object]:
    """The reader's slow seeks, in a part of their own. Where there are running matches, their part already tells a
    guest how to come back."""
    seeks = []
    if request.user.is_authenticated and ACTIVITY.of_reader(request).seeks_slowly:
        seeks = seeks_of(request.user.pk, game.now_ms())
    return {"seeks": seeks, "is_guest": reader_of(request).is_new and getattr(request.user, "is_guest", False)}


def _people(request: HttpRequest) -> Values:
    """Whether players are waiting, for a new player; others see it above the presets."""
    return {"quick": _quick_join(request)} if reader_of(request).is_new else None


def _quick_join(request: HttpRequest, *, is_first: bool = False) -> QuickJoin:
    reader = reader_of(request)
    pause = pause_of_reader(request)
    return QuickJoin(
        cards=tuple(card for card in reader.cards if pause is None or not card.summary.is_live),
        usual=reader.usual,
        people=reader.people,
        pause=pause,
        language=reader.language,
        language_name=MATCH_LANGUAGES[reader.language],
        languages=tuple(MATCH_LANGUAGES.items()),
        variant=game.DEFAULT_VARIANT,
        is_first=is_first,
    )


def _games(request: HttpRequest) -> Values:
    """The other games, each with a link to its own page."""
    others = tuple((key, one.title) for key, one in game.games().items() if key != game.DEFAULT_VARIANT)
    return {"games": others, "is_new": reader_of(request).is_new} if others else None


def _bots(request: HttpRequest) -> Values:
    """The bots, each one press away from a match by the first preset; those that the reader has beaten are ticked."""
    reader = reader_of(request)
    return {
        "beaten": BEATEN_BOTS.of_reader(request),
        "levels": tuple(bots.LEVELS.values()),
        "readiness": readiness(interface_language()),
        "preset": reader.cards[0].key if reader.cards else "",
        "variant": game.DEFAULT_VARIANT,
        "language": reader.language,
        "is_new": reader.is_new,
    }


def _join(_request: HttpRequest) -> Values:
    """Joining a room by its code, and opening one."""
    return {}


def _recent(request: HttpRequest) -> Values:
    """Finished matches to look back at."""
    reader = reader_of(request)
    return {"matches": reader.recent} if reader.recent else None


@once_a_second(by=1)
def readiness(language: str) -> bots.Readiness:
    """Whether the bots are ready for matches in a language, as of this second."""
    return bots.readiness(game.now_ms(), language)


HOME_PLACES = (
    HomePlace("continue", "lobby/home/continue.html", _continue),
    HomePlace("install", "lobby/home/install.html", _install),
    HomePlace("now", "lobby/home/now.html", what_to_play),
    HomePlace("people", "lobby/home/people.html", _people),
    HomePlace("games", "lobby/home/games.html", _games),
    HomePlace("bots", "lobby/home/bots.html", _bots),
    HomePlace("join", "lobby/home/join.html", _join),
    HomePlace("recent", "lobby/home/recent.html", _recent),
)
