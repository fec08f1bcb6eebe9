"""Sums up what rated matches show about the balance of the default game, once an hour, for the public page.

One pass over each of two tables; the page reads the stored result, so no visitor can make the database compute it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.models import Count, F, FloatField, Q, Sum
from django.db.models.functions import Cast

from accounts.fact_models import BalanceReport, BoughtItem, PlayedMatch
from common.durations import HOUR_MS
from common.postgres.answer_deadline import answer_within
from game import api as game

LONGEST_STATEMENT_SECONDS = 120

_ONLY = 1
_WON = Q(outcome=PlayedMatch.Outcome.WON)
_DECIDED = Q(variant=game.DEFAULT_VARIANT, rated=True) & ~Q(outcome=PlayedMatch.Outcome.NOBODY)


def compute_when_due(now_ms: int) -> None:
    """Recompute when the last result is an hour old."""
    report = latest()
    if report is None or now_ms - report.computed_at >= HOUR_MS:
        compute(now_ms)


def compute(now_ms: int) -> None:
    """Compute and store the result."""
    with _time_to_count():
        data = {"seats": _seats(), "items": _items()}
    BalanceReport.objects.update_or_create(pk=_ONLY, defaults={"computed_at": now_ms, "data": data})


@contextmanager
def _time_to_count() -> Iterator[None]:
    """On Postgres allow more time than a page may take: over millions of matches a statement runs for seconds. SQLite
    has no limit, and a transaction there would block every writer."""
    if connection.vendor != "postgresql":
        yield
        return
    with answer_within(3 * LONGEST_STATEMENT_SECONDS), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = '{LONGEST_STATEMENT_SECONDS}s'")
        yield


def latest() -> BalanceReport | None:
    """The last result; None before the first."""
    return BalanceReport.objects.filter(pk=_ONLY).first()


def _seats() -> list[dict[str, object]]:
    """Rated matches with a winner, by board and seat: how many, and how many of them that seat won."""
    rows = PlayedMatch.objects.filter(_DECIDED).values("board_size", "seat")
    counted = rows.annotate(n=Count("pk"), won=Count("pk", filter=_WON)).order_by("board_size", "seat")
    return [dict(row) for row in counted]


def _items() -> list[dict[str, object]]:
    """The powers bought in them, by item, price, board and seat.

    `alone` are the matches in which only this player bought the item at all, `alone_won` those of them the player won,
    each counted once, at the first price paid. The sums and the sums of products of net points (`r`) and number bought
    (`b`) per row are kept: enough for the mean per purchase and its confidence interval.
    """
    net, many = Cast(F("brought") - F("gave"), FloatField()), Cast("bought", FloatField())
    rows = BoughtItem.objects.filter(_DECIDED).values("item", "price", "board_size", "seat")
    sole = Q(alone=True, first=True)
    counted = rows.annotate(
        rows=Count("pk"),
        alone_n=Count("pk", filter=sole),
        alone_won=Count("pk", filter=sole & _WON),
        n_used=Sum("used"),
        b=Sum(many),
        r=Sum(net),
        bb=Sum(many * many),
        rb=Sum(net * many),
        rr=Sum(net * net),
    ).order_by("item", "price", "board_size", "seat")
    return [dict(row) for row in counted]
