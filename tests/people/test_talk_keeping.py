"""How long talk is kept, and that it goes with the account and comes to the account of a guest."""

import pytest

from accounts.models import User
from accounts.services import leaving, merging
from common.durations import DAY_MS
from game.models import Match
from people.models import Case, Mute, Report, TalkLine, TalkSeat
from people.talk.services import choices, keeping
from people.talk.services import lines as talk_lines
from tests.people.players import account
from tests.people.talkers import AT, LATER, friends_at, reads, say, strangers_at
from tests.support.matches import make_match, resigned, user_at
from tests.support.sanctioned import closed


def reported(line: TalkLine, by: User) -> Report:
    case = Case.objects.create(about_id=line.user_id or 0, opened_at=AT)
    return Report.objects.create(case=case, reporter=by, reason="insults", made_from="talk", line=line, made_at=AT)


# R14.5
@pytest.mark.parametrize(("is_reported", "days"), [(False, 30), (True, 90)])
def test_it_is_removed_so_many_days_after_the_match(is_reported: bool, days: int) -> None:
    row, (elsa, mikael) = friends_at()
    line = say(row, elsa, text="You play like a spoon")
    say(row, mikael, text="Thanks")
    choices.note_read(row.public_id, mikael.pk, line.pk)
    if is_reported:
        reported(line, mikael)
    assert keeping.remove_old(AT + 1_000 * DAY_MS) == 0, "not while the match runs"
    ended = resigned(row).finished_at
    assert ended is not None
    assert keeping.remove_old(ended + days * DAY_MS - 1) == 0
    assert keeping.remove_old(ended + days * DAY_MS) == 2
    assert keeping.remove_old(ended + 90 * DAY_MS) == 0 and not TalkLine.objects.exists()
    assert Report.objects.filter(line=None).count() == is_reported


def test_it_goes_with_the_account_but_for_what_was_reported() -> None:
    row, (elsa, mikael) = friends_at()
    said = say(row, elsa, text="You play like a spoon")
    say(row, elsa, at=AT + LATER, text="Sorry")
    say(row, mikael, text="Well")
    reported(said, mikael)
    leaving.delete(elsa.pk)
    assert reads(row, mikael) == ["You play like a spoon", "Well"]
    assert [one.name for one in talk_lines.of_match(row.pk)] == ["Deleted player", "Mikael"]
    assert TalkLine.objects.get(pk=said.pk).user_id is None


def test_ones_own_lines_and_choices_are_in_the_export_and_no_others() -> None:
    row, (elsa, mikael) = friends_at()
    say(row, elsa, text="Hi")
    say(row, mikael, text="Secret")
    choices.mute(elsa.pk, mikael.pk, AT)
    choices.allow_text(row.public_id, elsa.pk, allows=True, now_ms=AT)
    assert keeping.exported(elsa.pk) == {
        "talk": [{"match": row.public_id, "at": AT, "said": "", "text": "Hi"}],
        "talk_free_text_allowed": [row.public_id],
        "muted": [{"id": mikael.public_id, "name": "Mikael", "made_at": AT}],
    }
    assert keeping.exported(mikael.pk)["muted"] == [], "nobody reads who has muted them"


def test_a_guests_talk_is_the_accounts() -> None:
    row = make_match()
    guest, other = user_at(row, 0), user_at(row, 1)
    elsa = account("Elsa")
    say(row, guest)
    choices.note_read(row.public_id, guest.pk, 10**9)
    choices.mute(other.pk, guest.pk, AT)
    choices.mute(guest.pk, elsa.pk, AT)
    merging.merge(guest.pk, elsa.pk)
    assert TalkLine.objects.get().user == elsa and TalkSeat.objects.get().user == elsa
    assert [(mute.user_id, mute.muted_id) for mute in Mute.objects.all()] == [(other.pk, elsa.pk)]


def test_who_is_banned_keeps_their_lines() -> None:
    row, (elsa, mikael) = strangers_at()
    say(row, elsa)
    closed(elsa.pk)
    assert reads(row, mikael) == ["hello"]
    assert Match.objects.get(pk=row.pk).status == Match.Status.OVER
