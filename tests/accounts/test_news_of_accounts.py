"""What somebody was told goes with them: from guest to account, into the export, and away with the account."""

import pytest

from accounts.models import User
from accounts.services import data_export, leaving, merging
from news import api as news
from news.models import News
from tests.support.matches import START, UserFactory, make_match, user_at

pytestmark = pytest.mark.django_db


def told(user: User) -> set[str]:
    return set(News.objects.filter(user=user).values_list("kind", flat=True))


def test_a_guest_who_signs_in_keeps_the_news() -> None:
    row = make_match(turn_seconds=259_200)
    guest, account = user_at(row, 0), UserFactory.create(is_guest=False)
    merging.merge(guest.pk, account.pk)
    assert told(account) == {"turn", "turn_low"} and not User.objects.filter(pk=guest.pk).exists()


def test_the_export_has_what_one_was_told_and_was_not_taken_back() -> None:
    user = UserFactory.create()
    for topic in ("match:one", "match:two"):
        news.tell([user.pk], "turn", topic, path="/guide/", at=START, values={"names": ["Elsa"]})
    news.withdraw("match:two", at=START)
    (found,) = data_export.of(user)["news"]
    assert (found["kind"], found["topic"], found["values"]) == ("turn", "match:one", {"names": ["Elsa"]})


def test_with_the_account_its_news_go() -> None:
    row = make_match(turn_seconds=259_200)
    gone = user_at(row, 0)
    assert told(gone)
    leaving.delete(gone.pk)
    assert not News.objects.filter(user_id=gone.pk).exists()
