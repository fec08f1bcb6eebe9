"""The guide: its words exist, its sums are the engine's, its figures the settings', in both languages."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from django.test import Client

from dictionary import api as dictionary
from game.dispatch.new_match import read_rules
from game.kernel.setting_types import Ruleset
from game.variants import VARIANTS
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.screens import guide
from lobby.models import Preset


def page(client: Client, language: str = "en") -> str:
    response = client.get("/guide/", headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("language", ["en", "sv"])
def test_every_word_of_the_examples_is_in_the_list(language: str) -> None:
    words = dictionary.current(language)
    for play in (guide.SCORING[language], guide.ALFA[language]):
        rules = read_rules("alfapower", {"language": language})
        line = guide.example(play, rules).line
        assert play.lies in words and all(word.text in words for word in line.receipt.words), line.what


@pytest.mark.parametrize(
    ("example", "language", "sums", "coins"),
    [
        # The S on a triple letter, the second tile on a double word, the third on a double letter.
        # PLAYS: 3 + 1 + 1 + 4 + 3 × 1. SUN: (3 × 1 + 1 + 2 × 1) × 2. Coins: 3 + a tenth of 24.
        (guide.SCORING, "en", [("PLAYS", 12), ("SUN", 12)], 5),
        # SKÅLS: 1 + 2 + 4 + 1 + 3 × 1. SÖT: (3 × 1 + 4 + 2 × 1) × 2. Coins: 3 + a tenth of 29.
        (guide.SCORING, "sv", [("SKÅLS", 11), ("SÖT", 18)], 5),
        (guide.ALFA, "en", [("ART", 6)], 3),
        (guide.ALFA, "sv", [("ALM", 8)], 3),
    ],
)
def test_the_examples_are_scored_as_worked_out_by_hand(
    example: dict[str, guide.Play], language: str, sums: Sequence[tuple[str, int]], coins: int
) -> None:
    line = guide.example(example[language], read_rules("alfapower", {"language": language})).line
    assert [(word.text, word.points) for word in line.sums] == sums and line.receipt.income == coins


@pytest.mark.parametrize("language", ["en", "sv"])
def test_the_page_holds_to_the_policy_and_every_anchor_leads_somewhere(client: Client, language: str) -> None:
    html = page(client, language)
    assert f'<html lang="{language}" ' in html and not re.search(r"\sstyle=|%\(|\{\{", html)
    anchors = re.findall(r'<a href="#([\w-]+)"', html[html.index('class="toc"') :])
    assert len(anchors) == 9 and all(f'id="{anchor}"' in html for anchor in anchors)


def test_powers_stand_there_with_their_own_texts_and_prices(client: Client) -> None:
    html = page(client)
    shop = html[html.index('class="powerlist"') :]
    for item in ITEMS.values():
        assert f"<b>{item.title}</b>" in shop and item.blurb in shop
        at = shop.index(f"<b>{item.title}</b>")
        assert f'class="coin">{item.price}<' in shop[at : at + 120]


def test_figures_follow_the_settings(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = {"pass_coins": 17, "slot_limit": 11, "blast_surcharge": 43, "coins_per_point": 19, "invalid_points": 37}
    variant = VARIANTS["alfapower"]
    settings = tuple(replace(s, default=odd[s.key]) if s.key in odd else s for s in variant.settings)
    monkeypatch.setattr(
        guide, "read_rules", lambda name, given: Ruleset(name, {s.key: s.default for s in settings} | dict(given))
    )
    html = page(client)
    for said in (">+17<", "11 at most", "Blast costs 43 more", "every 19 coins left", "−37"):
        assert said in html, said


def test_presets_are_those_of_the_database(client: Client) -> None:
    Preset.objects.filter(key="quick").update(title_en="Swift", settings={"board_size": 19, "turn_seconds": 45})
    Preset.objects.filter(key="strategy").update(active=False)
    html = page(client)
    table = html[html.index("<table") : html.index("</table>")]
    assert "Swift" in table and "19 × 19" in table and "45 s" in table and "Strategy" not in table


def test_the_legend_draws_every_kind_of_square() -> None:
    kinds = [sign.square.css + sign.square.kind for sign in guide.legend(read_rules("alfapower", {}))]
    assert len(set(kinds)) >= 10 and any("cell--alfa" in kind for kind in kinds)
