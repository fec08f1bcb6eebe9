"""The doors of the bot API: whom they let in, what they take, and how each refusal is named; and the page on which an
account becomes a bot's, and where tokens are made, shown once and revoked."""

import gc
import json
import random
import re
from ipaddress import ip_network
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import PlayedMatch, User
from accounts.profiles.names import BadName
from accounts.services import facts
from accounts.services.bot_accounts import CannotBeBot, become_bot
from accounts.services.naming import free_name, rename
from common import rate_limits
from game.api import games
from game.models import Match, SeatRow
from game.services import matches
from game.services.clock import now_ms
from game.services.matches import Entrant
from lobby.services import quick_join, rooms
from tests.accounts.conftest import PASSWORD, account, sign_in
from tests.accounts.test_account_pages import is_ours
from tests.secrecy.other_world import hide_anew, twin
from tests.support.matches import SEED, UserFactory, state_of
from tests.support.still_clock import still_clock
from tests.support.types import Response, certain
from tests.web_api.conftest import Bot
from web_api import streams
from web_api.models import Token
from web_api.services import tokens

pytestmark = pytest.mark.django_db


def a_match(*users: User, variant: str = "alfapower", **settings: Any) -> Match:
    """A running match of these, the first of them on turn."""
    entrants = [Entrant(user.pk, user.display_name) for user in users]
    return matches.create(
        variant=variant, settings=settings, entrants=entrants, starts_at=now_ms() - 1_000, seed=SEED, by_lot=False
    )


@pytest.fixture
def person() -> User:
    return UserFactory.create(display_name="Astrid")


@pytest.fixture
def row(bot: Bot, person: User) -> Match:
    return a_match(bot.user, person)


def post(client: Client, bot: Bot, path: str, data: bytes | dict[str, Any], **headers: Any) -> Response:
    body = data if isinstance(data, (bytes, str)) else json.dumps(data)
    return client.post(f"/api/{path}", body, content_type="application/json", headers={**bot.key, **headers})


def act(client: Client, bot: Bot, row: Match, **action: Any) -> Response:
    return post(client, bot, f"match/{row.public_id}/act", {"nonce": uuid4().hex, **action})


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ap_short", "Basic eA==", "Bearer ap_" + "x" * 43])
def test_without_a_good_token_nobody_is_let_in(client: Client, header: str) -> None:
    answer = client.get("/api/account", headers={"authorization": header})
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_session_is_no_key_here(client: Client, bot: Bot) -> None:
    client.force_login(bot.user, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/api/account").status_code == 401


def test_a_token_needs_no_csrf_token(bot: Bot, row: Match) -> None:
    assert act(Client(enforce_csrf_checks=True), bot, row, do="pass", turn=1).status_code == 200


def test_a_token_is_known_by_its_digest_and_says_when_it_was_used(client: Client, bot: Bot) -> None:
    token = Token.objects.get()
    assert token.used_at is None and bot.token not in str(Token.objects.values_list().get())
    assert client.get("/api/account", headers=bot.key).json()["name"] == "Robur (bot)"
    token.refresh_from_db()
    assert token.used_at is not None and token.used_at <= timezone.now()


def test_a_revoked_token_and_a_closed_account_are_turned_away(client: Client, bot: Bot) -> None:
    other = Bot("Verne")
    assert not tokens.revoke(other.user.pk, Token.objects.get(user=bot.user).pk)
    assert tokens.revoke(bot.user.pk, Token.objects.get(user=bot.user).pk)
    other.user.is_active = False
    other.user.save()
    assert [client.get("/api/account", headers=each.key).status_code for each in (bot, other)] == [401, 401]


def test_no_more_tokens_than_there_may_be(bot: Bot) -> None:
    for _ in range(tokens.MOST - 1):
        tokens.make(bot.user.pk, "more")
    with pytest.raises(tokens.TokenRefused, match="too_many_tokens"):
        tokens.make(bot.user.pk, "one too many")
    with pytest.raises(tokens.TokenRefused, match="not_a_bot"):
        tokens.make(account("Elsa").pk, "mine")


def test_an_action_is_done_once_however_often_it_comes(client: Client, bot: Bot, row: Match) -> None:
    sent = {"do": "pass", "turn": 1, "nonce": "nonce-0001"}
    answers = [post(client, bot, f"match/{row.public_id}/act", sent) for _ in range(2)]
    assert [answer.json() for answer in answers] == [{"ok": True, "version": 2}] * 2
    assert Match.objects.get(pk=row.pk).version == 2
    again = post(client, bot, f"match/{row.public_id}/act", {**sent, "do": "resign", "turn": None})
    assert again.status_code in (400, 422)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "bad_message"),
        (b"[]", 400, "bad_message"),
        (b"\xff", 400, "bad_message"),
        (b'{"do":"pass","do":"pass"}', 400, "bad_message"),
        (b'{"do":"dance","turn":1,"nonce":"nonce-0001"}', 400, "bad_message"),
        (b'{"do":"pass","turn":1}', 400, "bad_message"),
        (b" " * 5000, 413, "too_large"),
        (b" " * 70_000, 413, "too_large"),
        (b'{"do":"take","nonce":"nonce-0001"}', 422, "not_in_this_game"),
        (b'{"do":"place","turn":1,"nonce":"nonce-0001","tiles":[]}', 422, "no_tiles"),
        (b'{"do":"pass","turn":7,"nonce":"nonce-0001"}', 422, "stale"),
    ],
)
def test_what_is_no_action_or_not_allowed_is_named_and_changes_nothing(
    client: Client, bot: Bot, row: Match, body: bytes, status: int, code: str
) -> None:
    answer = post(client, bot, f"match/{row.public_id}/act", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]
    assert Match.objects.get(pk=row.pk).version == 1


