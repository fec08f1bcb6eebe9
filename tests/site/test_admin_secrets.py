"""No page of the admin answers a question about a secret, whoever of the staff asks.

Every registered admin is walked: all the columns of all the models that can be reached from its own through relations
are asked after, by every way there is to ask: filters in the address, sorting, searching, completing, pop-ups.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, cast

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.core.handlers.wsgi import WSGIRequest
from django.db.models.base import Model
from django.db.models.fields import Field
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from accounts.profiles.access_admin import AddressAdmin
from common.guarded_admin import ASKED, GuardedAdmin
from game.models import Match, SeatRow, ShareLink
from lobby.models import Preset, Room, Seeker
from tests.accounts.conftest import PASSWORD, account, match_of, sign_in
from tests.architecture.test_secret_columns import is_secret
from tests.support.browsers import signed_in
from tests.support.run_length import LONG
from tests.support.types import Response

pytestmark = pytest.mark.django_db

ADMINS = sorted(admin.site._registry.items(), key=lambda pair: pair[0]._meta.label)
NAMES = [model._meta.label for model, _page in ADMINS]
DEEP = 3  # relations in a row


def reachable(
    model: type[Model], depth: int = DEEP, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], type[Model], Field[Any, Any]]]:
    """(path of names, model, field) of every column that a look-up from `model` could name."""
    for field in model._meta.get_fields():
        if field.concrete:
            yield (*path, field.name), model, field
        if field.is_relation and field.related_model and depth:
            yield from reachable(field.related_model, depth - 1, (*path, field.name))


def staff(kind: str) -> User:
    """Staff of a kind, with nothing to do with any match."""
    user = User.objects.create_user(f"staff {kind}"[:20], password=PASSWORD, is_staff=True)
    if kind in ("view", "change"):
        rights = Permission.objects.filter(codename__startswith="view_")
        user.user_permissions.add(*rights if kind == "view" else Permission.objects.all())
    elif kind == "superuser":
        User.objects.filter(pk=user.pk).update(is_superuser=True)
    elif kind != "nothing":
        user.groups.add(Group.objects.get(name=kind))
    return User.objects.get(pk=user.pk)


KINDS = ("nothing", "view", "change", "superuser", "Moderators", "Word editors", "Operators")


def long_but(*often: str, kinds: Iterable[str] = KINDS) -> list[object]:
    """The kinds as parameters: those that are walked often, and the others, who wait for the long run."""
    return [pytest.param(kind, marks=[] if kind in often else [pytest.mark.long]) for kind in kinds]


@pytest.fixture
def world(client: Client) -> dict[str, str]:
    """A row of everything that has a secret, and the secrets' values."""
    elsa, ebba = account(), account("Ebba", "ebba@example.org")
    sign_in(client)
    row = match_of(elsa, ebba)
    TOTP.activate(elsa, "SECRETOFTHEAPP22" * 2)
    RecoveryCodes.activate(elsa)
    SeatRow.objects.filter(user=elsa).update(draft="draftofelsa")
    link = ShareLink.objects.create(match=match_of(elsa, ebba), user=elsa)
    room = Room.objects.create(code="QWERTYUI", host=elsa, expires_at=10**13)
    preset = Preset.objects.all()[0]
    Seeker.objects.create(user=elsa, preset=preset, terms="{}", language="en", joined_at=1, gone_at=10**13)
    state = Match.objects.get(pk=row.pk).state
    return {
        "session": UserSession.objects.get().session_key,
        "password": User.objects.get(pk=elsa.pk).password,
        "app": Authenticator.objects.get(type="totp").data["secret"],
        "codes": Authenticator.objects.get(type="recovery_codes").data["seed"],
        "draft": "draftofelsa",
        "link": link.token,
        "room": room.code,
        "state": state[:60],
    }


def refused(answer: Response) -> bool:
    """Nothing was asked of the database."""
    if answer.status_code == 302:
        return "e=1" in answer["Location"] or reverse("account_login") in answer["Location"]
    return answer.status_code in (400, 403, 404)


@pytest.mark.parametrize(("model", "page"), ADMINS, ids=NAMES)
def test_every_admin_is_guarded(model: type[EmailAddress], page: AddressAdmin) -> None:
    assert isinstance(page, GuardedAdmin)


@pytest.mark.parametrize(("model", "page"), ADMINS, ids=NAMES)
def test_no_filter_asks_after_a_column_that_the_list_does_not_offer(
    model: type[EmailAddress], page: AddressAdmin
) -> None:
    """Every column within three relations, by itself, through its key, and by every comparison Django knows."""
    request = RequestFactory().get("/")
    request.user = User(is_superuser=True, is_staff=True)
    allowed, asked = set(), 0
    for path, owner, field in reachable(model):
        kinds = {"", *field.get_lookups(), "key", "0", "data__secret"} if is_secret(owner, field) else {"", *ASKED}
        for kind in kinds:
            asked += 1
            lookup = "__".join([*path, kind]).strip("_")
            if page.lookup_allowed(lookup, "1", request):
                assert not is_secret(owner, field), lookup
                allowed.add("__".join(path))
    assert asked > 5 and allowed <= offered(page, request), allowed


def offered(page: AddressAdmin, request: WSGIRequest) -> set[str]:
    """The columns that the list's own filters and the links to it name, with the keys of those that are relations."""
    named = {*page.lookups, *filter(None, [page.date_hierarchy])}
    for one in page.get_list_filter(request):
        first = one[0] if isinstance(one, tuple) else one
        named.add(first if isinstance(first, str) else cast(Any, first).parameter_name)
    return named | {f"{name}__id" for name in named} | {f"{name}__pk" for name in named}


