"""Lines of talk as a report quotes them and a case shows them."""

from collections.abc import Iterable
from dataclasses import dataclass

from people.models import TalkLine

AROUND = 10
"""How many lines before and after the reported one."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of talk; `is_reported` is the one that a report is about."""

    at: int
    name: str
    text: str
    is_reported: bool


def as_said(line: TalkLine) -> str:
    """What the line says."""
    return line.text or line.said


def around(lines: Iterable[TalkLine]) -> list[ShownLine]:
    """The talk around these lines of one match, oldest first."""
    reported = {line.pk: line for line in lines}
    if not reported:
        return []
    match_id = next(iter(reported.values())).match_id
    of_match = TalkLine.objects.filter(match=match_id).select_related("user")
    first, last = min(reported), max(reported)
    before = list(of_match.filter(pk__lt=first).order_by("-pk")[:AROUND])
    rest = list(of_match.filter(pk__gte=first, pk__lte=last).order_by("pk")[: 10 * AROUND])
    after = list(of_match.filter(pk__gt=last).order_by("pk")[:AROUND])
    return [
        ShownLine(line.made_at, line.user.display_name if line.user else "–", as_said(line), line.pk in reported)
        for line in (*reversed(before), *rest, *after)
    ]
