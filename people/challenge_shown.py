"""A challenge as one of its two players sees it: the stage of the page, and the rules with what differs."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.api import Met, User, met
from common.durations import DAY_MS
from game import api as game
from lobby import api as lobby
from people.challenge_models import Stage
from people.challenge_sentences import clock_of, game_and_pace
from people.models import Challenge, DeclineReason

_OF_ASKER = {
    Stage.ACCEPTED: "begins",
    Stage.BEGUN: "begun",
    Stage.DECLINED: "declined",
    Stage.COUNTERED: "countered",
    Stage.TAKEN_BACK: "taken-back",
    Stage.LAPSED: "lapsed",
}
_OF_ASKED = {
    **_OF_ASKER,
    Stage.OPEN: "asked",
    Stage.DECLINED: "you-declined",
    Stage.TAKEN_BACK: "over",
    Stage.LAPSED: "over",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A challenge for one of the two: `other` is the other player, `stage` names the page. `differences` are from what
    oneself had asked (`is_answer`), else from the usual rules; `board` is its picture. `left`: what is left of a live
    one, 1 to 0, and `left_said` in minutes and seconds."""

    row: Challenge
    other: User
    stage: str
    title: str
    clock: str
    language: str
    differences: Sequence[lobby.Difference]
    is_answer: bool
    board: lobby.Mini
    played: Met | None
    left: float
    left_said: str

    @property
    def game_title(self) -> str:
        """The English name of the game."""
        return game.games()[self.row.variant].title if self.row.variant in game.games() else ""

    @property
    def days(self) -> int:
        """How many days such a challenge stands."""
        return round((self.row.lapses_at - self.row.made_at) / DAY_MS)

    @property
    def deal(self) -> str:
        """The commitment that this player may see: who is asked sees it from accepting on."""
        return "" if self.stage == "asked" else self.row.deal

    @property
    def polls(self) -> int:
        """After how many seconds the page asks anew; 0 for never."""
        if self.stage in ("waiting", "begins"):
            return 1
        return {"asked": 2 if self.row.is_live else 5, "waiting-slow": 5}.get(self.stage, 0)

    @property
    def reason(self) -> str:
        """Why it was declined, in the reader's language; "" for no reason."""
        return str(DeclineReason(self.row.reason).label) if self.row.reason else ""


def stage_for(row: Challenge, user_id: int) -> str:
    """The name of the page that the player sees."""
    if row.asked_id == user_id:
        return _OF_ASKED[Stage(row.stage)]
    if row.stage == Stage.OPEN:
        return "waiting" if row.is_live else "waiting-slow"
    return _OF_ASKER[Stage(row.stage)]


def shown(row: Challenge, user_id: int, now_ms: int) -> Shown:
    """The challenge for that player, who is one of its two."""
    pace = lobby.pace_of(row.settings, row.variant)
    asks = row.answers
    is_answer = asks is not None and asks.variant == row.variant
    usual = lobby.usual_rules(row.variant, pace)
    base = asks.settings if asks is not None and is_answer else usual.settings if usual else {}
    left_ms = max(0, row.lapses_at - now_ms)
    seconds = -(-left_ms // 1000)
    values = game.full_settings(row.settings, row.variant)
    language = str(values["language"])
    other_id = row.asker_id if row.asked_id == user_id else row.asked_id
    return Shown(
        row=row,
        other=row.asker if row.asked_id == user_id else row.asked,
        stage=stage_for(row, user_id),
        title=game_and_pace(row.variant, pace.value),
        clock=clock_of(row.settings, row.variant),
        language=game.LANGUAGES[language],
        differences=lobby.compared(base, row.settings, row.variant),
        is_answer=is_answer,
        board=lobby.mini_board(game.describe(row.settings, row.variant).layout, language),
        played=met(user_id, [other_id]).get(other_id),
        left=left_ms / max(1, row.lapses_at - row.made_at),
        left_said=f"{seconds // 60}:{seconds % 60:02}",
    )
