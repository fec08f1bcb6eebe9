"""Sanctions by their service: what each kind closes, until when, and that nobody is sanctioned by mistake
(rules/people.md §7). What closing an account does: test_closed_accounts.py. Races: test_rated_closed_races.py."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import api
from accounts.models import NameKey, Sanction, SanctionKind, User
from accounts.profiles.names import BadName
from accounts.services import data_export, merging, naming, sanctions
from common.models import AuditEntry
from game.models import Match, SeatRow
from news.models import News
from tests.accounts.conftest import match_of, sign_in, who
from tests.support.sanctioned import sanctioned
from tests.support.types import certain

HOUR = timedelta(hours=1)


def shown_name(user: User) -> str:
    return User.objects.get(pk=user.pk).display_name


# R11.1
@pytest.mark.parametrize(
    ("kind", "muted", "rated", "active"),
    [
        (SanctionKind.WORD, False, True, True),
        (SanctionKind.MUTE, True, True, True),
        (SanctionKind.NO_RATED, False, False, True),
        (SanctionKind.RENAME, False, True, True),
        (SanctionKind.CLOSED, False, True, False),
    ],
)
def test_each_kind_closes_what_it_says_and_nothing_else_until_it_ends(
    elsa: User, kind: SanctionKind, muted: bool, rated: bool, active: bool
) -> None:
    until = timezone.now() + HOUR
    made = sanctioned(elsa.pk, kind, until=until)
    assert (api.is_muted(elsa.pk), not api.kept_from_rated([elsa.pk])) == (muted, rated)
    assert User.objects.get(pk=elsa.pk).is_active is active
    assert sanctions.open_sanction(elsa.pk, kind, until - HOUR / 2) == made
    assert sanctions.open_sanction(elsa.pk, kind, until) is None, "at once when its moment passes"
    assert sanctions.end_due(until) == 1 and sanctions.end_due(until) == 0
    assert not api.is_muted(elsa.pk) and not api.kept_from_rated([elsa.pk])
    assert User.objects.get(pk=elsa.pk).is_active and shown_name(elsa) == "Elsa"


def test_the_one_concerned_is_told_and_it_is_in_the_audit_log(elsa: User, moderator: User) -> None:
    made = sanctioned(elsa.pk, SanctionKind.MUTE, by=moderator)
    assert News.objects.get(user=elsa).path == f"/accounts/decisions/{made.pk}/"
    assert User.objects.get(pk=elsa.pk).has_unread_decision
    assert sanctions.change_sanction(made.pk, moderator, until=timezone.now() + HOUR, words="Anew.", note="").until
    assert sanctions.lift_sanction(made.pk, moderator)
    assert [entry.act for entry in AuditEntry.objects.order_by("pk")] == ["add", "change", "done"]
    assert {entry.kind for entry in AuditEntry.objects.all()} == {"accounts.sanction"}
    with pytest.raises(sanctions.CannotSanction, match="ended"):
        sanctions.change_sanction(made.pk, moderator, until=None, words="Anew.", note="")


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("kind", {"kind": "hanged"}),
        ("reason", {"reason": "because"}),
        ("words", {"words": " \n "}),
        ("too_long", {"words": "a" * 1001}),
        ("too_long", {"note": "a" * 2001}),
        ("nul", {"words": "a\0b"}),
        ("nul", {"note": "a\0b"}),
        ("passed", {"until": timezone.now() - HOUR}),
    ],
)
def test_bad_input_is_refused_by_its_name_and_nothing_is_stored(elsa: User, code: str, changed: dict[str, Any]) -> None:
    given: dict[str, Any] = {"kind": SanctionKind.CLOSED, "reason": "other", "words": "Swearing.", "by": None}
    with pytest.raises(sanctions.CannotSanction, match=code):
        sanctions.sanction(elsa.pk, **{**given, **changed})
    assert not Sanction.objects.exists() and User.objects.get(pk=elsa.pk).is_active


def test_staff_are_sanctioned_by_superusers_only_and_the_last_of_those_stays(boss: User, moderator: User) -> None:
    for by, whom, code in ((moderator, boss, "staff"), (moderator, moderator, "staff"), (boss, boss, "last")):
        with pytest.raises(sanctions.CannotSanction, match=code):
            sanctioned(whom.pk, SanctionKind.CLOSED, by=by)
    assert sanctioned(moderator.pk, SanctionKind.CLOSED, by=boss)


def test_one_of_a_kind_holds_at_a_time_but_of_words_there_are_many(elsa: User) -> None:
    sanctioned(elsa.pk, SanctionKind.WORD)
    sanctioned(elsa.pk, SanctionKind.WORD)
    first = sanctioned(elsa.pk, SanctionKind.MUTE)
    with pytest.raises(sanctions.SanctionedAlready):
        sanctioned(elsa.pk, SanctionKind.MUTE)
    Sanction.objects.filter(pk=first.pk).update(until=timezone.now() - HOUR)
    assert sanctioned(elsa.pk, SanctionKind.MUTE), "where the first has passed, before the periodic job ends it"
    first.refresh_from_db()
    assert first.ended_at


# R11.2
def test_running_rated_matches_go_on_and_count_for_nobody(elsa: User, ebba: User) -> None:
    row = match_of(elsa, ebba)
    Match.objects.filter(pk=row.pk).update(rated=True, preset="quick")
    sanctioned(elsa.pk, SanctionKind.NO_RATED)
    row.refresh_from_db()
    assert (row.status, row.rated) == ("live", False)


# R11.3
def test_a_name_to_be_changed_is_hidden_everywhere_until_another_is_chosen(elsa: User, ebba: User) -> None:
    row = match_of(elsa, ebba)
    sanctioned(elsa.pk, SanctionKind.RENAME)
    hidden = shown_name(elsa)
    assert re.fullmatch(r"Player [2-9A-Z]{4}", hidden)
    names = set(SeatRow.objects.filter(match=row).values_list("name", flat=True))
    assert names == {hidden, "Ebba"} and "Elsa" not in certain(Match.objects.get(pk=row.pk).lobby_order)
    with pytest.raises(BadName, match="taken"):
        naming.free_name("Elsa", ebba.pk)
    for former in ("Elsa", "ELSA", "E1sa"):
        with pytest.raises(BadName, match="to_be_changed"):
            naming.rename(elsa.pk, former)
    naming.rename(elsa.pk, "Elin")
    assert sanctions.open_sanction(elsa.pk, SanctionKind.RENAME) is None
    assert shown_name(elsa) == "Elin" and row.seats.filter(name="Elin").exists()
    with pytest.raises(BadName, match="to_be_changed"):
        naming.free_name("Elsa", elsa.pk)


def test_it_may_be_chosen_within_the_thirty_days_and_only_then(elsa: User) -> None:
    naming.rename(elsa.pk, "Elin")
    with pytest.raises(BadName, match="too_soon"):
        naming.rename(elsa.pk, "Ellen")
    sanctioned(elsa.pk, SanctionKind.RENAME)
    naming.rename(elsa.pk, "Ellen")
    assert shown_name(elsa) == "Ellen"


def test_a_hidden_name_signs_in_keeps_its_claim_and_comes_back_when_lifted(elsa: User, client: Client) -> None:
    made = sanctioned(elsa.pk, SanctionKind.RENAME)
    user = User.objects.get(pk=elsa.pk)
    user.save()  # as other code does, with every column
    keys = set(NameKey.objects.filter(user=elsa).values_list("key", flat=True))
    sign_in(client, "Elsa")
    assert who(client) == elsa
    sanctions.lift_sanction(made.pk, None)
    assert shown_name(elsa) == "Elsa"
    assert set(NameKey.objects.filter(user=elsa).values_list("key", flat=True)) == keys


def test_it_is_swedish_for_who_reads_swedish(elsa: User) -> None:
    User.objects.filter(pk=elsa.pk).update(language="sv")
    sanctioned(elsa.pk, SanctionKind.RENAME)
    assert shown_name(elsa).startswith("Spelare ")


# R11.7
@pytest.mark.parametrize("guest_longer", [True, False])
def test_a_guest_s_sanctions_follow_to_the_account_and_the_longer_one_holds(
    elsa: User, guest: User, guest_longer: bool
) -> None:
    longer, shorter = (guest, elsa) if guest_longer else (elsa, guest)
    kept = sanctioned(longer.pk, SanctionKind.NO_RATED)
    gone = sanctioned(shorter.pk, SanctionKind.NO_RATED, until=timezone.now() + HOUR)
    sanctioned(guest.pk, SanctionKind.MUTE)
    sanctioned(guest.pk, SanctionKind.RENAME)
    merging.merge(guest.pk, elsa.pk)
    assert sanctions.open_sanction(elsa.pk, SanctionKind.NO_RATED) == kept
    gone.refresh_from_db()
    assert gone.ended_at and gone.user == elsa
    assert api.is_muted(elsa.pk) and shown_name(elsa) == "Elsa"
    user = User.objects.get(pk=elsa.pk)
    assert user.has_unread_decision and user.is_kept_from_rated


def test_a_copy_of_one_s_data_has_the_words_and_not_the_notes(elsa: User, moderator: User) -> None:
    sanctioned(elsa.pk, SanctionKind.MUTE, by=moderator, note="inside")
    said = data_export.of(elsa)
    assert said["decisions"][0]["words"] == "Swearing." and "inside" not in str(said)
    assert "moderator" not in str(said)
