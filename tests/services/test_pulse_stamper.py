"""The pulse stamper: it stamps whatever the web process is busy with, ends with it, and measures only true gaps."""

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, transaction

from alfapower.processes import pulse
from game.models import Outage, Pulse
from game.services import clock, outages, pulse_stamper
from tests.support import needs
from tests.support.silent_proxy import Swallowing
from tests.support.timeouts import PATIENCE
from tests.support.types import certain

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is measured on this test's database."""
    monkeypatch.setattr(clock, "_offset_ms", None)


class Running:
    """A pulse stamper of this test's database."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def tells(self, what: str) -> Any:
        """The next it tells of this kind."""
        for line in certain(self.process.stdout):
            if what in (told := json.loads(line)):
                return told[what]
        raise AssertionError(f"it ended without a word of {what}")


@contextmanager
def beating(**way: Any) -> Iterator[Running]:
    """A pulse stamper, ended by the end of its pipe; `way` are other parameters of its connection."""
    process = subprocess.Popen(
        [sys.executable, "-m", outages.PULSE_STAMPER],
        cwd=settings.BASE_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    orders = outages.orders()
    certain(process.stdin).write(
        json.dumps(orders | ({"parameters": orders["parameters"] | way} if way else {})) + "\n"
    )
    try:
        yield Running(process)
    finally:
        certain(process.stdin).close()
        certain(process.stdout).close()
        assert process.wait(PATIENCE) == 0


def test_it_stamps_the_sites_own_time() -> None:
    with beating() as one:
        before = clock.now_ms()
        moments = [one.tells("stamped") for _ in range(4)]
        assert moments == sorted(moments) and moments[0] < moments[-1]  # a late one has the next right after it
        assert abs(moments[0] - before) < 30_000
        assert Pulse.objects.get().stamped_at >= moments[-1]
    gaps = [(before, after) for before, after in pairwise(moments) if after - before > outages.LONGEST_GAP]
    assert len(gaps) < 3, "now and then a machine stands still, but not between all stamps"
    found = Outage.objects.filter(to_at__lte=moments[-1]).order_by("from_at").values_list("from_at", "to_at")
    assert list(found) == gaps


@pytest.mark.parametrize(("gap", "is_outage"), [(900, False), (5_000, True)])
def test_the_first_stamp_writes_down_the_gap_before_it(gap: int, is_outage: bool) -> None:
    begun = clock.now_ms() - gap + (gap < outages.LONGEST_GAP) * 60_000  # the short one as if it began in a minute
    Pulse.objects.create(pk=1, stamped_at=begun)
    with beating() as one:
        if is_outage:
            from_at, to_at = one.tells("outage")
            assert from_at == begun and to_at - from_at >= gap
            assert list(Outage.objects.values_list("from_at", "to_at")) == [(from_at, to_at)]
        one.tells("stamped")
    assert Outage.objects.count() == is_outage


def test_it_ends_with_the_pipe_alone_and_stamps_no_more() -> None:
    with beating() as one:
        one.tells("stamped")
        one.process.send_signal(signal.SIGTERM)
        one.process.send_signal(signal.SIGINT)
        one.tells("stamped")
        one.tells("stamped")
    last = Pulse.objects.get().stamped_at
    time.sleep(2 * pulse_stamper.EVERY_SECONDS)
    assert Pulse.objects.get().stamped_at == last


def test_a_machine_that_stood_still_is_an_outage() -> None:
    with beating() as one:
        one.tells("stamped")
        one.process.send_signal(signal.SIGSTOP)
        time.sleep(1.5)
        one.process.send_signal(signal.SIGCONT)
        from_at, to_at = one.tells("outage")
        assert to_at - from_at >= 1_500


def test_one_of_two_is_enough() -> None:
    with beating() as one, beating() as other:
        one.tells("stamped")
        other.tells("stamped")
        for _ in range(20):  # on a busy machine the other may get no processor either, and that is an outage
            Outage.objects.all().delete()
            one.process.send_signal(signal.SIGSTOP)
            time.sleep(1.5)
            one.process.send_signal(signal.SIGCONT)
            one.tells("stamped")
            if not Outage.objects.exists():
                return
    raise AssertionError("each time one of the two was stopped it was an outage")


def test_a_database_that_takes_no_writes_is_an_outage() -> None:
    with beating() as one:
        one.tells("stamped")
        with transaction.atomic():
            Pulse.objects.select_for_update().get()
            Pulse.objects.update(stamped_at=Pulse.objects.get().stamped_at)
            assert "lock" in one.tells("failed")
            time.sleep(0.5)
        from_at, to_at = one.tells("outage")
        assert to_at - from_at > outages.LONGEST_GAP
        one.tells("stamped")


@pytest.mark.long
@pytest.mark.needs_postgres
def test_a_network_that_swallows_is_an_outage_and_over_when_it_is() -> None:
    given = outages.orders()["parameters"]
    address = f"postgres://{given.get('host') or '127.0.0.1'}:{given.get('port') or 5432}/"
    with Swallowing(address) as network, beating(host="127.0.0.1", port=network.port) as one:
        one.tells("stamped")
        network.swallow()
        one.tells("failed")
        time.sleep(1)
        network.recover()
        from_at, to_at = one.tells("outage")
        assert to_at - from_at > outages.LONGEST_GAP
        one.tells("stamped")


@pytest.mark.long
def test_many_writers_do_not_keep_it_from_its_stamps() -> None:
    over = threading.Event()

    def write() -> None:
        while not over.is_set():
            Outage.objects.filter(pk=0).update(to_at=1)
        connection.close()

    with beating() as one:
        one.tells("stamped")
        writers = [threading.Thread(target=write) for _ in range(6)]
        for writer in writers:
            writer.start()
        for _ in range(8):
            one.tells("stamped")
        over.set()
        for writer in writers:
            writer.join()
    assert not Outage.objects.exists()


def spin(until: float) -> None:
    """Keep the interpreter busy."""
    while time.monotonic() < until:
        sum(range(10_000))


@asynccontextmanager
async def kept() -> AsyncIterator[None]:
    """A pulse that this process keeps, from its first stamp on."""
    first = asyncio.Event()
    keeping = asyncio.create_task(pulse.keep(first))
    await first.wait()
    yield
    keeping.cancel()
    await asyncio.wait([keeping])


@pytest.mark.long
async def test_a_busy_process_is_no_outage() -> None:
    """An event loop that does not come round, and forty threads that contend for the interpreter: a flood's work."""
    async with kept():
        before = (await Pulse.objects.aget()).stamped_at
        until = time.monotonic() + 4
        crowd = [threading.Thread(target=spin, args=(until,)) for _ in range(40)]
        for one in crowd:
            one.start()
        spin(until)
        for one in crowd:
            one.join()
        assert (await Pulse.objects.aget()).stamped_at - before > 3_000
        assert not await Outage.objects.aexists()


