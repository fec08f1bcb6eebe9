"""What the pages and doors of a match of any game say to somebody, as texts that can be compared."""

import re
from collections.abc import Callable
from dataclasses import replace

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from game.live import panels, watched_screen
from game.live.screens import read, screen_of
from game.models import Match
from game.services.settle_due import settled
from tests.secrecy.conftest import Stage
from tests.support.matches import START, UserFactory, state_of, store_state, user_at
from tests.support.onlookers import forget_onlookers

NOW = START + 2_000
DOORS = ("match", "panels", "record", "replay", "watch", "watch-panels")


def said(row: Match, now: int, seat: int = 0) -> dict[str, str]:
    """Everything that the match says to a seat, and to a stranger who looks on: views, panels, pages and doors, and the
    readout."""
    forget_onlookers()
    found, state = {}, state_of(row)
    current = settled(row.pk, now)
    found["view of the seat"] = repr(screen_of(current, seat, now).view)
    found["view of the stranger"] = repr(watched_screen.view_of(read(current), now))
    screen = screen_of(current, seat, now)
    found |= panels.render(screen.view, screen.table)
    stranger = get_user_model().objects.filter(display_name="Stranger").first() or UserFactory.create(
        display_name="Stranger"
    )
    for name, user in (("seat", user_at(row, seat)), ("stranger", stranger)):
        client = Client()
        client.force_login(user)
        for door in DOORS:
            answer = client.get(reverse(f"game:{door}", args=[row.public_id]))
            found[f"{door} of the {name}"] = f"{answer.status_code} {masked(answer.content.decode())}"
    client = Client()
    client.force_login(user_at(row, seat))
    hand = getattr(state.players[seat], "hand", None)
    laid = {"tiles": [[0, 0, hand[0]]]} if hand else {"option": state.open[0]}
    answer = client.post(reverse("game:readout", args=[row.public_id]), laid, content_type="application/json")
    found["readout"] = answer.content.decode()
    return found


def told_apart(stage: Stage, row: Match, hide: Callable[[], object], seat: int = 0) -> set[str]:
    """By what a seat and a stranger tell the match from what `hide` makes of it."""
    stage.clock.now = NOW
    first = said(row, NOW, seat)
    hide()
    second = said(row, NOW, seat)
    return {name for name in first if first[name] != second[name]}


def turn_over_the_hand(row: Match, seat: int) -> None:
    """Another order of a hand, which its seat alone may see."""
    state = state_of(row)
    player = state.players[seat]
    store_state(row, state.put_player(seat, replace(player, hand=player.hand[::-1])))


def masked(page: str) -> str:
    """Without what is another text each time a page is asked for."""
    page = re.sub(r'(csrfmiddlewaretoken"? (?:value|content)=|csrf[^"]*" content=)"[^"]*"', r"\1", page)
    return re.sub(r'X-CSRFToken[^"\']*["\'][^"\']*|data-(?:csrf|seat-token|token)="[^"]*"|nonce="[^"]*"', "", page)
