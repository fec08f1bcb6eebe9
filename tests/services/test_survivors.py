"""What small faults (tests/mutation) once got away with in doors, wire and services."""

import json
import time
from collections import OrderedDict
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from common import rate_limits
from game import api
from game.kernel.chance import seat_order
from game.match import views, wire
from game.models import Match, Outage, Pulse
from game.rules.record import verify
from game.services import clock, deal_numbers, enforcement, matches, outages, presence, replays, seat_facts, seats
from game.signals import match_finished
from tests.races.positions import openings
from tests.support.matches import START, UserFactory, make_match, message, state_of, submit, user_at

pytestmark = pytest.mark.django_db

NONCE = "0b8fc3f4-2d0e-4a5c"


def test_the_clock_tells_the_time_and_counts_milliseconds(monkeypatch):
    monkeypatch.setattr(clock, "_offset_ms", None)
    assert abs(clock.now_ms() - time.time() * 1000) < 1_000
    steady = iter([5_000_000_000, 10_000_000_000, 15_999_999_999])
    monkeypatch.setattr(time, "monotonic_ns", lambda: next(steady))
    assert [clock._steady_ms() for _ in range(3)] == [5_000, 10_000, 15_999]


def test_what_the_edge_noted_is_that_long_ago(monkeypatch):
    monkeypatch.setattr(clock, "_measured", lambda known: 1_000_000)
    monkeypatch.setattr(clock, "_offset_ms", 1_000_000)
    monkeypatch.setattr(clock, "_steady_ms", lambda: 7_000)
    assert clock.at_edge(clock.edge_stamp()) == 1_007_000
    assert clock.at_edge(2_000) == 1_002_000


class Answers:
    """A connection to Postgres that answers one number, or none."""

    vendor = "postgresql"

    def __init__(self, answer):
        self.answer = answer

    def cursor(self):
        if self.answer is None:
            raise DatabaseError("away")
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def execute(self, sql):
        steady[0] += 40  # the way there and back

    def fetchone(self):
        return (self.answer,)


steady = [0]


def test_the_databases_clock_is_read_at_the_middle_of_the_way(monkeypatch):
    monkeypatch.setattr(clock, "_steady_ms", lambda: steady[0])
    steady[0] = 1_000
    monkeypatch.setattr(clock, "connection", Answers(500_000))
    assert clock._measured(None) == 500_000 - 1_020
    monkeypatch.setattr(clock, "connection", Answers(None))
    assert clock._measured(123) == 123
    assert abs(clock._measured(None) + steady[0] - time.time() * 1000) < 1_000
    monkeypatch.setattr(clock, "connection", connection)


def test_no_two_matches_have_the_same_seed_and_a_given_one_is_kept():
    people = [matches.Entrant(UserFactory().pk, name) for name in "AB"]
    made = [api.create_match(settings={}, entrants=people, starts_at=START) for _ in range(2)]
    seeds = {deal_numbers.seed_of(row) for row in Match.objects.filter(public_id__in=made)}
    assert len(seeds) == 2 and {len(seed) for seed in seeds} == {32}
    assert bytes(make_match(seed=b"\x07" * 32).seed) == b"\x07" * 32


def test_number_0_of_the_seed_says_who_has_seat_0_unless_the_seats_are_given():
    orders = set()
    for number in range(8):
        row = make_match(seed=bytes([number]) * 32)
        assert matches.names_of(row.pk) == seat_order(bytes(row.seed), ["Astrid", "Björn"])
        orders.add(matches.names_of(row.pk))
        people = [matches.Entrant(UserFactory().pk, name) for name in ("Astrid", "Björn")]
        given = matches.create(
            variant="alfapower", settings={}, entrants=people, starts_at=START, by_lot=False, seed=bytes(row.seed)
        )
        assert (matches.names_of(given.pk), given.lobby_order) == (("Astrid", "Björn"), None)
    assert len(orders) == 2


def test_a_record_holds_when_what_was_done_and_what_was_drawn():
    row = make_match(board_size=11, starting_coins=30)
    hand = state_of(row).players[0].hand
    submit(row, 0, at=START - 500, do="buy", item="swap")
    submit(row, 0, at=START + 2_500, do="use", item="swap", tiles=list(hand[:2]))
    submit(row, 0, at=START + 4_000, do="resign")
    record = matches.export(Match.objects.get(pk=row.pk))
    assert [action["at"] for action in record["actions"]] == [0, 2.5, 4]
    assert ["drawn" in action for action in record["actions"]] == [False, True, False]
    assert len(record["actions"][1]["drawn"]) == 2
    assert verify({**record, "lexicon": {"words": []}}).difference == ""


