"""Appeals by their service: one each, in time, decided by another, never harder (rules/people.md §7)."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Appeal, Sanction, SanctionKind, User
from accounts.services import appeals, sanctions
from common.models import AuditEntry
from news.models import News
from tests.accounts.conftest import PASSWORD, staff
from tests.support.sanctioned import sanctioned

DAY = timedelta(days=1)
NOW = timezone.now


@pytest.fixture
def other() -> User:
    """Another moderator than the one who decides."""
    return staff("klara")


@pytest.fixture
def made(elsa: User, moderator: User) -> Sanction:
    return sanctioned(elsa.pk, SanctionKind.NO_RATED, by=moderator, until=NOW() + 30 * DAY)


@pytest.fixture
def appealed(made: Sanction) -> Appeal:
    return appeals.appeal(made.user_id, made.pk, "My sister sat beside me.")


def test_it_holds_meanwhile_and_waits_with_the_oldest_first(appealed: Appeal, other: User) -> None:
    assert list(appeals.open_appeals()) == [appealed]
    assert sanctions.open_sanction(appealed.sanction.user_id, SanctionKind.NO_RATED)


@pytest.mark.parametrize(
    ("code", "text", "late"),
    [
        ("empty", " \r\n ", DAY),
        ("too_long", "a" * 1001, DAY),
        ("nul", "a\0b", DAY),
        ("too_late", "Not me.", 30 * DAY + timedelta(seconds=1)),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(elsa: User, code: str, text: str, late: timedelta) -> None:
    made = sanctioned(elsa.pk, SanctionKind.MUTE)
    with pytest.raises(appeals.CannotAppeal, match=code):
        appeals.appeal(elsa.pk, made.pk, text, made.began_at + late)
    assert not Appeal.objects.exists()


def test_the_longest_on_the_last_moment_is_taken(elsa: User) -> None:
    made = sanctioned(elsa.pk, SanctionKind.MUTE)
    assert appeals.appeal(elsa.pk, made.pk, "ö" * 1000, made.began_at + 30 * DAY)


def test_there_is_one_and_none_after_the_end_and_none_of_another_s(appealed: Appeal, ebba: User) -> None:
    made = appealed.sanction
    for user_id, code in ((made.user_id, "second"), (ebba.pk, "unknown")):
        with pytest.raises(appeals.CannotAppeal, match=code):
            appeals.appeal(user_id, made.pk, "Once more.")
    ended = sanctioned(ebba.pk, SanctionKind.MUTE)
    sanctions.lift_sanction(ended.pk, None)
    with pytest.raises(appeals.CannotAppeal, match="ended"):
        appeals.appeal(ebba.pk, ended.pk, "Late.")


def test_a_moderator_takes_it_alone_for_two_hours_and_can_put_it_back(appealed: Appeal, other: User) -> None:
    third = staff("tove")
    taken = appeals.take_appeal(appealed.pk, other)
    assert appeals.is_taken(taken) and not appeals.is_taken(taken, NOW() + timedelta(hours=2, seconds=1))
    with pytest.raises(appeals.CannotDecide, match="taken"):
        appeals.take_appeal(appealed.pk, third)
    with pytest.raises(appeals.CannotDecide, match="taken"):
        appeals.decide_appeal(appealed.pk, third, "kept", "No.")
    assert not appeals.put_back_appeal(appealed.pk, third) and appeals.put_back_appeal(appealed.pk, other)
    assert appeals.take_appeal(appealed.pk, third).taken_by == third
    assert appeals.take_appeal(appealed.pk, other, NOW() + timedelta(hours=3)).taken_by == other


# R11.6
@pytest.mark.parametrize("outcome", ["kept", "shortened", "lifted"])
def test_the_answer_keeps_shortens_or_lifts_and_is_the_last_word(appealed: Appeal, other: User, outcome: str) -> None:
    until, sooner = appealed.sanction.until, NOW() + 7 * DAY
    end = sooner if outcome == "shortened" else None
    decided = appeals.decide_appeal(appealed.pk, other, outcome, "Two are explained.", end)
    made = Sanction.objects.get(pk=appealed.sanction_id)
    assert (made.until, bool(made.ended_at)) == {
        "kept": (until, False), "shortened": (sooner, False), "lifted": (until, True),
    }[outcome]  # fmt: skip
    assert (decided.outcome, decided.decided_by, decided.taken_by) == (outcome, other, None)
    assert News.objects.get(user=made.user).values["outcome"] == outcome
    assert AuditEntry.objects.filter(kind="accounts.appeal", user=other).count() == 1
    for again in (appeals.take_appeal, lambda key, by: appeals.decide_appeal(key, by, "kept", "No.")):
        with pytest.raises(appeals.CannotDecide, match="decided"):
            again(appealed.pk, other)
    with pytest.raises(appeals.CannotAppeal, match="second"):
        appeals.appeal(made.user_id, made.pk, "Once more.")


def _at(days: float) -> datetime:
    return NOW() + days * DAY


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("outcome", {"outcome": "hanged"}),
        ("words", {"words": " "}),
        ("too_long", {"words": "a" * 1001}),
        ("nul", {"words": "a\0"}),
        ("until", {"outcome": "shortened"}),
        ("until", {"outcome": "shortened", "until": 31}),
        ("until", {"outcome": "shortened", "until": -1}),
        ("until", {"outcome": "kept", "until": 40}),
    ],
)
def test_nothing_harder_and_no_bad_input(appealed: Appeal, other: User, code: str, given: dict[str, Any]) -> None:
    more = {"outcome": "kept", "words": "No.", **given}
    until = _at(more.pop("until")) if "until" in more else None
    with pytest.raises(appeals.CannotDecide, match=code):
        appeals.decide_appeal(appealed.pk, other, more["outcome"], more["words"], until)
    assert Appeal.objects.get().decided_at is None and Sanction.objects.get() == appealed.sanction


def test_what_has_ended_cannot_be_shortened_but_its_appeal_is_answered(appealed: Appeal, other: User) -> None:
    sanctions.lift_sanction(appealed.sanction_id, None)
    with pytest.raises(appeals.CannotDecide, match="ended"):
        appeals.decide_appeal(appealed.pk, other, "shortened", "Yes.", _at(1))
    assert appeals.decide_appeal(appealed.pk, other, "lifted", "Yes.")


def test_one_without_an_end_can_get_one(elsa: User, moderator: User, other: User) -> None:
    made = sanctioned(elsa.pk, SanctionKind.CLOSED, by=moderator)
    appeal = appeals.appeal(elsa.pk, made.pk, "Please.")
    appeals.decide_appeal(appeal.pk, other, "shortened", "Half a year.", _at(180))
    assert Sanction.objects.get().until and not User.objects.get(pk=elsa.pk).is_active


# R11.6
def test_it_is_decided_by_another_and_by_an_operator_where_there_is_none(
    appealed: Appeal, moderator: User, boss: User, ebba: User
) -> None:
    for by, code in ((moderator, "own"), (ebba, "right"), (appealed.sanction.user, "right")):
        with pytest.raises(appeals.CannotDecide, match=code):
            appeals.take_appeal(appealed.pk, by)
    Sanction.objects.update(by=boss)
    appealed.refresh_from_db()
    with pytest.raises(appeals.CannotDecide, match="own"):
        appeals.take_appeal(appealed.pk, boss)
    moderator.is_active = False
    moderator.save()
    assert appeals.take_appeal(appealed.pk, boss), "nobody else is left"


def test_staff_about_staff_and_about_oneself(moderator: User, other: User, boss: User) -> None:
    made = sanctioned(moderator.pk, SanctionKind.MUTE, by=boss)
    appeal = appeals.appeal(moderator.pk, made.pk, "Please.")
    for by, code in ((moderator, "self"), (other, "staff")):
        with pytest.raises(appeals.CannotDecide, match=code):
            appeals.take_appeal(appeal.pk, by)
    second = User.objects.create_superuser("second", password=PASSWORD)
    assert appeals.take_appeal(appeal.pk, second)
