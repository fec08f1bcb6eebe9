"""What publishing weighs: a number to type where much goes or little is left, and a right of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from dictionary import bundled
from dictionary.models import ActiveList, ListVersion, check_label
from dictionary.services import drafts, versions
from dictionary.services.refusal import Refused
from tests.dictionary.conftest import Maker
from tests.support.types import certain


@pytest.fixture
def bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of a hundred words are large ones here."""
    monkeypatch.setattr(versions, "FEWEST_WORDS", 100)


@pytest.fixture
def hundred(bounds: None, published: Maker) -> ListVersion:
    """An active list of a hundred words."""
    return published(" ".join(WORDS))


WORDS = sorted(f"{a}{b}" for a in "ABCDEFGHIJ" for b in "ABCDEFGHIJ")


@pytest.mark.parametrize(
    ("removed", "added", "number"), [(0, 0, None), (2, 2, None), (2, 1, 99), (3, 3, 3), (3, 0, 3), (100, 150, 100)]
)
def test_what_asks_for_a_number(
    hundred: ListVersion, made: Maker, removed: int, added: int, number: int | None
) -> None:
    more = [f"Z{a}{b}" for a in "ABCDEFGHIJKLMNO" for b in "ABCDEFGHIJ"][:added]
    version = made(" ".join([*WORDS[removed:], *more]))
    weight = versions.change_from(version, hundred)
    assert (weight.removed, weight.added, weight.number) == (removed, added, number)
    assert versions.change_from(version, hundred).missing == ()


def test_without_the_number_nothing_is_published(hundred: ListVersion, made: Maker) -> None:
    version = made(" ".join(WORDS[3:] + ["ZZA", "ZZB", "ZZC"]))
    for typed in (None, 0, 4, 97, 100):
        with pytest.raises(Refused, match="type the number"):
            versions.publish(version.pk, hundred.pk, None, typed)
        version.refresh_from_db()
        assert version.state == "compiled" and versions.active("en") == hundred, typed
    assert versions.publish(version.pk, hundred.pk, None, 3) == versions.active("en")


def test_going_back_is_weighed_too(hundred: ListVersion, made: Maker) -> None:
    version = made(" ".join([*WORDS, "ZZA", "ZZB", "ZZC", "ZZD"]))
    versions.publish(version.pk, hundred.pk)
    with pytest.raises(Refused, match="type the number"):
        versions.activate(hundred.pk, version.pk)
    assert versions.activate(hundred.pk, version.pk, None, 4) == hundred


def test_a_version_edited_while_it_was_weighed_is_not_published(
    hundred: ListVersion, made: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = made(" ".join([*WORDS, "ZZA"]))
    real = versions.change_from

    def edited_meanwhile(*args: ListVersion) -> versions.VersionChange:
        weight = real(*args)
        drafts.change(version.pk, "AA", "a slip", added=False)
        assert versions.compile_version(ListVersion.objects.get(pk=version.pk))
        return weight

    monkeypatch.setattr(versions, "change_from", edited_meanwhile)
    with pytest.raises(Refused):
        versions.publish(version.pk, hundred.pk)
    assert versions.active("en") == hundred


def choose(pk: int) -> str:
    return reverse("admin:dictionary_listversion_choose", args=(pk,))


def test_the_page_asks_for_the_number_and_takes_no_other(
    hundred: ListVersion, made: Maker, admin_client: Client
) -> None:
    version = made("AA BB")
    shown = admin_client.get(choose(version.pk)).content.decode()
    assert "98 of the 100 words that new matches take now go" in shown and "type 98" in shown
    for typed in ("", "eins", "2", "9" * 30):
        said = admin_client.post(choose(version.pk), {"seen": hundred.pk, "number": typed}, follow=True)
        assert "type the number that is asked for" in said.content.decode()
    assert versions.active("en") == hundred
    admin_client.post(choose(version.pk), {"seen": hundred.pk, "number": " 98 "})
    assert versions.active("en") == version


@pytest.fixture
def staff(client: Client, django_user_model: type[User]) -> Callable[..., Client]:
    """A browser of staff with these rights, or in this group: staff("view_listversion"), staff(group="Operators")."""

    def signed_in(*codenames: str, group: str = "") -> Client:
        user = django_user_model.objects.create(username="staff", display_name="Staff", is_staff=True)
        user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
        if group:
            user.groups.add(Group.objects.get(name=group))
        client.force_login(user)
        return client

    return signed_in


@pytest.mark.parametrize("group", ["Word editors", "Moderators"])
def test_who_edits_drafts_does_not_publish(
    hundred: ListVersion, made: Maker, staff: Callable[..., Client], group: str
) -> None:
    version, browser = made(" ".join([*WORDS, "ZZA"])), staff(group=group)
    assert browser.get(choose(version.pk)).status_code == 403
    assert browser.post(choose(version.pk), {"seen": hundred.pk}).status_code == 403
    if group == "Word editors":
        page = browser.get(reverse("admin:dictionary_listversion_change", args=(version.pk,)))
        assert page.status_code == 200 and choose(version.pk) not in page.content.decode()
    assert versions.active("en") == hundred


def test_operators_publish_and_do_not_edit(hundred: ListVersion, made: Maker, staff: Callable[..., Client]) -> None:
    version, browser = made(" ".join([*WORDS, "ZZA"])), staff(group="Operators")
    page = browser.get(reverse("admin:dictionary_listversion_change", args=(version.pk,))).content.decode()
    assert choose(version.pk) in page and 'name="title"' not in page
    words = reverse("admin:dictionary_listversion_words", args=(version.pk,))
    assert browser.post(words, {"words": "ZZB", "reason": "x", "add": "1"}).status_code == 403
    assert 'name="number"' not in browser.get(choose(version.pk)).content.decode(), "an ordinary change asks for none"
    browser.post(choose(version.pk), {"seen": hundred.pk})
    active = ActiveList.objects.get(language="en")
    assert versions.active("en") == version and certain(active.chosen_by).username == "staff"


def test_versions_stand_in_the_order_of_their_numbers() -> None:
    for version in ("2026.11.9", "2026.11.16", "2026.11.2", "2026.12", "2027.01", "2026.11.100"):
        versions.new_draft("sv", version)
    found = ListVersion.objects.filter(language="sv").values_list("version", flat=True)
    assert list(found) == [
        "2027.01", "2026.12", "2026.11.100", "2026.11.16", "2026.11.9", "2026.11.2", "2026.11",
    ]  # fmt: skip


FAR = f"{timezone.now().year + 2}.01"


def test_a_version_has_the_name_of_a_month_that_is_not_far_away() -> None:
    for label in ("9999.12", "2026.00", "2026.13", "0001.01", FAR, "2026.1", "2026.11.1234"):
        with pytest.raises(ValidationError):
            check_label(label)
    for label in ("2026.11", "2020.02", "2026.11.16", "2027.03.2"):
        check_label(label)


def test_a_bundled_lists_newest_version_is_the_one_with_the_largest_number(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    entries = '[{"name": "sv", "version": "%s", "file": "", "words": 1, "sha256": "", "digest": ""}]'
    merged = ", ".join((entries % version)[1:-1] for version in ("2026.11.9", "2026.11.16", "2026.11"))
    (tmp_path / "lists.json").write_text(f"[{merged}]")
    monkeypatch.setattr(bundled, "DATA", tmp_path)
    assert [entry.version for entry in bundled.word_lists.__wrapped__()] == ["2026.11.16", "2026.11.9", "2026.11"]
