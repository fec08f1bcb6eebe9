"""What happened in random matches, counted: proof that the generator reaches every corner of the rules.

happenings = Happenings()
before = happenings.before(match, action)   # ahead of match.apply(action)
happenings.after(match, action, step, before)
happenings.table(matches) -> text
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.support.naive import HAND, Match
from tests.support.naive_board import Cells, all_runs
from tests.support.types import certain

# What a healthy generator has made at least once in a few hundred matches (tests/rules/test_oracle.py).
EXPECTED = {
    *(f"refused {code}" for code in (
        "no_tiles", "not_in_hand", "off_board", "same_cell", "blank_letter", "dead", "claimed", "alfa_cell",
        "occupied", "not_in_line", "gap", "must_cross_center", "not_connected", "no_word", "invalid_words",
        "not_your_turn", "wrong_phase", "match_over", "item_disabled", "slots_full", "not_enough_coins",
        "item_not_owned", "bad_target", "bag_too_small",
    )),
    *(f"ended {reason}" for reason in (
        "bag_empty", "conceded", "forfeited", "resigned", "abandoned", "stalled", "abandoned by both",
        "with equal totals", "conceded by a timeout", "in the choice",
    )),
    "passed on with an empty bag",
    *(f"used {item}" for item in (
        "swap", "fortify", "claim", "blast", "place_dl", "place_tl", "place_dw", "place_tw",
    )),
    "placed 7 tiles", "placed 1 tile", "words >= 2", "words >= 4", "same word twice", "rejected >= 2",
    "fine stopped at 0 coins", "score below 0", "board emptied by blasts", "placed on an emptied board",
    "placed on own claim", "placed a blank", "bonus cell scored", "bought during the choice",
    "bought out of turn", "blast surcharge paid", "blasted a claim", "fortified a blank",
    "fortified above 1", "pass counter cleared by swap", "bag ran short in a refill",
    "Alfa placed", "Alfa blank placed", "Alfa alone", "Alfa over a tile", "Alfa over a fortified tile",
    "Alfa over own claim", "Alfa wiped a bonus", "Alfa plays as plain", "Alfa and plain in one turn",
    "Alfa sets plain tiles free", "Alfa fills a gap",
    "old Alfa cell multiplies", "spent Alfa cell in a word", "two Alfa cells in a word",
    "choice offered", "choice declined", "choice timed out", "choice of a blank", "choice refused a tile",
    "Alfa tile swapped", "Alfa tile drawn", "no choice: upgrades used up", "no choice: board full",
    "no choice: nothing drawn", "Alfa tile left in hand",
}  # fmt: skip


@dataclass
class Before:
    """What of the position `after` compares with."""

    cells: Cells
    coins: list[int]
    scores: list[int]
    passes: list[int]
    phase: str
    active: int
    begun: bool
    bag: int
    price: int


class Happenings(Counter[str]):
    """Counts by description."""

    def before(self, match: Match, action: dict[str, Any]) -> Before:
        return Before(
            dict(match.cells), list(match.coins), list(match.scores), list(match.passes), match.phase,
            match.active, match.begun, len(match.bag),
            match.price(action["item"]) if action["do"] == "buy" else 0,
        )  # fmt: skip

    def note(self, what: str, happened: bool = True) -> None:
        if happened:
            self[what] += 1

    def after(self, match: Match, action: dict[str, Any], step: dict[str, Any], before: Before) -> None:
        self["actions"] += 1
        if not step["ok"]:
            self.note(f"refused {step['error']}")
            self.note("choice refused a tile", action["do"] == "choose" and step["error"] == "bad_target")
            self.note("rejected >= 2", len(step["rejected"]) >= 2)
            self.note("same word rejected twice", len(step["rejected"]) > len(set(step["rejected"])))
            if step["error"] == "invalid_words":
                fine = match.settings["invalid_coins"]
                self.note("fine stopped at 0 coins", before.coins[before.active] < fine)
        else:
            look = getattr(self, "after_" + action["do"], None)
            if look:
                look(match, action, step, before)
        passes, limit = match.passes[before.active], match.settings["passes_to_concede"]
        self.note(
            "passed on with an empty bag", match.phase != "over" and passes > before.passes[before.active] >= limit - 1
        )
        self.note("score below 0", min(step["scores"]) < 0)
        if before.phase != "over" and match.phase == "over":
            self.after_end(match, action, before)

    def after_place(self, match: Match, action: dict[str, Any], step: dict[str, Any], before: Before) -> None:
        laid, words = certain(match.verdict).laid, [word for word, _ in step["words"]]
        cells, settings = match.cells, match.settings
        self.note(f"placed {len(laid)} tile{'s' * (len(laid) > 1)}")
        self.note("words >= 2", len(words) >= 2)
        self.note("words >= 4", len(words) >= 4)
        self.note("same word twice", len(set(words)) < len(words))
        self.note("placed on own claim", any(before.cells[t.at].claim is not None for t in laid))
        self.note("placed a blank", any(t.blank for t in laid))
        self.note("bonus cell scored", any(not t.alfa and cells[t.at].bonus != "." for t in laid))
        self.note("bag ran short in a refill", 0 < before.bag < len(laid))
        emptied = before.begun and not any(cell.tile for cell in before.cells.values())
        self.note("placed on an emptied board", emptied)
        self.look_at_alfa_tiles(match, before)
        fresh = {t.at for t in laid}
        for run in all_runs(cells):
            if fresh & set(run):
                alfas = [at for at in run if cells[at].alfa]
                old = [at for at in alfas if at not in fresh]
                self.note("old Alfa cell multiplies", bool(old) and settings["alfa_permanent"])
                self.note("spent Alfa cell in a word", bool(old) and not settings["alfa_permanent"])
                self.note("two Alfa cells in a word", len(alfas) >= 2)
        self.look_at_choice(match, action, step, before)

    def look_at_alfa_tiles(self, match: Match, before: Before) -> None:
        laid = certain(match.verdict).laid
        alfas = [t for t in laid if t.alfa]
        plain = [t for t in laid if not t.alfa]
        in_words = {at for run in all_runs(match.cells) for at in run}
        self.note("Alfa plays as plain", any(t.held.endswith("*") for t in plain))
        for t in alfas:
            cell = before.cells[t.at]
            self.note("Alfa placed")
            self.note("Alfa blank placed", t.blank)
            self.note("Alfa alone", t.at not in in_words)
            self.note("Alfa over a tile", cell.tile is not None)
            self.note("Alfa over a fortified tile", cell.fortify > 0)
            self.note("Alfa over own claim", cell.claim is not None)
            self.note("Alfa wiped a bonus", cell.bonus != ".")
        self.note("Alfa and plain in one turn", bool(alfas and plain))
        if alfas and match.settings["alfa_free_placement"]:
            near = {(r + dr, c + dc) for r, c in before.cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
                    if before.cells[r, c].tile}  # fmt: skip
            self.note("Alfa sets plain tiles free", bool(plain) and not near & {t.at for t in laid})
        if alfas and len(plain) >= 2:
            (r1, c1), (r2, c2) = min(t.at for t in plain), max(t.at for t in plain)
            between = [t for t in alfas if r1 <= t.at[0] <= r2 and c1 <= t.at[1] <= c2]
            self.note("Alfa fills a gap", any(before.cells[t.at].tile is None for t in between))

    def look_at_choice(self, match: Match, action: dict[str, Any], step: dict[str, Any], before: Before) -> None:
        settings, drawn = match.settings, action["drawn"]
        self.note("Alfa tile drawn", any(tile.endswith("*") for tile in drawn))
        self.note("choice offered", step["phase"] == "alfa")
        trigger = HAND if settings["alfa_trigger"] == "full" else settings["alfa_trigger"]
        if settings["alfa_enabled"] and len(certain(match.verdict).laid) >= trigger:
            per_game, on_board = settings["alfa_per_game"], settings["alfa_on_board"]
            used_up = per_game is not None and match.upgrades[before.active] >= per_game
            count = sum(cell.alfa for cell in match.cells.values())
            self.note("no choice: upgrades used up", used_up)
            self.note("no choice: board full", on_board is not None and count >= on_board)
            self.note("no choice: nothing drawn", not drawn)
            self.note("no choice: only Alfa tiles drawn", bool(drawn) and all("*" in tile for tile in drawn))

    def after_choose(self, match: Match, action: dict[str, Any], step: dict[str, Any], before: Before) -> None:
        self.note("choice declined", action["tile"] is None)
        self.note("choice of a blank", action["tile"] == "?")

    def after_timeout(self, match: Match, action: dict[str, Any], step: dict[str, Any], before: Before) -> None:
        self.note("choice timed out", before.phase == "alfa")

    def after_buy(self, match: Match, action: dict[str, Any], step: dict[str, Any], before: Before) -> None:
        self.note("bought during the choice", before.phase == "alfa")
        self.note("bought out of turn", action["seat"] != before.active)
        dear = before.price > match.settings["prices"][action["item"]]
        self.note("blast surcharge paid", dear)

    def after_use(self, match: Match, action: dict[str, Any], step: dict[str, Any], before: Before) -> None:
        item = action["item"]
        self.note(f"used {item}")
        if item == "swap":
            self.note("pass counter cleared by swap", before.passes[before.active] > 0)
            self.note("Alfa tile swapped", any("*" in tile for tile in action["tiles"]))
            self.note("Alfa tile drawn", any("*" in tile for tile in action["drawn"]))
            return
        cell = match.cells[tuple(action["cell"])]
        if item == "fortify":
            self.note("fortified a blank", certain(cell.tile).islower())
            self.note("fortified above 1", cell.fortify > 1)
        if item == "blast":
            self.note("blasted a claim", before.cells[tuple(action["cell"])].claim is not None)
            self.note("board emptied by blasts", not any(cell.tile for cell in match.cells.values()))

    def after_end(self, match: Match, action: dict[str, Any], before: Before) -> None:
        reason = match.reason
        self.note(f"ended {reason}")
        self.note("ended in the choice", before.phase == "alfa")
        self.note("ended abandoned by both", match.winner is None)
        self.note("ended conceded by a timeout", reason == "conceded" and action["do"] == "timeout")
        first, second = match.totals()
        level = reason in ("bag_empty", "stalled") and first["total"] == second["total"]
        self.note("ended with equal totals", level)
        self.note("Alfa tile left in hand", any("*" in tile for hand in match.hands for tile in hand))

    def table(self, matches: int) -> str:
        """One line a description, and what of EXPECTED is missing."""
        lines = [f"{matches} matches"]
        lines += [f"{self[what]:9d}  {what}" for what in sorted(self)]
        lines += [f"  missing  {what}" for what in sorted(EXPECTED - self.keys())]
        return "\n".join(lines) + "\n"
