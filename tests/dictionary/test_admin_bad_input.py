"""What nobody's button sends: every parameter of every page of the word lists, in the admin and before everybody, with
values that no form of ours makes. The answer is a refusal or the page, never a fault of the server.
"""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from dictionary.models import BlockedWord, Dispute, Job
from tests.dictionary.conftest import Maker
from tests.support.run_length import grid

Pages = dict[str, str]
HOSTILE = {
    "tab": "\t",
    "nul": "\0",
    "nul within": "1\0",
    "nothing": "",
    "minus": "-1",
    "huge": "9" * 40,
    "longer than Python reads": "9" * 5000,
    "other digits": "²",
    "arabic digits": "٣",
    "word": "eins",
    "surrogate": "\udc80",
    "quote": "'\"%_\\",
    "fraction": "1.5",
}
OFTEN = {"nul", "nothing", "huge", "longer than Python reads", "other digits", "surrogate"}
"""Each fails in a place of its own; the others fail where one of these does, and wait for the long run."""
OF_A_VERSION = ("words", "difference", "choose", "compile", "draft", "change", "delete", "history")
OF_A_JOB = ("job", "remarks", "again")
LIST_FILTERS = {
    "listversion": ("language__exact", "state__exact"),
    "blockedword": ("language__exact",),
    "dispute": ("state__exact", "language", "added__exact"),
}


@pytest.fixture(
    params=[
        pytest.param(text, id=name, marks=[] if name in OFTEN else [pytest.mark.long]) for name, text in HOSTILE.items()
    ]
)
def value(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def pages(made: Maker, published: Maker, admin_user: User) -> Pages:
    """Addresses of each page about one row, by name, with a version, a job, a blocked word and a dispute to show."""
    published("AA DD")  # so that no page compares with a hundred thousand words
    version = made("AA BB CC")
    blocked = BlockedWord.objects.create(language="en", word="BB")
    dispute = Dispute.objects.create(user=admin_user, language="en", version="1", word="BB", added=False)
    addresses = {name: reverse(f"admin:dictionary_listversion_{name}", args=(version.pk,)) for name in OF_A_VERSION}
    for name in OF_A_JOB:
        addresses[name] = reverse(f"admin:dictionary_listversion_{name}", args=(Job.objects.latest("pk").pk,))
    addresses["blocked"] = reverse("admin:dictionary_blockedword_change", args=(blocked.pk,))
    addresses["dispute"] = reverse("admin:dictionary_dispute_change", args=(dispute.pk,))
    return addresses


def sent(value: str) -> str | bytes:
    """As it goes over the wire: a lone half of a pair as the bytes it would be."""
    return value.encode("utf-8", "surrogatepass") if "\udc80" in value else value


def test_no_question_of_a_page_is_a_fault(admin_client: Client, pages: Pages) -> None:
    asked = ("q page with side _changelist_filters", "_to_field", "_popup")
    for page, names, value in grid([*OF_A_VERSION, *OF_A_JOB, "blocked", "dispute"], asked, sorted(OFTEN)):
        answer = admin_client.get(pages[page], dict.fromkeys(names.split(), sent(HOSTILE[value])))
        assert answer.status_code < 500, (page, names, value)


@pytest.mark.long
def test_no_rarer_question_of_a_page_is_a_fault(admin_client: Client, pages: Pages, value: str) -> None:
    for names in ("q page with side _changelist_filters", "_to_field", "_popup"):
        for address in pages.values():
            assert admin_client.get(address, dict.fromkeys(names.split(), sent(value))).status_code < 500, address


@pytest.mark.long
def test_no_button_of_a_page_is_a_fault(admin_client: Client, pages: Pages, value: str) -> None:
    posts = {
        "words": ({"take_back": value}, {"words": value, "reason": "x", "add": "1"}, {"words": "x", "reason": value}),
        "choose": ({"seen": value},),
        "again": ({}, {"job": value}),
        "change": ({"title": value, "licence_texts": value, "without_blocked": value},),
        "blocked": ({"language": value, "word": value, "reason": value},),
        "dispute": ({"verdict": value, "reason": value}, {"verdict": "accept", "reason": value}),
    }
    for name, forms in posts.items():
        for form in forms:
            answer = admin_client.post(pages[name], {key: sent(text) for key, text in form.items()})
            assert answer.status_code < 500, (name, form)
    for name in ("blockedword_bundled", "listversion_add", "blockedword_add"):
        fields = dict.fromkeys(("language", "version", "word", "title", "file"), sent(value))
        assert admin_client.post(reverse(f"admin:dictionary_{name}"), fields).status_code < 500, name


def test_a_number_that_is_none_is_a_bad_request(admin_client: Client, pages: Pages) -> None:
    for name, field in (("words", "take_back"), ("choose", "seen")):
        for value in ("\t", "", "eins", "9" * 40):
            assert admin_client.post(pages[name], {field: value}).status_code == 400, (name, value)


@pytest.mark.long
def test_no_question_of_a_list_is_a_fault(admin_client: Client, pages: Pages, value: str) -> None:
    for model, filters in LIST_FILTERS.items():
        address = reverse(f"admin:dictionary_{model}_changelist")
        for name in (*filters, "q", "o", "p", "all", "e", "_facets"):
            answer = admin_client.get(address, {name: sent(value)}, follow=True)
            assert answer.status_code < 500, (model, name)


@pytest.mark.parametrize("model", LIST_FILTERS)
def test_a_list_answers_the_filters_beside_it_and_no_others(admin_client: Client, model: str) -> None:
    address = reverse(f"admin:dictionary_{model}_changelist")
    assert admin_client.get(address, {"language__exact": "en"}).status_code == 200
    for name in ("language__regex", "language__iregex", "version__regex", "word__regex", "created_by__password__regex",
                 "user__password__startswith", "id__gt", "word__contains"):  # fmt: skip
        assert admin_client.get(address, {name: "(A|A)*$"}).status_code == 400, name


def test_no_address_of_a_row_is_a_fault(admin_client: Client) -> None:
    keys, of_a_row = ("%00", "9" * 40, "9" * 5000, "eins", "%ED%B2%80", "-1"), ("change", "delete", "history")
    for model, key, page in grid([*LIST_FILTERS], keys, of_a_row):
        address = f"/admin/dictionary/{model}/{key}/{page}/"
        assert admin_client.get(address, follow=True).status_code < 500, address
    for page in ("words", "difference", "choose", "jobs"):
        address = f"/admin/dictionary/listversion/{'jobs/' if page == 'jobs' else ''}{'9' * 40}/"
        address += "" if page == "jobs" else f"{page}/"
        assert admin_client.get(address).status_code == 404, address


def test_no_question_of_the_public_pages_is_a_fault(client: Client, value: str) -> None:
    for address in ("/words/", "/words/definition/", "/credits/"):
        for name in ("q", "lg"):
            assert client.get(address, {name: sent(value)}).status_code < 500, (address, name)
