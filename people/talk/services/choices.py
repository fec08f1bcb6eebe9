"""What a player chooses about talk: free text in a match, what was read, and whom to hear nothing of."""

from django.db import transaction

from accounts.api import lock_players
from people.models import Mute, TalkLine, TalkSeat
from people.services.pairs import is_person
from people.talk.refusals import NoTalk, Refused
from people.talk.services import telling
from people.talk.services.table import table_of


def allow_text(public_id: str, user_id: int, *, allows: bool, now_ms: int) -> None:
    """Switch free text on or off for oneself in a match. Raises NoTalk, Refused."""
    with transaction.atomic():
        table = table_of(public_id, user_id)
        lock_players(list(table.users))
        if not table.is_open(now_ms):
            raise Refused("talk_over")
        if not is_person(table.users[user_id]):
            raise Refused("accounts_only")
        TalkSeat.objects.update_or_create(
            match_id=table.people.match_id, user_id=user_id, defaults={"allows_text": allows}
        )
        telling.pages(table, table.users)


def note_read(public_id: str, user_id: int, line_id: int) -> None:
    """The player has read up to that line of the match. An older one changes nothing. Raises NoTalk."""
    with transaction.atomic():
        table = table_of(public_id, user_id)
        found = TalkLine.objects.filter(match=table.people.match_id, pk__lte=line_id).order_by("-pk").first()
        if found is None:
            return
        row, _is_new = TalkSeat.objects.select_for_update().get_or_create(
            match_id=table.people.match_id, user_id=user_id
        )
        if found.pk > row.read_to:
            row.read_to = found.pk
            row.save(update_fields=["read_to"])


def mute(user_id: int, other_id: int, now_ms: int) -> None:
    """Hear nothing of that player any more, for good; they are not told. Raises NoTalk for oneself and for nobody."""
    if user_id == other_id:
        raise NoTalk(str(other_id))
    with transaction.atomic():
        if len(lock_players([user_id, other_id])) != 2:
            raise NoTalk(str(other_id))
        Mute.objects.get_or_create(user_id=user_id, muted_id=other_id, defaults={"made_at": now_ms})


def unmute(user_id: int, other_id: int) -> None:
    """Hear that player again; what was said meanwhile stays unsaid. Joins nothing, tells nobody."""
    with transaction.atomic():
        lock_players([user_id, other_id])
        Mute.objects.filter(user_id=user_id, muted_id=other_id).delete()


def has_muted(user_id: int, other_id: int) -> bool:
    """Whether this player has muted the other one: for their own pages."""
    return Mute.objects.filter(user_id=user_id, muted_id=other_id).exists()
