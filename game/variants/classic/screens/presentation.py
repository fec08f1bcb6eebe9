"""The `Presentation` of Classic: its own answers, beside those of every plain word game."""

from game.crossword.plain.state import PlainState
from game.presentation.plain.presentation import presentation
from game.variants.classic.rules.ending import PLAYED_OUT
from game.variants.classic.rules.setup import line
from game.variants.classic.screens import gcg, guide


def _redrawing(dealt: PlainState) -> dict[str, str]:
    """The bag, and the line of tiles by which one of the two hands begins (rule 2)."""
    return {"bag": " ".join(dealt.tileset.bag()), "keeps_alfa": "true", "begins": line(dealt.rules.text("language"))}


PRESENTATION = presentation("classic", PLAYED_OUT, redrawing=_redrawing, gcg=gcg.export, guide=guide.context)
