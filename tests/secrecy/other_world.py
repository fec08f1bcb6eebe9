"""The second world: the same public history, another hand of the opponent, another bag, another seed.

`twin` exchanges what is hidden in a state; `hide_anew` writes it to the database together with a log whose owner-only
fields are others of the same public shape. A viewer who can tell the two worlds apart has been told a secret.
"""

import hashlib
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.crossword.tiles import ALFA_MARK, ALPHABETS, is_alfa, letter_of
from game.models import LogEntry, Match, SeatRow
from game.variants.alfapower.rules.state import MatchState, Phase
from tests.support.matches import store_state


def twin(rng: random.Random, state: MatchState, viewer: int, keep: Sequence[str] = ()) -> MatchState | None:
    """The state with another hand for the opponent of `viewer`; `keep` are tiles of it that stay. None: there is none.

    As many tiles are Alfa tiles in the hand as before, and as many in the bag, for that is known.
    """
    player = state.players[1 - viewer]
    free = list(player.hand)
    for tile in keep:
        free.remove(tile)
    pool = [letter_of(tile) for tile in (*free, *state.bag)]
    for _ in range(50):
        rng.shuffle(pool)
        if sorted(pool[: len(free)]) != sorted(letter_of(tile) for tile in free):
            break
    else:
        return None
    hand = _marked(rng, pool[: len(free)], sum(map(is_alfa, free)))
    hand.sort(key=is_alfa, reverse=True)  # what was drawn last stands last, and that is plain
    hand = [*(tile for tile in keep if is_alfa(tile)), *hand, *(tile for tile in keep if not is_alfa(tile))]
    bag = _marked(rng, pool[len(free) :], sum(map(is_alfa, state.bag)))
    choice = state.choice
    if state.phase is Phase.ALFA and state.active != viewer:
        choice = tuple(hand[len(hand) - len(choice) :])
    other = replace(state, bag=tuple(sorted(bag)), choice=choice)
    return other.put_player(1 - viewer, replace(player, hand=tuple(hand)))


def hide_anew(rng: random.Random, row: Match, state: Any, viewer: int | None) -> None:
    """Make the stored match of any game the one of the other world: its state, its seed, and the secrets of all but the
    viewer (None: of all) in the log and on the way to the board."""
    store_state(row, state)
    Match.objects.filter(pk=row.pk).update(seed=rng.randbytes(32))
    letters = ALPHABETS[row.language]
    draft = [[0, col, rng.choice(letters)] for col in range(rng.randint(1, 4))]
    SeatRow.objects.filter(match=row).exclude(seat=-1 if viewer is None else viewer).update(
        draft=json.dumps(draft, ensure_ascii=False)
    )
    for entry in LogEntry.objects.filter(match=row):
        events = json.loads(entry.events)
        if any(event["owner"] for event in events if event["seat"] != viewer):
            entry.events = json.dumps([_retold(rng, event, viewer, letters) for event in events], ensure_ascii=False)
            entry.action = json.dumps(_redone(rng, json.loads(entry.action), events, letters), ensure_ascii=False)
        entry.digest = hashlib.sha256(rng.randbytes(8)).hexdigest()
        entry.save()


def _marked(rng: random.Random, faces: Sequence[str], marks: int) -> list[str]:
    """The faces in any order, some of them Alfa tiles."""
    chosen = set(rng.sample(range(len(faces)), marks))
    return [letter + ALFA_MARK if i in chosen else letter for i, letter in enumerate(faces)]


def _retold(rng: random.Random, event: dict[str, Any], viewer: int | None, letters: str) -> dict[str, Any]:
    """The event with other things in its owner's fields: as many tiles, but any number of rejected words."""
    if event["seat"] == viewer or not event["owner"]:
        return event
    owner: dict[str, Any] = {}
    for field, value in event["owner"].items():
        if field == "rejected":
            owner[field] = ["".join(rng.choices(letters, k=rng.randint(2, 7))) for _ in range(rng.randint(1, 3))]
        elif event["kind"] == "attempt_failed":
            owner[field] = [[rng.randrange(11), rng.randrange(11), rng.choice(letters)] for _ in range(3)]
        elif isinstance(value, list):
            owner[field] = rng.choices(letters, k=len(value))
        else:
            owner[field] = value and rng.choice(letters)
    return {**event, "owner": owner}


def _redone(rng: random.Random, action: dict[str, Any], events: list[dict[str, Any]], letters: str) -> dict[str, Any]:
    """The logged action with other hidden parts: tiles swapped, tiles tried in vain, the tile chosen."""
    if action["do"] == "use" and "tiles" in action:
        return {**action, "tiles": rng.choices(letters, k=len(action["tiles"]))}
    if action["do"] == "place" and events[0]["kind"] == "attempt_failed":
        return {**action, "tiles": [[0, 0, rng.choice(letters)]]}
    if action["do"] == "choose" and action["tile"]:
        return {**action, "tile": rng.choice(letters)}
    return action
