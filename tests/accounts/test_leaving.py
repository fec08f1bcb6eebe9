"""Leaving for good, from wherever one is, and taking one's data along."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import NameKey, User
from accounts.services import data_export, leaving, merging
from game import api as game
from game.dispatch.record_check import verify
from game.models import LogEntry, Match
from game.services import matches
from game.services.clock import now_ms
from lobby.models import Room, Seeker
from lobby.services import quick_join, rooms
from news import api as news
from news.models import News
from tests.accounts.conftest import PASSWORD, match_of, sign_in, who
from tests.support.matches import START, UserFactory, make_match, submit, user_at
from tests.support.types import certain

DELETE, EXPORT = reverse("accounts:delete"), reverse("accounts:export")


def no_words(name: str, version: str) -> frozenset[str]:
    """In these records nobody has placed anything."""
    return frozenset()


def confirm(client: Client, path: str) -> None:
    """Prove once more who one is, as the page asks."""
    asked = client.get(path)
    assert asked.status_code == 302 and asked["Location"].startswith(reverse("account_reauthenticate"))
    client.post(asked["Location"], {"password": PASSWORD})


@pytest.mark.parametrize("phase", ["play", "alfa_room", "waiting", "room"])
def test_it_works_in_every_phase(client: Client, elsa: User, ebba: User, phase: str) -> None:
    sign_in(client)
    if phase == "waiting":
        quick_join.seek(elsa.pk, quick_join.queue("quick", "en"), now_ms())
    elif phase == "room":
        code = rooms.create(elsa.pk, "en", now_ms())
        rooms.join(code, ebba.pk, now_ms())
    elif phase == "alfa_room":
        code = rooms.create(ebba.pk, "en", now_ms())
        rooms.join(code, elsa.pk, now_ms())
    else:
        match_of(elsa, ebba)
    confirm(client, DELETE)

    assert client.post(DELETE, {"sure": "1"})["Location"] == "/"

    assert not User.objects.filter(pk=elsa.pk).exists() and not NameKey.objects.filter(user=elsa.pk).exists()
    assert who(client) is None and client.get("/").status_code == 200
    assert not Seeker.objects.filter(user=elsa.pk).exists()
    assert not Match.objects.filter(status="live").exists()
    assert not Room.objects.filter(host=elsa.pk).exists()


def test_running_matches_are_resigned_through_the_door_and_results_stay(elsa: User, ebba: User) -> None:
    """R4.39: deleting one's account resigns one's live matches."""
    running, over = match_of(elsa, ebba), match_of(ebba, elsa)
    submit(over, 0, at=now_ms(), do="resign")
    before = game.recent_matches(ebba.pk)[0]

    leaving.delete(elsa.pk)

    running.refresh_from_db()
    assert (running.status, running.reason, running.winner) == ("over", "resigned", 1)
    assert certain(LogEntry.objects.filter(match=running).last()).action == '{"do":"resign"}'
    for row in (running, over):
        row.refresh_from_db()
        assert sorted(matches.names_of(row.pk)) == ["Deleted player", "Ebba"]
        assert "Elsa" not in json.dumps(matches.export(row))
        assert verify(matches.export(row), no_words).difference == ""
    after = {match.public_id: match for match in game.recent_matches(ebba.pk)}[before.public_id]
    assert (after.won, after.totals, after.opponent) == (before.won, before.totals, "Deleted player")
    with translation.override("sv"):
        assert matches.shown_names_of(over.pk) == ("Ebba", "Raderad spelare")


def test_nothing_happens_without_the_tick_or_the_password(client: Client, elsa: User) -> None:
    sign_in(client)
    assert client.post(DELETE, {"sure": "1"}).status_code == 302
    assert User.objects.filter(pk=elsa.pk).exists()
    confirm(client, DELETE)
    assert User.objects.filter(pk=elsa.pk).exists()
    page = client.post(DELETE, {})
    assert "Tick the box" in page.content.decode() and User.objects.filter(pk=elsa.pk).exists()
    assert client.get(DELETE).status_code == 200 and User.objects.filter(pk=elsa.pk).exists()


def test_a_guest_leaves_without_a_password(client: Client, guest: User) -> None:
    row = match_of(guest)
    client.post(DELETE, {"sure": "1"})
    assert not User.objects.filter(pk=guest.pk).exists() and row.seats.get(seat=0).user is None
    assert Client().get(DELETE).status_code == 302


def test_the_last_who_can_run_the_site_stays(client: Client, boss: User) -> None:
    sign_in(client, "boss")
    confirm(client, DELETE)
    client.post(DELETE, {"sure": "1"})
    assert User.objects.filter(username="boss").exists()


def test_a_match_that_begins_meanwhile_is_resigned_too(monkeypatch: pytest.MonkeyPatch, elsa: User) -> None:
    real, begun = game.resign_all, list[Match]()

    def resign_all(user_id: int, now: int) -> None:
        real(user_id, now)
        if not begun:
            begun.append(match_of(elsa))

    monkeypatch.setattr(game, "resign_all", resign_all)
    leaving.delete(elsa.pk)
    assert not User.objects.filter(pk=elsa.pk).exists() and Match.objects.get().reason == "resigned"


def test_the_admin_deletes_as_the_player_would(admin_client: Client, elsa: User) -> None:
    match_of(elsa)
    admin_client.post(reverse("admin:accounts_user_delete", args=[elsa.pk]), {"post": "yes"})
    assert not User.objects.filter(pk=elsa.pk).exists()
    assert Match.objects.get().reason == "resigned"


def test_the_export_has_everything_and_no_secret(client: Client, elsa: User, ebba: User) -> None:
    running, over = match_of(elsa, ebba), match_of(elsa, ebba)
    submit(over, 1, at=now_ms(), do="resign")
    foreign = match_of(ebba)
    sign_in(client)
    confirm(client, EXPORT)

    answer = client.get(EXPORT)
    data = answer.json()

    assert "attachment" in answer["Content-Disposition"] and "no-store" in answer["Cache-Control"]
    assert data["profile"]["name"] == "Elsa" and data["emails"][0]["email"] == "elsa@example.org"
    by_id = {match["id"]: match for match in data["matches"]}
    assert set(by_id) == {running.public_id, over.public_id} and foreign.public_id not in answer.content.decode()
    assert by_id[running.public_id]["record"] is None
    assert verify(by_id[over.public_id]["record"], no_words).difference == ""
    assert elsa.password not in answer.content.decode()
    assert certain(client.session.session_key) not in answer.content.decode()
    assert len(data["sessions"]) >= 1


def told(user: User) -> set[str]:
    return set(News.objects.filter(user=user).values_list("kind", flat=True))


def test_a_guest_who_signs_in_keeps_the_news() -> None:
    row = make_match(turn_seconds=259_200)
    guest, account = user_at(row, 0), UserFactory.create(is_guest=False)
    merging.merge(guest.pk, account.pk)
    assert told(account) == {"turn", "turn_low"} and not User.objects.filter(pk=guest.pk).exists()


def test_the_export_has_what_one_was_told_and_was_not_taken_back() -> None:
    user = UserFactory.create()
    for topic in ("match:one", "match:two"):
        news.tell([user.pk], "turn", topic, path="/guide/", at=START, values={"names": ["Elsa"]})
    news.withdraw("match:two", at=START)
    (found,) = data_export.of(user)["news"]
    assert (found["kind"], found["topic"], found["values"]) == ("turn", "match:one", {"names": ["Elsa"]})


def test_with_the_account_its_news_go() -> None:
    row = make_match(turn_seconds=259_200)
    gone = user_at(row, 0)
    assert told(gone)
    leaving.delete(gone.pk)
    assert not News.objects.filter(user_id=gone.pk).exists()
