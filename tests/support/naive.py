"""A second, deliberately slow and plain reading of the AlfaPower rules (docs/rules.md).

It is the oracle that the real engine is compared with: written from the rules page alone, sharing nothing with
`game.dispatch`, with brute force in place of cleverness (placements: naive_board.py). It keeps no secrets and trusts
its input to be well formed. Chance that the bag cannot give raises `ImpossibleChance`.

    replay(record)            -> {"steps": [...], "final": {...}} as `verify_record --json` prints them
    check_placement(cells, …) -> (code or None, [[word, points], ...], total) for one placement
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.support.naive_agreements import Agreements, Refused
from tests.support.naive_board import Cell, Cells, Verdict, Words, empty_board, judge, side
from tests.support.naive_settings import DEFAULTS as DEFAULTS
from tests.support.naive_settings import STANDARD, full_settings
from tests.support.types import certain

HAND = 7
PLACED_BONUS = {"place_dl": "d", "place_tl": "t", "place_dw": "D", "place_tw": "T"}


class ImpossibleChance(Exception):
    """The record deals or draws something the bag cannot give."""


def check_placement(
    cells: Cells,
    hand: Sequence[str],
    tiles: Sequence[Any],
    *,
    words: Words,
    settings: dict[str, Any] | None = None,
    values: dict[str, int] | None = None,
    alphabet: str | None = None,
    seat: int = 0,
    begun: bool = True,
) -> tuple[str | None, list[Any], int]:
    """One placement on one position: (code or None, [[word, points], ...], total).

    `settings` are those that differ from the defaults; `begun` says that the first word has been laid.
    """
    settings = full_settings(settings or {})
    language = STANDARD["languages"][settings["language"]]
    verdict = judge(
        cells, hand, tiles, words=words, settings=settings, values=values or language["values"],
        alphabet=alphabet or language["alphabet"], seat=seat, begun=begun,
    )  # fmt: skip
    return verdict.code, verdict.words, verdict.total


Dealer = Callable[[list[str], int], list[str]]  # (the bag, how many) -> what it gives


class Match(Agreements):
    """A match as it runs. `dealer` draws the tiles; without one they must stand in the actions."""

    def __init__(self, record: dict[str, Any], words: Words | None = None, dealer: Dealer | None = None) -> None:
        self.settings = full_settings(record["settings"])
        language = STANDARD["languages"][self.settings["language"]]
        size = str(self.settings["board_size"])
        standard_rows = STANDARD["blank" if self.settings["blank_board"] else "boards"][size]
        counts = {tile: [n, language["values"][tile]] for tile, n in language["bags"][size].items()}
        counts = record.get("bag", counts)

        self.alphabet = language["alphabet"]
        self.values = {tile: value for tile, (_, value) in counts.items()}
        self.words = record["lexicon"]["words"] if words is None else words
        self.dealer = dealer
        self.cells = empty_board(record.get("board", standard_rows))
        self.bag = [tile for tile, (n, _) in counts.items() for _ in range(n)]
        self.hands: list[list[str]] = [[], []]
        for seat in (0, 1):
            dealt = dealer(list(self.bag), HAND) if dealer else record["hands"][seat]
            self._out_of_bag(dealt)
            self.hands[seat] = list(dealt)
        extra = self.settings["head_start_coins"] or [0, 0]
        self.coins = [self.settings["starting_coins"] + more for more in extra]
        self.scores = list(self.settings["head_start"] or [0, 0])
        self._begin_agreements()
        self.slots: list[Counter[str]] = [Counter(), Counter()]
        self.passes, self.timeouts, self.upgrades = [0, 0], [0, 0], [0, 0]
        self.active, self.phase, self.begun = 0, "play", False
        self.failed = 0  # placements with wrong words in the turn that runs
        self.just_drawn: list[str] = []
        self.reason: str | None = None
        self.winner: int | None = None
        self.steps: list[dict[str, Any]] = []
        self.verdict: Verdict | None = None  # of the latest placement, for histogram.py

    # -- actions

    def apply(self, action: dict[str, Any]) -> dict[str, Any]:
        """Carry out one action of a record; returns its step. A refusal changes nothing but a fine."""
        error, rejected, words, score = None, list[str](), list[Any](), 0
        try:
            self._refuse_out_of_turn(action)
            if action["do"] == "place":
                words, score, rejected = self._place(action)
                error = "invalid_words" if rejected else None
            else:
                getattr(self, "_" + action["do"])(action)
        except Refused as refused:
            error = str(refused)
        step = {
            "index": len(self.steps),
            "ok": error is None,
            "error": error,
            "rejected": rejected,
            "words": words,
            "turn_score": score,
            "scores": list(self.scores),
            "coins": list(self.coins),
            "bag": len(self.bag),
            "hands": [len(hand) for hand in self.hands],
            "slots": [{item: n for item, n in slots.items() if n} for slots in self.slots],
            "passes": list(self.passes),
            "timeouts": list(self.timeouts),
            "active": self.active,
            "phase": self.phase,
        }
        self.steps.append(step)
        return step

    def _refuse_out_of_turn(self, action: dict[str, Any]) -> None:
        if self.phase == "over":
            raise Refused("match_over")
        if action["do"] in ("swap", "take", "decline"):
            raise Refused("not_in_this_game")
        if action["do"] in ("buy", "resign", "abandon", "call_off", "adjourn"):
            return  # open to either seat in every phase
        if action["seat"] != self.active:
            raise Refused("not_your_turn")
        if action["do"] == "timeout":
            return  # the clock of a turn or of a choice
        if self.phase != ("alfa" if action["do"] == "choose" else "play"):
            raise Refused("wrong_phase")

    def try_placement(self, tiles: Sequence[Any]) -> Verdict:
        """What the active seat's placement would meet; nothing changes."""
        return judge(
            self.cells, self.hands[self.active], tiles, words=self.words, settings=self.settings,
            values=self.values, alphabet=self.alphabet, seat=self.active, begun=self.begun,
        )  # fmt: skip

    def _place(self, action: dict[str, Any]) -> tuple[list[Any], int, list[str]]:
        seat, settings = self.active, self.settings
        most = settings["tries_per_turn"]
        if most is not None and self.failed >= most:
            raise Refused("too_many_tries")
        verdict = self.verdict = self.try_placement(action["tiles"])
        if verdict.code == "invalid_words":
            self.failed += 1
            self.scores[seat] -= settings["invalid_points"]
            self.coins[seat] = max(0, self.coins[seat] - settings["invalid_coins"])
            return [], 0, verdict.rejected
        if verdict.code is not None:
            raise Refused(verdict.code)
        self.begun, self.failed = True, 0
        self.cells = certain(verdict.after)
        for tile in verdict.laid:
            self.hands[seat].remove(tile.held)
        self.scores[seat] += verdict.total
        self.coins[seat] += settings["base_coins"] + verdict.total * settings["score_coins_percent"] // 100
        self.passes[seat] = self.timeouts[seat] = 0
        drawn = self._draw(action, min(HAND - len(self.hands[seat]), len(self.bag)))
        self.hands[seat] += drawn
        if not self.bag and not self.hands[seat]:
            self._end("bag_empty", self._leader())
        elif self._choice_is_due(len(verdict.laid), drawn):
            self.phase, self.just_drawn = "alfa", drawn
        else:
            self._next_turn(seat)
        return verdict.words, verdict.total, []

    def _choice_is_due(self, placed: int, drawn: list[str]) -> bool:
        settings = self.settings
        trigger = HAND if settings["alfa_trigger"] == "full" else settings["alfa_trigger"]
        per_game, on_board = settings["alfa_per_game"], settings["alfa_on_board"]
        return (
            settings["alfa_enabled"]
            and placed >= trigger
            and any(not tile.endswith("*") for tile in drawn)
            and (per_game is None or self.upgrades[self.active] < per_game)
            and (on_board is None or sum(cell.alfa for cell in self.cells.values()) < on_board)
        )

    def _choose(self, action: dict[str, Any]) -> None:
        tile = action["tile"]
        if tile is not None:
            if tile.endswith("*") or tile not in self.just_drawn:
                raise Refused("bad_target")
            hand = self.hands[self.active]
            hand[hand.index(tile)] = tile + "*"
            self.upgrades[self.active] += 1
        self.phase, self.just_drawn = "play", []
        self._next_turn(self.active)

    def _pass(self, action: dict[str, Any]) -> None:
        seat = self.active
        self.passes[seat] += 1
        self.timeouts[seat] = 0
        if self.passes[seat] < self.settings["passes_to_concede"]:
            self.coins[seat] += self.settings["pass_coins"]
        self._after_pass(seat)

    def _timeout(self, action: dict[str, Any]) -> None:
        seat = self.active
        if self.phase == "alfa":
            self._choose({"tile": None})
            return
        self.passes[seat] += 1
        self.timeouts[seat] += 1
        self._after_pass(seat)

    def _after_pass(self, seat: int) -> None:
        settings, self.failed = self.settings, 0
        if self.timeouts[seat] >= settings["timeouts_to_forfeit"]:
            self._end("forfeited", 1 - seat)
        elif self._passes_concede() and self.passes[seat] >= settings["passes_to_concede"]:
            self._end("conceded", 1 - seat)
        elif settings["stalled_ends"] and not self.bag and min(self.passes) >= 2:
            self._end("stalled", self._leader())
        else:
            self._next_turn(seat)

    def _passes_concede(self) -> bool:
        return len(self.bag) > 0 or self.settings["empty_bag_concedes"] or not self.settings["stalled_ends"]

    def _resign(self, action: dict[str, Any]) -> None:
        self._end("resigned", 1 - action["seat"])

    def _abandon(self, action: dict[str, Any]) -> None:
        self._end("abandoned", None if action["seat"] is None else 1 - action["seat"])

    # -- items

    def price(self, item: str) -> int:
        """What the item costs now (Blast is dearer late in the match)."""
        price: int = self.settings["prices"][item]
        if item == "blast" and len(self.bag) < self.settings["blast_surcharge_below"]:
            price += self.settings["blast_surcharge"]
        return price

    def _buy(self, action: dict[str, Any]) -> None:
        seat, item = action["seat"], action["item"]
        if item not in self.settings["items"]:
            raise Refused("item_disabled")
        if self.slots[seat].total() >= self.settings["slot_limit"]:
            raise Refused("slots_full")
        if self.coins[seat] < self.price(item):
            raise Refused("not_enough_coins")
        self.coins[seat] -= self.price(item)
        self.slots[seat][item] += 1

    def _use(self, action: dict[str, Any]) -> None:
        item = action["item"]
        if not self.slots[self.active][item]:
            raise Refused("item_not_owned")
        if item == "swap":
            self._swap(action)
        else:
            self._target(item, tuple(action["cell"]))
        self.slots[self.active][item] -= 1

    def _swap(self, action: dict[str, Any]) -> None:
        seat, given = self.active, action["tiles"]
        if not given:
            raise Refused("no_tiles")
        if Counter(given) - Counter(self.hands[seat]):
            raise Refused("not_in_hand")
        if len(given) > len(self.bag):
            raise Refused("bag_too_small")
        drawn = self._draw(action, len(given))
        for tile in given:
            self.hands[seat].remove(tile)
            self.bag.append(tile if self.settings["alfa_keeps_on_swap"] else tile.rstrip("*"))
        self.hands[seat] += drawn
        self.passes[seat] = 0

    def _target(self, item: str, at: tuple[int, int]) -> None:
        cell = self.cells.get(at)
        if cell is None or cell.alfa or cell.dead:
            raise Refused("bad_target")
        centre = (side(self.cells) // 2,) * 2
        free = cell.tile is None and cell.bonus == "." and cell.claim is None
        if item == "fortify":
            if cell.tile is None or cell.fortify >= self.settings["fortify_cap"]:
                raise Refused("bad_target")
            cell.fortify += 1
        elif item == "claim":
            if not free:
                raise Refused("bad_target")
            cell.claim = self.active
        elif item == "blast":
            if cell.tile is None and cell.claim is None:
                raise Refused("bad_target")
            self.cells[at] = Cell(bonus=cell.bonus, dead=True)
        else:
            if not free or at == centre:
                raise Refused("bad_target")
            cell.bonus = PLACED_BONUS[item]

    # -- chance, the end, the result

    def _draw(self, action: dict[str, Any], n: int) -> list[str]:
        if self.dealer is not None:
            action["drawn"] = self.dealer(list(self.bag), n)
        drawn = list(action.get("drawn", []))
        if len(drawn) != n:
            raise ImpossibleChance(f"{n} tiles are to be drawn, not {len(drawn)}")
        self._out_of_bag(drawn)
        return drawn

    def _out_of_bag(self, tiles: Sequence[str]) -> None:
        for tile in tiles:
            if tile not in self.bag:
                raise ImpossibleChance(f"the bag has no {tile}")
            self.bag.remove(tile)

    def _end(self, reason: str, winner: int | None) -> None:
        self.phase, self.reason, self.winner = "over", reason, winner

    def _leader(self) -> int:
        first, second = (totals["total"] for totals in self.totals())
        return 1 if second > first else 0

    def totals(self) -> list[dict[str, Any]]:
        """Both seats' totals as they would be now."""
        rate = self.settings["coins_per_point"]
        result = []
        for hand, score, coins in zip(self.hands, self.scores, self.coins, strict=True):
            leftover = 0
            for tile in hand:
                value = 0 if tile[0] == "?" else self.values[tile[0]]
                leftover += value * (self.settings["alfa_multiplier"] if tile.endswith("*") else 1)
            bonus = coins // rate if rate else 0
            total = score + bonus - leftover
            result.append({"score": score, "coin_bonus": bonus, "leftover": leftover, "total": total})
        return result

    def final(self) -> dict[str, Any]:
        """The `final` object of match-record."""
        size = side(self.cells)
        in_order = sorted(self.cells.items(), key=lambda item: item[0])

        def rows(show: Callable[[Cell], str]) -> list[str]:
            return ["".join(show(self.cells[r, c]) for c in range(size)) for r in range(size)]

        return {
            "phase": self.phase,
            "reason": self.reason,
            "winner": self.winner,
            "totals": self.totals(),
            "board": rows(lambda cell: "#" if cell.dead else cell.tile or "."),
            "bonuses": rows(lambda cell: "A" if cell.alfa else cell.bonus),
            "fortified": [[*at, cell.fortify] for at, cell in in_order if cell.fortify],
            "claims": [[*at, cell.claim] for at, cell in in_order if cell.claim is not None],
            **({"adjourned": True} if self.adjourned else {}),
        }


def replay(record: dict[str, Any], words: Words | None = None) -> dict[str, Any]:
    """Play a record through: {"steps": [...], "final": {...}}."""
    match = Match(record, words)
    for action in record["actions"]:
        match.apply(action)
    return {"steps": match.steps, "final": match.final()}
