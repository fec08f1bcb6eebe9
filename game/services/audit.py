"""Audit stored matches: replay each from its seed and compare it with its log, digest by digest."""

import json
from collections.abc import Iterator

from django.db import transaction
from django.db.models import Q

from dictionary import api as dictionary
from game.dispatch import log_entries
from game.dispatch.steps import apply
from game.dispatch.stored_forms import as_kept, digest, in_form
from game.kernel.base_types import Millis
from game.kernel.chance import FairChance
from game.kernel.events import as_logged
from game.kernel.match import CoreState, Env, Step
from game.models import LogEntry, Match
from game.services import beginnings, deal_numbers, store


def first_difference(row: Match) -> str | None:
    """Where log and replay part, or log and snapshot, in a sentence for an operator; None when all agree."""
    try:
        stored = store.load(row)
    except Exception as error:
        return f"snapshot: cannot be read ({_said(error)})"
    try:
        lexicon = dictionary.lexicon(row.lexicon_name, row.lexicon_version)
    except LookupError as error:
        return f"word list: {_said(error)}"
    try:
        chance = FairChance(deal_numbers.seed_of(row))
    except Exception as error:
        return f"fair deal: its numbers cannot be read ({_said(error)})"
    state: CoreState | None = None
    for number, entry in enumerate(row.log.order_by("seq"), start=1):
        if entry.seq != number:
            return f"entry {number}: is missing"
        try:
            step = _repeated(row, entry, state, stored, Env(entry.at, lexicon, chance))
            events = log_entries.events_of(entry.events)
        except Exception as error:  # whatever a damaged entry leads to: refused, impossible, not to be read
            return f"entry {number}: cannot be replayed ({_said(error)})"
        if digest(in_form(step.state, entry.state_format)) != entry.digest:
            return f"entry {number}: the state after it is not the one logged"
        if as_logged(step.events, events) != events:
            return f"entry {number}: what it brought about is not what was logged"
        state = as_kept(step.state, entry.state_format)
    if state != stored:
        return "snapshot: not the state after the last entry"
    return None


def _repeated(row: Match, entry: LogEntry, before: CoreState | None, stored: CoreState, env: Env) -> Step[CoreState]:
    """An entry's step, taken again."""
    if before is None:
        return beginnings.first_step(row, stored, env.chance)
    action = log_entries.action_of(json.loads(entry.action), entry.seat, row.variant, row.language)
    return apply(before, before.active if entry.seat is None else entry.seat, action, env)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def every_match(since: Millis | None = None) -> Iterator[tuple[Match, str | None]]:
    """Every match, or those that ended since then and those that run, oldest first, with its first difference.

    A match may be played on between the reading of its row and of its log: what differs is looked at again under the
    lock.
    """
    of_interest = Q() if since is None else Q(finished_at__gte=since) | Q(status=Match.Status.LIVE)
    for match_id in list(Match.objects.filter(of_interest).order_by("pk").values_list("pk", flat=True)):
        row = Match.objects.get(pk=match_id)
        difference = first_difference(row)
        if difference is not None:
            with transaction.atomic():
                row = store.lock(match_id)
                difference = first_difference(row)
        yield row, difference