@pytest.mark.parametrize("kind", long_but("change", "Moderators"))
def test_no_list_answers_by_any_way_to_ask(world: dict[str, str], kind: str) -> None:
    """Over the wire: secrets of the model and of its neighbours, sorted by, searched for, popped up, completed; each
    by its shortest way, and by all of them in the long run. (What is allowed at all: the test above, by every way.)"""
    browser, asked = signed_in(staff(kind)), 0
    for model, _page in ADMINS:
        here = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        seen = set[object]()
        for path, owner, field in sorted(reachable(model, 2), key=lambda found: len(found[0])):
            if not is_secret(owner, field) or (field in seen and not LONG):
                continue
            if len(path) > 2 and kind not in ("change", "superuser"):
                continue
            seen.add(field)
            lookup = "__".join(path)
            questions = [{f"{lookup}__regex": "^[a-m]"}]
            if len(path) == 1:
                questions += [{"_to_field": lookup, "_popup": "1"}, {f"{lookup}__isnull": "False"}]
            if len(path) == 1 or LONG:
                questions.append({lookup: "a"})
            for question in questions:
                asked += 1
                answer = browser.get(here, question)
                assert refused(answer), (here, question, answer.status_code)
    assert asked > 40


@pytest.mark.parametrize("kind", long_but("superuser", kinds=("view", "change", "superuser")))  # who see pages at all
@pytest.mark.long
def test_no_search_finds_by_a_secret_and_no_page_shows_one(world: dict[str, str], kind: str) -> None:
    browser = signed_in(staff(kind))
    for model, page in ADMINS:
        here = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for name, value in world.items():
            answer = browser.get(here, {"q": value})
            if answer.status_code == 200 and page.search_fields:
                assert answer.context["cl"].result_count == 0, (here, name)
        rows = [here, *(f"{here}{pk}/{end}/" for pk in pks(model) for end in ("change", "delete", "history"))]
        for address in [*rows, f"{here}?who=all", f"{here}?whose=all", f"{here}?_popup=1"]:
            text = browser.get(address, follow=True).content.decode()
            for name, value in world.items():
                assert value not in text, (address, name)
            assert "SECRETOFTHEAPP22" not in text


def pks(model: type[EmailAddress]) -> list[int]:
    return list(model._default_manager.values_list("pk", flat=True)[:3])


@pytest.mark.parametrize(("model", "page"), ADMINS, ids=NAMES)
def test_nothing_sorts_or_searches_by_a_secret(model: type[EmailAddress], page: AddressAdmin) -> None:
    request = RequestFactory().get("/")
    request.user = User(is_superuser=True, is_staff=True)
    sorted_by = [ordering_of(page, model, str(name)) for name in page.get_list_display(request)]
    paths = [*filter(None, sorted_by), *(path.lstrip("=^@-") for path in page.get_search_fields(request))]
    for path in (*paths, *(str(name).lstrip("-") for name in page.get_ordering(request))):
        at = model
        for name, _next in pairwise([*path.split("__"), ""]):
            if name in ("iexact", "exact", "startswith", "icontains"):
                break
            field = at._meta.get_field("id" if name == "pk" else name)
            assert not is_secret(at, field), path
            at = field.related_model or at
    if "autocomplete" in str(page.autocomplete_fields):
        raise AssertionError("completing searches the other model: name it here")


def ordering_of(page: AddressAdmin, model: type[EmailAddress], name: str) -> str | None:
    """The column that a click on the head of the column `name` sorts by."""
    changes = ChangeList.__new__(ChangeList)
    changes.model, changes.model_admin, changes.lookup_opts = model, page, model._meta
    found = changes.get_ordering_field(name)
    return found.lstrip("-") if isinstance(found, str) else None


def test_completing_is_not_offered_for_models_without_a_field_that_completes(world: dict[str, str]) -> None:
    browser = signed_in(staff("superuser"))
    for model in apps.get_models():
        for field in model._meta.fields:
            if field.is_relation and not any(field.name in page.autocomplete_fields for _m, page in ADMINS):
                of: dict[str, Any] = {"app_label": model._meta.app_label, "model_name": model._meta.model_name}
                asked = of | {"field_name": field.name, "term": world["session"]}
                answer = browser.get(reverse("admin:autocomplete"), asked)
                found = answer.json()["results"] if answer.status_code == 200 else []
                assert not found, asked


def delete(page: str, pk: int, kind: str) -> None:
    """Delete a row by its page of the admin, as one of the staff of that kind."""
    signed_in(staff(kind)).post(reverse(f"admin:{page}_delete", args=[pk]), {"post": "yes"})


def test_a_session_that_staff_delete_is_over_at_once(world: dict[str, str], client: Client) -> None:
    """What the pages are for works: the key is never seen, and the player is out."""
    delete("usersessions_usersession", UserSession.objects.get(user__display_name="Elsa").pk, "Moderators")
    assert not Session.objects.filter(session_key=world["session"]).exists()
    assert client.get(reverse("usersessions_list")).status_code == 302


def test_who_has_lost_all_factors_is_let_in_again_by_a_superuser(world: dict[str, str]) -> None:
    delete("mfa_authenticator", Authenticator.objects.get(type="totp").pk, "superuser")
    assert not Authenticator.objects.exists(), "recovery codes alone would let nobody in"


def test_an_address_that_is_taken_away_is_free_and_does_not_come_back(world: dict[str, str]) -> None:
    delete("account_emailaddress", EmailAddress.objects.get(email="elsa@example.org").pk, "superuser")
    assert not EmailAddress.objects.filter(email="elsa@example.org").exists()
    assert User.objects.get(display_name="Elsa").email == ""
