"""Words of a match and the word court: who may ask about which word, one tap, a moderator's verdict, and its news."""

import json
import uuid
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from accounts.models import User
from common import rate_limits
from dictionary import api
from dictionary.models import Change, Dispute, ListVersion
from dictionary.services import disputes
from dictionary.services.refusal import Refused
from game.models import Match
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory, give_hand, make_match, submit, user_at
from tests.support.repeated_rows import repeated
from tests.support.types import certain

LAID = [[5, 4, "T"], [5, 5, "E"], [5, 6, "N"]]
WRONG = [[5, 4, "T"], [5, 5, "N"], [5, 6, "E"]]


@pytest.fixture
def row() -> Match:
    """A match in which seat 0 has tried TNE and then laid TEN, and seat 1 has tried EII in vain."""

    def play() -> int:
        row = make_match(board_size=11)
        give_hand(row, 0, "TENAIRS")
        assert submit(row, 0, do="place", tiles=WRONG).code == "invalid_words"
        assert submit(row, 0, do="place", tiles=LAID).code == ""
        give_hand(row, 1, "IIAAEON")
        assert submit(row, 1, do="place", tiles=[[6, 5, "I"], [7, 5, "I"]]).code == "invalid_words"
        return row.pk

    return Match.objects.get(pk=repeated("three tries", play))


@pytest.fixture
def players(row: Match) -> list[Client]:
    """Browsers of both seats and of a stranger."""
    return [signed_in(user) for user in (user_at(row, 0), user_at(row, 1), UserFactory.create())]


def over(row: Match) -> None:
    submit(row, 0, do="resign")
    row.refresh_from_db()
    assert row.status == Match.Status.OVER


def at(row: Match, word: str, door: str = "") -> str:
    return f"/match/{row.public_id}/word/{word}/{door}"


def test_while_it_runs_one_sees_laid_words_and_ones_own_tries(row: Match, players: list[Client]) -> None:
    seat0, seat1, stranger = players
    for browser in (seat0, seat1):
        html = browser.get(at(row, "TEN")).content.decode()
        assert "In the list" in html and f"English list, version {row.lexicon_version}" in html
        assert "the cardinal number" in html and "WordNet" in html
        assert "dispute" not in html
    html = seat0.get(at(row, "TNE")).content.decode()
    assert "Not in the list" in html and at(row, "TNE", "dispute") in html
    assert seat1.get(at(row, "EII")).status_code == 200
    hidden = [(seat1, "TNE"), (seat0, "EII"), (seat0, "STORM"), (seat0, "QZX"), (seat0, "ten"), (stranger, "TEN")]
    for browser, word in hidden:
        for answer in (browser.get(at(row, word)), browser.post(at(row, word, "dispute"))):
            assert answer.status_code == 404
    assert stranger.get("/match/AAAAAAAAAAAA/word/TEN/").status_code == 404
    assert not Dispute.objects.exists()


def test_when_it_is_over_all_its_words_are_open_to_its_players(row: Match, players: list[Client]) -> None:
    over(row)
    for browser in players[:2]:
        for word in ("TEN", "TNE", "EII"):
            answer = browser.get(at(row, word))
            assert answer.status_code == 200 and at(row, word, "dispute") in answer.content.decode()
            assert "no-store" in answer["Cache-Control"]
    assert players[2].get(at(row, "TEN")).status_code == 404
    assert type(players[0])().get(at(row, "TEN")).status_code == 404


def test_words_that_are_none_are_not_there(row: Match, players: list[Client]) -> None:
    over(row)
    for word in ("\0", "%00", "T%C3%8BN", "t\u0131n", "ſ", "ß", "A" * 3000, "😀", "TE%CC%81N", "..%2f", "<b>"):
        assert players[0].get(at(row, word)).status_code == 404, word
        assert players[0].post(at(row, word, "dispute")).status_code == 404, word


def tried_in_vain(browser: Client, row: Match) -> dict[str, Any]:
    play = {"do": "place", "turn": 1, "nonce": str(uuid.uuid4()), "tiles": WRONG}
    return browser.post(f"/match/{row.public_id}/act", json.dumps(play), content_type="application/json").json()


