"""What a player's page shows, read from the panels the server sends and from nothing else."""

from html.parser import HTMLParser
from typing import Any

from game.live.pieces import KEPT
from game.presentation import PRESENTATIONS
from tests.support.types import certain

KNOWN = {*(panel for shown in PRESENTATIONS.values() for panel in shown.all_panels), "beat", "clock"}
PIECES = {"square": "board", "item": "p-shop", "tile": "rack", "aims": "slots"}
"""Whose pieces may come alone, by how their ids begin."""


Square = tuple[int, int]
Slot = dict[str, Any]


class Screen:
    """One player's screen. `read` takes a page or a push; what is older than it is not drawn, as in a browser."""

    def __init__(self) -> None:
        self.state: dict[str, str] = {}  # the data-* of #state
        self.beat = 0  # the newest version the server spoke of
        self.rack, self.choice, self.slots = list[str](), list[str](), list[Slot]()
        self.items: dict[str, bool] = {}  # of the shop: whether it can be bought
        self.cells: dict[Square, str] = {}  # its letter or "."
        self.taken: dict[Square, bool] = {}  # whether it is closed to this player
        self.left: int | None = None  # ms until the turn ends, as of the last draw
        self.banner = ""

    @property
    def shop(self) -> list[str]:
        """What can be bought."""
        return [item for item, can_be_bought in self.items.items() if can_be_bought]

    @property
    def closed(self) -> set[Square]:
        """The squares on which nothing can be laid."""
        return {at for at, is_taken in self.taken.items() if is_taken}

    @property
    def version(self) -> int:
        return int(self.state.get("version", 0))

    @property
    def turn(self) -> int:
        return int(self.state["turn"])

    @property
    def mine(self) -> bool:
        return self.state.get("mine") == "1"

    @property
    def phase(self) -> str:
        return self.state.get("phase", "")

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def rows(self) -> list[str]:
        """The board as the move finder takes it."""
        size = int(self.state["size"])
        return ["".join(self.cells.get((r, c), ".") for c in range(size)) for r in range(size)]

    def read(self, html: str) -> bool:
        """Draw what came; whether it was new enough."""
        reader = _Reader()
        reader.feed(html)
        versions = [int(found["version"]) for found in (reader.state, reader.beat) if "version" in found]
        if not versions or max(versions) < self.version:
            return False
        self.beat = max(versions)
        drawn = reader.drawn
        if "state" in drawn:
            kept = {name: value for name, value in self.state.items() if f"data-{name}" in KEPT}
            self.state = kept | reader.state
        for panel, name in (("rack", "rack"), ("alfa", "choice"), ("slots", "slots")):
            if panel in drawn:
                setattr(self, name, getattr(reader, name))
        for place, tile in reader.tiles.items():
            self.rack[place : place + 1] = [tile]
        for number, aims in reader.aims.items():
            self.slots[number - 1] |= {"usable": aims["usable"] == "1", "targets": aims["targets"]}
        self.items.update(reader.items)
        self.cells.update(reader.cells)
        self.taken.update(reader.taken)
        if "clock" in drawn:
            self.left = reader.left
        if "banner" in drawn:
            self.banner = reader.banner.strip()
        return True


class _Reader(HTMLParser):
    """Collects what the panels hold; a panel is everything from its id to the next one's."""

    def __init__(self) -> None:
        super().__init__()
        self.panel, self.drawn = "", set[str]()
        self.state, self.beat = dict[str, str](), dict[str, str]()
        self.rack, self.choice, self.slots = list[str](), list[str](), list[Slot]()
        self.tiles, self.aims, self.items = dict[int, str](), dict[int, Slot](), dict[str, bool]()
        self.cells, self.taken = dict[Square, str](), dict[Square, bool]()
        self.left: int | None = None
        self.at: Square | None = None
        self.banner, self.is_blank, self.is_letter = "", False, False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        data = {name.removeprefix("data-"): value for name, value in found.items() if name.startswith("data-")}
        classes = found.get("class", "").split()
        begun = found.get("id", "").split("-")[0]
        if found.get("id") in KNOWN or begun in PIECES:
            self.panel = PIECES.get(begun, found["id"])
            self.drawn.update({found["id"]} & KNOWN)
            if self.panel in ("state", "beat"):
                setattr(self, self.panel, data)
            elif self.panel == "clock":
                self.left = int(data["left"]) if data.get("left") else None
        match self.panel:
            case "rack" if "tile" in data:
                self.tiles[int(found["id"].removeprefix("tile-"))] = data["tile"]
            case "alfa" if "tile" in data:
                self.choice.append(data["tile"])
            case "slots" if "use" in data:
                self.slots.append(data)
            case "slots" if "usable" in data:
                self.aims[int(found["id"].removeprefix("aims-"))] = data
            case "p-shop" if "buy" in data:
                self.items[data["buy"]] = "disabled" not in found
            case "board":
                self._board(found.get("id", ""), classes)

    def _board(self, ident: str, classes: list[str]) -> None:
        if ident.startswith("square-"):
            row, column = ident.split("-")[1:]
            self.at = (int(row), int(column))
            self.cells[self.at] = "."
            self.taken[self.at] = "cell--dead" in classes or "is-opp" in classes
        if "tile" in classes:
            self.is_blank = "tile--blank" in classes
        self.is_letter = "tile__l" in classes

    def handle_endtag(self, tag: str) -> None:
        self.is_letter = False

    def handle_data(self, data: str) -> None:
        if self.panel == "board" and self.is_letter and data.strip():
            self.cells[certain(self.at)] = data.strip().lower() if self.is_blank else data.strip()
        elif self.panel == "banner":
            self.banner += data
