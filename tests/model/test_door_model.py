"""Random matches through the one door and the database: versions, repeats, stored numbers, and no other match touched.

I5, I10, I11, I29 and I32. Fewer steps than the model of the pure engine; every committed one is replayed at the end.
"""

import json
import random
from typing import Any

import pytest

from game.dispatch.stored_forms import canonical, decode, encode
from game.models import LogEntry, Match, SeatRow
from game.services import audit, play, presence, settle_due
from game.services.player_messages import BadMessage, read_action
from game.variants.alfapower.rules.items import ITEMS
from tests.support.matches import START, make_match
from tests.support.naive_position import naive_of
from tests.support.players.alfapower import Player
from tests.support.run_length import tries
from tests.support.word_lists import Moody, lend

pytestmark = pytest.mark.django_db

MATCHES, STEPS = tries(3, 6), tries(40, 60)
STALE_TURN = 99


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> Moody:
    return lend(monkeypatch, Moody())


def everything(row: Match) -> list[Any]:
    """All that the database holds of a match."""
    return [
        *Match.objects.filter(pk=row.pk).values(),
        *LogEntry.objects.filter(match=row).order_by("seq").values(),
        *SeatRow.objects.filter(match=row).order_by("seat").values(),
    ]


def settings_of(number: int) -> dict[str, Any]:
    return {
        "language": ["en", "sv"][number % 2],
        "board_size": [11, 15, 19][number % 3],
        "items": list(ITEMS),
        "prices": dict.fromkeys(ITEMS, number % 3),
        "alfa_trigger": 1 + number % 3,
        "turn_seconds": [5, 60, None][number % 3],
        "coins_per_point": number % 4,
        "passes_to_concede": 10,
        "timeouts_to_forfeit": 10,
    }


@pytest.mark.parametrize("number", range(MATCHES))
def test_whatever_comes_through_the_door(number: int, words: Moody) -> None:
    rng = random.Random(number)
    row = make_match(seed=bytes([number]) * 32, **settings_of(number))
    bystander = make_match(seed=bytes(32))
    untouched = everything(bystander)
    now = START
    for step in range(STEPS):
        now += rng.choice([1, 700, 3000, rng.choice([3000, 20_000])])
        for seat in (0, 1):
            if rng.random() < 0.9:
                presence.touch(row.pk, seat, now)
        message = think(row, rng, words, f"door-{number}-{step:04d}", step == STEPS - 1)
        if message is not None:
            submit(row, rng.randrange(2) if rng.random() < 0.05 else message[0], message[1], now)
        sound(row)
    assert audit.first_difference(Match.objects.get(pk=row.pk)) is None
    assert everything(bystander) == untouched, "I32: another match was touched"
    assert Match.objects.get(pk=row.pk).version > STEPS // 3, "too little happened"


def think(row: Match, rng: random.Random, words: Moody, nonce: str, last: bool) -> tuple[int, Any] | None:
    """Who sends what; None for a thought that no page can send."""
    row.refresh_from_db()
    state = decode(json.loads(row.state))
    one = Player(rng, naive_of(state, words), times_out=False)
    data = rng.choice([one.play, one.play, one.use, one.buy, one.pass_turn, one.mischief])()
    if last:
        data = {"seat": 1, "do": "resign"}
    seat = data.pop("seat")
    if data["do"] not in ("buy", "resign"):
        data["turn"] = state.turn if rng.random() < 0.95 else STALE_TURN
    try:
        return seat, read_action({**data, "nonce": nonce}, "alfapower", row.language)
    except BadMessage:
        return None


def submit(row: Match, seat: int, message: Any, now: int) -> None:
    """Send it, and send it again: I9 and I10."""
    settle_due.enforce(row.pk, now)
    presence.touch(row.pk, seat, now)
    before = everything(row)
    receipt = play.submit(row.pk, seat, message, now)
    after = everything(row)
    if receipt.code and receipt.code != "invalid_words" and before[0]["version"] == after[0]["version"]:
        assert after == before, "I9: a refused action left a trace"
    assert receipt.version == after[0]["version"]
    if not receipt.code or receipt.code == "invalid_words":
        again = play.submit(row.pk, seat, message, now + 10**7)
        assert (again.version, again.code, again.data) == (receipt.version, receipt.code, receipt.data), "I10"
        assert everything(row) == after, "I10: a repeat had an effect"


def sound(row: Match) -> None:
    """I5: one entry for each version; I29: the stored text is the one text of the stored match, number for number."""
    row.refresh_from_db()
    assert list(LogEntry.objects.filter(match=row).values_list("seq", flat=True)) == list(range(1, row.version + 1))
    state = decode(json.loads(row.state))
    assert canonical(encode(state)) == row.state, "I29"
