"""The cards of the home page as plain values: the presets of Quick Join and the player's finished matches."""

from collections.abc import Iterable
from dataclasses import dataclass

from bots import api as bots
from common.one_second_cache import once_a_second
from game import api as game
from lobby.board_thumbnails import Mini, mini_board
from lobby.models import MATCH_LANGUAGES, Preset, interface_language
from lobby.services import rematch, slow_seeks
from lobby.services.queues import offered, presets
from lobby.services.quick_join import waiting_counts


@dataclass(frozen=True, slots=True)
class PresetCard:
    """One preset, in the language of the interface, with its settings in short, and how many wait for an opponent in
    the chosen language; whether its matches, where they are `rated`, move ranked points too (`is_ranked`); whether its
    game also `plays_alone`, `has_bots`, has a page for playing `on_paper`, can be played at `one_device`, and there by
    one user who `sees_all`. Plain values, no row: pages remember what they drew of equal cards."""

    key: str
    variant: str
    title: str
    blurb: str
    rated: bool
    summary: game.Summary
    mini: Mini
    waiting: int
    is_ranked: bool = False
    plays_alone: bool = False
    has_bots: bool = False
    on_paper: bool = False
    one_device: bool = False
    sees_all: bool = False


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match to look back at. `preset_title` and `game_title` as of a live one; `asks`: the opponent proposes
    a rematch now."""

    card: game.RecentMatch
    game_title: str
    preset_title: str
    language_name: str
    asks: bool


@dataclass(frozen=True, slots=True)
class Count:
    """How many players wait for an opponent by a preset."""

    preset: Preset
    waiting: int

    @property
    def key(self) -> str:
        """The key of the preset."""
        return self.preset.key

    @property
    def summary(self) -> game.Summary:
        """Its settings in short."""
        return self.preset.summary


@once_a_second(by=1)
def counts(language: str, now_ms: int) -> list[Count]:
    """How many players wait in that language, for the active presets of the games that are offered; cached for a
    second."""
    waiting = {**waiting_counts(language, now_ms), **slow_seeks.waiting_counts(language)}
    return [Count(preset, waiting.get(preset.pk, 0)) for preset in offered()]


def waiting_now(counted: Iterable[Count | PresetCard]) -> int:
    """How many of the waiting players are present: a slow seek needs no page."""
    return sum(one.waiting for one in counted if not one.summary.is_slow)


def preset_cards(language: str, now_ms: int) -> list[PresetCard]:
    """The active presets in their order, those of every game that is offered."""
    return _preset_cards(language, interface_language(), now_ms)


@once_a_second(by=2)
def _preset_cards(language: str, _interface: str, now_ms: int) -> list[PresetCard]:
    return [preset_card(one.preset, one.waiting) for one in counts(language, now_ms)]


def preset_card(preset: Preset, waiting: int = 0) -> PresetCard:
    """The card of one preset. Raises BadSettings for settings that no match could be made with."""
    known = game.games().get(preset.variant)
    return PresetCard(
        key=preset.key,
        variant=preset.variant,
        title=preset.title,
        blurb=preset.blurb,
        rated=preset.rated,
        summary=preset.summary,
        mini=mini_board(preset.summary.layout, interface_language()),
        waiting=waiting,
        is_ranked=known is not None and known.ranked and not preset.summary.is_slow,
        plays_alone=known is not None and 1 in known.seats,
        has_bots=preset.variant in bots.PLAYED,
        on_paper=game.is_on_paper(preset.variant),
        one_device=known is not None and bool(known.one_device),
        sees_all=known is not None and known.sees_all,
    )


def recent_matches(user_id: int, now_ms: int) -> list[FinishedMatch]:
    """The player's last finished matches, the latest first."""
    cards = game.recent_matches(user_id)
    titles = preset_titles() if cards else {}
    asking = rematch.asking(user_id, now_ms) if cards else {}
    return [
        FinishedMatch(
            card=card,
            game_title="" if card.preset in titles else game_title(card.variant),
            preset_title=titles.get(card.preset, ""),
            language_name=MATCH_LANGUAGES[card.language],
            asks=card.public_id in asking,
        )
        for card in cards
    ]


def game_title(variant: str) -> str:
    """A game's English name; empty for the default one, which needs none."""
    known = game.games().get(variant)
    return known.title if known is not None and variant != game.DEFAULT_VARIANT else ""


def preset_titles() -> dict[str, str]:
    """The titles of the presets that are offered, by their keys."""
    return {preset.key: preset.title for preset in presets()}
