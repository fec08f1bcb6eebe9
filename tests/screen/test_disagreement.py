"""What was changed in the database after a match: every page of it says so, also one that was drawn before."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from game.models import LogEntry, Match
from tests.support.types import certain

SAYS, SAYS_SV = "This match does not agree with its seal", "Matchen stämmer inte med sitt sigill"


def another_tile_was_drawn(row: Match) -> None:
    for entry in LogEntry.objects.filter(match=row).order_by("seq"):
        events = json.loads(entry.events)
        for event in events:
            if event["kind"] == "tiles_drawn" and event["owner"]["tiles"]:
                tiles = event["owner"]["tiles"]
                tiles[0] = "Z" if tiles[0] != "Z" else "A"
                LogEntry.objects.filter(pk=entry.pk).update(events=json.dumps(events))
                return
    raise AssertionError("nothing was drawn")


def of_row(**values: Any) -> Callable[..., Any]:
    return lambda row: Match.objects.filter(pk=row.pk).update(**values)


TAMPERINGS: dict[str, Callable[[Match], object]] = {
    "a drawn tile": another_tile_was_drawn,
    "an action that is none": lambda row: row.log.filter(seq=2).update(action="{"),
    "an entry gone": lambda row: row.log.filter(seq=2).delete(),
    "the seed": of_row(seed=b"\x09" * 32),
    "the commitment": of_row(commitment="0" * 64),
    "the order of the lobby": lambda row: of_row(lobby_order=certain(row.lobby_order)[::-1])(row),
}


def page(client: Client, row: Match, name: str = "") -> str:
    response = client.get(f"/match/{row.public_id}/{name}")
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("tampering", TAMPERINGS)
@pytest.mark.parametrize("seen_before", [True, False])
def test_every_page_says_that_the_match_does_not_agree_with_its_seal(
    player: Client, row: Match, tampering: str, seen_before: bool
) -> None:
    names = ("", "replay/", "gcg", "fair/")
    if seen_before:
        assert not [name for name in names if SAYS in page(player, row, name)]
        assert "was not changed after the start" in page(player, row, "fair/")
    TAMPERINGS[tampering](row)
    assert [name for name in names if SAYS not in page(player, row, name)] == []
    assert "was not changed after the start" not in page(player, row, "fair/")


def test_it_says_so_in_swedish_to_htmx_and_to_strangers(client: Client, player: Client, row: Match) -> None:
    player.post(f"/match/{row.public_id}/share", {})
    shared = row.share_links.get().token
    another_tile_was_drawn(row)
    for address in (f"/match/{row.public_id}/fair/", f"/match/{row.public_id}/replay/?turn=1"):
        part = client.get(address, headers={"HX-Request": "true", "Accept-Language": "sv"}).content.decode()
        assert SAYS_SV in part and "<html" not in part
    client.logout()
    for address in (f"/shared/{shared}/", f"/shared/{shared}/replay/"):
        assert SAYS in client.get(address).content.decode()
