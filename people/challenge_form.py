"""The form of a challenge: the game, the pace, the usual rules or one's own, the language.

The game and the pace are chosen by links, so that the rules below are always those of the game; the rest is posted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.utils.translation import gettext as _

from game import api as game
from lobby import api as lobby
from people.challenge_sentences import clock_of
from people.models import Challenge
from people.services.challenges import Wanted

_OF_THE_FORM = frozenset({"game", "pace", "own", "lg"})
_ICONS = {lobby.MatchPace.LIVE: "clock", lobby.MatchPace.SLOW: "calendar", lobby.MatchPace.UNTIMED: "infinity"}
_PAIR = 2


@dataclass(frozen=True, slots=True)
class Start:
    """With what a form begins: a game, a pace, a language, and rules of one's own or None for the usual ones."""

    variant: str
    pace: lobby.MatchPace
    language: str
    own: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """The form, ready to be drawn: `paces` are those the game is played at, each with its icon, title and clock;
    `sections` the form of one's own rules, empty for the usual ones; `errors` the sentences for what was wrong."""

    start: Start
    games: Sequence[game.Game]
    paces: Sequence[Mapping[str, str]]
    sections: Sequence[lobby.Section] = ()
    errors: Sequence[str] = field(default=())

    @property
    def title(self) -> str:
        """The English name of the chosen game."""
        return game.games()[self.start.variant].title

    @property
    def query(self) -> str:
        """The chosen game, pace and language, for an address."""
        return urlencode({"game": self.start.variant, "pace": self.start.pace.value, "lg": self.start.language})

    @property
    def languages(self) -> Sequence[tuple[str, str]]:
        """The languages that matches are played in."""
        return tuple(game.LANGUAGES.items())


def games_for_two() -> dict[str, game.Game]:
    """The games that two can play with each other."""
    return {key: one for key, one in game.games().items() if _PAIR in one.seats}


def start_of(settings: Mapping[str, object], variant: str, preset: str) -> Start | None:
    """The start like a match or challenge by these settings; None where its game is not offered any more."""
    if variant not in games_for_two():
        return None
    pace = lobby.pace_of(settings, variant)
    usual = lobby.usual_rules(variant, pace)
    is_usual = usual is not None and preset == usual.key and not lobby.differing_keys(usual.settings, settings, variant)
    language = str(game.full_settings(settings, variant)["language"])
    return Start(variant, pace, language, None if is_usual else settings)


def start_of_challenge(row: Challenge) -> Start | None:
    """The start like that challenge, to be changed: its rules are laid open."""
    found = start_of(row.settings, row.variant, row.preset)
    return found and replace(found, own=row.settings)


def chosen(request: HttpRequest, given: Start | None = None) -> Start:
    """What the address says (`game`, `pace`, `own`), else the `given` start, else the usual rules of the site's own
    game. Raises BadRequest for what there is not."""
    if given is not None and "game" not in request.GET:
        return given
    return _read(request.GET.dict(), given)


def posted(request: HttpRequest) -> Start:
    """What was posted, without the rules. Raises BadRequest for what there is not."""
    return _read(request.POST.dict(), None)


def _read(said: Mapping[str, str], given: Start | None) -> Start:
    variant, pace = said.get("game", game.DEFAULT_VARIANT), said.get("pace", lobby.MatchPace.SLOW.value)
    language = said.get("lg", given.language if given else lobby.interface_language())
    if variant not in games_for_two() or pace not in list(lobby.MatchPace) or language not in game.LANGUAGES:
        raise BadRequest("challenge")
    usual = lobby.usual_rules(variant, lobby.MatchPace(pace))
    is_own = said.get("own") == "1" or usual is None
    return Start(variant, lobby.MatchPace(pace), language, (usual.settings if usual else {}) if is_own else None)


def wanted(request: HttpRequest, start: Start) -> Wanted:
    """The match that was asked for. Raises lobby.BadForm, BadSettings."""
    usual = lobby.usual_rules(start.variant, start.pace)
    usual_settings = usual.settings if usual else {}
    key = usual.key if usual else ""
    if start.own is None:
        return Wanted(start.variant, key, {**usual_settings, "language": start.language})
    besides = lobby.NOT_SETTINGS | _OF_THE_FORM
    given = {**usual_settings, **lobby.read_post(request.POST, start.variant, besides), "language": start.language}
    before = game.full_settings(usual_settings, start.variant)
    if given.get("reserve_hours", 0) == before.get("reserve_hours", 0):  # nobody has changed it
        given = game.without_idle_reserve(given)
    is_usual = not lobby.differing_keys(usual_settings, given, start.variant)
    return Wanted(start.variant, key if is_usual else "", given)


def drawn(request: HttpRequest, start: Start, errors: Mapping[str, str] | None = None) -> Form:
    """The form with that start, and a sentence for each of the errors (codes by the names of fields)."""
    said = [lobby.said(name, code, start.variant) for name, code in (errors or {}).items()]
    paces = [_pace(start.variant, pace) for pace in lobby.MatchPace]
    shown = [pace for pace in paces if pace]
    return Form(start, list(games_for_two().values()), shown, _sections(request, start), said)


def _pace(variant: str, pace: lobby.MatchPace) -> dict[str, str]:
    usual = lobby.usual_rules(variant, pace)
    if usual is None:
        return {}
    titles = {
        lobby.MatchPace.LIVE: (_("Live"), _("%(clock)s, both here")),
        lobby.MatchPace.SLOW: (_("Slow"), "%(clock)s"),
        lobby.MatchPace.UNTIMED: (_("No clock"), _("as long as it takes")),
    }
    title, said = titles[pace]
    clock = clock_of(usual.settings, variant)
    return {"key": pace.value, "icon": _ICONS[pace], "title": title, "said": said % {"clock": clock}}


def _sections(request: HttpRequest, start: Start) -> list[lobby.Section]:
    """One's own rules, what differs from the usual ones pointed out; the language is chosen above them."""
    if start.own is None:
        return []
    usual = lobby.usual_rules(start.variant, start.pace)
    changed = lobby.differing_keys(usual.settings, start.own, start.variant) if usual else []
    boards: Any = lobby.kept_boards(request)
    found = []
    for section in lobby.sections(start.own, changed, start.variant, boards):
        fields = [one for one in section.fields if one.key != "language"]
        found.append(replace(section, fields=fields))
    return found
