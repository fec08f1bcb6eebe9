"""Turns begin and end here: a word, an exchange, a pass, a timeout, and a seat that leaves (rules 3 and 4)."""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.events import tiles_drawn, tiles_swapped
from game.crossword.exchange import exchange
from game.crossword.tiles import Tile
from game.kernel import events as kernel_events
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import Chance, draw
from game.kernel.deadlines import turn_ms
from game.kernel.endings import FORFEITED
from game.kernel.events import Event
from game.kernel.match import Env
from game.variants.alfapet.rules import ending, events
from game.variants.alfapet.rules.actions import Lay
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
        return state, [events.attempt_failed(seat, rejected)]
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
    state, drawn = refill(state, seat, env.chance)
    so_far = [events.words_scored(seat, lay, words, bonus, theme, score), tiles_drawn(seat, drawn)]
    if ending.went_out(state, seat):
        return ending.finish(state, ending.BAG_EMPTY, so_far)
    return end_turn(state, env.now, so_far)


def score_words(placement: Placement) -> tuple[Word, ...]:
    """The words of a placement with their points, in order."""
    return tuple(score_word(placement.board, placement.laid, word) for word in placement.words)


def turn_score(state: MatchState, words: Sequence[Word], bonus: int, theme: Sequence[str]) -> int:
    """The sum of the words, the rack bonus, and the theme bonus for each word of the theme earned."""
    return sum(word.points for word in words) + bonus + state.rules.number("theme_bonus") * len(theme)


def swap(state: MatchState, seat: Seat, tiles: Sequence[Tile], env: Env) -> Change:
    """Exchange any tiles of the rack: they go into the bag first, so the same may come back. The turn ends; it is no
    pass."""
    state, got = exchange(state, seat, tiles, env.chance, back_first=True)
    state = state.put_player(seat, replace(state.players[seat], passes=0, timeouts=0))
    return end_turn(state, env.now, [tiles_swapped(seat, tiles, got)])


def pass_turn(state: MatchState, seat: Seat, now: Millis) -> Change:
    """A voluntary pass: one more in a row, the timeout streak cleared. It may be the one that ends the match."""
    player = state.players[seat]
    state = state.put_player(seat, replace(player, passes=player.passes + 1, timeouts=0))
    return _after_pass(state, now, [events.passed(seat)])


def time_out(state: MatchState, seat: Seat, now: Millis) -> Change:
    """The clock ran out: a pass that also counts as a timeout, of which too many in a row are a leaving."""
    player = state.players[seat]
    player = replace(player, passes=player.passes + 1, timeouts=player.timeouts + 1)
    state = state.put_player(seat, player)
    so_far = [kernel_events.timed_out(seat)]
    if player.timeouts >= state.rules.number("timeouts_to_forfeit"):
        return leave(state, seat, FORFEITED, now, so_far)
    return _after_pass(state, now, so_far)


def leave(state: MatchState, seat: Seat, reason: str, now: Millis, so_far: Sequence[Event] = ()) -> Change:
    """The seat leaves for good, and its rack stays with it. With one seat left, or none, the match is over; else it may
    be that now all have passed; and only if the match goes on and the seat was on turn is it the next one's turn."""
    player = replace(state.players[seat], out=len(state.gone) + 1)
    state = state.put_player(seat, player)
    so_far = [*so_far, kernel_events.seat_out(seat, reason)]
    if len(state.inside) <= 1:
        return ending.finish(state, reason, so_far)
    if ending.all_passed(state):
        return ending.finish(state, ending.ALL_PASSED, so_far)
    return end_turn(state, now, so_far) if seat == state.active else (state, so_far)


def refill(state: MatchState, seat: Seat, chance: Chance) -> tuple[MatchState, tuple[Tile, ...]]:
    """Fill the rack up while the bag has any: (the match, the new tiles in order)."""
    player = state.players[seat]
    new, bag, draws = draw(state.bag, state.rules.number("rack") - len(player.hand), state.draws, chance)
    state = replace(state, bag=bag, draws=draws)
    return state.put_player(seat, replace(player, hand=player.hand + new)), new


def begin_turn(state: MatchState, seat: Seat, now: Millis) -> MatchState:
    """Give the move to `seat` with the full time of a turn from `now`."""
    length = turn_ms(state.rules)
    return replace(state, active=seat, deadline=None if length is None else now + length)


def end_turn(state: MatchState, now: Millis, so_far: Sequence[Event]) -> Change:
    """The turn of the next seat that is still in the match begins at `now`."""
    seat = _next(state)
    state = begin_turn(replace(state, turn=state.turn + 1), seat, now)
    return state, [*so_far, kernel_events.turn_began(seat, state.turn, state.deadline)]


def _next(state: MatchState) -> Seat:
    """The next seat in the match; in solo the same again."""
    later = [seat for seat in state.inside if seat > state.active]
    return later[0] if later else state.inside[0]


def _after_pass(state: MatchState, now: Millis, so_far: Sequence[Event]) -> Change:
    if ending.all_passed(state):
        return ending.finish(state, ending.ALL_PASSED, so_far)
    return end_turn(state, now, so_far)