def test_a_record_holds_the_tiles_drawn_after_a_word():
    row = make_match(board_size=11)
    word = openings(row)[0]
    submit(row, 0, do="place", tiles=word)
    submit(row, 1, do="resign")
    record = matches.export(Match.objects.get(pk=row.pk))
    assert len(record["actions"][0]["drawn"]) == len(word)
    spelled = "".join(letter for _, _, letter in word)
    assert verify({**record, "lexicon": {"words": [spelled]}}).difference == ""


def test_the_order_of_the_lobby_is_kept_where_seats_were_drawn_by_lot():
    row = make_match()
    submit(row, 0, do="resign")
    record = matches.export(Match.objects.get(pk=row.pk))
    assert record["lobby_order"] == ["Astrid", "Björn"]
    assert sorted(record["players"]) == ["Astrid", "Björn"]


def test_a_page_that_asks_for_its_panels_is_a_sign_of_life_of_its_own_seat(monkeypatch):
    row, other = make_match(), make_match(seed=b"\x01" * 32)
    for match in (row, other):
        match.seats.update(seen_at=START)
    monkeypatch.setattr(views, "now_ms", lambda: START + 4_000)
    client = Client()
    client.force_login(user_at(row, 1))
    assert client.get(f"/match/{row.public_id}/panels").status_code == 200
    assert list(row.seats.order_by("seat").values_list("seen_at", flat=True)) == [START, START + 4_000]
    assert set(other.seats.values_list("seen_at", flat=True)) == {START}


def test_a_record_to_download_spells_names_as_they_are():
    row, client = make_match(), Client()
    client.force_login(user_at(row, 0))
    submit(row, 0, do="resign")
    text = client.get(f"/match/{row.public_id}/record").content.decode()
    assert "Björn" in text and text.startswith('{\n "format": ')


def test_a_sign_of_life_within_the_lease_is_one_statement(django_assert_num_queries):
    row = make_match()
    row.seats.update(seen_at=START)
    with django_assert_num_queries(1):
        presence.touch(row.pk, 0, START + 4_000)
    assert row.seats.get(seat=0).seen_at == START + 4_000


def test_an_outage_that_was_credited_is_not_asked_for_again(django_assert_num_queries):
    row = make_match()
    Outage.objects.create(from_at=START + 3_000, to_at=START + 9_000)
    enforcement.enforce(row.pk, START + 10_000)
    with django_assert_num_queries(4):  # begin, lock, look around, commit
        enforcement.enforce(row.pk, START + 11_000)


def test_who_listens_to_the_end_may_ask_for_matches_only():
    told = []

    def note(sender, match, **kwargs):
        told.append(match.pk)

    row = make_match()
    match_finished.connect(note, sender=Match)
    try:
        submit(row, 0, do="resign")
    finally:
        match_finished.disconnect(note, sender=Match)
    assert told == [row.pk]


def test_a_match_that_was_lost_before_the_outage_stays_lost_and_is_looked_at_no_more():
    row = make_match(timeouts_to_forfeit=1)
    over = START + 60_000
    outage = Outage.objects.create(from_at=over + 30_000, to_at=over + 90_000)
    enforcement.enforce(row.pk, over + 100_000)
    row.refresh_from_db()
    assert (row.reason, row.outages_seen) == ("forfeited", outage.pk)
    assert row.log.count() == 2


def test_there_is_one_pulse_whatever_was_there_before():
    Pulse.objects.create(pk=7, stamped_at=START).delete()
    for moment in (START, START + 1_000, START + 500):
        outages.stamp(moment)
    assert [pulse.stamped_at for pulse in Pulse.objects.all()] == [START + 1_000]


def test_an_outage_gives_five_seconds_to_come_back():
    assert outages.credit_of(Outage(from_at=1_000, to_at=11_000)) == 15_000


def test_each_player_has_a_bucket_of_their_own(monkeypatch):
    row = make_match()
    monkeypatch.setattr(views, "now_ms", lambda: START + 1_000)
    monkeypatch.setattr(rate_limits, "ACTIONS", rate_limits.Limit("actions", user="2 per day"))
    for seat in (0, 1):
        client = Client()
        client.force_login(user_at(row, seat))
        address = f"/match/{row.public_id}/act"
        answers = [client.post(address, "{}", content_type="application/json").status_code for _ in range(3)]
        assert answers == [400, 400, 429]


@pytest.mark.parametrize("body", ["{", '{"tiles": [], "more": 1}', "x" * 5000])
def test_a_bad_readout_is_a_bad_request(body):
    row, client = make_match(), Client()
    client.force_login(user_at(row, 0))
    answer = client.post(f"/match/{row.public_id}/readout", body, content_type="application/json")
    assert answer.status_code == 400