@pytest.fixture
def fresh() -> tuple[Match, Client]:
    """A match in which seat 0 may lay TEN or TNE, and its browser."""
    row = make_match(board_size=11)
    give_hand(row, 0, "TENAIRS")
    return row, signed_in(user_at(row, 0))


def test_a_rejected_play_names_the_list_and_offers_the_court(fresh: tuple[Match, Client]) -> None:
    row, browser = fresh
    answer = tried_in_vain(browser, row)
    assert answer["rejected"] == ["TNE"]
    assert f"English list, version {row.lexicon_version}" in answer["html"]
    assert at(row, "TNE", "dispute") in answer["html"] and "Dispute TNE" in answer["html"]


def test_a_word_tried_again_is_told_as_disputed_and_not_offered_again(
    fresh: tuple[Match, Client], moderator: User
) -> None:
    row, browser = fresh
    tried_in_vain(browser, row)
    browser.post(at(row, "TNE", "dispute"))
    html = tried_in_vain(browser, row)["html"]
    assert "TNE</b>: Disputed. A moderator will look at it." in html and "<form" not in html
    disputes.decide(Dispute.objects.get().pk, accept=False, reason="<No word>", moderator=moderator)
    html = tried_in_vain(browser, row)["html"]
    assert "Your dispute was declined. &lt;No word&gt;" in html and "<form" not in html
    assert api.disputes_among(user_at(row, 1).pk, "en", ["TNE"]) == {}


def test_one_tap_sends_a_dispute_once(row: Match, players: list[Client]) -> None:
    seat0, _seat1, _stranger = players
    for _tap in range(2):
        html = seat0.post(at(row, "TNE", "dispute"), headers={"hx-request": "true"}).content.decode()
        assert "A moderator will look at it." in html and "<form" not in html
    (one,) = Dispute.objects.all()
    assert (one.word, one.added, one.language, one.version) == ("TNE", True, "en", row.lexicon_version)
    assert (one.user, one.match, one.state) == (user_at(row, 0), row.public_id, "open")
    assert "A moderator will look at it." in seat0.get(at(row, "TNE")).content.decode()
    assert seat0.get(at(row, "TNE", "dispute")).status_code == 405
    answer = seat0.post(at(row, "TNE", "dispute"))
    assert (answer.status_code, answer["Location"]) == (302, f"/match/{row.public_id}/")


def test_a_laid_word_can_be_disputed_after_the_end(row: Match, players: list[Client]) -> None:
    assert players[1].post(at(row, "TEN", "dispute")).status_code == 404
    over(row)
    players[1].post(at(row, "TEN", "dispute"))
    assert Dispute.objects.get().added is False


def test_many_disputes_have_to_wait(row: Match, players: list[Client], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "DISPUTES", rate_limits.Limit("disputes", user="1 per day"))
    over(row)
    players[0].post(at(row, "TEN", "dispute"))
    html = players[0].post(at(row, "TNE", "dispute"), headers={"hx-request": "true"}).content.decode()
    assert "Wait a few minutes" in html
    players[1].post(at(row, "TNE", "dispute"))
    assert set(Dispute.objects.values_list("word", flat=True)) == {"TEN", "TNE"}


def test_without_the_token_nothing_is_sent(row: Match) -> None:
    careless = signed_in(user_at(row, 0), enforce_csrf_checks=True)
    assert careless.post(at(row, "TNE", "dispute")).status_code == 403
    assert not Dispute.objects.exists()


def test_what_is_accepted_goes_into_the_next_versions_draft_for_all_who_asked(
    row: Match, players: list[Client], moderator: User
) -> None:
    over(row)
    for browser in players[:2]:
        browser.post(at(row, "TNE", "dispute"))
    first = certain(Dispute.objects.first())
    assert disputes.decide(first.pk, accept=True, reason="A word indeed.", moderator=moderator).decided == 2
    assert set(Dispute.objects.values_list("state", "reason", "decided_by")) == {
        ("accepted", "A word indeed.", moderator.pk)
    }
    change = Change.objects.get()
    assert (change.word, change.added, change.word_list.state) == ("TNE", True, ListVersion.State.DRAFT)
    assert "TNE" not in api.current("en"), "what is published stays"
    with pytest.raises(Refused):
        disputes.decide(first.pk, accept=False, reason="No.", moderator=moderator)


