"""The sections of a run, each printed as soon as it is known."""

import asyncio
import os
import statistics
import sys
import time
import traceback
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from benchmarks.load import onlookers, pages, references
from benchmarks.load.acts import Pair, Played, calm, full_speed
from benchmarks.load.browser import Network, Page, network, open_all
from benchmarks.load.gauge import Gauge, Reading
from benchmarks.load.herd import herd
from benchmarks.load.onlookers import Onlooker
from benchmarks.load.references import Minimal
from benchmarks.load.soak import MOST_GROWTH, soak
from benchmarks.load.stage import ACTS, SCRIPTS, Stage
from benchmarks.load.sweep import lateness
from benchmarks.measure import Row

PAIRS = 12
WARM_UP = 20
"""Pages that come and go before memory is read: what a process loads for its first page is not a page's."""
PAIRS_IN_A_CROWD = 2
NOTHING = Reading(0, 0, 0, 0, 0, 0, 0, 0)


def say(*rows: Row) -> None:
    """Print lines of the table."""
    for row in rows:
        sys.stdout.write(f"{row.name:<84}  {row.value:<32}  {row.ratio}\n")
    sys.stdout.flush()


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is run: acts of each pair at 12 a second and at full speed, acts at one a second, pages that rest and
    for how many seconds, calls of each kind, pages of the herd and of the crowd, matches that the sweep meets, minutes
    of the soak, and onlookers of one match."""

    acts: int
    calm_acts: int
    pages: int
    seconds: float
    calls: int
    herd: int
    sweep: int
    crowd: int
    minutes: float
    onlookers: int


def sizes(
    whole: bool, pages: int | None, herd: int | None, crowd: int | None, minutes: float, onlookers: int | None
) -> Sizes:
    """Those of a short or a whole run, but for what is named."""
    whole_run = Sizes(ACTS, 40, 1_000, 40, 100, 500, 2_000, 0, 0, 1_000)
    usual = whole_run if whole else Sizes(12, 20, 120, 24, 30, 80, 200, 0, 0, 120)
    return replace(
        usual,
        pages=pages or usual.pages,
        herd=herd or usual.herd,
        crowd=crowd or 0,
        minutes=minutes,
        onlookers=onlookers or usual.onlookers,
    )


async def report(stage: Stage, sections: Sequence[str], sizes: Sizes) -> None:
    """All that was asked for."""
    begun = time.perf_counter()
    say(Row("", "figure", "beside the minimal app"))
    rest = stage.at_rest
    say(Row("site at rest, a second: web, others, Postgres", f"{ms(rest.web)}, {ms(rest.others)}, {ms(rest.postgres)}"))
    with references.minimal(stage, rooms=max(1_000, sizes.pages)) as minimal:
        runs = {
            "acts": partial(_acts, stage, minimal, sizes),
            "pages": partial(_pages, stage, minimal, sizes),
            "herd": partial(_herd, stage, sizes.herd),
            "sweep": partial(_sweep, stage, sizes.sweep),
            "onlookers": partial(_onlookers, stage, sizes.onlookers),
            "crowd": partial(_crowd, stage, sizes.crowd, sizes.seconds),
            "soak": partial(_soak, stage, sizes.minutes),
        }
        for name in (*sections, *(["crowd"] if sizes.crowd and "crowd" not in sections else [])):
            try:
                await runs[name]()
            except Exception:  # what was found before is worth having, and what comes after
                say(Row(f"{name}: failed", ""))
                traceback.print_exc()
    load = " ".join(f"{number:.1f}" for number in os.getloadavg())
    minutes = (time.perf_counter() - begun) / 60
    say(Row(f"{os.cpu_count()} cores, load {load}, Python {sys.version.split()[0]}", f"{minutes:.1f} minutes"))


async def _acts(stage: Stage, minimal: Minimal, sizes: Sizes) -> None:
    seconds, worked = await asyncio.to_thread(references.bare, stage.postgres.url)
    say(Row("bare transaction: p50, p99; processor", f"{spread(seconds)}; {ms(worked)}"))
    runs: dict[str, Callable[[Sequence[Pair]], Awaitable[Played]]] = {
        "full speed": partial(full_speed, acts=sizes.acts),
        "12 acts/s": partial(calm, a_second=12, acts=PAIRS * sizes.acts),
        "1 act/s": partial(calm, a_second=1, acts=sizes.calm_acts),
    }
    for name, run in runs.items():
        async with network(minimal.address) as net:
            pairs = [Pair(minimal.pages(net, room), [(turn % 2, {}) for turn in range(ACTS)]) for room in range(1, 13)]
            base, base_cost = await _played(minimal.gauge, NOTHING, pairs, run)
        async with network(stage.address) as net:
            pairs = await _pairs(stage, net, PAIRS)
            ours, cost = await _played(stage.gauge, stage.at_rest, pairs, run)
        say(*_rows(name, ours, cost, base, base_cost))


async def _onlookers(stage: Stage, count: int) -> None:
    """Two matches of the same acts, the one with nobody looking on and the other with so many, after a few acts of a
    third."""
    async with network(stage.address) as net:
        first, unseen, *_others, pair = await _pairs(stage, net, SCRIPTS + 2)  # the second and the last play the same
        for one in (first, unseen, pair):
            await one.open()
        await full_speed([first], acts=ACTS // 2)
        alone = await calm([unseen], a_second=1, acts=ACTS)
        watching = await onlookers.gather(net, pair.pages[0].public_id, count)
        await asyncio.sleep(2 * pages.BEAT_SECONDS)
        cost = await pages.idle(stage.gauge, stage.at_rest, count, 5 * pages.BEAT_SECONDS)
        before, memory = stage.gauge.read(), stage.gauge.memory()
        bytes_before = sum(page.bytes for page in watching)
        watched = await calm([pair], a_second=1, acts=ACTS)
        await asyncio.sleep(pages.SETTLE_SECONDS)
        spent = (stage.gauge.read() - before).beyond(stage.at_rest)
        rested = cost.web * count * spent.at / pages.BEAT_SECONDS
        a_push = (spent.web - rested) / (len(watched.acks) * count)
        told = onlookers.latencies(watching, watched.acted)
        sent = (sum(page.bytes for page in watching) - bytes_before) / (len(watched.acks) * count)
        closed = sum(bool(page.codes) for page in watching)
        await unseen.close()
        ratio = statistics.median(watched.acks) / statistics.median(alone.acks)
        seen = statistics.median(watched.seen) / statistics.median(alone.seen)
        say(
            Row(f"act with nobody looking on: p50, p99; seen p50 ({len(alone.acks)})", _acked(alone)),
            Row(f"act with {count} onlookers: p50, p99; seen p50 ({len(watched.acks)})", _acked(watched)),
            Row("the same, by the p50 without", f"ack × {ratio:.2f}, seen × {seen:.2f}"),
            Row("until an onlooker shows it: p50, p99", spread(told)),
            Row("an onlooker, a beat: processor of the web process", ms(cost.web)),
            Row("a push to one onlooker: processor of the web process, bytes", f"{ms(a_push)}, {sent:.0f}"),
            Row(
                "memory of the web process; sockets closed; acts gone wrong",
                f"{megabytes(memory)}; {closed}; {len(watched.wrong)}",
            ),
        )
        await _return(stage, [first, pair], watching)


def _acked(played: Played) -> str:
    return f"{spread(played.acks)}; {ms(statistics.median(played.seen))}"


async def _played(
    gauge: Gauge, at_rest: Reading, pairs: Sequence[Pair], run: Callable[[Sequence[Pair]], Awaitable[Played]]
) -> tuple[Played, Reading]:
    for pair in pairs:
        await pair.open()
    await asyncio.sleep(2)
    before = gauge.read()
    played = await run(pairs)
    await asyncio.sleep(pages.SETTLE_SECONDS)
    spent = (gauge.read() - before).beyond(at_rest)
    for pair in pairs:
        await pair.close()
    return played, spent / len(played.acks)


def _rows(name: str, ours: Played, cost: Reading, base: Played, base_cost: Reading) -> list[Row]:
    speed, base_speed = (len(played.seen) / played.seconds for played in (ours, base))
    lost = f" ({len(ours.wrong)} went wrong, {ours.asked} asked)" if ours.wrong or ours.asked else ""
    counts, base_counts = (f"{each.statements:.1f}, {each.transactions:.1f}" for each in (cost, base_cost))
    if ours.wrong:
        sys.stderr.write(f"{name}: went wrong first: {ours.wrong[0]}\n")
    pushed = f"{kilo(statistics.median(ours.pushed))}, {kilo(max(ours.pushed))}"
    return [
        Row(f"{name}: acts a second{lost}", f"{speed:.1f}", f"{speed / base_speed:.2f} × {base_speed:.0f}"),
        Row(f"{name}: ack p50, p99", spread(ours.acks), times(ours.acks, base.acks)),
        Row(f"{name}: send → seen by the other p50, p99", spread(ours.seen), times(ours.seen, base.seen)),
        Row(f"{name}: processor of the web process an act", ms(cost.web), ratio(cost.web, base_cost.web)),
        Row(f"{name}: of Postgres", ms(cost.postgres), ratio(cost.postgres, base_cost.postgres)),
        Row(f"{name}: statements, transactions an act", counts, f"of {base_counts}"),
        Row(f"{name}: pushed to both p50, most", pushed),
        Row(f"{name}: processor of this client an act", ms(cost.client)),
    ]


async def _pages(stage: Stage, minimal: Minimal, sizes: Sizes) -> None:
    many = sizes.pages
    async with network(minimal.address) as net:
        base = [page for room in range(1, many // 2 + 1) for page in minimal.pages(net, room)]
        base_opened, base_idle, base_memory = await _open_and_rest(minimal.gauge, NOTHING, base, sizes.seconds)
    async with network(stage.address) as net:
        ours = [page for pair in await _pairs(stage, net, many // 2) for page in pair.pages]
        opened, idle, memory = await _open_and_rest(stage.gauge, stage.at_rest, ours, sizes.seconds)
        say(_costs("opening a page, socket and first screen", opened, base_opened))
        say(*_idle_rows(idle, many, base_idle))
        say(Row("memory of 1,000 idle pages", f"{memory / many / 1000:.0f} MB", ratio(memory, base_memory)))
        await asyncio.sleep(12)  # leases of the pages that were closed run out: Leave is logged
        page, path = ours[0], f"/match/{ours[0].public_id}/"
        calls = {
            "GET panels": pages.asking(page, path + "panels"), "GET match page": pages.asking(page, path),
            "GET home": pages.asking(page, "/"), "a refused act": pages.refused(page),
        }  # fmt: skip
        for name, call in calls.items():
            say(_costs(name, await pages.one_by_one(stage.gauge, stage.at_rest, [call] * sizes.calls)))


def _idle_rows(idle: Reading, many: int, base: Reading | None = None) -> list[Row]:
    beat = f"an idle page a beat, of {many}"
    beside = ratio(idle.web, base.web) if base else ""
    return [
        Row(f"{beat}: processor", f"{idle.web * 1000:.3f} ms", beside),
        Row(f"{beat}: statements, transactions", f"{idle.statements:.3f}, {idle.transactions:.3f}"),
        Row("idle pages a process at 30 % of a core", f"{0.3 * pages.BEAT_SECONDS / idle.web:.0f}"),
    ]


async def _open_and_rest(
    gauge: Gauge, at_rest: Reading, mine: Sequence[Page], seconds: float
) -> tuple[pages.Spent, Reading, int]:
    await open_all(mine[:WARM_UP])
    await asyncio.gather(*(page.close() for page in mine[:WARM_UP]))
    await asyncio.sleep(1)
    before = gauge.memory()
    opened = await pages.one_by_one(gauge, at_rest, [page.open for page in mine])
    await asyncio.sleep(3)
    idle = await pages.idle(gauge, at_rest, len(mine), seconds)
    memory = gauge.memory() - before
    await asyncio.gather(*(page.close() for page in mine))
    return opened, idle, memory


async def _herd(stage: Stage, many: int) -> None:
    async with network(stage.address) as net:
        pairs = await _pairs(stage, net, many // 2)
        await open_all([page for pair in pairs for page in pair.pages])
        await _return(stage, pairs)


async def _return(stage: Stage, pairs: Sequence[Pair], watching: Sequence[Onlooker] = ()) -> None:
    """The process under these open pages is killed; all are closed in the end."""
    many = 2 * len(pairs) + len(watching)
    told = await herd(stage, pairs, watching)
    await asyncio.gather(*(pair.close() for pair in pairs), *(page.close() for page in watching))
    back = list(told.back.values())
    players = [seconds for page, seconds in told.back.items() if page not in watching]
    say(
        Row(f"a herd of {many} after kill -9: back, p50, last", f"{len(back)} of {many}, {_back(back)}"),
        *([Row(f"of these the {2 * len(pairs)} who play: p50, last", _back(players))] if watching else ()),
        Row("processor of the new web process meanwhile", f"{told.processor:.1f} s"),
        Row("acts of those in meanwhile: ack p50, p99", spread(told.played.acks) if told.played.acks else "none"),
        Row("sockets ended by; panels were answered", f"{dict(told.ends)}; {dict(told.polls)}"),
    )


def _back(seconds: Sequence[float]) -> str:
    return spread(seconds, 1.0) if seconds else ""


async def _sweep(stage: Stage, many: int) -> None:
    late = await lateness(stage, many)
    missing = "" if len(late) == many else f" ({many - len(late)} never)"
    say(Row(f"{many} turns run out at once: applied late by p50, p99{missing}", spread(late)))


async def _crowd(stage: Stage, many: int, seconds: float) -> None:
    """Idle pages; two players among them; and all of them after a kill."""
    async with network(stage.address) as net:
        pairs = await _pairs(stage, net, many // 2)
        await open_all([page for pair in pairs for page in pair.pages])
        await asyncio.sleep(3)
        say(*_idle_rows(await pages.idle(stage.gauge, stage.at_rest, many, seconds), many))
        played = Played()
        for pair in pairs[:PAIRS_IN_A_CROWD]:
            two = await calm([pair], 1, len(pair.steps))
            played.acks += two.acks
            played.seen += two.seen
        among = f"two players among {many} idle pages, 1 act/s"
        say(
            Row(f"{among}: ack p50, p99", spread(played.acks)),
            Row(f"{among}: send → seen by the other p50, p99", spread(played.seen)),
        )
        await _return(stage, pairs)


async def _soak(stage: Stage, minutes: float) -> None:
    async with network(stage.address) as net:
        found = await soak(stage.gauge, minutes, partial(_pairs, stage, net, PAIRS))
    middle = found.held[len(found.held) // 2]
    say(
        Row(f"memory of the web process over {found.acts} acts: at first, half way", megabytes(found.held[0], middle)),
        Row("the same at the end; more than a quarter of the time before", megabytes(found.held[-1], found.growth)),
    )
    if found.growth > MOST_GROWTH:
        sys.exit("The web process grows on.")


async def _pairs(stage: Stage, net: Network, many: int) -> list[Pair]:
    """So many new matches with their pages, not yet open."""
    matches = await asyncio.to_thread(stage.matches, many)
    return [Pair([Page(net, match.public_id, key) for key in match.keys], match.script) for match in matches]


def _costs(name: str, spent: pages.Spent, base: pages.Spent | None = None) -> Row:
    cost = spent.cost
    value = f"{ms(cost.web)}; {cost.statements:.1f}, {cost.transactions:.1f}; {spread(spent.seconds)}"
    beside = "" if base is None else f"{ratio(cost.web, base.cost.web)} {times(spent.seconds, base.seconds)}"
    return Row(f"{name}: processor; statements, transactions; p50, p99", value, beside)


def ms(seconds: float) -> str:
    """Seconds as milliseconds."""
    return f"{seconds * 1000:.1f} ms"


def megabytes(*sizes: float) -> str:
    """Bytes as MB."""
    return ", ".join(f"{size / 2**20:.1f} MB" for size in sizes)


def kilo(size: float) -> str:
    """Bytes as kB."""
    return f"{size / 1000:.1f} kB"


def quantile(samples: Sequence[float], part: float) -> float:
    """The sample below which that part of them lies."""
    return sorted(samples)[min(len(samples) - 1, int(len(samples) * part))]


def spread(samples: Sequence[float], high: float = 0.99) -> str:
    """The median and the 99th percentile, or another high one."""
    return f"{ms(quantile(samples, 0.5))}, {ms(quantile(samples, high))}"


def times(ours: Sequence[float], base: Sequence[float]) -> str:
    """Both as ratios."""
    return " / ".join(f"{quantile(ours, part) / quantile(base, part):.1f} ×" for part in (0.5, 0.99))


def ratio(ours: float, base: float) -> str:
    """How many times as much."""
    return f"{ours / base:.1f} ×" if base > 0 else ""
