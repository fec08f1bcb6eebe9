"""Where a player stands on the way to a rematch, as a plain value: what the end page is drawn from."""

from dataclasses import dataclass
from typing import Literal

Stage = Literal[
    "open", "waiting", "asked", "declined", "agreed", "begun", "gone", "past", "busy", "away", "without", "enough"
]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands. `begins`: they would move first, otherwise `starter` does, "" where the deal is to
    say it. `withdrawn`: they accepted what had just been taken back.

    `waiting`: they have asked or agreed, `left` (1 to 0) of the patience remains; `asked`: another one has. `agreed`:
    `match` (once the deal is made, before that "") begins at `starts_at`; `begun`: it did so a while ago. `deal`: the
    commitment to add a number to. `gone`: the others have left; `past`: so long ago that nobody asks any more;
    `without`: the others play again without this one. `busy`: they are in another match with a clock, `running`;
    `away`: the other one is; `enough`: they have `most` slow and untimed matches, which is as many as may be.
    `rated`: the rematch would be ranked, which the match itself need not have been.
    `opponent` names the others, "" when the account is gone; `pair`: there is one other only. `asker` is who has asked.
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
