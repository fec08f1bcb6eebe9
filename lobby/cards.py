"""What the home page shows, as plain values: the presets of Quick Join and the player's own live matches."""

from dataclasses import dataclass

from game import api as game
from lobby.minis import Mini, mini_board
from lobby.models import MATCH_LANGUAGES, Preset
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


def preset_cards(language: str, now_ms: int) -> list[PresetCard]:
    """The active presets in their order."""
    counts = waiting_counts(language, now_ms)
    cards = []
    for preset in Preset.objects.filter(active=True):
        summary = game.describe(preset.settings)
        cards.append(PresetCard(preset, summary, mini_board(summary.layout), counts.get(preset.pk, 0)))
    return cards


def live_matches(user_id: int) -> list[LiveMatch]:
    """The player's live matches, in the order `game.api` gives them."""
    cards = game.live_matches(user_id)
    titles = {preset.key: preset.title for preset in Preset.objects.all()} if cards else {}
    return [
        LiveMatch(
            card=card,
            preset_title=titles.get(card.preset, ""),
            language_name=MATCH_LANGUAGES[card.language],
            seconds_left=None if card.left_ms is None else max(0, -(-card.left_ms // 1000)),
        )
        for card in cards
    ]
