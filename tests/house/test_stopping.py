"""Told to stop, a process is gone: within seconds whatever hangs in it, at once when told twice."""

import signal
import subprocess
import sys

HANGS = "import threading, time; threading.Thread(target=time.sleep, args=(600,)).start()"
"""Work that no signal ends: the interpreter waits for it."""


def run(*lines):
    """Exit code of a process that does this, and what it said."""
    program = "\n".join(["import logging", "logging.basicConfig()", "from alfapower import stopping", *lines])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


def test_what_hangs_holds_no_process_that_was_told_to_stop():
    code, said = run("stopping.gone_within(0.2)", HANGS)
    assert code == 0 and "Still busy" in said


def test_told_twice_it_waits_for_nothing():
    code, said = run(HANGS, "print('out', flush=False)", "stopping.gone_now(15)")
    assert code == 128 + signal.SIGTERM and "second time" in said


def test_who_ends_by_itself_is_not_waited_for():
    assert run("stopping.gone_within(600)") == (0, "")


def test_the_drain_leaves_time_for_the_rest():
    from alfapower import heart, stopping

    assert heart.LONGEST_DRAIN_SECONDS + heart.FLUSH_SECONDS < stopping.SECONDS == 5.0