def test_removal_and_refusal(row: Match, players: list[Client], moderator: User) -> None:
    over(row)
    players[0].post(at(row, "TEN", "dispute"))
    players[1].post(at(row, "TNE", "dispute"))
    ten, tne = Dispute.objects.get(word="TEN"), Dispute.objects.get(word="TNE")
    with pytest.raises(Refused):
        disputes.decide(tne.pk, accept=False, reason="  ", moderator=moderator)
    disputes.decide(tne.pk, accept=False, reason="In no dictionary.", moderator=moderator)
    disputes.decide(ten.pk, accept=True, reason="A mistake.", moderator=moderator)
    assert [(change.word, change.added) for change in Change.objects.all()] == [("TEN", False)]
    # Somebody else asks later for what the draft has already: nothing more to change, and yet accepted.
    later = disputes.dispute(user_at(row, 1).pk, api.current("en"), "TEN")
    disputes.decide(later.pk, accept=True, reason="So it was.", moderator=moderator)
    later.refresh_from_db()
    assert later.state == Dispute.State.ACCEPTED and Change.objects.count() == 1


def test_the_player_hears_of_it_at_home_and_on_the_page_of_words(
    row: Match, players: list[Client], moderator: User
) -> None:
    seat0 = players[0]
    seat0.post(at(row, "TNE", "dispute"))
    assert "Your disputes" in seat0.get("/words/").content.decode()
    assert "/words/#disputes" not in seat0.get("/").content.decode()
    disputes.decide(Dispute.objects.get().pk, accept=False, reason="<b>In no dictionary.</b>", moderator=moderator)
    assert "/words/#disputes" in seat0.get("/").content.decode()
    assert "/words/#disputes" not in players[1].get("/").content.decode()
    html = seat0.get("/words/").content.decode()
    assert "TNE" in html and "&lt;b&gt;In no dictionary." in html
    assert "/words/#disputes" not in seat0.get("/").content.decode(), "told once"
    for browser in (players[1], type(seat0)()):
        assert "Your disputes" not in browser.get("/words/").content.decode()


def test_a_moderator_decides_in_the_admin(row: Match, players: list[Client], moderator: User, client: Client) -> None:
    seat0 = players[0]
    seat0.post(at(row, "TNE", "dispute"))
    one = Dispute.objects.get()
    client.force_login(moderator)
    place = f"/admin/dictionary/dispute/{one.pk}/change/"
    assert "TNE" in client.get("/admin/dictionary/dispute/").content.decode()
    html = client.get(place).content.decode()
    assert "TNE" in html and 'name="verdict"' in html
    assert client.post(place, {"verdict": "accept", "reason": ""}).status_code == 200
    assert client.post(place, {"verdict": "", "reason": "x"}).status_code == 200
    assert Dispute.objects.get().state == "open"
    assert client.post(place, {"verdict": "accept", "reason": "It is one.", "found": "open"}).status_code == 302
    assert (Dispute.objects.get().state, Change.objects.get().word) == ("accepted", "TNE")
    html = client.get(place).content.decode()
    assert 'value="accept"' not in html and "It is one." in html
    second = client.post(place, {"verdict": "decline", "reason": "No.", "found": "open"}, follow=True)
    said = f"{str(moderator).capitalize()} has decided this already: accepted. Your verdict was not stored."
    assert said in second.content.decode() and Dispute.objects.get().state == "accepted"
    assert client.get("/admin/dictionary/dispute/add/").status_code == 403
    seat0.get("/admin/dictionary/dispute/")
    assert seat0.get(place).status_code == 302


def test_disputes_go_with_a_guest_who_gets_an_account_and_into_the_takeout(row: Match, players: list[Client]) -> None:
    over(row)
    for browser, word in ((players[0], "TNE"), (players[0], "TEN"), (players[1], "TEN")):
        browser.post(at(row, word, "dispute"))
    guest, account = (user_at(row, seat).pk for seat in (0, 1))
    api.move_disputes(guest, account)
    assert [told["word"] for told in api.disputes_of(account)] == ["TNE", "TEN"]
    assert [told["word"] for told in api.disputes_of(guest)] == ["TEN"], "the account had that one already"
    get_user_model().objects.filter(pk=guest).delete()
    assert Dispute.objects.filter(user=None).count() == 1, "a dispute outlives who sent it"