def test_out_of_turn_is_refused_by_the_rules(client: Client, bot: Bot, person: User) -> None:
    row = a_match(person, bot.user)
    answer = act(client, bot, row, do="pass", turn=1)
    assert (answer.status_code, answer.json()["code"]) == (422, "not_your_turn")


@pytest.mark.parametrize("path", ["match/{}", "match/{}/stream"])
def test_a_match_of_others_is_not_there(client: Client, bot: Bot, person: User, path: str) -> None:
    others = a_match(person, UserFactory.create())
    for public_id in (others.public_id, "nothing-here"):
        answer = client.get(f"/api/{path.format(public_id)}", headers=bot.key)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_match")
    assert act(client, bot, others, do="pass", turn=1).json()["code"] == "no_match"


def test_another_method_is_named(client: Client, bot: Bot) -> None:
    answer = client.post("/api/account", headers=bot.key)
    assert (answer.status_code, answer.json()["code"], answer["Allow"]) == (405, "bad_method", "GET")


def test_a_flood_is_told_when_to_come_again(client: Client, bot: Bot) -> None:
    few = rate_limits.Limit("api-calls", user="300 per minute")
    with still_clock():
        for _ in range(300):
            rate_limits.take_for_user(few, bot.user.pk, "127.0.0.1")
        answer = client.get("/api/account", headers=bot.key)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many") and int(answer["Retry-After"]) > 0


def test_streams_are_counted_at_the_door(client: Client, bot: Bot) -> None:
    """Of twelve that were opened at once six ran and four began with an error (security P10)."""
    opened = [client.get("/api/events", headers=bot.key) for _ in range(6)]  # of none was a line read yet
    assert [answer.status_code for answer in opened] == [200] * 5 + [429]
    del opened  # as one that was lost on its way out
    gc.collect()
    assert not streams._open


def test_a_trusted_network_is_not_counted(client: Client, bot: Bot, settings: Settings) -> None:
    settings.RATE_LIMITS_TRUSTED = [ip_network("127.0.0.0/8")]
    with still_clock():
        for _ in range(300):
            rate_limits.take_for_user(rate_limits.API_CALLS, bot.user.pk, "192.0.2.7")
        assert client.get("/api/account", headers=bot.key).status_code == 200
        settings.RATE_LIMITS_TRUSTED = []
        assert client.get("/api/account", headers=bot.key).status_code == 429


def test_the_bot_sees_its_own_seat_alone(client: Client, bot: Bot, row: Match) -> None:
    """Two worlds that differ in what is hidden from the bot look the same to it."""

    def seen() -> dict[str, Any]:
        state = client.get(f"/api/match/{row.public_id}", headers=bot.key).json()
        state["view"].pop("left")  # passes by itself
        return state

    before, state = seen(), state_of(row)
    assert [tile["tile"] for tile in before["view"]["hand"]] == list(state.players[0].hand)
    rng = random.Random(7)
    other = certain(twin(rng, state, 0))
    assert other.players[1].hand != state.players[1].hand
    hide_anew(rng, row, other, 0)
    assert seen() == before


@pytest.mark.parametrize("variant", sorted(game for game, offered in games().items() if 2 in offered.seats))
def test_the_screen_of_every_game_has_a_plain_form(client: Client, bot: Bot, person: User, variant: str) -> None:
    row = a_match(bot.user, person, variant=variant)
    state = client.get(f"/api/match/{row.public_id}", headers=bot.key).json()
    assert state["game"] == variant and state["view"]["viewer"] == 0


