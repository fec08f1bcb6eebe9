"""News of a match for its absent players: whose turn it is, that its time runs short, how it ended.

Of slow and untimed matches of people only, an end of live ones too: at a live one all sit. What a step brings about is
sent and withdrawn by one statement, and one more selects the recipients.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import is_live, is_slow, turn_ms
from game.kernel.events import Event, Kind
from game.kernel.match import PLAY, CoreState, Step
from game.models import Match, SeatRow
from game.seat_statements import Seated, seated_at
from game.services import announce
from game.variants import VARIANTS
from news import api as news

TURN, LOW, NUDGED, OVER = "turn", "turn_low", "nudged", "match_over"
ARRIVAL: Millis = 15_000
"""The player on turn as a match begins is on the way to its page: for so long they are sent no news."""


class _About(NamedTuple):
    """A match with its seats, and when the news happened."""

    row: Match
    seats: Sequence[Seated]
    at: Millis

    def others(self, seat: Seat) -> list[str]:
        """The names at the other seats, from the next one on."""
        names = [one.name for one in self.seats]
        return names[seat + 1 :] + names[:seat]

    def looks(self, seat: Seat) -> bool:
        """Whether the player at the seat has a visible page of the match."""
        return self.seats[seat].looked_at > self.at - news.FRESH_MS

    def tell(self, pieces: Sequence[news.Piece]) -> None:
        """Send news that links to the match. The pages of users whom none concerns show that it has moved."""
        path = reverse("game:match", args=[self.row.public_id])
        news.tell_pieces(topic_of(self.row.public_id), pieces, path=path, at=self.at)
        told = {piece.user_id for piece in pieces}
        announce.persons_changed(
            one.user_id for one in self.seats if one.user_id is not None and one.user_id not in told
        )


def topic_of(public_id: str) -> str:
    """The topic of all news of a match."""
    return f"match:{public_id}"


def match_of(topic: str) -> str:
    """The public id of the match of a topic, "" where it is about something else."""
    about, _, public_id = topic.partition(":")
    return public_id if about == "match" else ""


def read(user_id: int, public_id: str, now: Millis) -> None:
    """The player has a visible page of the match."""
    news.read_topic(user_id, topic_of(public_id), now)


def read_on_page(request: HttpRequest, public_id: str, now: Millis) -> None:
    """The reader of this page has it before their eyes."""
    news.read_topic_on_page(request, topic_of(public_id), now)


def note_step(row: Match, step: Step[CoreState], at: Millis, *, was_slow: bool, was_due: Millis | None) -> None:
    """A step was taken in a match that goes on: send the news of the new turn, and withdraw the other players'.

    A slow match's clock that was put off runs short later. One that waits for a choice, which ends without a penalty,
    does not.
    """
    state = step.state
    if not _is_told(row, state) or is_live(state):
        return
    began = any(event.kind == Kind.TURN_BEGAN for event in step.events) or is_slow(state) is not was_slow
    is_put_off = is_slow(state) and row.due_at != was_due
    if not began and not is_put_off:
        return
    about = _About(row, seated_at(row.pk), at)
    if began:
        about.tell(_turn_pieces(about, step, is_first=row.version == 1))
        return
    about.tell([piece for piece in _low_pieces(about, state) if piece.user_id == about.seats[state.active].user_id])
    if state.deadline is not None and state.phase == PLAY:
        news.prolong(topic_of(row.public_id), TURN, state.deadline)


def tell_nudge(
    row: Match, user_id: int, by: str, deadline: Millis | None, at: Millis, *, is_silent: bool = False
) -> None:
    """A player nudges the seat on turn: the news lasts as long as the turn. All pages of the match are notified.

    `is_silent`: the nudge counts as every other, but the user on turn never hears of it.
    """
    path = reverse("game:match", args=[row.public_id])
    values = {"names": [by], "deadline": deadline}
    piece = news.Piece(user_id, NUDGED, values, true_until=at if is_silent else deadline, is_read=is_silent)
    news.tell_pieces(topic_of(row.public_id), [piece], path=path, at=at)
    others = SeatRow.objects.filter(match=row, user__isnull=False).exclude(user=user_id)
    announce.persons_changed(others.values_list("user", flat=True))


def note_end(row: Match, state: CoreState, at: Millis) -> None:
    """The match is over: notify the players who have not seen it, and withdraw the news of the turn."""
    if not _is_told(row, state):
        return
    about = _About(row, seated_at(row.pk), at)
    pieces = [] if is_live(state) else list(_taken_back(about.seats))
    for seat, one in enumerate(about.seats):
        if one.user_id is not None and not about.looks(seat):
            pieces.append(news.Piece(one.user_id, OVER, _end_values(about, state, seat)))
    about.tell(pieces)


def looking(asked: Iterable[tuple[int, str]], now: Millis) -> set[tuple[int, str]]:
    """Which of these users have a visible page of the match of that topic."""
    wanted = set(asked)
    seats = SeatRow.objects.filter(
        match__public_id__in={match_of(topic) for _, topic in wanted},
        user__in={user_id for user_id, _ in wanted},
        looked_at__gt=now - news.FRESH_MS,
    )
    found = {(user_id, topic_of(public_id)) for user_id, public_id in seats.values_list("user", "match__public_id")}
    return found & wanted


def _is_told(row: Match, state: CoreState) -> bool:
    return not row.practice and len(state.players) > 1


def _turn_pieces(about: _About, step: Step[CoreState], *, is_first: bool) -> list[news.Piece]:
    state, on_turn = step.state, about.seats[step.state.active]
    pieces = [] if is_first else list(_taken_back([one for one in about.seats if one is not on_turn]))
    if on_turn.user_id is None:
        return pieces
    turn = news.Piece(
        on_turn.user_id,
        TURN,
        {"names": about.others(state.active), "deadline": state.deadline, **_last_word(step.events)},
        true_until=state.deadline,
        sent_from=about.at + ARRIVAL if is_first else None,
        is_read=about.looks(state.active),
    )
    return [*pieces, turn, *_low_pieces(about, state)]


def _low_pieces(about: _About, state: CoreState) -> list[news.Piece]:
    """A quarter of the turn before its deadline, for the seat on turn of a slow match."""
    length, user_id = turn_ms(state), about.seats[state.active].user_id
    if user_id is None or length is None or state.deadline is None:
        return []
    if state.phase != PLAY:
        return [news.Piece(user_id, LOW, is_true=False)]
    values = {"names": about.others(state.active), "deadline": state.deadline}
    shown_from = max(about.at, state.deadline - length // 4)
    return [news.Piece(user_id, LOW, values, shown_from=shown_from, true_until=state.deadline)]


def _taken_back(seats: Sequence[Seated]) -> list[news.Piece]:
    people = [one.user_id for one in seats if one.user_id is not None]
    return [news.Piece(user_id, kind, is_true=False) for user_id in people for kind in (TURN, LOW, NUDGED)]


def _last_word(events: Iterable[Event]) -> dict[str, Any]:
    """The first word that the step has scored, and what all of it was worth, where the game says so in one number."""
    for event in events:
        if event.kind == Kind.WORDS_SCORED and event.public.get("words") and "score" in event.public:
            return {"word": event.public["words"][0][0], "points": event.public["score"]}
    return {}


def _end_values(about: _About, state: CoreState, seat: Seat) -> dict[str, Any]:
    """The result for the player at the seat."""
    assert state.outcome is not None
    game, outcome = VARIANTS[about.row.variant], state.outcome
    values: dict[str, Any] = {
        "names": about.others(seat),
        "result": _result(state, seat),
        "reason": str(outcome.reason),
    }
    if outcome.winner is not None:
        values["winner"] = about.seats[outcome.winner].name
    if outcome.reason in game.played_out:
        totals = [int(has.total) for has in game.seat_totals(state)]
        values["totals"] = totals[seat:] + totals[:seat]
    return values


def _result(state: CoreState, seat: Seat) -> str:
    """ "won", "lost", "drawn" for a shared first place, "" where there is no winner."""
    assert state.outcome is not None
    if state.outcome.winner is not None:
        return "won" if state.outcome.winner == seat else "lost"
    if not state.outcome.places:
        return ""
    return "drawn" if state.outcome.places[seat] == 1 else "lost"
