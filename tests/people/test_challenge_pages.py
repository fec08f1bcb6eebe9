"""The pages of challenges as their two players use them, and as nobody else does."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game import api as game
from game.models import Match
from lobby.services import engagements
from people.models import Challenge
from people.services import challenge_ends, challenges
from tests.people.challengers import DAY, LIVE, SLOW, accept, account, challenge, choose, guest, have_played, played
from tests.people.players import NOW, crowd
from tests.support.browsers import signed_in

HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}
STILL = {"game": "alfapower", "pace": "slow", "lg": "en"}


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "now_ms", lambda: NOW)


def page(client: Client, name: str, *args: str, **query: str) -> str:
    return client.get(reverse(f"people:{name}", args=args), query).content.decode()


def text(markup: str) -> str:
    return " ".join(markup.split())


def test_a_visitor_is_asked_to_sign_in_and_nobody_is_no_page(client: Client, bjorn: User) -> None:
    address = reverse("people:challenge", args=[bjorn.public_id])
    assert client.get(address).url == f"{reverse('account_login')}?next={address}"  # type: ignore[attr-defined]
    assert signed_in(bjorn).get(reverse("people:challenge", args=["nobody"])).status_code == 404


def test_the_usual_rules_are_sent_by_one_press(astrid: User, bjorn: User) -> None:
    client, address = signed_in(astrid), reverse("people:challenge", args=[bjorn.public_id])
    said = text(client.get(address).content.decode())
    assert "Challenge Björn" in said and "All as usual in AlfaPower" in said and "0 of 5 open." in said
    row_address = client.post(address, STILL)["Location"]
    row = Challenge.objects.get()
    assert row_address == reverse("people:challenge-page", args=[row.public_id])
    assert (row.preset, row.settings["turn_seconds"], row.is_live) == ("alfapower-slow", 3 * 86_400, False)
    said = text(client.get(row_address).content.decode())
    assert "Sent to Björn" in said and f'data-deal="{row.deal}"' in said


def test_the_asked_sees_what_differs_and_no_commitment(astrid: User, bjorn: User) -> None:
    row = challenge(astrid, bjorn, starting_coins=35)
    played(bjorn, 2, opponent=astrid)
    played(bjorn, 1, opponent=astrid, outcome="l")
    said = text(page(signed_in(bjorn), "challenge-page", row.public_id))
    assert "Astrid challenges you" in said and "1 rule differs" in said and ">35<" in said
    assert "You have played 3 times: 2 to you." in said and "not ranked" in said
    assert row.deal not in said


def test_nothing_differs_is_one_line(astrid: User, bjorn: User) -> None:
    row = challenge(astrid, bjorn, variant="classic")
    assert "All as usual in Classic." in text(page(signed_in(bjorn), "challenge-page", row.public_id))


def test_own_rules_are_posted_and_come_back_wrong_with_a_sentence(astrid: User, bjorn: User) -> None:
    client, address = signed_in(astrid), reverse("people:challenge", args=[bjorn.public_id])
    assert "starting_coins" in page(client, "challenge", bjorn.public_id, **STILL, own="1")
    wrong = client.post(address, {**STILL, "own": "1", "starting_coins": "many"})
    assert wrong.status_code == 422 and "Write a whole number" in wrong.content.decode()
    client.post(address, {**STILL, "own": "1", "starting_coins": "35"})
    row = Challenge.objects.get()
    assert (row.preset, row.settings["starting_coins"]) == ("", 35)


def test_own_rules_that_change_nothing_are_the_preset(astrid: User, bjorn: User) -> None:
    signed_in(astrid).post(reverse("people:challenge", args=[bjorn.public_id]), {**STILL, "own": "1"})
    assert Challenge.objects.get().preset == "alfapower-slow"


@pytest.mark.parametrize("wrong", [{"game": "chess"}, {"pace": "fast"}, {"lg": "xx"}])
def test_what_there_is_not_is_a_bad_request(astrid: User, bjorn: User, wrong: dict[str, str]) -> None:
    address = reverse("people:challenge", args=[bjorn.public_id])
    assert signed_in(astrid).post(address, {**STILL, **wrong}).status_code == 400
    assert not Challenge.objects.exists()


def test_the_page_is_for_the_two_alone(client: Client, row: Challenge) -> None:
    for name in ("challenge-page", "challenge-counter"):
        for reader in (client, signed_in(account("Clara"))):
            known = reader.get(reverse(f"people:{name}", args=[row.public_id]))
            unknown = reader.get(reverse(f"people:{name}", args=["unknownunkno"]))
            assert known.status_code == unknown.status_code == 404
    for name in ("challenge-accept", "challenge-decline", "challenge-take-back", "challenge-poll"):
        address = reverse(f"people:{name}", args=[row.public_id])
        assert signed_in(account(f"No {name[10:20]}")).post(address).status_code == 404


def test_accepting_leads_to_the_match_by_either_poll(
    astrid: User, bjorn: User, monkeypatch: pytest.MonkeyPatch, row: Challenge
) -> None:
    client, other = signed_in(bjorn), signed_in(astrid)
    address = reverse("people:challenge-page", args=[row.public_id])
    assert client.post(reverse("people:challenge-accept", args=[row.public_id]))["Location"] == address
    assert f'data-deal="{row.deal}"' in client.get(address).content.decode()
    poll = reverse("people:challenge-poll", args=[row.public_id])
    assert client.post(poll, {"shown": "begins"}, **HTMX).status_code == 204
    monkeypatch.setattr(game, "now_ms", lambda: NOW + 5_000)
    led = client.post(poll, {"shown": "begins"}, **HTMX)["HX-Redirect"]
    assert led == reverse("game:match", args=[Match.objects.get().public_id])
    assert "Björn accepts" in other.post(poll, {"shown": "waiting-slow"}, **HTMX).content.decode()
    assert client.get(address)["Location"] == led


def test_what_moves_on_a_live_page_is_sent_alone(astrid: User, bjorn: User) -> None:
    row = challenge(astrid, bjorn, NOW, LIVE)
    assert "10:00" in page(signed_in(astrid), "challenge-page", row.public_id)
    moved = signed_in(astrid).post(reverse("people:challenge-poll", args=[row.public_id]), {"shown": "waiting"}, **HTMX)
    assert moved["HX-Reswap"] == "none" and "hx-swap-oob" in moved.content.decode()
    assert "has been asked" not in moved.content.decode()


def test_a_reason_that_there_is_not_is_refused_and_nothing_is_answered(bjorn: User, row: Challenge) -> None:
    client = signed_in(bjorn)
    for public_id in (row.public_id, "no-such-one"):
        address = reverse("people:challenge-decline", args=[public_id])
        assert client.post(address, {"reason": "because"}).status_code == 400
    row.refresh_from_db()
    assert row.stage == "open"


def test_a_reason_is_read_in_the_language_of_the_reader(astrid: User, bjorn: User, row: Challenge) -> None:
    signed_in(bjorn).post(reverse("people:challenge-decline", args=[row.public_id]), {"reason": "too_many"})
    swedish = signed_in(astrid).get(
        reverse("people:challenge-page", args=[row.public_id]), headers={"Accept-Language": "sv"}
    )
    assert "Har för många matcher igång" in swedish.content.decode()


def test_the_answer_begins_with_their_rules_and_leads_both_to_it(astrid: User, bjorn: User) -> None:
    row = challenge(astrid, bjorn, starting_coins=35)
    client, address = signed_in(bjorn), reverse("people:challenge-counter", args=[row.public_id])
    assert 'value="35"' in client.get(address).content.decode()
    led = client.post(address, {**STILL, "own": "1", "starting_coins": "40"})["Location"]
    assert "Sent to Astrid" in client.get(led).content.decode()
    old = signed_in(astrid).get(reverse("people:challenge-page", args=[row.public_id]))
    assert old["Location"] == led
    said = text(signed_in(astrid).get(led).content.decode())
    assert "Björn would rather play like this" in said and "Different from what you asked" in said
    assert "35" in said and "40" in said


def test_the_home_page_has_the_most_urgent_one_first_and_counts_the_others(astrid: User, bjorn: User) -> None:
    client = signed_in(bjorn)
    assert 'id="challenge"' not in client.get("/").content.decode()
    for other in crowd(2):
        challenge(other, bjorn)
    challenge(astrid, bjorn, NOW, LIVE)
    said = text(client.get("/").content.decode())
    assert "Astrid challenges you" in said and "and 2 more" in said
    assert said.index('id="challenge"') < said.index('id="now"')
    listed = text(page(client, "challenges"))
    assert listed.count('class="chrow"') == 3


def test_a_live_one_is_told_on_whatever_page_is_open(astrid: User, bjorn: User) -> None:
    challenge(account("Clara"), bjorn)
    client = signed_in(bjorn)
    assert "toast" not in page(client, "challenge-now"), "a slow one can wait"
    row = challenge(astrid, bjorn, NOW, LIVE)
    assert "Astrid challenges you: AlfaPower, live" in text(page(client, "challenge-now"))
    challenges.take_back(astrid.pk, row.public_id, NOW)
    assert "toast" not in page(client, "challenge-now")


def test_a_finished_match_is_challenged_for_again_by_its_rules(astrid: User, bjorn: User) -> None:
    row = challenge(astrid, bjorn, starting_coins=35)
    accept(row)
    challenge_ends.sweep(NOW + 5_000)
    match = Match.objects.get()
    client = signed_in(astrid)
    assert client.get(reverse("people:challenge-again", args=[match.public_id])).status_code == 404, "it runs"
    match.status, match.finished_at = match.Status.OVER, NOW
    match.save()
    led = client.get(reverse("people:challenge-again", args=[match.public_id]))["Location"]
    assert led == f"{reverse('people:challenge', args=[bjorn.public_id])}?from={match.public_id}"
    assert 'value="35"' in client.get(led).content.decode()


def test_an_account_is_shown_a_guest_only_just_after_a_match(astrid: User) -> None:
    visitor = guest("Gäst")
    address = reverse("people:challenge", args=[visitor.public_id])
    assert signed_in(astrid).get(address).status_code == 404
    have_played(astrid, visitor, NOW)
    assert signed_in(astrid).get(address).status_code == 200


def test_the_limit_of_matches_is_said_with_its_number(bjorn: User, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = guest("Gäst")
    have_played(visitor, bjorn, NOW)
    monkeypatch.setitem(engagements._COUNTED, engagements.State.UNTIMED, lambda user_id: 5)
    answer = signed_in(visitor).post(reverse("people:challenge", args=[bjorn.public_id]), STILL)
    assert answer.status_code == 409 and "You have 5 slow and untimed matches" in text(answer.content.decode())


def test_lapsed_says_so_and_offers_to_ask_again(astrid: User, bjorn: User) -> None:
    row = challenge(astrid, bjorn, NOW - 14 * DAY, SLOW)
    challenge_ends.sweep(NOW)
    said = text(page(signed_in(astrid), "challenge-page", row.public_id))
    assert "Björn did not answer in 14 days. That need not mean anything." in said and "Ask again" in said


def test_who_takes_none_is_told_of_in_one_sentence(astrid: User, bjorn: User) -> None:
    choose(bjorn, "nobody")
    answer = signed_in(astrid).post(reverse("people:challenge", args=[bjorn.public_id]), STILL)
    assert answer.status_code == 409 and "Björn takes no challenges right now." in answer.content.decode()
    assert not Challenge.objects.exists()