def test_rooms_are_joined_made_ready_and_left(client: Client, bot: Bot, person: User) -> None:
    code = rooms.create(person.pk, "en", now_ms())
    joined = post(client, bot, f"room/{code}/join", {}).json()["room"]
    assert [seat["name"] for seat in joined["seats"]] == ["Astrid", "Robur (bot)"]
    stale = post(client, bot, f"room/{code}/ready/{joined['version'] + 1}", {})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_settings")
    assert post(client, bot, f"room/{code}/ready/{joined['version']}", {}).json()["room"]["ready"]
    assert post(client, bot, f"room/{code}/leave", {}).json() == {"ok": True, "match": ""}
    assert rooms.look(code, bot.user.pk, now_ms()) is None
    for nothing in ("NOTACODE", "x"):
        answer = post(client, bot, f"room/{nothing}/join", {})
        assert (answer.status_code, answer.json()["code"]) == (404, "no_room")
    full = rooms.create(UserFactory.create().pk, "en", now_ms())
    rooms.join(full, UserFactory.create().pk, now_ms())
    assert post(client, bot, f"room/{full}/join", {}).json()["code"] == "room_full"


def test_who_is_a_guest_of_the_staff_or_in_a_match_becomes_no_bot(person: User) -> None:
    elsa, staff = account("Elsa"), account("Stina", "stina@example.org")
    staff.is_staff = True
    staff.save()
    a_match(elsa, person)
    for user, code in ((person, "guest"), (staff, "staff"), (elsa, "playing")):
        with pytest.raises(CannotBeBot) as refused:
            become_bot(user.pk)
        assert refused.value.code == code
        user.refresh_from_db()
        assert not user.is_bot and "(bot)" not in user.display_name


def test_wrong_room_codes_are_counted_for_who_sends_them(client: Client, bot: Bot, person: User) -> None:
    code = rooms.create(person.pk, "en", now_ms())
    with still_clock():
        tried = [Client().post(reverse("lobby:join"), {"code": "23456789"}).status_code for _ in range(21)]
        assert tried[-1] == 429  # strangers at the same address have used up theirs
        assert post(client, bot, f"room/{code}/join", {}).status_code == 200
        wrong = [post(client, bot, "room/23456789/join", {}).status_code for _ in range(11)]
        assert wrong == [404] * 10 + [429]


def test_a_bot_keeps_its_name_from_others_and_out_of_quick_join(bot: Bot) -> None:
    with pytest.raises(BadName, match="taken"):
        free_name("Robur", None)
    rename(bot.user.pk, "Nemo")
    bot.user.refresh_from_db()
    assert (bot.user.display_name, bot.user.username) == ("Nemo (bot)", "Nemo")
    with pytest.raises(quick_join.NotForBots):
        quick_join.seek(bot.user.pk, quick_join.queue("quick", "en"), now_ms())


def test_a_match_against_a_bot_is_in_no_figure_of_matches_among_people(
    client: Client, bot: Bot, person: User, row: Match
) -> None:
    assert act(client, bot, row, do="resign").status_code == 200
    facts.sweep()
    assert set(PlayedMatch.objects.filter(match_id=row.pk).values_list("bot", flat=True)) == {"account"}
    assert not Match.objects.get(pk=row.pk).rated
    assert set(SeatRow.objects.filter(match=row).values_list("name", flat=True)) == {"Robur (bot)", "Astrid"}


def test_a_token_is_made_after_proof_shown_once_and_revoked(client: Client) -> None:
    user, page = account(), reverse("web_api:tokens")
    sign_in(client)
    assert client.get(page)["Location"].startswith(reverse("account_reauthenticate"))
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert is_ours(client, page) != is_ours(client, page, "sv")
    for sent, is_bot in (({}, False), ({"sure": "1"}, True)):
        client.post(reverse("web_api:become"), sent)
        user.refresh_from_db()
        assert user.is_bot == is_bot
    made = certain(re.search(r"ap_[\w-]{43}", client.post(page, {"name": "laptop"}).content.decode()))[0]
    assert client.get("/api/account", headers={"authorization": f"Bearer {made}"}).status_code == 200
    assert "laptop" in is_ours(client, page) and made not in client.get(page).content.decode()
    client.post(reverse("web_api:revoke"), {"token": Token.objects.get().pk})
    assert not Token.objects.exists()
