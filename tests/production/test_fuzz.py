"""The production site under twenty thousand hostile requests and frames: no fault of its own, and nothing changed that
nobody may change. `FUZZ_REQUESTS=200000` sends more.
"""

from tests.production.fuzz import Fuzz
from tests.support.run_length import tries
from tests.support.stack import Site, answers

# Limits of the game are lifted, so that decoders are reached.
SITE = {"web": 2, "worker": 1, "beat": 1, "RATE_LIMITS_TRUSTED": "127.0.0.0/8"}
REQUESTS = tries(20_000, 20_000, "FUZZ_REQUESTS")


async def test_no_request_and_no_frame_makes_the_site_fail(site: Site) -> None:
    site.preset("fuzzed", board_size=11, turn_seconds=300, passes_to_concede=10)
    fuzz = Fuzz(site)
    await fuzz.send(REQUESTS, "fuzzed")
    # On a busy machine some are told to try again, for want of a connection to the database: that is a 503.
    traces = [line for line in site.lines if "Traceback" in line]
    assert fuzz.wrong == [] == traces, "\n\n".join([*map(repr, fuzz.wrong[:20]), *traces[:10]])
    # It was the site that was met, and not a wall before it.
    assert {200, 302, 400, 403, 404, 405} <= set(fuzz.statuses), fuzz.statuses
    assert 4400 in fuzz.closes, fuzz.closes
    assert sum(fuzz.statuses.values()) > REQUESTS / 4, fuzz.statuses
    assert all(answers(port) for port in site.stack.ports)
    assert site.judge([]) == []
