"""A match whose log is long: thousands of failed tries in one turn, as only a match without a limit of tries has."""

import json

from game.dispatch import log_entries
from game.dispatch.record_reading import read_action
from game.dispatch.steps import apply
from game.dispatch.stored_forms import canonical, digest, encode
from game.kernel.chance import NoChance
from game.kernel.match import Env
from game.models import LogEntry, Match
from game.services import store
from tests.support.matches import START

NO_WORDS: frozenset[str] = frozenset()


def flood(row: Match, tries: int) -> Match:
    """So many failed tries of the seat on turn, written as the service writes them, but all at once."""
    row = Match.objects.get(pk=row.pk)
    state = store.load(row)
    stored = encode(state)
    letters = [tile for tile in state.players[state.active].hand if tile != "?"][:2]
    centre = state.board.size // 2
    tiles = [[centre, centre + at, tile] for at, tile in enumerate(letters)]
    action = read_action({"do": "place", "seat": state.active, "tiles": tiles}, "alfapower", row.language)
    text, env, entries = canonical(log_entries.action_data(action)), Env(START + 1000, NO_WORDS, NoChance()), []
    for number in range(1, tries + 1):
        step = apply(state, state.active, action, env)
        state = step.state
        happened = json.dumps([event.data() for event in step.events], separators=(",", ":"), ensure_ascii=False)
        entries.append(
            LogEntry(
                match=row,
                seq=row.version + number,
                at=env.now,
                seat=state.active,
                action=text,
                events=happened,
                digest="0" * 64,
                state_format=stored["format"],
            )  # fmt: skip
        )
    entries[-1].digest = digest(encode(state))
    LogEntry.objects.bulk_create(entries, batch_size=500)
    row.version += tries
    row.state = canonical(encode(state))
    row.save(update_fields=["version", "state"])
    return row
