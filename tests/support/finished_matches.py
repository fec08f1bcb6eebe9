"""Whole matches with real words, played through the service door: for what is told of a match when it is over."""

import random
from typing import Any

from game.models import Match
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.record import board_rows
from game.variants.alfapower.rules.state import MatchState, Phase
from tests.support.matches import START, make_match, state_of, submit
from tests.support.move_finder import finder
from tests.support.repeated_rows import repeated

MS_AN_ACTION = 4_000


class Play:
    """Both players of one match."""

    def __init__(self, row: Match, *, seed: int, longest: int, limit: int | None, starts_at: int = START) -> None:
        self.row, self.longest, self.limit = row, longest, limit
        self.rng, self.now = random.Random(seed), starts_at
        self.state: MatchState = state_of(row)
        """How the match stands after the last action."""

    def act(self, **data: Any) -> None:
        """One action of the player on turn, which must be one that counts."""
        self.now += MS_AN_ACTION
        turn = {} if data["do"] in ("buy", "resign") else {"turn": self.state.turn}
        receipt = submit(self.row, self.state.active, self.now, **turn, **data)
        self.state = state_of(self.row)
        assert receipt.code in ("", "invalid_words"), (receipt, data)

    def turn(self) -> None:
        """A turn with whatever comes to mind: powers, a failed try, a word or a pass."""
        for _ in range(self.rng.randint(0, 2)):
            self._power()
        move = self.best()
        if move is None:
            self.act(do="pass")
            return
        if self.rng.random() < 0.2:
            self._try_in_vain(move)
        self.act(do="place", tiles=move)
        if self.state.phase is Phase.ALFA:
            self.act(do="choose", tile=self.state.choice[0] if self.rng.random() < 0.8 else None)

    def best(self) -> list[Any] | None:
        """The longest word the player on turn finds, as a message has its tiles."""
        state, size = self.state, self.state.board.size
        claims = {i: cell.claim for i, cell in enumerate(state.board.cells) if cell.claim is not None}
        move = finder(self.row.language, self.longest).best(
            board_rows(state.board),
            state.players[state.active].hand,
            claimed={divmod(i, size) for i, claim in claims.items() if claim != state.active},
            first=not state.opened,
            limit=self.limit,
        )
        return [list(tile) for tile in move] if move else None

    def _try_in_vain(self, move: list[Any]) -> None:
        """The same tiles in an order that makes no word, if there is one."""
        letters = [tile for *_, tile in move]
        turned = letters[1:] + letters[:1]
        words = finder(self.row.language, self.longest)
        if turned != letters and self.state.opened is False and not words.is_word("".join(turned).upper()):
            self.act(do="place", tiles=[[row, col, tile] for (row, col, _), tile in zip(move, turned, strict=True)])

    def _power(self) -> None:
        """Buy something, and use what can be used."""
        state, rng = self.state, self.rng
        me = state.players[state.active]
        within = [key for key in state.rules.items if ITEMS[key].price_now(state) <= me.coins]
        if within and len(me.slots) < state.rules.number("slot_limit"):
            self.act(do="buy", item=rng.choice(within))
        state = self.state
        for key in state.players[state.active].slots:
            targets = ITEMS[key].targets(state, state.active)
            if targets:
                self.act(do="use", item=key, cell=list(divmod(rng.choice(targets), state.board.size)))
                return
            if ITEMS[key].aim == "hand" and len(state.bag) > 7:
                hand = state.players[state.active].hand
                self.act(do="use", item=key, tiles=rng.sample(hand, rng.randint(1, 3)))
                return


def play_out(row: Match, *, seed: int = 1, longest: int = 5, limit: int | None = None, turns: int = 400,
             starts_at: int = START) -> Match:  # fmt: skip
    """Play until the match is over, or one player resigns after so many turns. Gives the row as it then is."""
    play = Play(row, seed=seed, longest=longest, limit=limit, starts_at=starts_at)
    while play.state.phase is not Phase.OVER and play.state.turn <= turns:
        play.turn()
    if play.state.phase is not Phase.OVER:
        play.act(do="resign")
    return Match.objects.get(pk=row.pk)


def told(*, seed: int = 1, turns: int = 9, **settings: Any) -> Match:
    """A finished match with a bit of everything: all items, plenty of coins, Alfa tiles for two laid."""
    whole = {"items": sorted(ITEMS), "starting_coins": 30, "alfa_trigger": 2, "turn_seconds": None, **settings}
    return play_out(make_match(**whole), seed=seed, turns=turns, longest=4, limit=3)


def told_before(*, seed: int, turns: int) -> Match:
    """The same match, played once by a process and written as it was then: for tests that change nothing of how
    matches are played."""
    key = repeated(f"told {seed} {turns}", lambda: told(seed=seed, turns=turns).pk)
    return Match.objects.get(pk=key)
