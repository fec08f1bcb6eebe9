"""Events: their stored form, and what of one each viewer sees."""

from game.kernel.events import Event, Kind, seat_left


def test_an_event_is_its_data() -> None:
    event = Event(Kind.ATTEMPT_FAILED, 1, {"points": 1, "coins": 0}, {"rejected": ["TNE"], "tiles": []})
    assert Event.of(event.data()) == event
    assert event.data() == {"kind": "attempt_failed", "seat": 1, "public": event.public, "owner": event.owner}


def test_of_a_fact_about_nobody_a_stranger_sees_what_is_public() -> None:
    fact = Event(Kind.TILES_DRAWN, None, {"open": 1}, {"closed": 2})
    assert [fact.seen_by(viewer, False) for viewer in (None, 0)] == [{"open": 1}] * 2
    assert fact.seen_by(None, True) == {"open": 1, "closed": 2}


def test_an_absence_is_told_with_its_beginning() -> None:
    left = seat_left(1, 5_000)
    assert (left.kind, left.seat, left.public, left.owner) == ("seat_left", 1, {"since": 5_000}, {})
