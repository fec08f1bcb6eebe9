"""Turns begin and end here: a word, an exchange, a pass, a timeout, and a seat that leaves (rules 3 and 4)."""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.actions import Swap
from game.crossword.events import attempt_failed, tiles_drawn
from game.crossword.turns import BAG_EMPTY, EndByPasses, change_tiles, count_pass, refill
from game.kernel.actions import Pass
from game.kernel.base_types import Millis, Seat
from game.kernel.events import Event, passed
from game.kernel.match import Env
from game.kernel.turns import next_turn
from game.variants.alfapet.rules import ending
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.ledger import words_scored
from game.variants.alfapet.rules.placement import Placement, examine
from game.variants.alfapet.rules.scoring import Word, earned_theme, rack_bonus, score_word
from game.variants.alfapet.rules.settings import theme_words
from game.variants.alfapet.rules.state import Change, MatchState


def place(state: MatchState, seat: Seat, lay: Lay, env: Env) -> Change:
    """Lay a word. Raises Refused for the checks 1–6. Words that are not in the list (check 7) cost nothing either and
    may be tried again: the only event is then `attempt_failed`, which names them."""
    placement = examine(state, seat, lay)
    words = score_words(placement)
    rejected = [word.text for word in words if word.text not in env.lexicon]
    if rejected:
        return state, [attempt_failed(seat, rejected)]
    theme = earned_theme(words, state.open_theme)
    bonus = rack_bonus(state.rules, len(lay.used))
    score = turn_score(state, words, bonus, theme)
    player = state.players[seat]
    player = replace(player, hand=placement.left, score=player.score + score, passes=0, timeouts=0)
    earners = zip(theme_words(state.rules), state.theme, strict=True)
    state = replace(
        state.put_player(seat, player),
        board=placement.board,
        theme=tuple(seat if word in theme else earner for word, earner in earners),
    )
    state, drawn = refill(state, seat, state.rules.number("rack"), env.chance)
    so_far = [words_scored(seat, lay, words, bonus, theme, score), tiles_drawn(seat, drawn)]
    if ending.went_out(state, seat):
        return ending.finish(state, BAG_EMPTY, so_far)
    return end_turn(state, env.now, so_far)


def score_words(placement: Placement) -> tuple[Word, ...]:
    """The words of a placement with their points, in order."""
    return tuple(score_word(placement.board, placement.laid, word) for word in placement.words)


def turn_score(state: MatchState, words: Sequence[Word], bonus: int, theme: Sequence[str]) -> int:
    """The sum of the words, the rack bonus, and the theme bonus for each word of the theme earned."""
    return sum(word.points for word in words) + bonus + state.rules.number("theme_bonus") * len(theme)


def swap(state: MatchState, seat: Seat, action: Swap, env: Env) -> Change:
    """Exchange any tiles of the rack: they go into the bag first, so the same may come back. The turn ends; it is no
    pass."""
    state, so_far = change_tiles(state, seat, action, env, back_first=True)
    return end_turn(state, env.now, so_far)


def pass_turn(state: MatchState, seat: Seat, action: Pass, env: Env) -> Change:
    """A voluntary pass: one more in a row, the timeout streak cleared. It may be the one that ends the match."""
    return _BY_PASSES.after_pass(count_pass(state, seat), env.now, [passed(seat)])


def end_turn(state: MatchState, now: Millis, so_far: Sequence[Event]) -> Change:
    """The turn of the next seat that is still in the match begins at `now`; in solo the same again."""
    return next_turn(state, state.next_seat, now, so_far)


_BY_PASSES: EndByPasses[MatchState] = EndByPasses(ending.finish, end_turn)

time_out = _BY_PASSES.time_out
leave = _BY_PASSES.leave
