"""Classic's part of a match record: the deal, whose hands say who moves first."""

from collections.abc import Sequence

from game.crossword import start
from game.crossword.plain.start import tileset
from game.crossword.plain.state import PlainState
from game.crossword.record import record_part
from game.crossword.start import Start
from game.crossword.tiles import HAND_SIZE
from game.kernel.chance import FairChance, ImpossibleChance, RecordedChance, draw
from game.kernel.deadlines import begin_turn_clock
from game.kernel.setting_types import Ruleset
from game.variants.classic.rules import setup
from game.variants.classic.rules.ending import ranked, totals
from game.variants.classic.rules.settings import layout


def dealt(begun: Start, players: Sequence[str], lobby_order: Sequence[str] | None, rules: Ruleset,
          seed: bytes | None) -> PlainState:  # fmt: skip
    """The match as it began: hands of seven that the bag can give, of which the closer one is seat 0's; with a seed the
    hands and the seats that it gives."""
    tiles = begun.tileset or tileset(rules)
    bag = tiles.bag()
    for seat, hand in enumerate(begun.hands):
        if len(hand) != HAND_SIZE:
            raise ImpossibleChance(f"hands[{seat}]: {len(hand)} tiles, the deal gives {HAND_SIZE}")
        try:
            _, bag, _ = draw(bag, HAND_SIZE, start.FIRST_DRAW, RecordedChance(hand))
        except ImpossibleChance as impossible:
            raise ImpossibleChance(f"hands[{seat}]: {impossible}") from impossible
    if seed is not None:
        _follow_from(seed, begun, players, lobby_order or (), rules)
    first, second = (setup.closeness(hand, rules.text("language")) for hand in begun.hands)
    if second < first:
        raise ImpossibleChance("hands: seat 1 has the hand that moves first")
    return begin_turn_clock(setup.begin(rules, begun, tiles, begun.hands, bag), 0, 0)


def _follow_from(seed: bytes, begun: Start, players: Sequence[str], lobby_order: Sequence[str], rules: Ruleset) -> None:
    given = setup.deal(rules, len(players), FairChance(seed), 0, begun)
    assert given.order is not None
    if [lobby_order[place] for place in given.order] != list(players):
        raise ImpossibleChance("players: the seats do not follow from the seed")
    if tuple(player.hand for player in given.step.state.players) != begun.hands:
        raise ImpossibleChance("hands: not those that the seed gives")


RECORD = record_part(tileset, layout, totals, dealt, lambda state: {"ranked": ranked(state)})
