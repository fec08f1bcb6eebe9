"""On real row locks: a line is said once, is before a block or after it, and limits hold at the same instant."""

from functools import partial

import pytest

from accounts.api import block
from game.models import Match
from people.models import TalkLine
from people.talk.refusals import Refused
from people.talk.services import choices
from people.talk.services import lines as talk_lines
from tests.people.talkers import AT, friends_at, reads, strangers_at
from tests.support.at_once import at_once, codes_of, well_at_once
from tests.support.matches import make_match, submit

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 4


def test_the_same_nonce_from_two_tabs_at_once_is_one_line() -> None:
    for number in range(ROUNDS):
        row, (elsa, _mikael) = strangers_at(f"Elsa {number}", f"Mikael {number}")
        say = partial(talk_lines.say, row.public_id, elsa.pk, nonce="a" * 32, said="hello", now_ms=AT)
        results = well_at_once(say, say, say)
        assert len({line.pk for line in results}) == 1 and TalkLine.objects.filter(match=row).count() == 1


def test_of_lines_at_once_one_is_said() -> None:
    for number in range(ROUNDS):
        row, (elsa, mikael) = friends_at(f"Elsa {number}", f"Mikael {number}")
        other = make_match(users=[elsa, mikael], by_lot=False)
        said = [
            partial(talk_lines.say, where.public_id, elsa.pk, nonce=f"nonce{n:08d}", text="Hi", now_ms=AT)
            for n, where in enumerate((row, other, row))
        ]
        assert codes_of((Refused,), at_once(*said)) == ["text_soon"] * 2


def test_a_line_and_a_block_come_one_after_the_other() -> None:
    for number in range(ROUNDS):
        row, (elsa, mikael) = strangers_at(f"Elsa {number}", f"Mikael {number}")
        say = partial(talk_lines.say, row.public_id, mikael.pk, nonce="a" * 32, said="hello", now_ms=AT)
        cut = partial(block, elsa.pk, mikael.pk, AT) if number % 2 else partial(choices.mute, elsa.pk, mikael.pk, AT)
        well_at_once(say, cut)
        line = TalkLine.objects.get(match=row)
        assert line.withheld in (0, 1 << 0) and reads(row, elsa) == []
        assert reads(row, mikael) == ["hello"]


def test_a_line_and_the_end_of_the_match_hinder_neither() -> None:
    for number in range(ROUNDS):
        row, (elsa, _mikael) = strangers_at(f"Elsa {number}", f"Mikael {number}")
        say = partial(talk_lines.say, row.public_id, elsa.pk, nonce="a" * 32, said="thanks", now_ms=AT)
        well_at_once(say, partial(submit, row, 0, AT, do="resign"))
        assert Match.objects.get(pk=row.pk).status == Match.Status.OVER
        assert reads(row, elsa) == ["thanks"]
