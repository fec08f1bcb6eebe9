"""Choose a bot's action in Keebble: weigh every open option, carried out in the ways worth a thought, by what it pays
the bot and the others; then what the next seat could make of what is left.

How much it looks at is bounded by numbers, never by time: the same view, level and chance give the same action.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bots.engine.preparation import Words
from bots.levels import Level
from bots.rules import Action, FairChance, Refused
from game.variants.keebble.bot.evaluation import margin, standing
from game.variants.keebble.bot.give_up import give_up
from game.variants.keebble.bot.rules import (
    BACKPACKS,
    OVERWRITE,
    POWER_UPS,
    Draws,
    MatchState,
    Take,
    View,
    carry_out,
    deal_options,
    has_upgrade,
    kinds,
    room_for,
    table_of,
)
from game.variants.keebble.bot.targets import destroyed, near_of, special_cells, swaps, walls
from game.variants.keebble.bot.view_to_state import match_of
from game.variants.keebble.bot.words import Known, Speller, gains_of
from game.variants.keebble.bot.writing import as_targets, writings, written

FOLLOWED = 5
"""Choices of which the next seat's best answer is thought about."""

ANSWERS = 5
"""Words of an option that are counted as answers."""


def decide(view: View, level: Level, words: Words, rng: random.Random) -> Action:
    """The option that a bot on turn takes, carried out."""
    return Decision(view, level, words, rng).action() or give_up(view)


class Choice(NamedTuple):
    """An option carried out, what that is thought to be worth, the match after it, and the points that it brings the
    taker."""

    value: float
    take: Take
    after: MatchState
    points: int


class Decision:
    """One decision of one bot."""

    def __init__(self, view: View, level: Level, words: Words, rng: random.Random) -> None:
        self.state, self.level, self.rng = match_of(view), level, rng
        language = view.rules.text("language")
        self.known = Known(words.known, language)
        self.speller = Speller(self.known)
        self.answering = self.speller if words.whole is words.known else Speller(Known(words.whole, language))

    def action(self) -> Take | None:
        """One of the best choices, as the level has it; None where the rules refuse all that was thought of."""
        choices = self._choices()
        return self.level.pick(choices, self.rng).take if choices else None

    def _choices(self) -> list[Choice]:
        """The choices, the best first: of each option the best way for each number of points that it brings."""
        best: dict[tuple[int, int], Choice] = {}
        for index in self.state.open:
            for take in self._ways(index):
                choice = self._weighed(take)
                if choice is not None:
                    key = index, choice.points
                    best[key] = max(best.get(key, choice), choice, key=lambda one: one.value)
        choices = sorted(best.values(), key=lambda one: -one.value)
        if self.level.looks_ahead:
            followed = [one._replace(value=one.value - self._answer(one.after)) for one in choices[:FOLLOWED]]
            choices = sorted(followed, key=lambda one: -one.value)
        return choices

    def _ways(self, index: int) -> Iterator[Take]:
        """How an option may be carried out; not all of them are allowed."""
        state, option = self.state, self.state.options[index]
        match option.kind:
            case kinds.LETTERS | kinds.BACKPACK:
                is_saved = option.kind == kinds.BACKPACK
                given = state.players[state.active].backpack if is_saved else option.letters
                for tiles in writings(state, given, self.speller, self.rng):
                    yield Take(index, tiles=as_targets(tiles))
                if not is_saved and has_upgrade(state.rules, BACKPACKS):
                    yield Take(index, save=True)
            case kinds.WALL:
                for edges in walls(state, option.n, self.known, self.rng):
                    yield Take(index, walls=edges)
            case kinds.SPECIAL:
                for cells in special_cells(state, option.n, option.type, self.rng):
                    yield Take(index, cells=cells)
            case kinds.SWAP:
                for letters in swaps(state, option.n, self.known, self.rng):
                    yield Take(index, tiles=letters)
            case kinds.DESTROY:
                for parts in destroyed(state, option.n, self.known):
                    yield Take(index, parts=parts)
            case _:
                yield Take(index)

    def _weighed(self, take: Take) -> Choice | None:
        """What taking an option so comes to; None where the rules refuse it."""
        state, seat = self.state, self.state.active
        try:
            deed = carry_out(state, seat, take)
        except Refused:
            return None
        gains = list(gains_of(state, deed.after.board, near_of(take), self.known))
        gains[seat] += deed.points
        after = replace(deed.after, open=tuple(index for index in state.open if index != take.option))
        worth = margin(gains, seat, state.inside) + standing(after, seat) - standing(state, seat)
        return Choice(worth, take, after, gains[seat])

    def _answer(self, after: MatchState) -> float:
        """What the next turn takes from this seat: the best of its options, or of lists imagined for a new round."""
        if len(after.open) > 1:
            return self._best_answer(replace(after, active=after.next_seat))
        if after.last:
            return 0.0
        lists = [self._imagined(after) for _ in range(self.level.looks_ahead)]
        return sum(self._best_answer(one) for one in lists) / len(lists)

    def _imagined(self, after: MatchState) -> MatchState:
        """The next round with a list that might come."""
        chance = FairChance(self.rng.randbytes(32))
        options = deal_options(table_of(after), Draws(chance, 0))
        return replace(after, active=after.next_first, options=options, open=tuple(range(len(options))))

    def _best_answer(self, state: MatchState) -> float:
        """What the best of the seat on turn's options takes from this bot; what it brings, where it is its own."""
        found = max((self._answers(state, index) for index in state.open), default=(0.0, 0.0))
        return found[1]

    def _answers(self, state: MatchState, index: int) -> tuple[float, float]:
        """The most that an option brings the seat on turn against the others, and what that takes from this bot."""
        option, seat = state.options[index], state.active
        if option.kind not in (kinds.LETTERS, kinds.BACKPACK):
            points = option.n if option.kind == kinds.POINTS else 0
            points += state.rules.number("powerup_points") if option.kind in POWER_UPS else 0
            return self._for_both(state, [points if other == seat else 0 for other in range(len(state.players))])
        given = state.players[seat].backpack if option.kind == kinds.BACKPACK else option.letters
        room = room_for(state.board, seat, given)
        letters = [letter for letter in given if letter != OVERWRITE]
        best = 0.0, 0.0
        for spelling in self.answering.spellings(state, state.board, letters, room)[:ANSWERS]:
            board = written(state, spelling.tiles)
            near = [index for index, _ in spelling.tiles]
            best = max(best, self._for_both(state, gains_of(state, board, near, self.answering.known)))
        return best

    def _for_both(self, state: MatchState, gains: Sequence[int]) -> tuple[float, float]:
        return margin(gains, state.active, state.inside), -margin(gains, self.state.active, state.inside)
