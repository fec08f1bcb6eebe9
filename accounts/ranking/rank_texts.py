"""Texts about what a finished match did to its player's rank."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import PointsPutBack, RankChange, RatedMatch
from accounts.ranking.points_rules import MOST_A_DAY, MOST_A_MATCH, MOST_WINS_A_DAY, SEATS, lead, was_left_early
from accounts.rating_models import Verdict
from game import api as game


@dataclass(frozen=True, slots=True)
class Told:
    """The ranked part of an end page: `change` is None when nothing counted, `why` says what moved or why nothing did.

    `guest`: the reader plays without an account. `points`: the game has ranked points. `could_move`: it is of a kind
    that moves them, so that none is a figure too.
    """

    change: RankChange | None
    why: Sequence[str]
    guest: bool = False
    points: bool = True
    could_move: bool = False


def explain(
    result: game.Result, rated: RatedMatch | None, change: RankChange | None, seat: int, *, guest: bool
) -> Told:
    """The texts for the player of `seat`; `rated` None: the ranking has not judged the match yet."""
    if change is not None and rated is not None and rated.voided_at is None:
        why = [*_why(result, rated, change, seat), *_put_back(change)]
        return Told(change, why, points=result.ranked, could_move=True)
    could_move = bool(result.preset) and not result.practice and rated is not None
    left_out = rated is not None and rated.voided_at is None and rated.verdict == Verdict.GUEST
    why_not = _why_not_counted(result, rated, guest=guest)
    return Told(None, [why_not], guest=guest and left_out and could_move, points=result.ranked, could_move=could_move)


def _put_back(change: RankChange) -> list[str]:
    """That the points of the match were moved back later."""
    entry = PointsPutBack.objects.filter(rated_match=change.rated_match_id, seat=change.seat).first()
    if entry is None:
        return []
    if entry.points > 0:
        return [_("They were put back to you later: the match was not won fairly.")]
    return [_("They were put back to your opponent later: the match was not won fairly.")]


def _why_not_counted(result: game.Result, rated: RatedMatch | None, *, guest: bool) -> str:
    if result.one_device:
        return _("Matches on one device are not ranked.")
    if result.practice:
        return _("Practice against a bot is not ranked.")
    if not result.preset:
        return _("Custom matches are not ranked.")
    if result.reason == "called_off":
        return _("The match was called off, so it counts for nothing.")
    if len(result.seats) > SEATS:
        return _("Only matches of two are ranked.")
    if rated is None:
        return _("This match has not been counted yet. It will be within a few minutes.")
    if rated.voided_at is not None:
        return _("An operator has voided this match. Any points it moved were returned.")
    return _why_nothing(rated, guest=guest)


def _why_nothing(rated: RatedMatch, *, guest: bool) -> str:
    if rated.verdict == Verdict.GUEST and guest:
        return _("You are playing as a guest. In a ranked match both players need an account.")
    return {
        Verdict.GUEST: _("One player was a guest. In a ranked match both players need an account."),
        Verdict.UNRANKED: _("This match is not ranked: it began so, or came to be so while it ran."),
        Verdict.OFTEN: ngettext(
            "Only %(most)d match a day between the two of you counts, and this one came after it.",
            "Only %(most)d matches a day between the two of you count, and this one came after them.",
            MOST_A_DAY,
        )
        % {"most": MOST_A_DAY},
        Verdict.NOBODY: _("You were both away at the same time, so nobody wins and no points move."),
        Verdict.GONE: _("An account was deleted before the match could count."),
    }[Verdict(rated.verdict)]


def _why(result: game.Result, rated: RatedMatch, change: RankChange, seat: int) -> list[str]:
    if rated.verdict == Verdict.RATED:
        unmoved = _("Slow matches move no ranked points.") if result.slow else _("This game has no ranked points.")
        return [unmoved, _as_rated(result, change)]
    if result.drawn:
        return [_("The match is a draw, so no points move."), _as_rated(result, change)]
    you_won = seat == result.winner
    names = {"name": ", ".join(other.name for other in result.others(seat))}
    if rated.verdict == Verdict.MOVED:
        moved = [_difference_moved(result, names, you_won=you_won), *_left_out(result, rated)]
        return moved if change.feeds else [*moved, _as_rated(result, change)]
    counts = _as_rated(result, change)
    if rated.verdict == Verdict.EARLY:
        return [_("The match ended before both had scored in three turns, so no points move."), counts]
    if rated.verdict == Verdict.EVEN:
        return [_("The totals are even, so no points move."), counts]
    if lead(result) == 0:
        theirs = _("%(name)s left while the totals were even, so no points move.")
        yours = _("You left while the totals were even, so no points move.")
    else:
        theirs = _("%(name)s left while ahead, so no points move.")
        yours = _("You left while ahead, so no points move.")
    return [theirs % names if you_won else yours, counts]


def _as_rated(result: game.Result, change: RankChange) -> str:
    """What the match means for the rating."""
    if not change.feeds and was_left_early(result):
        return _("Your rating stays as it was: of a match that is left so early, only the one who left is rated.")
    if not change.feeds:
        return ngettext(
            "Your rating stays as it was: %(most)d win a day over a provisional rating counts.",
            "Your rating stays as it was: at most %(most)d wins a day over provisional ratings count.",
            MOST_WINS_A_DAY,
        ) % {"most": MOST_WINS_A_DAY}
    if change.drawn:
        return _("The rating counts it as a draw.")
    return _("The rating counts it as a win.") if change.won else _("The rating counts it as a loss.")


def _difference_moved(result: game.Result, names: dict[str, str], *, you_won: bool) -> str:
    if result.played_out:
        won = _("The difference of the totals moved from %(name)s to you.")
        lost = _("The difference of the totals moved from you to %(name)s.")
    else:
        won = _("%(name)s left while behind, so the difference moved to you.")
        lost = _("You left while behind, so the difference moved to %(name)s.")
    return (won if you_won else lost) % names


def _left_out(result: game.Result, rated: RatedMatch) -> list[str]:
    """Why the points moved differ from the difference of the totals that the page shows."""
    said = []
    if any(seat.fines for seat in result.seats):
        said.append(_("Penalties for failed tries are left out."))
    if rated.moved == MOST_A_MATCH:
        said.append(_("No match moves more than %(most)d points.") % {"most": MOST_A_MATCH})
    return said