async def test_a_pulse_stamper_that_ends_is_begun_anew(caplog: pytest.LogCaptureFixture) -> None:
    async with kept():
        children = await sync_to_async(children_of)(os.getpid())
        os.kill(children[-1], signal.SIGKILL)
        last = (await Pulse.objects.aget()).stamped_at
        while (await Pulse.objects.aget()).stamped_at <= last + 300:
            await asyncio.sleep(0.05)
        assert "The pulse stamper ended (-9) and is begun anew." in caplog.text


async def test_a_fault_is_an_error_when_it_lasts_and_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ears, at = pulse._Ears(), iter([10.0, 10.5, 11.5, 12.0, 13.0, 14.5])
    monkeypatch.setattr(pulse, "_pulse", pulse._Pulse())
    monkeypatch.setattr(pulse, "time", SimpleNamespace(monotonic=lambda: next(at)))
    for told in ({"stamped": 1}, {"failed": "cut"}, {"failed": "gone"}, {"failed": "gone"}, {"stamped": 2}):
        await ears.hear(told)
    await ears.hear({"silent": 31})
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("ERROR", "The pulse could not be stamped: gone"),
        ("ERROR", "The pulse could not be stamped: the event loop has not come round for 31 s"),
    ]


def children_of(pid: int) -> list[int]:
    """The pulse stampers that a process has begun."""
    command = [needs.program("pgrep"), "-P", str(pid), "-f", outages.PULSE_STAMPER]
    found = subprocess.run(command, capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


def test_an_event_loop_that_hangs_is_a_fault_in_the_end(capfd: pytest.CaptureFixture[str]) -> None:
    stamped = []
    store: Any = SimpleNamespace(stamp=lambda: stamped.append(1) or (1, None))
    for silence in (0.0, 29.9, 30.1, 400.0):
        process: Any = SimpleNamespace(silence=lambda silence=silence: silence)
        pulse_stamper._beat(store, process)
    assert len(stamped) == 2
    assert [json.loads(line) for line in capfd.readouterr().out.split("\n")[2:] if line] == [
        {"silent": 30}, {"silent": 400}
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lengths", "level"),
    [
        ([2_900, 2_900], "WARNING"), ([3_000], "WARNING"), ([2_900, 3_000], "WARNING"), ([3_000, 2_900], "WARNING"),
        ([3_000, 3_000], "ERROR"),
    ],
)  # fmt: skip
def test_a_second_long_outage_within_the_hour_is_an_error(
    caplog: pytest.LogCaptureFixture, lengths: Sequence[int], level: str
) -> None:
    caplog.set_level(logging.INFO)
    at = 1_000_000_000
    for length in lengths:
        outages.stamp(at)
        at += length
        outages.stamp(at)
        at += 500
    assert caplog.records[-1].levelname == level
    assert outages.how_many_long(at) == lengths.count(3_000)


def test_outages_an_hour_apart_are_no_alarm(caplog: pytest.LogCaptureFixture) -> None:
    for at in (1_000_000_000, 1_000_000_000 + outages.HOUR):
        Outage.objects.create(from_at=at - 5_000, to_at=at)
        outages.log_outage(at - 5_000, at)
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
