"""Every address of the site by which one player reaches another, and what a block makes of it.

`ABOUT_OTHERS` is the table: for each address that is about another person, what somebody sees there whom that person
has blocked. `NOT_ABOUT_OTHERS` names all the rest of these apps, so that a new address stands in neither until somebody
has thought about it (test_addresses.py).
"""

from collections.abc import Iterator
from enum import StrEnum

from django.urls import URLResolver, get_resolver

APPS = ("accounts", "lobby", "people", "game", "web_api")


class Seen(StrEnum):
    """What the blocked see at an address."""

    AS_ABSENT = "what they see where the other one is not there, or takes nothing"
    AS_EVER = "what they see without a block: it is public, or of a match that both play"
    OWN = "their own side of it only, or of players whom the rule lets meet"


ABOUT_OTHERS = {
    "accounts:player": Seen.AS_EVER,
    "accounts:block": Seen.AS_EVER,
    "accounts:unblock": Seen.AS_EVER,
    "accounts:block-in-match": Seen.AS_EVER,
    "accounts:leaderboard": Seen.AS_EVER,
    "accounts:bests": Seen.AS_EVER,
    "accounts:matches": Seen.AS_EVER,
    "accounts:rank-change": Seen.AS_EVER,
    "lobby:seek": Seen.AS_ABSENT,
    "lobby:poll": Seen.AS_ABSENT,
    "lobby:interrupt": Seen.AS_ABSENT,
    "lobby:waiting": Seen.AS_ABSENT,
    "lobby:practice_poll": Seen.OWN,
    "lobby:slow": Seen.AS_ABSENT,
    "lobby:slow_poll": Seen.AS_ABSENT,
    "lobby:counts": Seen.AS_EVER,
    "lobby:home": Seen.AS_EVER,
    "lobby:game": Seen.AS_EVER,
    "lobby:join": Seen.AS_ABSENT,
    "lobby:invitation": Seen.AS_ABSENT,
    "lobby:room": Seen.AS_ABSENT,
    "lobby:room_poll": Seen.AS_ABSENT,
    "lobby:room_ready": Seen.AS_ABSENT,
    "lobby:room_seats": Seen.OWN,
    "lobby:room_head_start": Seen.OWN,
    "lobby:here": Seen.AS_ABSENT,
    "lobby:rematch": Seen.AS_ABSENT,
    "lobby:answer_rematch": Seen.AS_ABSENT,
    "lobby:shelf": Seen.AS_EVER,
    "game:match": Seen.AS_EVER,
    "game:panels": Seen.AS_EVER,
    "game:act": Seen.AS_EVER,
    "game:nudge": Seen.AS_EVER,
    "game:watch": Seen.AS_ABSENT,
    "game:watch-panels": Seen.AS_ABSENT,
    "game:watch-replay": Seen.AS_ABSENT,
    "game:shared": Seen.AS_EVER,
    "game:shared-replay": Seen.AS_EVER,
    "web_api:events": Seen.AS_EVER,
    "web_api:match": Seen.AS_EVER,
    "web_api:match-stream": Seen.AS_EVER,
    "web_api:act": Seen.AS_EVER,
    "web_api:join": Seen.AS_ABSENT,
    "web_api:ready": Seen.AS_ABSENT,
    "people:find": Seen.AS_ABSENT,
    "people:ask": Seen.AS_ABSENT,
    "people:use-link": Seen.AS_ABSENT,
    "people:friends": Seen.OWN,
    "people:drawer": Seen.OWN,
    "people:accept": Seen.OWN,
    "people:put-off": Seen.OWN,
    "people:withdraw": Seen.OWN,
    "people:leave": Seen.OWN,
    "people:played": Seen.AS_ABSENT,
    "people:watch-list": Seen.OWN,
    "people:watch-rows": Seen.OWN,
    "people:watch-best": Seen.AS_EVER,
    "people:watch-next": Seen.OWN,
    "people:watch-next-now": Seen.OWN,
    "people:watch-who": Seen.OWN,
    "people:challenge": Seen.AS_ABSENT,
    "people:challenges": Seen.OWN,
    "people:challenge-page": Seen.AS_ABSENT,
    "people:challenge-poll": Seen.AS_ABSENT,
    "people:challenge-now": Seen.OWN,
    "people:challenge-again": Seen.AS_ABSENT,
    "people:challenge-accept": Seen.AS_ABSENT,
    "people:challenge-decline": Seen.AS_ABSENT,
    "people:challenge-counter": Seen.AS_ABSENT,
    "people:challenge-take-back": Seen.OWN,
    "people:report": Seen.AS_EVER,
    "people:talk": Seen.AS_EVER,
    "people:say": Seen.AS_EVER,
    "people:talk-text": Seen.AS_EVER,
    "people:talk-read": Seen.AS_EVER,
    "people:mute": Seen.AS_EVER,
    "people:unmute": Seen.AS_EVER,
}

NOT_ABOUT_OTHERS = frozenset(
    "accounts:" + name
    for name in (
        "account", "name", "name-read", "figures", "language", "preferences", "export", "delete", "boards", "new-board",
        "board", "copy-board", "delete-board", "best-so-far", "ranking", "balance", "matches_csv", "decision",
        "decision-read", "decision-name", "appeal", "closed-data",
        "board", "copy-board", "delete-board", "best-so-far", "ranking", "balance", "matches_csv",
        "walk-aways", "hide-walk-aways",
    )
) | frozenset(
    "lobby:" + name
    for name in (
        "new_room", "share_target", "room_settings", "room_rules", "room_game", "room_leave", "cancel", "stay", "next",
        "waiting_number", "next_card", "slow_cancel", "first_match", "practice", "practice_start", "practice_starting",
        "practice_pace", "practice_again", "play_on", "shared_play_on", "alone_starting", "alone_poll", "alone_again",
        "one_device", "one_device_start", "alone", "alone_start",
    )
) | frozenset(
    "game:" + name
    for name in (
        "readout", "draft", "turns", "rules", "commands", "word", "dispute", "record", "replay", "gcg", "fair", "share",
        "guide", "guide-of", "paper", "deal", "shared-picture",
    )
) | frozenset({"people:contact", "people:new-link", "people:watch-switches"}) | frozenset(
    "web_api:" + name for name in ("tokens", "become", "revoke", "account", "leave")
)  # fmt: skip


def names() -> Iterator[str]:
    """The addresses of these apps, each by its name."""
    for namespace, (_prefix, resolver) in get_resolver().namespace_dict.items():
        if namespace in APPS:
            for name in _inside(resolver):
                yield f"{namespace}:{name}"


def _inside(resolver: URLResolver) -> Iterator[str | None]:
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from _inside(one)
        else:
            yield one.name
