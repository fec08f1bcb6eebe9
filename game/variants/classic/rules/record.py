"""Classic's part of a match record."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword import start
from game.crossword.board import letter_rows
from game.crossword.start import Start
from game.crossword.tiles import HAND_SIZE, Tile
from game.kernel.chance import FairChance, ImpossibleChance, RecordedChance, draw
from game.kernel.endings import places_told, totals_told
from game.kernel.events import Kind
from game.kernel.match import Step
from game.kernel.setting_types import Ruleset
from game.kernel.variant import RecordPart
from game.variants.classic.rules import setup
from game.variants.classic.rules.ending import ranked, totals
from game.variants.classic.rules.settings import layout
from game.variants.classic.rules.state import MatchState
from game.variants.classic.rules.turn import begin_turn

BOARD_SIZE = 15


def read_start(record: Mapping[str, Any], rules: Ruleset, seats: int) -> Start:
    """Bag, board and hands; raises BadField."""
    return start.read_start(record, rules.text("language"), BOARD_SIZE, seats, start.plain_tile)


def write_start(match: MatchState) -> dict[str, Any]:
    """`bag` and `board`, where they are not the standard ones."""
    return start.write_start(match.tileset, setup.tileset(match.rules), match.board.layout, layout(match.rules))


def read_drawn(value: object, key: str) -> tuple[Tile, ...]:
    """What the bag gave; raises BadField."""
    return start.read_tiles(value, key, start.plain_tile)


def dealt(begun: Start, players: Sequence[str], lobby_order: Sequence[str] | None, rules: Ruleset,
          seed: bytes | None) -> MatchState:  # fmt: skip
    """The match as it began: hands of seven that the bag can give, of which the closer one is seat 0's; with a seed the
    hands and the seats that it gives."""
    tiles = begun.tileset or setup.tileset(rules)
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
    return begin_turn(setup.begin(rules, begun, tiles, begun.hands, bag), 0, 0)


def _follow_from(seed: bytes, begun: Start, players: Sequence[str], lobby_order: Sequence[str], rules: Ruleset) -> None:
    given = setup.deal(rules, len(players), FairChance(seed), 0, begun)
    assert given.order is not None
    if [lobby_order[place] for place in given.order] != list(players):
        raise ImpossibleChance("players: the seats do not follow from the seed")
    if tuple(player.hand for player in given.step.state.players) != begun.hands:
        raise ImpossibleChance("hands: not those that the seed gives")


def step_fields(step: Step[MatchState]) -> dict[str, Any]:
    """What a step tells beside what every game's does."""
    scored: Mapping[str, Any] = {"words": [], "bingo": 0, "score": 0}
    for event in step.events:
        if event.kind == Kind.WORDS_SCORED:
            scored = event.public
    players = step.state.players
    return {
        "words": [[word[0], word[1]] for word in scored["words"]],
        "bingo": scored["bingo"],
        "turn_score": scored["score"],
        "scores": [p.score for p in players],
        "bag": len(step.state.bag),
        "hands": [len(p.hand) for p in players],
        "passes": [p.passes for p in players],
    }


def final_fields(state: MatchState) -> dict[str, Any]:
    """What the end tells beside what every game's does."""
    return {
        "places": places_told(state),
        "totals": totals_told(totals(state)),
        "ranked": ranked(state),
        "board": letter_rows(state.board),
    }


RECORD = RecordPart(
    read_start=read_start,
    write_start=write_start,
    dealt=dealt,
    read_drawn=read_drawn,
    step=step_fields,
    final=final_fields,
)