def test_seven_tiles_are_a_message_and_eight_are_none():
    def asks(**data):
        return wire.read_action({"nonce": NONCE, "turn": 1, **data}, "alfapower", "en")

    laid = [[0, column, "A"] for column in range(8)]
    assert len(asks(do="place", tiles=laid[:7]).action.tiles) == 7
    assert len(asks(do="use", item="swap", tiles=["A"] * 7).action.tiles) == 7
    for data in ({"do": "place", "tiles": laid}, {"do": "use", "item": "swap", "tiles": ["A"] * 8}):
        with pytest.raises(wire.BadMessage):
            asks(**data)


@pytest.mark.parametrize("tile", [["0", 0, "A"], [0, "0", "A"], [True, 0, "A"], [0, True, "A"], [0, 0, None]])
def test_a_laid_tile_has_two_whole_numbers_and_a_text(tile):
    with pytest.raises(wire.BadMessage):
        wire.read_laid({"tiles": [tile]}, "alfapower", "en")


def test_a_message_may_be_five_deep_and_no_more():
    assert wire.decode('{"a":[[[[1]]]]}') == {"a": [[[[1]]]]}
    assert wire.decode('{"a":[[[[]]],[[{}]]]}') == {"a": [[[[]]], [[{}]]]}
    with pytest.raises(wire.BadMessage):
        wire.decode('{"a":[[[[[1]]]]]}')


def test_numbers_end_at_the_largest():
    assert wire.decode(json.dumps({"a": wire.LARGEST_NUMBER})) == {"a": 2**31}
    assert wire.decode(json.dumps({"a": -wire.LARGEST_NUMBER})) == {"a": -(2**31)}
    for number in (wire.LARGEST_NUMBER + 1, -wire.LARGEST_NUMBER - 1):
        with pytest.raises(wire.BadMessage):
            wire.decode(json.dumps({"a": number}))


def test_a_message_may_have_four_kibibytes():
    body = '{"a":"' + "x" * (4 * 1024 - 8) + '"}'
    assert len(body) == 4096 and wire.decode(body)
    with pytest.raises(wire.BadMessage):
        wire.decode(body.replace("x", "xx", 1))


@pytest.mark.parametrize(("nonce", "fits"), [("n" * 7, False), ("n" * 8, True), ("n" * 64, True), ("n" * 65, False)])
def test_a_nonce_has_eight_to_sixty_four_characters(nonce, fits):
    if fits:
        assert message(do="resign", nonce=nonce).nonce == nonce
    else:
        with pytest.raises(wire.BadMessage):
            message(do="resign", nonce=nonce)


@pytest.mark.parametrize(("vendor", "asked"), [("postgresql", [None, 1_000]), ("sqlite", [None])])
def test_the_databases_clock_is_asked_again_after_ten_seconds_and_nobody_waits_before(monkeypatch, vendor, asked):
    lock = MagicMock()
    monkeypatch.setattr(clock, "_lock", lock)
    known: list[int | None] = []
    monkeypatch.setattr(clock, "connection", SimpleNamespace(vendor=vendor))
    monkeypatch.setattr(clock, "_offset_ms", None)
    monkeypatch.setattr(clock, "_measured_at", 0.0)
    monkeypatch.setattr(clock, "_steady_ms", lambda: 7)
    monkeypatch.setattr(clock, "_measured", lambda offset: known.append(offset) or 1_000 * len(known))
    for now in (3.0, 4.0, 13.0, 13.1, 13.2):  # on a machine that has just started
        monkeypatch.setattr(time, "monotonic", lambda now=now: now)
        assert clock.now_ms() == 1_000 * len(known) + 7
    assert known == asked and lock.__enter__.call_count == len(asked)


def test_an_outage_that_was_over_when_the_match_began_is_none_of_its_own():
    seen = Outage.objects.create(from_at=START - 90_000, to_at=START - 80_000)
    row = make_match()
    assert row.outages_seen == seen.pk
    before = Outage.objects.create(from_at=START - 20_000, to_at=START)
    enforcement.enforce(row.pk, START + 1)
    row.refresh_from_db()
    assert (row.outages_seen, state_of(row).deadline) == (before.pk, START + 60_000)
    during = Outage.objects.create(from_at=START - 20_000, to_at=START + 1)
    enforcement.enforce(row.pk, START + 2)
    row.refresh_from_db()
    assert (row.outages_seen, state_of(row).deadline) == (during.pk, START + 60_000 + 20_001 + 5_000)


