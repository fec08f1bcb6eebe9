"""What the home page shows, as plain values: the presets of Quick Join and the player's own matches."""

from dataclasses import dataclass

from game import api as game
from lobby.minis import Mini, mini_board
from lobby.models import MATCH_LANGUAGES, Preset
from lobby.services import rematch
from lobby.services.quick_join import waiting_counts


@dataclass(frozen=True, slots=True)
class PresetCard:
    """One preset with what its settings come to, and how many wait for an opponent in the chosen language."""

    preset: Preset
    summary: game.Summary
    mini: Mini
    waiting: int


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A match to go on with. `preset_title`: empty without a preset; `seconds_left`: None without a clock."""

    card: game.MatchCard
    preset_title: str
    language_name: str
    seconds_left: int | None


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match to look back at. `preset_title`: empty without a preset; `asks`: the opponent wants a rematch now."""

    card: game.RecentMatch
    preset_title: str
    language_name: str
    asks: bool


def preset_cards(language: str, now_ms: int) -> list[PresetCard]:
    """The active presets in their order."""
    counts = waiting_counts(language, now_ms)
    return [preset_card(preset, counts.get(preset.pk, 0)) for preset in Preset.objects.filter(active=True)]


def preset_card(preset: Preset, waiting: int = 0) -> PresetCard:
    """The card of one preset. Raises BadSettings for one that no match could be made with."""
    summary = game.describe(preset.settings)
    return PresetCard(preset, summary, mini_board(summary.layout), waiting)


def live_matches(user_id: int) -> list[LiveMatch]:
    """The player's live matches, in the order `game.api` gives them."""
    cards = game.live_matches(user_id)
    titles = _titles() if cards else {}
    return [
        LiveMatch(
            card=card,
            preset_title=titles.get(card.preset, ""),
            language_name=MATCH_LANGUAGES[card.language],
            seconds_left=None if card.left_ms is None else max(0, -(-card.left_ms // 1000)),
        )
        for card in cards
    ]


def recent_matches(user_id: int, now_ms: int) -> list[FinishedMatch]:
    """The player's last finished matches, the latest first."""
    cards = game.recent_matches(user_id)
    titles = _titles() if cards else {}
    asking = rematch.asking(user_id, now_ms) if cards else {}
    return [
        FinishedMatch(
            card=card,
            preset_title=titles.get(card.preset, ""),
            language_name=MATCH_LANGUAGES[card.language],
            asks=card.public_id in asking,
        )
        for card in cards
    ]


def _titles() -> dict[str, str]:
    return {preset.key: preset.title for preset in Preset.objects.all()}
