"""Second factors lie encrypted in the database, work as before, and keys can be changed under them."""

from importlib import import_module

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.apps import apps
from django.core.management import call_command
from pytest_django import Settings

from accounts.models import User
from accounts.services import second_factor_secrets
from common import encryption
from tests.accounts.conftest import FACTOR, account, app_code
from tests.support.still_clock import still_clock

migration = import_module("accounts.migrations.0007_encrypt_factors")


def stored() -> str:
    """All that the table holds, as a dump would."""
    return str(list(Authenticator.objects.values_list("data", flat=True)))


def takes_its_code(factor: Authenticator) -> bool:
    """Whether the code that the app shows is taken."""
    with still_clock():
        return TOTP(factor).validate_code(app_code())


def in_the_clear(user: User) -> None:
    """The rows as the release before stored them."""
    Authenticator.objects.create(user=user, type="totp", data={"secret": FACTOR})
    Authenticator.objects.create(user=user, type="recovery_codes", data={"seed": "ab" * 40, "used_mask": 5})


def test_the_key_of_an_app_is_not_in_the_database_and_its_codes_are_taken(elsa: User) -> None:
    TOTP.activate(elsa, FACTOR)
    assert FACTOR not in stored()
    assert takes_its_code(Authenticator.objects.get())


def test_the_seed_of_recovery_codes_is_not_in_the_database_and_each_works_once(elsa: User) -> None:
    RecoveryCodes.activate(elsa)
    codes = RecoveryCodes(Authenticator.objects.get())
    seed = encryption.decrypt_text(codes.instance.data["seed"])
    assert len(seed) == 80 and seed not in stored()
    first = codes.get_unused_codes()[0]
    assert codes.validate_code(first)
    assert not RecoveryCodes(Authenticator.objects.get()).validate_code(first)


def test_what_was_stored_in_the_clear_is_encrypted_by_the_migration_and_keeps_working(elsa: User) -> None:
    in_the_clear(elsa)
    before = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()
    migration.encrypt(apps, None)
    assert FACTOR not in stored() and "ab" * 40 not in stored()
    assert takes_its_code(Authenticator.objects.get(type="totp"))
    assert RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes() == before
    migration.decrypt(apps, None)
    assert FACTOR in stored() and "ab" * 40 in stored(), "going back a release finds them as it wrote them"


def test_a_factor_that_a_process_of_the_release_before_stores_meanwhile_works(elsa: User) -> None:
    in_the_clear(elsa)
    assert takes_its_code(Authenticator.objects.get(type="totp"))


def test_keys_are_changed_by_the_command_and_passkeys_left_alone(elsa: User, settings: Settings) -> None:
    in_the_clear(elsa)
    other = account("Sven", "sven@example.org")
    TOTP.activate(other, generate_totp_secret())
    passkey = Authenticator.objects.create(user=elsa, type="webauthn", data={"name": "key", "credential": {"id": "x"}})
    settings.ENCRYPTION_KEYS = ["new" * 20]
    call_command("reencrypt", verbosity=0)
    settings.SECRET_KEY = "another" * 10
    assert FACTOR not in stored()
    assert takes_its_code(Authenticator.objects.get(type="totp", user=elsa))
    assert RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).instance.data["used_mask"] == 5
    passkey.refresh_from_db()
    assert passkey.data == {"name": "key", "credential": {"id": "x"}}


def test_it_says_how_many_it_wrote(elsa: User) -> None:
    in_the_clear(elsa)
    assert second_factor_secrets.reencrypt() == 2
