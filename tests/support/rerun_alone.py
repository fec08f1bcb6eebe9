"""A plugin of pytest: what fails, fails alone.

asyncio's CancelledError is no Exception. Where a fixture ends in one, pytest leaves all that is still to be undone
behind the test as it is: its rows, patches and settings, for every test that follows.
"""

import asyncio

from _pytest import fixtures, runner
from _pytest.outcomes import TEST_OUTCOME


def pytest_configure() -> None:
    """Have pytest take it for the failure that it is."""
    vars(runner)["TEST_OUTCOME"] = vars(fixtures)["TEST_OUTCOME"] = (*TEST_OUTCOME, asyncio.CancelledError)
