"""An option: what a seat takes on its turn (K3), its forms in record and log, and what of it was drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.kernel.fields import bad, listed, mapping, need, text, whole

LETTERS, START_PLAYER, SPECIAL, WALL, BACKPACK, POINTS = (
    "letters", "start_player", "special", "wall", "backpack", "points",
)  # fmt: skip
LETTER_CHANGE, WORD_CHANGE, CLEAR, STRAIGHT, CONNECT = "letter_change", "word_change", "clear", "straight", "connect"
SWAP, DESTROY = "swap", "destroy"

WEIGHTS: Mapping[str, int] = {
    LETTERS: 20, START_PLAYER: 16, SPECIAL: 12, WALL: 10, BACKPACK: 10, POINTS: 6, LETTER_CHANGE: 6, WORD_CHANGE: 4,
    CLEAR: 4, STRAIGHT: 3, CONNECT: 3, SWAP: 4, DESTROY: 4,
}  # fmt: skip
"""Every kind of option in the order in which it is drawn, with its weight (four times that of the table)."""

POWER_UPS = (LETTER_CHANGE, WORD_CHANGE, CLEAR, STRAIGHT, CONNECT)
COUNTED = (SPECIAL, WALL, POINTS, LETTER_CHANGE, WORD_CHANGE, SWAP, DESTROY)
"""The kinds that carry a number."""

WILD = "?"
OVERWRITE = "!"
MOST_OPTIONS = 100


@dataclass(frozen=True, slots=True)
class Option:
    """One of a round. `letters` are those to write ("A", "?3" a wildcard of score 3, "!" the mark of overwriting),
    `letter` the one that is changed, `type` the mark of a special cell, `n` how many or how much."""

    kind: str
    letters: tuple[str, ...] = ()
    letter: str = ""
    type: str = ""
    n: int = 0

    def dump(self) -> dict[str, Any]:
        """As a record has it."""
        data: dict[str, Any] = {"kind": self.kind}
        if self.kind == LETTERS:
            data["letters"] = list(self.letters)
        if self.kind == LETTER_CHANGE:
            data["letter"] = self.letter
        if self.kind == SPECIAL:
            data["type"] = self.type
        if self.kind in COUNTED:
            data["n"] = self.n
        return data

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Option":
        """`dump` undone."""
        given = {**data, "letters": tuple(data.get("letters", ()))}
        return cls(**given)


def letters_drawn(letters: Sequence[str]) -> tuple[str, ...]:
    """What was drawn for a list of letters, in order: the size, the mark, the other letters, a wildcard's score."""
    last = letters[-1] if letters else ""
    mark = last if last == OVERWRITE else WILD if last.startswith(WILD) else ""
    plain = letters[:-1] if mark else letters
    return (str(len(letters)), mark, *plain, *((last.removeprefix(WILD),) if mark == WILD else ()))


def read_drawn(value: object, key: str) -> tuple[str, ...]:
    """All that was drawn for a list of options, as one text a draw; raises BadField. Whether it can be drawn, the
    replay says."""
    drawn: list[str] = []
    for i, option in enumerate(listed(value, key, MOST_OPTIONS)):
        drawn += _drawn(mapping(option, f"{key}[{i}]"), f"{key}[{i}].")
    return tuple(drawn)


def _drawn(option: Mapping[str, Any], path: str) -> list[str]:
    kind = need(option, "kind", path)
    if not isinstance(kind, str) or kind not in WEIGHTS:
        bad(f"{path}kind", "unknown")
    drawn = [kind]
    if kind == LETTERS:
        key = f"{path}letters"
        letters = listed(need(option, "letters", path), key, MOST_OPTIONS)
        drawn += letters_drawn([text(letter, f"{key}[{i}]") for i, letter in enumerate(letters)])
    if kind == LETTER_CHANGE:
        drawn.append(text(need(option, "letter", path), f"{path}letter"))
    if kind == SPECIAL:
        drawn.append(text(need(option, "type", path), f"{path}type"))
    if kind in COUNTED:
        drawn.append(str(whole(need(option, "n", path), f"{path}n")))
    return drawn
