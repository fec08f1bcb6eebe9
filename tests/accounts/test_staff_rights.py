"""What staff can do to players and to each other: nobody gives themselves rights, and names keep to the rules."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.urls import reverse

from accounts.models import Sanction, User
from accounts.profiles.names import BadName
from accounts.services import naming
from common.audit_log import record
from common.models import AuditEntry
from lobby.models import Preset
from tests.accounts.conftest import PASSWORD, account, staff
from tests.support.browsers import signed_in

GROUPS = ("Moderators", "Word editors", "Operators")


def page_of(user: User) -> str:
    return reverse("admin:accounts_user_change", args=[user.pk])


@pytest.fixture
def moderator(moderator: User) -> User:
    """One with all rights over users that can be given."""
    rights = Permission.objects.filter(content_type__model__in=("user", "group", "permission"))
    moderator.user_permissions.add(*rights)
    return moderator


def everything(**more: str) -> dict[str, str]:
    """A form with all that anybody could tick."""
    return {"is_active": "on", "is_staff": "on", "is_superuser": "on", "groups": "1", "user_permissions": "1"} | more


def test_a_moderator_gives_rights_to_nobody(moderator: User, elsa: User) -> None:
    assert signed_in(moderator).post(page_of(elsa), everything(display_name="Elsa")).status_code == 302
    elsa.refresh_from_db()
    assert not (elsa.is_staff or elsa.is_superuser or elsa.groups.exists() or elsa.user_permissions.exists())


def test_nor_to_themselves_nor_through_a_group(moderator: User) -> None:
    browser = signed_in(moderator)
    assert browser.post(page_of(moderator), everything(display_name="moderator")).status_code == 403
    assert not User.objects.get(pk=moderator.pk).is_superuser
    group = Group.objects.get(name="Moderators")
    for address in ("/admin/auth/group/", "/admin/auth/group/add/", f"/admin/auth/group/{group.pk}/change/"):
        assert browser.get(address).status_code == browser.post(address, {"name": "x"}).status_code == 403, address


def test_staff_are_touched_by_superusers_only(moderator: User, boss: User) -> None:
    other = User.objects.create_user("operator", password=PASSWORD, is_staff=True)
    browser = signed_in(moderator)
    for user in (other, boss, moderator):
        assert browser.get(page_of(user)).status_code == 200, "looking is allowed"
        assert browser.post(page_of(user), {"display_name": "Renamed"}).status_code == 403
        assert browser.post(reverse("admin:accounts_user_delete", args=[user.pk]), {"post": "yes"}).status_code == 403
        assert browser.get(reverse("admin:auth_user_password_change", args=[user.pk])).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [other.pk, boss.pk], "post": "yes"}
    browser.post(reverse("admin:accounts_user_changelist") + "?who=all", chosen)
    assert User.objects.filter(pk__in=[other.pk, boss.pk], display_name__in=["operator", "boss"]).count() == 2
    assert signed_in(boss).post(page_of(other), everything(display_name="Ove")).status_code == 302
    assert User.objects.get(pk=other.pk).display_name == "Ove"


def test_passwords_are_set_by_superusers_only(moderator: User, boss: User, elsa: User) -> None:
    form = {"password1": "another horse 12", "password2": "another horse 12", "usable_password": "true"}
    address = reverse("admin:auth_user_password_change", args=[elsa.pk])
    assert signed_in(moderator).post(address, form).status_code == 403
    assert signed_in(boss).post(address, form | {"set-password": "1"}).status_code == 302
    elsa.refresh_from_db()
    assert elsa.check_password("another horse 12")
    entry = AuditEntry.objects.get()
    assert list(entry.changes) == ["password"] and "another horse" not in str(entry.changes)


def test_nobody_is_made_a_superuser_in_the_admin(boss: User, elsa: User) -> None:
    assert signed_in(boss).post(page_of(elsa), everything(display_name="Elsa")).status_code == 302
    elsa.refresh_from_db()
    assert elsa.is_staff and not elsa.is_superuser
    assert signed_in(boss).get(reverse("admin:accounts_user_add")).status_code == 403


def test_superusers_are_made_and_unmade_by_a_command(
    boss: User, elsa: User, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("superuser", "elsa")
    elsa.refresh_from_db()
    assert elsa.is_superuser and elsa.is_staff and "Elsa is a superuser now." in capsys.readouterr().out
    call_command("superuser", "Elsa", "--remove")
    elsa.refresh_from_db()
    assert not elsa.is_superuser and not elsa.is_staff
    with pytest.raises(CommandError, match="last superuser"):
        call_command("superuser", "boss", "--remove")
    with pytest.raises(CommandError, match="No account is called nobody"):
        call_command("superuser", "nobody")


def test_the_last_superuser_cannot_be_deleted_in_the_admin(boss: User) -> None:
    signed_in(boss).post(reverse("admin:accounts_user_delete", args=[boss.pk]), {"post": "yes"})
    assert User.objects.filter(pk=boss.pk).exists()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("anna", "taken"),
        ("ANNA", "taken"),
        ("Αnna", "mixed_scripts"),
        ("a\u2605b", "bad_character"),
        ("admin", "reserved"),
    ],
)
def test_renaming_in_the_admin_keeps_to_the_rules_of_names(moderator: User, name: str, code: str) -> None:
    account("Anna", "anna@example.org")
    bertil = account("Bertil", "bertil@example.org")
    answer = signed_in(moderator).post(page_of(bertil), {"display_name": name, "is_active": "on"})
    assert answer.context["adminform"].form.has_error("display_name", code)
    bertil.refresh_from_db()
    assert (bertil.display_name, bertil.username) == ("Bertil", "Bertil")


def test_who_is_renamed_holds_the_new_name_and_signs_in_by_it(moderator: User, bertil: User) -> None:
    assert signed_in(moderator).post(page_of(bertil), {"display_name": "Berit", "is_active": "on"}).status_code == 302
    bertil.refresh_from_db()
    assert (bertil.display_name, bertil.username) == ("Berit", "Berit")
    with pytest.raises(BadName):
        naming.free_name("BERIT", None)
    with pytest.raises(BadName):  # kept back for a while
        naming.free_name("Bertil", None)
    entry = AuditEntry.objects.get()
    assert (entry.who, entry.changes) == ("moderator", {"display_name": ["Bertil", "Berit"]})


def test_a_guest_stays_a_guest_in_the_admin(moderator: User, guest: User) -> None:
    signed_in(moderator).post(page_of(guest), {"display_name": "Wanda", "is_active": "on"})
    guest.refresh_from_db()
    assert guest.is_guest


@pytest.mark.parametrize("name", GROUPS)
def test_ready_groups_have_rights_and_none_over_rights(name: str) -> None:
    rights = set(Group.objects.get(name=name).permissions.values_list("content_type__app_label", "codename"))
    assert len(rights) >= 8
    assert not {app for app, _code in rights} & {"auth", "sessions", "contenttypes", "admin"}
    assert ("accounts", "delete_user") not in rights and ("accounts", "add_user") not in rights


@pytest.mark.parametrize(
    ("name", "opens", "closed"),
    [
        ("Moderators", "/admin/accounts/user/", "/admin/lobby/preset/"),
        ("Word editors", "/admin/dictionary/listversion/", "/admin/accounts/user/"),
        ("Operators", "/admin/common/auditentry/", "/admin/dictionary/listversion/add/"),
    ],
)
def test_each_group_opens_its_own_pages(name: str, opens: str, closed: str) -> None:
    browser = signed_in(staff("staff", name))
    assert [browser.get(address).status_code for address in (opens, closed)] == [200, 403]


def test_guests_do_not_drown_accounts(moderator: User, elsa: User, guest: User) -> None:
    browser = signed_in(moderator)
    listed = set(browser.get("/admin/accounts/user/").context["cl"].result_list)
    assert elsa in listed and guest not in listed
    assert guest in browser.get("/admin/accounts/user/?who=guests").context["cl"].result_list


def test_a_player_s_page_leads_to_what_is_known_elsewhere(boss: User, elsa: User) -> None:
    browser = signed_in(boss)
    page = browser.get(page_of(elsa)).content.decode()
    for part in ("game/match/?seats__user", "accounts/ratedmatch/?changes__user", "dictionary/dispute/?user"):
        assert f"{part}={elsa.pk}" in page
        assert browser.get(f"/admin/{part}={elsa.pk}").status_code == 200
    assert f"/players/{elsa.public_id}/" in page


def test_moderators_read_what_was_done_to_players_and_nothing_else_of_the_log(moderator: User, elsa: User) -> None:
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    quick = Preset.objects.get(key="quick")
    of_preset = record(boss, AuditEntry.Act.DONE, quick, note="of a preset")
    of_elsa = record(boss, AuditEntry.Act.DONE, elsa, note="of a player")
    of_sanction = record(boss, AuditEntry.Act.DONE, Sanction(pk=7, user=elsa, words="Rude."), note="of a sanction")
    browser, log = signed_in(staff("plain")), "/admin/common/auditentry/"
    assert set(browser.get(log).context["cl"].result_list) == {of_elsa, of_sanction}
    assert set(browser.get(f"{log}?q=boss").context["cl"].result_list) == {of_elsa, of_sanction}
    assert list(browser.get(f"{log}?kind=lobby.preset").context["cl"].result_list) == []
    assert "Preset" not in browser.get(log).content.decode()
    assert browser.get(f"{log}{of_elsa.pk}/change/").status_code == 200
    assert browser.get(f"{log}{of_preset.pk}/change/").status_code == 302, "as one that is not there"
    assert "Audit log" in browser.get("/admin/").content.decode()
    link = f"{log}?kind=accounts.user&amp;object_id={elsa.pk}"
    assert link in browser.get(page_of(elsa)).content.decode()
    assert list(browser.get(link.replace("&amp;", "&")).context["cl"].result_list) == [of_elsa]
    assert set(signed_in(boss).get(log).context["cl"].result_list) == {of_preset, of_elsa, of_sanction}
    assert signed_in(staff("editor", "Word editors")).get(log).status_code == 403
