"""The ranked part of an end page: what moved for the reader, and why or why nothing did."""

import re

import pytest
from django.test import Client

from accounts.models import RatedMatch, User
from accounts.services import ranking
from game.models import Match, SeatRow
from tests.accounts.ranking import account, ended
from tests.support.browsers import signed_in
from tests.support.matches import START, UserFactory, make_match, submit, user_at
from tests.support.types import certain


@pytest.fixture
def mikael() -> User:
    return account("Mikael")


def read(row: Match, player: User, language: str = "en") -> str:
    """The fragment as its player reads it."""
    client = signed_in(player, headers={"Accept-Language": language})
    response = client.get(f"/players/change/{row.public_id}/")
    assert response.status_code == 200 and "no-store" in response["Cache-Control"]
    return re.sub(r"[ \n]+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_what_moved_with_before_and_after(mikael: User, elsa: User) -> None:
    row = ended(mikael, elsa, (324, 303))
    mine, theirs = read(row, mikael), read(row, elsa)
    assert "+21" in mine and "1\u00a0000 to 1\u00a0021" in mine
    assert "moved from Elsa to you" in mine
    assert "−21" in theirs and "1\u00a0000 to 979" in theirs and "moved from you to Mikael" in theirs
    assert "1\u00a0500 ± 350" in mine and "1\u00a0662 ± 290" in mine and "+162" in mine


@pytest.mark.parametrize(
    ("totals", "mine", "theirs"),
    [
        ((120, 90), "Elsa left while behind, so the difference moved to you.",
         "You left while behind, so the difference moved to Mikael."),
        ((90, 120), "Elsa left while ahead, so no points move. The rating counts it as a win.",
         "You left while ahead, so no points move. The rating counts it as a loss."),
        ((90, 90), "Elsa left while the totals were even, so no points move.",
         "You left while the totals were even, so no points move."),
    ],
)  # fmt: skip
def test_an_early_end_says_who_left_and_whether_it_cost(
    mikael: User, elsa: User, totals: tuple[int, int], mine: str, theirs: str
) -> None:
    row = ended(mikael, elsa, totals, reason="resigned", winner=0)
    assert mine in read(row, mikael) and theirs in read(row, elsa)
    assert ("±0" in read(row, mikael)) == (totals != (120, 90))


def test_why_nothing_moved(mikael: User, elsa: User) -> None:
    guest = UserFactory.create(display_name="Guest")
    practice = ended(mikael, elsa, practice=True)
    assert "Practice against a bot is not ranked." in read(practice, mikael)
    assert "Övning mot en bot rankas inte." in read(practice, mikael, "sv")
    custom = read(ended(mikael, elsa, preset="", rated=False), mikael)
    assert "Custom matches are not ranked." in custom and "±0" not in custom and "±0" not in read(practice, mikael)
    with_guest = ended(mikael, guest, rated=False)
    assert "One player was a guest." in read(with_guest, mikael)
    assert "You are playing as a guest." in read(with_guest, guest) and "Create an account" in read(with_guest, guest)
    assert "it began so, or came to be so" in read(ended(mikael, elsa, rated=False), mikael)
    assert "You were both away at the same time" in read(ended(mikael, elsa, reason="abandoned"), mikael)
    assert "The totals are even" in read(ended(mikael, elsa, (9, 9)), elsa)
    for _ in range(5):
        last = ended(mikael, elsa)
    assert "Only 5 matches a day" in read(last, mikael) and "±0" in read(last, mikael)
    void = ended(mikael, account("Olof"))
    ranking.make_void(void.pk, START, "the site's fault")
    assert "voided this match" in read(void, mikael) and "the site's fault" not in read(void, mikael)
    assert "not been counted yet" in read(ended(mikael, elsa, tell=False), mikael)
    gone = ended(mikael, account("Ida"), tell=False)
    certain(gone.seats.get(seat=1).user).delete()
    ranking.rank(gone.pk)
    assert "An account was deleted" in read(gone, mikael)


def test_a_match_of_more_than_two_is_never_counted_and_says_so(mikael: User, elsa: User) -> None:
    row = ended(mikael, elsa, tell=False, places=(1, 2))
    SeatRow.objects.create(match=row, seat=2, user=account("Olof"), name="Olof", total="100", place=3)
    assert "Only matches of two are ranked." in read(row, mikael)


def test_every_verdict_reads_in_swedish(mikael: User, elsa: User) -> None:
    english = {read(ended(mikael, elsa, totals), mikael) for totals in ((9, 1), (9, 9))}
    swedish = {read(RatedMatch.objects.get(verdict=verdict).match, mikael, "sv") for verdict in ("moved", "even")}
    assert not english & swedish
    assert all("Rankpoäng" in text for text in swedish)


def test_strangers_and_running_matches_find_nothing(mikael: User, elsa: User, client: Client) -> None:
    row = ended(mikael, elsa)
    assert client.get(f"/players/change/{row.public_id}/").status_code == 404
    client.force_login(account("Clara"))
    assert client.get(f"/players/change/{row.public_id}/").status_code == 404
    running = make_match()
    client.force_login(user_at(running, 0))
    for address in (running.public_id, "no-such-match", "%00", "x" * 300):
        assert client.get(f"/players/change/{address}/").status_code == 404


def test_the_end_page_asks_for_it(client: Client) -> None:
    row = make_match(board_size=11)
    submit(row, 0, do="resign")
    client.force_login(user_at(row, 0))
    assert f'hx-get="/players/change/{row.public_id}/"' in client.get(f"/match/{row.public_id}/").content.decode()


def test_a_draw_is_told_as_one(mikael: User, elsa: User) -> None:
    row = ended(mikael, elsa, (280, 280), places=(1, 1))
    for player in (mikael, elsa):
        assert "The match is a draw, so no points move. The rating counts it as a draw." in read(row, player)
