"""Says after the tests how far the model went."""

import pytest

from tests.model import machine


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    total = machine.TOTAL
    if total:
        terminalreporter.write_line(
            f"MODEL: {total['steps']:,} engine steps ({total['accepted']:,} applied, {total['refused']:,} refused) "
            f"in {total['matches']:,} matches, {total['worlds']:,} of them seen in two worlds"
        )


def pytest_report_header(config: pytest.Config) -> str | None:
    return f"model: long, ALFAPOWER_MODEL_SEED={machine.FIRST_SEED}" if machine.LONG else None
