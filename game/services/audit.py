"""Proof that a stored match is what its log says: replayed from the seed, digest by digest."""

import json

from dictionary import api as dictionary
from game.models import Match
from game.rules.chance import FairChance
from game.rules.codec import digest, encode
from game.rules.reducer import apply
from game.rules.setup import new_match
from game.rules.state import Env
from game.services import store


def first_difference(row: Match) -> str:
    """Where log and replay part, or log and snapshot; "" when all agree. Raises LookupError when the word list is
    gone.
    """
    stored = store.load(row)
    lexicon = dictionary.lexicon(row.lexicon_name, row.lexicon_version)
    chance = FairChance(bytes(row.seed))
    step = new_match(stored.rules, chance, row.started_at)
    for entry in row.log.order_by("seq"):
        if entry.seq > 1:
            action = store.action_of(json.loads(entry.action), entry.seat, row.language)
            step = apply(step.state, entry.seat or 0, action, Env(entry.at, lexicon, chance))
        if digest(encode(step.state)) != entry.digest:
            return f"entry {entry.seq}: the state after it is not the one logged"
        if tuple(step.events) != store.events_of(entry.events):
            return f"entry {entry.seq}: what it brought about is not what was logged"
    if step.state != stored:
        return "snapshot: not the state after the last entry"
    return ""
