"""Every page of accounts that people can reach: in our look, in both languages, and within the content policy."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import get_resolver, reverse

from accounts.models import User
from accounts.templatetags.accounts import avatar
from common.browser_names import browser_name
from tests.accounts.conftest import FACTOR, account, app_code, become_guest, mailed_code, prove, sign_in, sign_up, who
from tests.support.browsers import signed_in
from tests.support.still_clock import still_clock
from tests.support.types import certain

OUTSIDE = [
    "account_login", "account_signup", "account_reset_password", "account_inactive",
    "account_email_verification_sent", "account_password_reset_completed",
]  # fmt: skip
INSIDE = [
    "accounts:account", "accounts:name", "accounts:delete", "account_logout", "account_reauthenticate", "account_email",
    "account_change_password", "mfa_index", "mfa_activate_totp", "mfa_list_webauthn", "mfa_add_webauthn",
    "mfa_reauthenticate", "mfa_reauthenticate_webauthn", "mfa_generate_recovery_codes", "mfa_view_recovery_codes",
    "mfa_deactivate_totp", "usersessions_list",
]  # fmt: skip
NEEDS_FACTOR = {"mfa_view_recovery_codes", "mfa_deactivate_totp"}
ELSEWHERE = {
    "account_set_password",  # leads to the change of password: everybody has one
    "account_confirm_login_code",  # signing in by a mailed code is off
    "account_confirm_email", "account_confirm_password_reset_code", "account_complete_password_reset",  # below
    "mfa_authenticate",  # below: the second step of signing in
    "mfa_login_webauthn", "mfa_download_recovery_codes",  # no pages
    "mfa_remove_webauthn", "mfa_edit_webauthn",  # below: they need a passkey
}  # fmt: skip


def is_ours(client: Client, path: str, language: str = "en") -> str:
    """The page, which must keep the policy and look like the rest of the site."""
    answer = client.get(path, follow=True, headers={"accept-language": language})
    page = answer.content.decode()
    assert answer.status_code == 200, path
    assert f'<html lang="{language}" ' in page and 'class="topbar"' in page, path
    assert "style=" not in page and "<style" not in page and not re.search(r'\son\w+="', page), path
    for attributes in re.findall(r"<script\b([^>]*)>", page):
        assert "src=" in attributes or 'type="application/json"' in attributes, (path, attributes)
    assert not re.search(r'(src|href)="(https?:)?//', page), path
    for kind, identity in re.findall(r'<(?:input|textarea) [^>]*?type="(\w+)"[^>]*? id="([^"]+)"', page):
        assert kind == "hidden" or f'for="{identity}"' in page, (path, identity)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>|&\w+;", " ", page))


@pytest.fixture
def elsa(client: Client, elsa: User) -> User:
    """Signed in, and proved a moment ago who she is."""
    sign_in(client)
    prove(client)
    return elsa


@pytest.mark.parametrize("name", OUTSIDE)
def test_pages_at_the_door(client: Client, name: str) -> None:
    english, swedish = (is_ours(client, reverse(name), language) for language in ("en", "sv"))
    assert english != swedish
    become_guest(client)
    is_ours(client, reverse(name))


@pytest.mark.parametrize("with_factor", [False, True])
def test_pages_of_the_account(client: Client, elsa: User, with_factor: bool) -> None:
    if with_factor:
        TOTP.activate(elsa, FACTOR)
        client.post(reverse("mfa_generate_recovery_codes"))
    for name in INSIDE if with_factor else [name for name in INSIDE if name not in NEEDS_FACTOR]:
        english, swedish = (is_ours(client, reverse(name), language) for language in ("en", "sv"))
        assert english != swedish, name
        assert "!" not in english + swedish, name


def test_every_page_of_allauth_is_in_these_lists() -> None:
    known = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    theirs = {name for name in known if name.startswith(("account_", "mfa_", "usersessions_"))}
    assert theirs == {name for name in (*OUTSIDE, *INSIDE) if ":" not in name} | ELSEWHERE


def test_pages_that_a_mail_leads_to(client: Client, elsa: User, mailoutbox: list[EmailMessage]) -> None:
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    is_ours(client, reverse("account_email"))
    link = certain(re.search(r"http://testserver(/\S+)", str(mailoutbox[-1].body)))[1]
    assert "new@example.org" in is_ours(client, link)
    client.post(link)
    elsa.refresh_from_db()
    assert elsa.email == "new@example.org"


def test_a_forgotten_password_is_replaced_with_a_mailed_code(elsa: User, mailoutbox: list[EmailMessage]) -> None:
    """In the browser that asked for it alone, and no address anywhere leads to the form."""
    other, third = Client(), Client()
    ask, confirm, complete = (
        reverse(f"account_{name}")
        for name in ("reset_password", "confirm_password_reset_code", "complete_password_reset")
    )
    assert other.post(ask, {"email": "elsa@example.org"})["Location"] == confirm
    assert "://" not in mailoutbox[-1].body
    code = mailed_code()
    english, swedish = (is_ours(other, confirm, language) for language in ("en", "sv"))
    assert english != swedish and "!" not in english + swedish
    assert third.post(confirm, {"code": code})["Location"] == reverse("account_login")
    assert other.get(complete)["Location"] == confirm

    assert other.post(confirm, {"code": code})["Location"] == complete
    assert "Choose a new password" in is_ours(other, complete, "en")
    assert "Välj ett nytt lösenord" in is_ours(other, complete, "sv")
    other.post(complete, {"password1": "another one 34", "password2": "another one 34"})
    elsa.refresh_from_db()
    assert elsa.check_password("another one 34") and who(other) is None


def test_a_code_for_a_new_password_is_guessed_three_times_at_most(elsa: User, mailoutbox: list[EmailMessage]) -> None:
    other = Client()
    other.post(reverse("account_reset_password"), {"email": "elsa@example.org"})
    code = mailed_code()
    confirm = reverse("account_confirm_password_reset_code")
    for _ in range(3):
        other.post(confirm, {"code": "AAAA-AAAA"})
    assert other.post(confirm, {"code": code})["Location"] == reverse("account_login")


def test_the_page_that_asks_for_the_mailed_code(client: Client, codes_by_mail: None) -> None:
    sign_up(client)
    english, swedish = (is_ours(client, reverse("account_email_verification_sent"), each) for each in ("en", "sv"))
    assert "elsa@example.org" in english and english != swedish and "!" not in english + swedish


def test_a_second_factor_is_asked_of_a_guest_who_signs_in_too(elsa: User) -> None:
    TOTP.activate(elsa, FACTOR)
    client = Client()
    guest = become_guest(client)

    assert sign_in(client)["Location"] == reverse("mfa_authenticate")
    assert who(client) == guest
    is_ours(client, reverse("mfa_authenticate"))
    assert "Wanda" in client.get(reverse("mfa_authenticate")).content.decode()
    client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert who(client) == guest
    with still_clock():
        client.post(reverse("mfa_authenticate"), {"code": app_code()})

    assert who(client) == elsa and not User.objects.filter(pk=guest.pk).exists()


@pytest.fixture
def key(elsa: User) -> Authenticator:
    """A passkey of hers."""
    data = {"name": "<b>Mine</b>", "credential": {"clientExtensionResults": {}}}
    return Authenticator.objects.create(user=elsa, type="webauthn", data=data)


def test_a_passkey_can_be_renamed_and_removed(client: Client, key: Authenticator) -> None:
    assert "<b>Mine" not in client.get(reverse("mfa_list_webauthn")).content.decode()
    for name in ("mfa_list_webauthn", "mfa_index"):
        is_ours(client, reverse(name), "sv")
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        is_ours(client, reverse(name, args=[key.pk]))
        assert Client().get(reverse(name, args=[key.pk])).status_code == 302


def test_account_pages_are_kept_by_nobody(client: Client, elsa: User) -> None:
    """What one page shows of an account, the next person at the browser does not find: addresses, secrets, codes."""
    TOTP.activate(elsa, FACTOR)
    client.post(reverse("mfa_generate_recovery_codes"))
    for name in (*INSIDE, *OUTSIDE, "accounts:account", "accounts:name", "accounts:delete"):
        assert "no-store" in client.get(reverse(name))["Cache-Control"], name


def test_the_secret_of_an_app_can_be_marked_and_copied(client: Client, elsa: User) -> None:
    """Who sets up the app on the phone that shows the page cannot scan it; a disabled field gives nothing away."""
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    field = certain(re.search(r'<input [^>]*id="authenticator_secret"[^>]*>', page))
    assert "readonly" in field[0] and "disabled" not in field[0]


def test_a_key_is_renamed_in_the_language_of_the_page_and_not_at_any_length(client: Client, key: Authenticator) -> None:
    door = reverse("mfa_edit_webauthn", args=[key.pk])
    assert "Nyckelns namn" in client.get(door, headers={"accept-language": "sv"}).content.decode()
    assert client.post(door, {"name": "x" * 101}).status_code == 200
    assert client.post(door, {"name": "Finger"}).status_code == 302


def test_a_visitor_and_a_guest_see_what_is_theirs(client: Client) -> None:
    assert client.get(reverse("accounts:account"))["Location"] == reverse("account_login")
    home = client.get("/").content.decode()
    assert reverse("account_login") in home and reverse("account_signup") in home
    become_guest(client)
    page = is_ours(client, reverse("accounts:account"))
    assert "You are playing as a guest" in page and "Change password" not in page


def test_names_and_addresses_are_shown_as_text() -> None:
    """What the form lets through comes from elsewhere too: an admin may write anything."""
    user = account()
    User.objects.filter(pk=user.pk).update(display_name='"><svg onload=x>')
    client = signed_in(User.objects.get(pk=user.pk), headers={"user-agent": "<script>alert(1)</script>"})
    for path in ("/", reverse("accounts:account"), reverse("usersessions_list"), reverse("accounts:delete")):
        page = client.get(path, follow=True).content.decode()
        assert "<svg onload" not in page and "<script>alert" not in page, path


def test_avatars_are_drawn_without_styles_and_differ() -> None:
    users = [User(display_name="<", public_id=f"player{n}") for n in range(20)]
    drawn = [avatar(user) for user in users]
    assert len(set(drawn)) == 20 and drawn == [avatar(user) for user in users]
    assert all("style" not in one and "<b><" not in one for one in drawn)


def test_signing_up_again_from_an_account_leads_home(client: Client, elsa: User) -> None:
    assert sign_up(client, "Other", "other@example.org")["Location"] == "/"
    assert who(client) == elsa and settings.LOGIN_REDIRECT_URL == "lobby:home"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36", "Chrome, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit Chrome/156.0 Safari/537.36 Edg/156.0", "Edge, Windows"),
        ("x" * 900, "x" * 80),
        ("", ""),
    ],
)
def test_browsers_are_called_by_their_names(sent: str, said: str) -> None:
    assert browser_name(sent) == said


def test_a_guest_who_has_chosen_a_name_need_not_type_it_again(client: Client) -> None:
    client.post(reverse("lobby:new_room"))
    assert client.get(reverse("account_signup")).context["form"]["username"].value() is None
    become_guest(client, "Wanda")
    assert client.get(reverse("account_signup")).context["form"]["username"].value() == "Wanda"
