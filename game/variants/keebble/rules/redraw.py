"""Draw the chance of a match anew from its seed, for the check of the fair deal (K7)."""

from collections.abc import Sequence

from game.kernel.chance import FairChance
from game.kernel.match_replay import Played
from game.kernel.variant import Redrawn
from game.variants.keebble.rules import setup
from game.variants.keebble.rules.dealing import Draws, deal_options
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.state import MatchState
from game.variants.keebble.rules.turn import table_of


def redraw(states: Sequence[MatchState], steps: Sequence[Played], seed: bytes) -> Redrawn:
    """The start and the list of every round: `drawn` are the things of the start and the options, `astray` those that
    the seed gives otherwise; `sound` is whether the seed's numbers were used one after the other to the last."""
    began, chance = states[0], FairChance(seed)
    anew: MatchState = setup.deal(began.rules, len(began.players), chance, 0, setup.start_of(began)).step.state
    drawn, astray, number = 0, 0, anew.draws
    pairs: list[tuple[Sequence[object], Sequence[object]]] = [
        (began.opening.letters, anew.opening.letters),
        (began.opening.types, anew.opening.types),
        (began.opening.walls, anew.opening.walls),
        (began.options, anew.options),
    ]
    for step in steps:
        if step.after.round > step.before.round:
            draws = Draws(chance, number)
            options: Sequence[Option] = deal_options(table_of(step.after), draws)
            number = draws.number
            pairs.append((step.after.options, options))
    for told, given in pairs:
        drawn += len(given)
        astray += _differing(told, given)
    return Redrawn(drawn, astray, number == states[-1].draws)


def _differing(told: Sequence[object], given: Sequence[object]) -> int:
    """How many of the two are not alike, those that only one of them has among them."""
    return sum(one != other for one, other in zip(told, given, strict=False)) + abs(len(told) - len(given))
