"""A player's state on the way to a rematch, as a plain value from which the end page is drawn."""

from dataclasses import dataclass
from typing import Literal

Stage = Literal[
    "open",
    "waiting",
    "asked",
    "declined",
    "agreed",
    "begun",
    "gone",
    "past",
    "busy",
    "away",
    "without",
    "enough",
    "unrated",
]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's state. `begins`: they would move first, otherwise `starter` does, "" where the deal is to decide it.
    `withdrawn`: they accepted what had just been withdrawn.

    `waiting`: they have asked or agreed, `left` (1 to 0) of the time to answer remains; `asked`: another player has
    asked. `agreed`: `match` (once the deal is made, before that "") begins at `starts_at`; `begun`: it did so a while
    ago. `deal`: the commitment to add a number to. `gone`: the others have left; `past`: they have, and the match ended
    long ago; `without`: the others play again without this player. `busy`: they are in another match with a clock,
    `running`; `away`: the other one is; `enough`: they have `most` slow and untimed matches, the limit; `unrated`: it
    would be rated, and rated play is closed to them. `rated`: the
    rematch would be ranked, which the match itself need not have been. `opponent` names the others, "" when the account
    is gone; `pair`: there is one other only. `asker`: the name of the player who has asked.
    """

    stage: Stage
    opponent: str
    begins: bool
    left: float = 0.0
    match: str = ""
    starts_at: int | None = None
    deal: str = ""
    withdrawn: bool = False
    rated: bool = False
    running: str = ""
    starter: str = ""
    pair: bool = True
    asker: str = ""
    most: int = 0
