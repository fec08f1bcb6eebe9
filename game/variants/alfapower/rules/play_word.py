"""Playing a word: the placement is checked, its words are looked up, and it is scored, or it is a failed attempt."""

from dataclasses import replace

from game.crossword.actions import Place
from game.crossword.events import tiles_drawn
from game.crossword.placement import Placement
from game.crossword.tiles import HAND_SIZE, Placed, without
from game.crossword.turns import BAG_EMPTY, refill
from game.kernel.base_types import Seat
from game.kernel.deadlines import begin_choice_clock
from game.kernel.match import Env
from game.kernel.refusals import Code, Refused
from game.variants.alfapower.rules import ending, events
from game.variants.alfapower.rules.alfa import offered_tiles
from game.variants.alfapower.rules.economy import turn_coins
from game.variants.alfapower.rules.lasting_effects import after_words, turn_factor
from game.variants.alfapower.rules.placement import examine
from game.variants.alfapower.rules.scoring import Word, score_words, turn_score
from game.variants.alfapower.rules.state import Change, MatchState, Phase
from game.variants.alfapower.rules.turn import end_turn


def place(state: MatchState, seat: Seat, action: Place, env: Env) -> Change:
    """Lay tiles. Raises Refused (free of charge) when no try is left, and for the checks 1–5; words not in the list
    cost a fine and a try and change nothing else: the first event is then `attempt_failed`."""
    if state.tries_left == 0:
        raise Refused(Code.TOO_MANY_TRIES)
    placement = examine(state, seat, action.tiles)
    words = score_words(state.board, state.rules, placement)
    rejected = [word.text for word in words if word.text not in env.lexicon]
    if rejected:
        return _fine(state, seat, rejected)
    return _resolve(state, seat, action.tiles, placement, words, env)


def _fine(state: MatchState, seat: Seat, rejected: list[str]) -> Change:
    """A failed attempt: points and coins at once; coins stop at 0, the score may go below it."""
    player = state.players[seat]
    points = state.rules.number("invalid_points")
    coins = min(state.rules.number("invalid_coins"), player.coins)
    fined = replace(player, score=player.score - points, coins=player.coins - coins, fines=player.fines + points)
    state = state.put_player(seat, fined)
    return replace(state, tries=state.tries + 1), [events.attempt_failed(seat, points, coins, rejected)]


def _resolve(state: MatchState, seat: Seat, tiles: tuple[Placed, ...], placement: Placement, words: tuple[Word, ...],
             env: Env) -> Change:  # fmt: skip
    """Score, coins, refill; then the end of the match, the Alfa choice, or the next turn."""
    factor = turn_factor(state.players[seat])
    score = turn_score(words) * factor
    coins = turn_coins(state.rules, score)
    player = state.players[seat]
    hand = without(player.hand, [placed.tile for placed in tiles])
    assert hand is not None  # they were looked for in check 1
    player = replace(
        player,
        hand=hand,
        score=player.score + score,
        coins=player.coins + coins,
        passes=0,
        timeouts=0,
        scored_turns=player.scored_turns + 1,
    )
    state = replace(state.put_player(seat, player), board=state.board.put(placement.fresh), opened=True)
    state = after_words(state, seat)
    state, drawn = refill(state, seat, HAND_SIZE, env.chance)
    facts = [
        events.words_scored(seat, words, score, coins, list(placement.fresh), factor),
        tiles_drawn(seat, drawn),
    ]
    if not state.players[seat].hand:
        return ending.finish_by_totals(state, BAG_EMPTY, facts)
    offered = offered_tiles(state, seat, len(tiles), drawn)
    if offered:
        state = begin_choice_clock(replace(state, phase=Phase.ALFA, choice=offered), env.now)
        return state, [*facts, events.alfa_offered(seat, offered)]
    return end_turn(state, env.now, facts)
