"""Staff and the word court at the same moment, each in a thread and a transaction of its own."""

import io
from functools import partial
from typing import Any

import pytest

from dictionary import api
from dictionary.models import Change, ListVersion
from dictionary.services import disputes, jobs, uploads, versions
from dictionary.services.refusal import Refused
from tests.support.at_once import at_once, well_at_once
from tests.support.lists import publish
from tests.support.matches import UserFactory
from tests.support.run_length import tries

pytestmark = pytest.mark.django_db(transaction=True)


def compiled(words: bytes) -> ListVersion:
    """A version ready to be published."""
    job = uploads.receive("en", io.BytesIO(words), len(words), None)
    jobs.work(job.pk)
    return ListVersion.objects.get(pk=job.word_list_id)


@pytest.mark.parametrize("turn", range(tries(1, 3)))
def test_of_two_who_publish_at_once_one_has_done_it(turn: int, quiet: list[Any]) -> None:
    seen = publish(compiled(b"aa\n").pk).pk  # each attempt is weighed against it
    first, second = compiled(b"aa\nbb\n"), compiled(b"aa\ncc\n")
    found = at_once(*(partial(publish, one.pk, seen) for one in (first, second)))
    (done,) = [answer for answer in found if isinstance(answer, ListVersion)]
    (told,) = [answer for answer in found if isinstance(answer, Refused)]
    assert str(done) in str(told)
    assert versions.active("en") == done
    published = ListVersion.objects.filter(pk__in=(first.pk, second.pk), state="published")
    assert list(published) == [done]


def test_the_same_version_is_published_once(quiet: list[Any]) -> None:
    seen, version = publish(compiled(b"aa\n").pk).pk, compiled(b"aa\nbb\n")
    found = at_once(*[lambda: publish(version.pk, seen)] * 3)
    assert sum(isinstance(answer, ListVersion) for answer in found) == 1
    assert sum(isinstance(answer, Refused) for answer in found) == 2, found


def test_proposals_at_once_meet_in_one_draft() -> None:
    words = ["zqxa", "zqxb", "zqxc", "zqxd"]
    lexicon = api.current("en")
    ids = [disputes.dispute(UserFactory.create().pk, lexicon, word.upper()).pk for word in words]
    found = well_at_once(*(partial(disputes.decide, pk, accept=True, reason="a word", moderator=None) for pk in ids))
    assert all(isinstance(answer, disputes.Verdict) and answer.draft for answer in found)
    assert ListVersion.objects.filter(language="en", state="draft").count() == 1
    assert sorted(Change.objects.values_list("word", flat=True)) == [word.upper() for word in words]


def test_a_job_is_done_by_one_of_those_who_are_told_of_it(quiet: list[Any]) -> None:
    job = uploads.receive("en", io.BytesIO(b"aa\n"), 3, None)
    well_at_once(*[partial(jobs.work, job.pk)] * 3)
    job.refresh_from_db()
    assert (job.state, job.attempt) == ("done", 1)