def test_the_facts_of_a_match_say_what_was_played_and_by_whom():
    row, other = make_match(board_size=11, turn_seconds=None, language="sv"), make_match(seed=b"\x01" * 32)
    running = make_match(seed=b"\x02" * 32)
    Match.objects.filter(pk=row.pk).update(preset="quick", rated=True)
    row.seats.filter(seat=0).update(user=None)
    assert seat_facts.match_facts(row.pk) is None
    for match in (row, other):
        submit(match, 1, at=START + 9_000, do="resign")
    facts, plain = seat_facts.match_facts(row.pk), seat_facts.match_facts(other.pk)
    assert (facts.match_id, facts.language, facts.preset, facts.rated) == (row.pk, "sv", "quick", True)
    assert (facts.board_size, facts.turn_seconds, facts.finished_at) == (11, None, START + 9_000)
    assert (facts.reason, facts.winner, facts.users) == ("resigned", 0, (None, user_at(row, 1).pk))
    assert (plain.board_size, plain.turn_seconds, plain.rated, len(plain.seats)) == (15, 60, False, 2)
    assert seat_facts.finished_matches(0, 5) == [row.pk, other.pk]
    assert (seat_facts.finished_matches(row.pk, 5), seat_facts.finished_matches(0, 1)) == ([other.pk], [row.pk])
    assert running.pk not in seat_facts.finished_matches(0, 5)


def test_with_the_seats_go_the_disputes(monkeypatch):
    row, account, moved = make_match(), UserFactory(), []
    guest = user_at(row, 0).pk
    monkeypatch.setattr(seats.dictionary, "move_disputes", lambda *who: moved.append(who))
    assert seats.move(guest, account.pk) == 0
    assert (user_at(row, 0), moved) == (account, [(guest, account.pk)])


def test_a_running_seat_against_oneself_stays_and_is_counted():
    row, nobodys = make_match(), make_match(seed=b"\x01" * 32)
    nobodys.seats.update(user=None)
    guest, account = (user_at(row, seat).pk for seat in (0, 1))
    assert seats.move(guest, account) == 1
    assert [user_at(row, seat).pk for seat in (0, 1)] == [guest, account]


@pytest.mark.parametrize("number", range(4))
def test_the_order_of_the_lobby_goes_on_agreeing_with_the_seats_when_a_name_is_forgotten(number):
    row = make_match(seed=bytes([number]) * 32)
    submit(row, 0, do="resign")
    assert seats.forget(user_at(row, 0).pk)
    row.refresh_from_db()
    names = matches.names_of(row.pk)
    assert names[0] == matches.DELETED_NAME != names[1]
    assert seat_order(bytes(row.seed), row.lobby_order) == names


def test_when_the_match_is_over_that_is_the_answer_whatever_turn_was_meant():
    row = make_match()
    submit(row, 0, do="pass")
    assert submit(row, 1, do="pass", turn=1).code == "stale"
    submit(row, 1, do="resign")
    assert submit(row, 1, do="pass", turn=1).code == "match_over"


def test_the_story_looked_at_longest_ago_is_forgotten_first(monkeypatch):
    rows, told, tell_again = [make_match(seed=bytes([n]) * 32) for n in range(3)], [], replays.tell_again
    for row in rows:
        submit(row, 0, do="resign")
        row.refresh_from_db()
    monkeypatch.setattr(replays, "MOST_REMEMBERED", 2)
    monkeypatch.setattr(replays, "_told", OrderedDict())
    monkeypatch.setattr(replays, "tell_again", lambda row: told.append(rows.index(row)) or tell_again(row))
    for n in (0, 1, 0, 2, 0, 1):
        assert replays.story_of(rows[n]).last == 1
    assert told == [0, 1, 2, 1]


def test_an_action_is_judged_by_the_moment_it_reached_the_edge(monkeypatch):
    monkeypatch.setattr(views, "at_edge", lambda stamp: START + stamp)
    monkeypatch.setattr(views, "now_ms", lambda: START + 9_000)
    requests = [SimpleNamespace(scope={"arrived": 7}), SimpleNamespace(scope={}), SimpleNamespace()]
    assert [views._arrival(request) for request in requests] == [START + 7, START + 9_000, START + 9_000]


@pytest.mark.parametrize(("tell_at", "told"), [(START, True), (START + 1, False), (None, False)])
def test_an_end_that_somebody_told_in_the_meantime_is_not_told_twice(monkeypatch, tell_at, told):
    row, heard = make_match(), []
    submit(row, 0, do="resign")
    Match.objects.filter(pk=row.pk).update(tell_at=START)
    look = enforcement.store.lock

    def lock(match_id):
        Match.objects.filter(pk=match_id).update(tell_at=tell_at)
        return look(match_id)

    monkeypatch.setattr(enforcement.store, "lock", lock)
    monkeypatch.setattr(enforcement.store, "tell_end", lambda match, now: heard.append((match.pk, now)))
    assert enforcement.tell_again(START) == 1
    assert heard == ([(row.pk, START)] if told else [])
