"""Reports: one player says what another one has done, for moderators to look at (rules/people.md §7).

Reports about one player that nobody has decided make one case. Whoever reports or decides locks the player that it is
about first, so that a report comes into the case before it is decided, or into a new one.
"""

from dataclasses import dataclass

from django.db import transaction
from django.urls import reverse

from accounts.api import User, lock_players, player_known_to
from common.clean_words import BadWords, clean_words
from common.durations import DAY_MS
from common.refusals import CodedError
from game import api as game
from news import api as news
from people.models import Case, Report, ReportedFrom, ReportReason, TalkLine
from people.talk.said_lines import in_words

RECEIVED, LOOKED_AT = "report-received", "report-looked-at"
"""The kinds of news of reports."""

MOST_LETTERS = 500
MOST_IN_ALL = 2_000
"""Of one report with all that its reporter has added to it."""
MOST_A_DAY = 10
WEEK_MS = 7 * DAY_MS

WEIGHTS = {ReportReason.INSULTS: Case.Weight.INSULTS, ReportReason.HELP: Case.Weight.HELP}
_BY_WEIGHT = list(ReportReason.values)


class ReportRefused(CodedError):
    """Nothing was reported. `code`: no_player, yourself, no_match, no_line, bad_reason, bad_characters, too_long,
    this_match, this_week, most_a_day, words_full."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is reported: `match` is the public id of a match of both, `line` the key of a line that the other said."""

    reason: str
    words: str = ""
    made_from: str = ReportedFrom.PROFILE
    match: str = ""
    line: int | None = None
    wants_answer: bool = False


def report(reporter_id: int, public_id: str, wanted: Wanted, now_ms: int) -> bool:
    """Report the player of that public id; True where it was added to what the reporter has reported before. Raises
    ReportRefused."""
    if wanted.reason not in ReportReason.values or wanted.made_from not in ReportedFrom.values:
        raise ReportRefused("bad_reason")
    try:
        words = clean_words(wanted.words, MOST_LETTERS)
    except BadWords as bad:
        raise ReportRefused(bad.code) from bad
    with transaction.atomic():
        about = reportable(reporter_id, public_id)
        if about.pk not in lock_players([reporter_id, about.pk]):
            raise ReportRefused("no_player")
        match, line = place_of(reporter_id, about.pk, wanted.match, wanted.line)
        said = in_words(line.said, line.text) if line else ""
        before = standing_report(reporter_id, about.pk, match, now_ms)
        if before is not None:
            row = _add(before, wanted, words, line, said)
        elif Report.objects.filter(reporter=reporter_id, made_at__gt=now_ms - DAY_MS).count() >= MOST_A_DAY:
            raise ReportRefused("most_a_day")
        else:
            row = Report.objects.create(
                case=_open_case(about, now_ms),
                reporter_id=reporter_id,
                reason=wanted.reason,
                words=words,
                made_from=wanted.made_from,
                match_public_id=match,
                line=line,
                said=said,
                wants_answer=wanted.wants_answer,
                made_at=now_ms,
            )
        _weigh(row)
        path = reverse("people:report", args=[public_id]) + (f"?match={match}" if match else "")
        told = {"name": about.display_name}
        news.tell([reporter_id], RECEIVED, topic_of(about), path=path, at=now_ms, values=told)
    return before is not None


def reportable(reporter_id: int, public_id: str) -> User:
    """The player of that public id, where this player may report them: an open account, or whom they have met. A block
    makes no difference. Raises ReportRefused."""
    about = player_known_to(reporter_id, public_id)
    if about is None:
        is_own = User.objects.filter(pk=reporter_id, public_id=public_id).exists()
        raise ReportRefused("yourself" if is_own else "no_player")
    return about


def place_of(reporter_id: int, about_id: int, match: str, line_id: int | None) -> tuple[str, TalkLine | None]:
    """The match and the line of talk that a report is about, both of a match that the two play. Raises
    ReportRefused."""
    line = None
    if line_id is not None:
        line = TalkLine.objects.select_related("match").filter(pk=line_id, user=about_id).first()
        if line is None or _is_withheld(line, reporter_id):
            raise ReportRefused("no_line")
        match = line.match.public_id
    if match and about_id not in (game.others_in(match, reporter_id) or ()):
        raise ReportRefused("no_line" if line else "no_match")
    return match, line


def _is_withheld(line: TalkLine, user_id: int) -> bool:
    """Whether the line was never shown to the player, so that no report of theirs may quote it."""
    return any(line.withheld >> one.seat & 1 for one in game.seats_in(line.match_id) if one.user_id == user_id)


def standing_report(reporter_id: int, about_id: int, match: str, now_ms: int) -> Report | None:
    """What the player has reported about the other one in that match ("" for none in particular) and nobody has
    decided, to which more is added. Raises ReportRefused where it is decided and there is to be no other one."""
    mine = Report.objects.filter(reporter=reporter_id, case__about=about_id, match_public_id=match)
    before = mine.select_related("case").order_by("-pk").first()
    if before is None or before.case.decided_at is None:
        return before
    if match:
        raise ReportRefused("this_match")
    if before.made_at > now_ms - WEEK_MS:
        raise ReportRefused("this_week")
    return None


def topic_of(about: User) -> str:
    """The topic of what a reporter is told of reports about that player."""
    return f"report:{about.public_id}"


def _add(row: Report, wanted: Wanted, words: str, line: TalkLine | None, said: str) -> Report:
    """Add what is said now to what was reported before."""
    is_said_before = said in row.said.splitlines()
    row.words = "\n".join(filter(None, (row.words, words)))
    row.said = row.said if is_said_before else "\n".join(filter(None, (row.said, said)))
    if len(row.words) > MOST_IN_ALL or len(row.said) > MOST_IN_ALL:
        raise ReportRefused("words_full")
    row.reason = min(row.reason, wanted.reason, key=_BY_WEIGHT.index)
    row.line = row.line or line
    row.wants_answer = row.wants_answer or wanted.wants_answer
    row.save(update_fields=["words", "said", "reason", "line", "wants_answer"])
    return row


def _open_case(about: User, now_ms: int) -> Case:
    found = Case.objects.filter(about=about, decided_at=None).first()
    return found or Case.objects.create(about=about, opened_at=now_ms)


def _weigh(row: Report) -> None:
    weight = weight_of(row.reason)
    Case.objects.filter(pk=row.case_id, weight__gt=weight).update(weight=weight)


def weight_of(reason: str) -> Case.Weight:
    """How soon a report for that reason is to be looked at."""
    return WEIGHTS.get(ReportReason(reason), Case.Weight.REST)
